/* See gate.h. The gatekeeper is a process without threads, so that it may fork. Over its socket it is handed
   one end of a pair of sockets for each file. The child that it forks reads the file from there, replays it,
   and writes back either `no` and the reason, or the rows of the game. If the child dies or is killed, no
   `end` comes, and the file is refused. */
#include "table/gate.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "table/sitting.h"

#define CPU_SECONDS 10
#define WALL_SECONDS 60 /* it gives way to everybody else, so this may be long */
#define MEMORY_MOST (768ul << 20)
#define ANSWER_MOST (4u * IMPORT_MOST)
#define CHILD_NICE 10

#if defined __SANITIZE_ADDRESS__ || defined __SANITIZE_THREAD__
#define SANITIZED 1 /* their shadow memory would not fit */
#elif defined __has_feature
#define SANITIZED (__has_feature(address_sanitizer) || __has_feature(thread_sanitizer))
#else
#define SANITIZED 0
#endif

struct gate {
	pthread_mutex_t lock;
	int fd;
};

/* --- the child ------------------------------------------------------------------------------------------ */

static int child_fd = -1;

static void child_says(const char *bytes, size_t n)
{
	while (n) {
		ssize_t done = write(child_fd, bytes, n);
		if (done < 0 && errno == EINTR) continue;
		if (done <= 0) _exit(1); /* nobody listens any more */
		bytes += done, n -= (size_t)done;
	}
}

/* The last words of a child that is killed or fails. Only what a signal handler may do. */
static void child_dies(int sig)
{
	static const char late[] = "no 0 It takes too long to replay.\n",
					  broken[] =
						  "no 0 It leads to a state that the rules do not know, or needs too much memory.\n";
	if (sig == SIGXCPU) child_says(late, sizeof late - 1);
	else child_says(broken, sizeof broken - 1);
	_exit(1);
}

static void child_limits(void)
{
	static const int deadly[] = {SIGXCPU, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
	const struct rlimit cpu = {CPU_SECONDS, CPU_SECONDS + 2}, memory = {MEMORY_MOST, MEMORY_MOST},
						none = {0, 0};
	for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) signal(deadly[i], child_dies);
	setrlimit(RLIMIT_CPU, &cpu), setrlimit(RLIMIT_CORE, &none), setrlimit(RLIMIT_FSIZE, &none);
	if (!SANITIZED) setrlimit(RLIMIT_AS, &memory);
	setpriority(PRIO_PROCESS, 0, CHILD_NICE);
}

static void child_hears(struct text *in)
{
	char piece[16384];
	for (ssize_t n; (n = read(child_fd, piece, sizeof piece)) != 0;) {
		if (n < 0 && errno != EINTR) _exit(1);
		if (n > 0) text_addn(in, piece, (size_t)n);
	}
}

/* Two lines of heads, the options, and then each entry: its hash and its length, and its line. */
static void write_rows(const struct match *t, struct text *out)
{
	const struct muster *m = t->m;
	struct match *first = match_new(m, t->seed);
	char seed[65];
	seed_write(t->seed, seed);
	text_addf(out, "yes %s %d %s %s %s %d %d %d %d\n", m->rules->id, m->rules->version, m->battle->id,
		m->scenario->id, seed, after_of(first), after_of(t), m->rules->options, t->n);
	match_free(first);
	for (int i = 0; i < m->rules->options; i++)
		text_addf(out, "%s %d\n", m->rules->option[i].name, m->option[i]);
	for (int i = 0; i < t->n; i++) {
		struct text line = {0};
		match_entry_write(t, i, &line);
		text_addf(out, "%016llx %zu\n%s", (unsigned long long)t->entry[i].hash, line.n, text_str(&line));
		text_free(&line);
	}
	text_add(out, "end\n");
}

/* Whoever has the file knows the dice of its seed. If it leaves a seat to somebody else, those that are still
   to be thrown become others, which nobody knows. */
static void hide_dice(const char *file, struct match *t)
{
	char side[SEAT_LETTERS + 1], who[SEAT_LETTERS + 1];
	bool friend = false;
	for (const char *at = strstr(file, "\nend "); seat_in_file(&at, side, who);)
		friend |= strcmp(who, "friend") == 0;
	if (!friend || t->g->over) return;
	uint8_t seed[32];
	seed_random(seed);
	match_reseed(t, seed);
}

