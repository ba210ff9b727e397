/* See marks.h. */
#include "table/marks.h"

#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MAGIC "fratell1"
#define HANDLER_STACK 65536

const char *const marked_words[MARKS] = {"nothing", "a request about it was answered",
	"an order was carried out", "a computer thought about it"};

/* A signal handler can be given nothing: what it needs is here. */
static struct marks *file;
static atomic_int slots;
static _Thread_local struct busy *mine;

static void path_of(const char *store, char *out, size_t room) { snprintf(out, room, "%s.marks", store); }

bool marks_read(const char *store, struct marks *out)
{
	char path[1100];
	path_of(store, path, sizeof path);
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	bool fine = fd >= 0 && read(fd, out, sizeof *out) == sizeof *out &&
	            memcmp(out->magic, MAGIC, sizeof out->magic) == 0;
	if (fd >= 0) close(fd);
	if (!fine) memset(out, 0, sizeof *out);
	return fine;
}

/* The process is about to die. The first thread to come here names its game; then the signal does what it
   would have done. */
static void dying(int sig)
{
	if (file && mine && mine->game && !file->culprit.game) file->signal = sig, file->culprit = *mine;
	signal(sig, SIG_DFL);
	raise(sig);
}

static void listen_for_death(void)
{
	static const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
	struct sigaction act = {.sa_handler = dying, .sa_flags = SA_ONSTACK};
	for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) sigaction(deadly[i], &act, NULL);
}

bool marks_open(const char *store, struct marks *before)
{
	char path[1100];
	marks_read(store, before);
	path_of(store, path, sizeof path);
	int fd = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (fd < 0) return false;
	void *at = ftruncate(fd, sizeof *file)
	             ? MAP_FAILED
	             : mmap(NULL, sizeof *file, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	close(fd);
	if (at == MAP_FAILED) return false;
	file = at;
	memcpy(file->magic, MAGIC, sizeof file->magic);
	listen_for_death();
	return true;
}

void marks_close(void)
{
	if (file) munmap(file, sizeof *file);
	file = NULL, mine = NULL;
	atomic_store(&slots, 0);
}

/* A thread's first mark: it gets a slot, and a stack for the handler in case its own has run over. They are
   kept as long as we run. */
static struct busy *slot_take(void)
{
	int n = atomic_fetch_add(&slots, 1);
	if (!file || n >= MARK_SLOTS) return NULL;
	stack_t stack = {
		.ss_sp = mmap(NULL, HANDLER_STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
		.ss_size = HANDLER_STACK};
	if (stack.ss_sp != MAP_FAILED) sigaltstack(&stack, NULL);
	file->slot[n].thread = gettid();
	return &file->slot[n];
}

struct busy mark_turn(int64_t game, enum marked what)
{
	struct busy before = {0};
	if (!mine && file && game) mine = slot_take();
	if (!mine) return before;
	before = *mine;
	mine->what = what, mine->game = game;
	return before;
}

void mark_back(struct busy before)
{
	if (mine) mine->game = before.game, mine->what = before.what;
}
