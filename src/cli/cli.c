/* The table of verbs, and what holds for all of them: help, the version, streams that are closed or full, and
   a note of what was being done in case an assertion of ours fails. */
#include "cli/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int verb_help(int argc, char **argv);

static const struct command {
	const char *name, *title;
	int (*run)(int argc, char **argv);
} commands[] = {
	{"play", "play a battle in this terminal", verb_play},
	{"serve", "the table: play in the browser, against anyone", verb_serve},
	{"store", "copies a table's store into another, from a file to a database or back", verb_store},
	{"admin", "backups, passwords, bans, archives and repairs of a table's store", verb_admin},
	{"list", "battles, scenarios, rule systems, and how well they fit", verb_list},
	{"rules", "the rules of a system, or one statement of them", verb_rules},
	{"muster", "every counter, and what it was derived from", verb_muster},
	{"map", "draw a battle's map as SVG", verb_map},
	{"replay", "replay and verify a saved game", verb_replay},
	{"verify", "check a game's seed against its commitment", verb_verify},
	{"case", "run case files", verb_case},
	{"odds", "exact odds of a case's last order", verb_odds},
	{"legal", "the question and the legal orders of a case's position", verb_legal},
	{"about", "everything about a piece or a place of a case's position", verb_about},
	{"coverage", "which rule statements have a passing case", verb_coverage},
	{"random", "random games with every invariant checked", verb_random},
	{"study", "many games between computer players, and a report", verb_study},
	{"tournament", "the opponent's levels against each other", verb_tournament},
	{"tune", "weights of a rule system, from games of the computer against itself", verb_tune},
	{"learn", "chances of victory of a rule system, from games of the computer against itself", verb_learn},
	{"pairings", "how well every rule system fits every battle, measured", verb_pairings},
	{"perft", "count the positions to a depth", verb_perft},
	{"signature", "one number over fixed games: changes when the rules do", verb_signature},
	{"bench", "how fast the rules run", verb_bench},
	{"help", "this text, or a verb's", verb_help},
};
#define COMMANDS ((int)(sizeof commands / sizeof *commands))

static const struct command *command_find(const char *name)
{
	for (int i = 0; i < COMMANDS; i++)
		if (strcmp(commands[i].name, name) == 0) return &commands[i];
	return NULL;
}

static int command_unknown(const char *name)
{
	const char *names[COMMANDS];

	for (int i = 0; i < COMMANDS; i++) names[i] = commands[i].name;
	return unknown("verb", name, names, COMMANDS);
}

static void print_help(FILE *out)
{
	fprintf(out, "Fratelli: one battle, five rule books.\n\nusage: fratelli VERB …\n\n");
	for (int i = 0; i < COMMANDS; i++) fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].title);
	fprintf(out, "\n`fratelli VERB --help` explains one. Start with `fratelli play`.\n"
				 "FRATELLI_DATA names the data folder if it is not found beside the program.\n");
}

static int verb_help(int argc, char **argv)
{
	const struct command *c;
	char help[] = "--help";

	if (argc < 2 || argv[1][0] == '-') {
		print_help(stdout);
		return EXIT_WELL;
	}
	c = command_find(argv[1]);
	if (!c) return command_unknown(argv[1]);
	if (c->run == verb_help) {
		print_help(stdout);
		return EXIT_WELL;
	}
	return c->run(2, (char *[]){argv[1], help, NULL});
}

static _Thread_local char note[1024];

void crash_note(const char *fmt, ...)
{
	va_list args;

	va_start(args, fmt);
	vsnprintf(note, sizeof note, fmt, args);
	va_end(args);
}

/* abort() goes on to end the program after this. */
static void on_abort(int sig)
{
	static const char head[] = "fratelli: this is a mistake of the program, not yours. ";

	(void)sig;
	if (write(2, head, sizeof head - 1) < 0 || write(2, note, strlen(note)) < 0 || write(2, "\n", 1) < 0)
		return;
}

/* A program started with a standard stream closed would open its first file in that place. */
static void streams_open(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF && open("/dev/null", fd == 0 ? O_RDONLY : O_WRONLY) < 0)
			_exit(EXIT_FAILED);
}

static int run(int argc, char **argv)
{
	const struct command *c;

	if (argc < 2) {
		print_help(stderr);
		return EXIT_MISUSE;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("fratelli %s\n", FRATELLI_VERSION);
		return EXIT_WELL;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
		print_help(stdout);
		return EXIT_WELL;
	}
	c = command_find(argv[1]);
	return c ? c->run(argc - 1, argv + 1) : command_unknown(argv[1]);
}

int cli_main(int argc, char **argv)
{
	int code;

	streams_open();
	setlocale(LC_CTYPE, "");
	signal(SIGPIPE, SIG_DFL); /* whoever reads us may leave, and then we end without a word */
	signal(SIGABRT, on_abort);
	code = run(argc, argv);
	if (fflush(stdout) != 0 || ferror(stdout)) return failed("cannot write the output: %s", strerror(errno));
	return code;
}
