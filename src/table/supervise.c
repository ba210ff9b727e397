/* Somebody who watches over the service: a small process that starts it again when it dies of a signal. A
   game that has killed it is set aside by the service itself (aside.h); what dies again and again without a
   culprit is given up. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "table/marks.h"
#include "table/table.h"

#define DEATHS_MOST 5     /* without a culprit … */
#define DEATHS_SECONDS 60 /* … within so long */

static pid_t start(const struct serving *with, const sigset_t *usual)
{
	pid_t watcher = getpid(), pid = fork();
	if (pid != 0) return pid;
	prctl(PR_SET_PDEATHSIG, SIGTERM); /* whoever kills the watcher does not leave the service behind */
	if (getppid() != watcher) _exit(1);
	sigprocmask(SIG_SETMASK, usual, NULL);
	exit(table_serve(with));
}

/* Waits until the service has ended, and passes on what it is told meanwhile. Returns what waitpid says. */
static int watch(pid_t pid, const sigset_t *heard, bool *told)
{
	int status, sig;
	for (;;) {
		if (waitpid(pid, &status, WNOHANG) == pid) return status;
		if (sigwait(heard, &sig) || sig == SIGCHLD) continue;
		*told = true;
		kill(pid, SIGTERM);
	}
}

/* May it be started again? Deaths without a culprit are counted, and forgotten after a while. */
static bool is_worth_it(const char *store, int status, int *deaths, int64_t *since)
{
	struct marks marks;
	marks_read(store, &marks);
	if (now_s() - *since > DEATHS_SECONDS) *deaths = 0, *since = now_s();
	if (!marks.culprit.game) ++*deaths;
	note("the service ended by signal %d; %s", WTERMSIG(status),
		*deaths > DEATHS_MOST ? "it is given up" : "it is started again");
	return *deaths <= DEATHS_MOST;
}

int table_supervise(const struct serving *with)
{
	struct serving again = *with;
	sigset_t heard, usual;
	int status, deaths = 0;
	int64_t since = 0;
	bool told = false;
	sigemptyset(&heard), sigaddset(&heard, SIGTERM), sigaddset(&heard, SIGINT), sigaddset(&heard, SIGCHLD);
	sigprocmask(SIG_BLOCK, &heard, &usual);
	for (;;) {
		pid_t pid = start(&again, &usual);
		if (pid < 0) return 1;
		status = watch(pid, &heard, &told);
		if (WIFEXITED(status)) return WEXITSTATUS(status);
		if (told || !is_worth_it(serving_own(with), status, &deaths, &since)) return 1;
		again.open = false, again.release = NULL;
	}
}
