/* Save files that people bring: they are replayed in a process of their own. Whatever they hold, the service
   goes on, and nobody waits for them but who brought them. */
#include <dirent.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "client.h"

/* The save file of a new game of drill, without its last line. */
static void begin_file(struct client *c, struct text *file)
{
	char id[32];
	game_make(c, "me", "me", id);
	client_callf(c, "GET", NULL, "/api/games/%s/save", id);
	const char *end = strstr(text_str(&c->body), "end 0");
	text_clear(file);
	text_addn(file, text_str(&c->body), end ? (size_t)(end - text_str(&c->body)) : 0);
}

/* So many entries: a standing order, and an undo of it, again and again. */
static void back_and_forth(struct text *file, int entries)
{
	for (int i = 0; i < entries; i += 2)
		text_addf(file, "standing west defence %d\nundo west %d\n", i / 2 % 3, i);
	text_addf(file, "end %d\n", entries);
}

/* A standing order again and again, and then undos from the last to the first. */
static void forth_and_back(struct text *file, int entries)
{
	for (int i = 0; i < entries / 2; i++) text_addf(file, "standing west defence %d\n", i % 3);
	for (int i = entries / 2 - 1; i >= 0; i--) text_addf(file, "undo west %d\n", i);
	text_addf(file, "end %d\n", entries);
}

static int bring(struct client *c, const struct text *file)
{
	client_send(c, "POST", "/api/import", text_str(file), file->n);
	return client_read(c);
}

static void what_is_wrong_is_said(struct client *c)
{
	struct text file = {0};
	begin_file(c, &file);
	text_add(&file, "override west strength 0 999 it rained\nend 1\n");
	verdict(bring(c, &file) == 422 && strstr(text_at(c, "error"), "Line ") &&
				strstr(text_at(c, "error"), "goes from"),
		"an override that is not allowed is refused, with line and reason");
	begin_file(c, &file);
	text_add(&file, "override west gone 0 1 counted again\nend 1\n");
	verdict(bring(c, &file) == 422 && strstr(text_at(c, "error"), "cannot be changed by hand"),
		"as is one of a field that is derived");
	begin_file(c, &file);
	text_add(&file,
		"order west guard arnaud\norder east guard berger\norder east march adler\noverride east at 3 -1 he went home\nend 4\n");
	verdict(bring(c, &file) == 422 && strstr(text_at(c, "error"), "under way"),
		"and one in the midst of a march");
	begin_file(c, &file);
	text_add(&file,
		"order west guard arnaud\norder east guard berger\noverride east strength 3 2 it \xff rained\nend 3\n");
	verdict(bring(c, &file) == 422 && strstr(text_at(c, "error"), "UTF-8"), "and a reason that is no text");
	text_clear(&file);
	verdict(bring(c, &file) == 422 && strstr(text_at(c, "error"), "end of the file"), "and an empty file");
	text_add(&file, "fratelli 1\nsystem nosuch 1\n");
	verdict(bring(c, &file) == 422 && strstr(text_at(c, "error"), "Line 2"), "a file of no rule system too");
	text_free(&file);
}

static void limits_hold(struct client *c)
{
	struct text file = {0};
	char id[32];
	begin_file(c, &file), back_and_forth(&file, 3000);
	verdict(bring(c, &file) == 200, "a file of as many entries as a game may have is taken in slices");
	snprintf(id, sizeof id, "%s", text_at(c, "id"));
	verdict(client_callf(c, "GET", NULL, "/api/games/%s/view", id) == 200 && int_at(c, "n") == 3000,
		"and is played on where it ended");
	verdict(client_callf(c, "GET", NULL, "/api/games") == 200 && strstr(text_str(&c->body), id) &&
				!strchr(text_str(&c->body), '~'),
		"and listed by its name");
	begin_file(c, &file), back_and_forth(&file, 3002);
	verdict(bring(c, &file) == 422 && strstr(text_at(c, "error"), "more than 3000 entries"),
		"one with more is refused");
	text_free(&file);
}

/* Who brings a file knows the seed in it. Where the file leaves a seat to a friend, other dice are thrown
   from there on, and nobody knows them. */