static void child_main(int fd, const char *data, int entries)
{
	struct text in = {0}, out = {0};
	struct faults faults = {0};
	struct loaded loaded;
	child_fd = fd;
	child_limits();
	child_hears(&in);
	bool text = is_utf8(text_str(&in)) && strlen(text_str(&in)) == in.n,
		 fine = text && match_load_text(data, "the file", text_str(&in), in.n, entries + 1, &loaded, &faults);
	const struct fault *first = faults.n ? &faults.list[0] : NULL;
	if (fine) hide_dice(text_str(&in), loaded.match);
	if (!text) text_add(&out, "no 0 It is no text in UTF-8.\n");
	else if (!fine)
		text_addf(&out, "no %d %.300s\n", first ? first->at.line : 0,
			first ? first->what : "it cannot be read");
	else if (loaded.match->n > entries)
		text_addf(&out, "no 0 It has more than %d entries, which is as many as a game may have here.\n",
			entries);
	else write_rows(loaded.match, &out);
	child_says(text_str(&out), out.n);
	_exit(0);
}

/* --- the gatekeeper ------------------------------------------------------------------------------------- */

union control {
	struct cmsghdr head;
	char room[CMSG_SPACE(sizeof(int))];
};

/* The next file's socket and how many entries it may have; -1 when the service has gone. */
static int next_file(int from, int *entries)
{
	union control control;
	struct iovec part = {entries, sizeof *entries};
	struct msghdr message = {.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof control};
	int fd = -1;
	ssize_t n;
	while ((n = recvmsg(from, &message, MSG_CMSG_CLOEXEC)) < 0 && errno == EINTR) {
	}
	struct cmsghdr *c = n == sizeof *entries ? CMSG_FIRSTHDR(&message) : NULL;
	if (c && c->cmsg_type == SCM_RIGHTS) memcpy(&fd, CMSG_DATA(c), sizeof fd);
	return fd;
}

static void gatekeeper(int from, const char *data)
{
	int entries, fd;
	sigset_t none;
	prctl(PR_SET_NAME, "gatekeeper");
	signal(SIGINT, SIG_IGN), signal(SIGTERM, SIG_IGN), signal(SIGCHLD, SIG_IGN), signal(SIGPIPE, SIG_IGN);
	sigemptyset(&none), sigprocmask(SIG_SETMASK, &none, NULL);
	while ((fd = next_file(from, &entries)) >= 0) {
		pid_t child = fork();
		if (child == 0) {
			close(from);
			child_main(fd, data, entries);
		}
		close(fd);
	}
	_exit(0);
}

struct gate *gate_new(const char *data)
{
	struct gate *g = calloc(1, sizeof *g);
	int pair[2];
	if (!g || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair)) abort();
	pthread_mutex_init(&g->lock, NULL);
	pid_t pid = fork();
	if (pid < 0) abort();
	if (pid == 0) {
		close(pair[0]);
		gatekeeper(pair[1], data);
	}
	close(pair[1]);
	g->fd = pair[0];
	return g;
}

void gate_free(struct gate *g)
{
	close(g->fd);
	pthread_mutex_destroy(&g->lock);
	free(g);
}

/* --- the service's side --------------------------------------------------------------------------------- */

static bool hand_over(struct gate *g, int fd, int entries)
{
	union control control = {0};
	struct iovec part = {&entries, sizeof entries};
	struct msghdr message = {.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = &control,
		.msg_controllen = sizeof control};
	struct cmsghdr *c = CMSG_FIRSTHDR(&message);
	c->cmsg_level = SOL_SOCKET, c->cmsg_type = SCM_RIGHTS, c->cmsg_len = CMSG_LEN(sizeof fd);
	memcpy(CMSG_DATA(c), &fd, sizeof fd);
	pthread_mutex_lock(&g->lock);
	bool fine = sendmsg(g->fd, &message, MSG_NOSIGNAL) == sizeof entries;
	pthread_mutex_unlock(&g->lock);
	return fine;
}

