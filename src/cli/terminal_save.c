/* Nothing is lost: after each order the whole log is written to a file, by way of a temporary one. While the
   game goes on the file is called *.unfinished; at its end it becomes *.save. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/terminal.h"

static bool folder_make(char *path)
{
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path, 0777);
		*slash = '/';
	}
	return mkdir(path, 0777) == 0 || errno == EEXIST;
}

/* $XDG_STATE_HOME/fratelli, or ./saves. */
static void saves_folder(char *out, size_t room)
{
	const char *state = getenv("XDG_STATE_HOME");

	if (state && state[0] == '/') snprintf(out, room, "%s/fratelli", state);
	else snprintf(out, room, "saves");
}

bool autosave_name(struct terminal *t)
{
	char folder[PATH_MAX / 2], commitment[65];
	uint8_t hash[32];

	saves_folder(folder, sizeof folder);
	if (!folder_make(folder)) {
		failed("cannot make the folder %s for saved games (%s); this game will not be saved by itself",
			folder, strerror(errno));
		return false;
	}
	seed_commitment(t->match->seed, hash);
	seed_write(hash, commitment);
	snprintf(t->autosave, sizeof t->autosave, "%s/%s-%s-%.8s.unfinished", folder, t->match->m->battle->id,
		t->match->m->rules->id, commitment);
	return true;
}

void autosave_write(struct terminal *t)
{
	struct text out = {0};

	if (!t->autosave[0]) return;
	match_save(t->match, &out);
	if (!file_write(t->autosave, text_str(&out), out.n)) {
		failed("cannot save to %s (%s); from here on this game is not saved by itself", t->autosave,
			strerror(errno));
		t->autosave[0] = '\0';
	}
	text_free(&out);
	crash_note("The game up to the last order is in %s", t->autosave);
}

void autosave_finish(struct terminal *t)
{
	char final[PATH_MAX];

	autosave_write(t);
	if (!t->autosave[0]) return;
	snprintf(final, sizeof final, "%.*s.save", (int)(strlen(t->autosave) - strlen(".unfinished")),
		t->autosave);
	if (rename(t->autosave, final) == 0)
		printf("The game is kept in %s; `fratelli replay` tells it again.\n", final);
}

void autosave_tell_unfinished(const char *but)
{
	struct names found = {0};
	char folder[PATH_MAX / 2];

	saves_folder(folder, sizeof folder);
	names_of_folder(&found, folder, ".unfinished");
	for (int i = 0; i < found.n; i++) {
		char path[PATH_MAX];

		snprintf(path, sizeof path, "%s/%s", folder, found.name[i]);
		if (strcmp(path, but) != 0) printf("An unfinished game is there: fratelli play --load %s\n", path);
	}
	names_free(&found);
}