static void nobody_knows_the_dice(struct client *c)
{
	static const char *const seats[] = {"", "seat west me\nseat east computer:random\n",
		"seat west me\nseat east friend\n", "seat west friend\nseat east me\n"};
	struct text file = {0};
	int reseeded[4] = {0};
	for (int i = 0; i < 4; i++) {
		char id[32];
		begin_file(c, &file), text_addf(&file, "end 0\n%s", seats[i]);
		if (bring(c, &file) != 200) continue;
		snprintf(id, sizeof id, "%s", text_at(c, "id"));
		client_callf(c, "GET", NULL, "/api/games/%s/log", id);
		reseeded[i] = strstr(text_str(&c->body), "\"entry\":\"reseed\"") != NULL;
		if (i >= 2) reseeded[i] += client_callf(c, "GET", NULL, "/api/games/%s/save", id) == 403;
	}
	verdict(reseeded[2] == 2 && reseeded[3] == 2,
		"a file with a friend's seat goes on with dice that who brought it does not know (%d, %d)",
		reseeded[2], reseeded[3]);
	verdict(!reseeded[0] && !reseeded[1], "one that is played alone, or against the computer, keeps its own");
	text_free(&file);
}

/* --- processes ------------------------------------------------------------------------------------------ */

static int parent_of(int pid)
{
	char path[60], line[400] = "";
	int parent = 0;
	snprintf(path, sizeof path, "/proc/%d/stat", pid);
	FILE *f = fopen(path, "r");
	if (f && fgets(line, sizeof line, f) && strrchr(line, ')'))
		sscanf(strrchr(line, ')'), ") %*c %d", &parent);
	if (f) fclose(f);
	return parent;
}

/* A process, not this one, whose parent's parent is the service: it replays a file. 0: there is none. */
static int replayer(int service, int not_this)
{
	DIR *d = opendir("/proc");
	int found = 0;
	for (struct dirent *e; d && !found && (e = readdir(d));) {
		int pid = atoi(e->d_name);
		if (pid > 0 && pid != not_this && parent_of(pid) > 0 && parent_of(parent_of(pid)) == service)
			found = pid;
	}
	if (d) closedir(d);
	return found;
}

/* Waits for one, and stops it where it is. */
static int halted(int service, int not_this)
{
	int pid;
	while (!(pid = replayer(service, not_this))) usleep(500);
	kill(pid, SIGSTOP);
	return pid;
}

static bool has_answer(const struct client *c)
{
	struct pollfd p = {c->fd, POLLIN, 0};
	return poll(&p, 1, 0) > 0;
}

/* More imports at once than there are workers, and none of them comes to an end; somebody else looks at a
   board, which takes a worker, and gives orders. */
static void nobody_waits(const struct service *s)
{
	struct client heavy[3] = {0}, other = {0};
	struct text file = {0};
	uint64_t rng = 5;
	char id[32];
	client_meet(&other, s->port);
	game_make(&other, "me", "me", id);
	for (int i = 0; i < 3; i++) {
		client_meet(&heavy[i], s->port);
		begin_file(&heavy[i], &file);
		if (i % 2) back_and_forth(&file, 300000);
		else forth_and_back(&file, 300000);
		client_send(&heavy[i], "POST", "/api/import", text_str(&file), file.n);
	}
	int first = halted(s->pid, 0), second = halted(s->pid, first);
	bool board = client_callf(&other, "GET", NULL, "/api/games/%s", id) == 200;
	int orders = game_play(&other, id, 20, &rng);
	int answered = has_answer(&heavy[0]) + has_answer(&heavy[1]) + has_answer(&heavy[2]);
	verdict(board && orders == 20 && answered < 2,
		"while files of 300,000 entries are replayed, somebody else is served");
	kill(first, SIGCONT), kill(second, SIGCONT);
	for (int i = 0; i < 3; i++) {
		int code = client_read(&heavy[i]);
		verdict(code == 200 || (code == 422 && strstr(text_at(&heavy[i], "error"), "too long")),
			"such a file is taken, or takes too long (%d)", code);
		snprintf(id, sizeof id, "%s", text_at(&heavy[i], "id"));
		if (code == 200)
			verdict(client_callf(&heavy[i], "GET", NULL, "/api/games/%s/view", id) == 200 &&
						int_at(&heavy[i], "n") == 300000,
				"and is loaded, a slice at a time");
		client_leave(&heavy[i]);
	}
	client_leave(&other), text_free(&file);
}

