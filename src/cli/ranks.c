/* The command in several processes, under mpirun or srun (study/ranks.h): all of them run, the chief alone
   speaks and writes. */
#include <sched.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/cli.h"

/* Cores that this process may use: what it is bound to, or its share of the machine. */
int ranks_cores(const struct ranks *r)
{
	int all = (int)sysconf(_SC_NPROCESSORS_ONLN), bound = all;
	cpu_set_t mine;

	if (sched_getaffinity(0, sizeof mine, &mine) == 0) bound = CPU_COUNT(&mine);
	return bound < all ? bound : ranks_jobs(r, all);
}

int ranks_run(int argc, char **argv, int (*verb)(int argc, char **argv, struct ranks *ranks))
{
	char program[PATH_MAX] = "";
	struct text wrong = {0};
	ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
	struct ranks *ranks = ranks_open(n > 0 ? program : "fratelli", &wrong);
	int code;

	if (wrong.n) {
		code = failed("%s", text_str(&wrong));
		text_free(&wrong);
		return code;
	}
	if (!ranks_chief(ranks) && !freopen("/dev/null", "w", stdout))
		return failed("/dev/null cannot be opened");
	code = verb(argc, argv, ranks);
	ranks_close(ranks);
	return code;
}