/* Sends the file and reads the answer to its end. False: the time is up, or the answer is too long. */
static bool converse(int fd, const char *bytes, size_t n, struct text *answer)
{
	uint64_t until = now_us() + WALL_SECONDS * 1000000ull;
	char piece[16384];
	if (!n) shutdown(fd, SHUT_WR);
	while (now_us() < until && answer->n < ANSWER_MOST) {
		struct pollfd p = {fd, (short)(POLLIN | (n ? POLLOUT : 0)), 0};
		if (poll(&p, 1, 200) <= 0) continue;
		if (n && p.revents & POLLOUT) {
			ssize_t sent = send(fd, bytes, n, MSG_NOSIGNAL | MSG_DONTWAIT);
			if (sent > 0) bytes += sent, n -= (size_t)sent;
			if (sent < 0 && errno != EAGAIN) n = 0;
			if (!n) shutdown(fd, SHUT_WR);
		}
		if (!(p.revents & (POLLIN | POLLHUP | POLLERR))) continue;
		ssize_t got = recv(fd, piece, sizeof piece, MSG_DONTWAIT);
		if (got == 0 || (got < 0 && errno != EAGAIN)) return true;
		if (got > 0) text_addn(answer, piece, (size_t)got);
	}
	return false;
}

static bool read_head(struct admitted *a, const char *line, int *options)
{
	char seed[65];
	int n;
	if (sscanf(line, "yes %63s %d %63s %63s %64s %d %d %d %d", a->system, &a->version, a->battle, a->scenario,
			seed, &a->after_first, &a->after, options, &n) != 9)
		return false;
	if (!seed_read(seed, a->seed) || n < 0 || *options < 0 || *options > OPTIONS_MOST) return false;
	a->room = n;
	a->row = calloc((size_t)n + 1, sizeof *a->row);
	if (!a->row) abort();
	return true;
}

static bool read_rows(struct admitted *a, const char *at, const char *end)
{
	for (; a->n < a->room; a->n++) {
		char *rest; /* no sscanf here: it measures all that follows, for every row */
		const char *line = memchr(at, '\n', (size_t)(end - at));
		unsigned long long hash = line ? strtoull(at, &rest, 16) : 0,
						   length = line ? strtoull(rest, &rest, 10) : 0;
		if (!line || rest != line || length > (size_t)(end - line - 1)) return false;
		a->row[a->n] = (struct admitted_row){a->words.n, (int64_t)hash};
		text_addn(&a->words, line + 1, length);
		text_addn(&a->words, "", 1);
		at = line + 1 + length;
	}
	return end - at == 4 && memcmp(at, "end\n", 4) == 0;
}

static bool read_answer(struct admitted *a, const char *at, const char *end)
{
	int options = 0;
	if (!read_head(a, at, &options)) return false;
	at = strchr(at, '\n') + 1;
	for (int i = 0; i < options; i++) {
		const char *line = memchr(at, '\n', (size_t)(end - at));
		if (!line) return false;
		text_addn(&a->options, at, (size_t)(line + 1 - at));
		at = line + 1;
	}
	return read_rows(a, at, end);
}

bool gate_admit(struct gate *g, const char *bytes, size_t n, int entries, struct admitted *out,
	struct text *why)
{
	struct text answer = {0};
	int pair[2], line = 0, used = 0;
	*out = (struct admitted){0};
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair))
		return text_add(why, "The server is busy; try again in a moment."), false;
	bool handed = hand_over(g, pair[1], entries);
	close(pair[1]);
	bool heard = handed && converse(pair[0], bytes, n, &answer);
	close(pair[0]);
	const char *said = text_str(&answer);
	bool fine = heard && strncmp(said, "yes ", 4) == 0 && read_answer(out, said, said + answer.n);
	if (!handed) text_add(why, "The server takes no files now; it must be started again for that.");
	else if (!heard) text_add(why, "It takes too long to replay.");
	else if (!fine && sscanf(said, "no %d %n", &line, &used) == 1 && used) {
		if (line) text_addf(why, "Line %d: ", line);
		text_addn(why, said + used, strcspn(said + used, "\n"));
	} else if (!fine) text_add(why, "It could not be replayed within the limits of time and memory.");
	if (!fine) admitted_free(out);
	text_free(&answer);
	return fine;
}

void admitted_free(struct admitted *a)
{
	text_free(&a->options), text_free(&a->words), free(a->row);
	*a = (struct admitted){0};
}