/* Whatever becomes of the process that replays, the service says so and goes on. */
static void a_dead_child_is_a_refusal(const struct service *s, int sig)
{
	struct client c = {0};
	struct text file = {0};
	client_meet(&c, s->port);
	begin_file(&c, &file), forth_and_back(&file, 300000);
	client_send(&c, "POST", "/api/import", text_str(&file), file.n);
	int pid = halted(s->pid, 0);
	kill(pid, sig), kill(pid, SIGCONT);
	int code = client_read(&c);
	verdict(code == 422 && text_at(&c, "error")[0], "signal %d to who replays is a refusal: %s", sig,
		text_at(&c, "error"));
	verdict(client_call(&c, "GET", "/health", NULL) == 200, "and the service goes on");
	client_leave(&c), text_free(&file);
}

/* --- large answers -------------------------------------------------------------------------------------- */

/* Asks for a log, and reads no more of the answer than its status. */
static int unread_log(const struct client *c, const char *id, const char *from, int *status)
{
	char head[600], line[13] = "";
	int fd = dial(c->port), little = 4096;
	int n = snprintf(head, sizeof head,
		"GET /api/games/%s/log HTTP/1.1\r\nHost: localhost\r\nCookie: %s\r\nX-Forwarded-For: %s\r\n\r\n", id,
		c->cookie, from);
	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &little, sizeof little);
	*status = 0;
	if (send(fd, head, (size_t)n, MSG_NOSIGNAL) == n && recv(fd, line, 12, MSG_WAITALL) == 12)
		sscanf(line, "HTTP/1.1 %d", status);
	return fd;
}

/* An answer is in memory until it is read. Who asks for many large ones and reads none is refused more;
   others are not. */
static void what_nobody_reads_is_bounded(struct service *s)
{
	struct text file = {0};
	struct client c, other;
	char id[32];
	int fd[12], status, given = 0, refused = 0;
	client_meet(&c, s->port), client_meet(&other, s->port);
	begin_file(&c, &file);
	for (int i = 0; i < 40000; i++) text_addf(&file, "standing west defence %d\n", i % 2);
	text_addf(&file, "end 40000\n");
	verdict(bring(&c, &file) == 200, "a long game is brought");
	snprintf(id, sizeof id, "%s", text_at(&c, "id"));
	client_callf(&c, "GET", NULL, "/api/games/%s/log", id);
	verdict(c.status == 200 && c.body.n > 3 << 20, "its log is long (%zu KB)", c.body.n >> 10);
	for (int i = 0; i < 12; i++)
		fd[i] = unread_log(&c, id, "192.0.2.1", &status), given += status == 200, refused += status == 429;
	verdict(given > 1 && given <= 10 && given + refused == 12,
		"who asks for it again and again and does not read it is refused more (%d given, %d refused)", given,
		refused);
	int one = unread_log(&other, id, "192.0.2.2", &status);
	verdict(status == 200, "somebody else has it (%d)", status);
	close(one);
	for (int i = 0; i < 12; i++) close(fd[i]);
	for (int i = 0; i < 200 && client_callf(&c, "GET", NULL, "/api/games/%s/log", id) == 429; i++)
		usleep(20000);
	verdict(c.status == 200, "and who reads, or hangs up, has it again (%d)", c.status);
	client_leave(&c), client_leave(&other), text_free(&file);
}

int main(void)
{
	struct service s;
	struct client c = {0};
	char store[256], data[256];
	store_path(store, sizeof store, "import");
	small_data(data, sizeof data);
	service_start(&s, store, &(struct serving){.entries = 3000, .data = data}, NULL);
	client_meet(&c, s.port);
	what_is_wrong_is_said(&c);
	limits_hold(&c);
	nobody_knows_the_dice(&c);
	client_leave(&c);
	verdict(service_stop(&s, SIGTERM) == 0, "it stops well");
	service_start(&s, store, &(struct serving){.entries = 3000000, .data = data}, NULL);
	nobody_waits(&s);
	what_nobody_reads_is_bounded(&s);
	a_dead_child_is_a_refusal(&s, SIGKILL);
	a_dead_child_is_a_refusal(&s, SIGSEGV);
	a_dead_child_is_a_refusal(&s, SIGXCPU);
	verdict(service_stop(&s, SIGTERM) == 0, "it stops well");
	store_remove(store), small_data_remove(data);
	return verdicts_end();
}
