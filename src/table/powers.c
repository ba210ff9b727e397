/* See powers.h. No library is needed for this: capabilities are two words of bits each, set by one system
   call. */
#include "table/powers.h"

#include <errno.h>
#include <grp.h>
#include <libgen.h>
#include <linux/capability.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool folder_of(const char *store, char *out, size_t room)
{
	char copy[4096];
	if (snprintf(copy, sizeof copy, "%s", store) >= (int)sizeof copy) return false;
	return snprintf(out, room, "%s", dirname(copy)) < (int)room;
}

/* Who is to run it: uid and gid. */
static bool find_user(const char *folder, const char *user, uid_t *uid, gid_t *gid, struct text *said)
{
	struct stat st;
	if (user) {
		const struct passwd *p = getpwnam(user);
		if (!p) return text_addf(said, "there is no user '%s' on this machine", user), false;
		*uid = p->pw_uid, *gid = p->pw_gid;
		return true;
	}
	if (stat(folder, &st)) return text_addf(said, "%s: %s", folder, strerror(errno)), false;
	*uid = st.st_uid, *gid = st.st_gid;
	return true;
}

/* Everything but `keep` (-1: nothing) leaves all three sets, and what a program started by us could get
   back. */
static bool keep_capability(int keep)
{
	struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
	struct __user_cap_data_struct sets[2] = {{0}, {0}};
	for (int i = 0; i <= 63; i++)
		if (i != keep) prctl(PR_CAPBSET_DROP, i, 0, 0, 0); /* those that this kernel does not know fail */
	if (keep >= 0) sets[keep / 32].permitted = sets[keep / 32].effective = 1u << keep % 32;
	return syscall(SYS_capset, &head, sets) == 0;
}

bool powers_drop(const char *store, const char *user, int port, struct text *said)
{
	char folder[4096];
	uid_t uid = 0;
	gid_t gid = 0;
	int keep = port > 0 && port < 1024 ? CAP_NET_BIND_SERVICE : -1;
	if (geteuid() != 0) return !user || (text_add(said, "--user is for who starts it as root"), false);
	if (!folder_of(store, folder, sizeof folder) || !find_user(folder, user, &uid, &gid, said)) return false;
	if (keep >= 0) prctl(PR_SET_KEEPCAPS, 1, 0, 0, 0);
	if (uid && (setgroups(0, NULL) || setresgid(gid, gid, gid) || setresuid(uid, uid, uid)))
		return text_addf(said, "cannot become user %d: %s", (int)uid, strerror(errno)), false;
	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	if (!keep_capability(keep))
		return text_addf(said, "cannot give up capabilities: %s", strerror(errno)), false;
	if (access(folder, W_OK | X_OK) || (access(store, F_OK) == 0 && access(store, R_OK | W_OK)))
		return text_addf(said,
				   "user %d cannot write the store %s: give it the folder (chown), or name another user with --user",
				   (int)uid, store),
		       false;
	if (uid) text_addf(said, "started as root; it goes on as user %d, without capabilities", (int)uid);
	else
		text_addf(said,
			"started as root, which it need not be. It goes on without root's capabilities; better is a user of its own (--user NAME, who owns %s)",
			folder);
	return true;
}
