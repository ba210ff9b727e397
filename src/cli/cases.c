/* `fratelli case`, `odds` and `legal`: what can be done with a case file. */
#include "cli/cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- which files ---------------------------------------------------------------------------------------- */

static void files_under(struct names *files, const char *dir)
{
	struct names inside = {0};
	int yaml;

	names_of_folder(&inside, dir, ".yaml");
	yaml = inside.n;
	names_of_folder(&inside, dir, "/");
	for (int i = 0; i < inside.n; i++) {
		char path[PATH_MAX];

		snprintf(path, sizeof path, "%s/%s", dir, inside.name[i]);
		if (i < yaml) names_add(files, path);
		else files_under(files, path);
	}
	names_free(&inside);
}

static int files_named(struct names *files, const struct words *words)
{
	for (int i = 0; i < words->n; i++) {
		struct stat st;

		if (stat(words->word[i], &st) != 0) return misuse("there is no file or folder `%s`", words->word[i]);
		if (S_ISDIR(st.st_mode)) files_under(files, words->word[i]);
		else names_add(files, words->word[i]);
	}
	return files->n ? EXIT_WELL : misuse("there are no case files (*.yaml) there");
}

/* --- case ----------------------------------------------------------------------------------------------- */

struct case_count {
	struct case_shelf *shelf;
	int run, failed;
	bool broken, json, first;
};

/* The reason behind a failure, as TAP's comments. */
static void print_why(const struct case_result *c)
{
	const char *line = text_str(&c->why);

	printf("# %s:%d\n", c->file, c->line);
	while (*line) {
		int n = (int)strcspn(line, "\n");

		printf("# %.*s\n", n, line);
		line += n + (line[n] == '\n');
	}
}

static void print_case(const struct case_result *c, struct case_count *count)
{
	struct text out = {0};
	struct json j = {.out = &out};

	if (!count->json) {
		printf("%s %d - %s\n", c->passed ? "ok" : "not ok", count->run, c->title);
		if (!c->passed) print_why(c);
		return;
	}
	json_open(&j, NULL, '{');
	json_str(&j, "case", c->title);
	json_str(&j, "file", c->file);
	json_int(&j, "line", c->line);
	json_bool(&j, "passed", c->passed);
	json_open(&j, "proves", '[');
	for (int i = 0; i < c->rules; i++) json_str(&j, NULL, c->rule[i]);
	json_close(&j, ']');
	json_str(&j, "why", c->passed ? NULL : text_str(&c->why));
	json_close(&j, '}');
	print_json(&out);
}

static void run_file(const struct home *h, const char *path, struct case_count *count)
{
	struct case_results results = {0};
	struct faults faults = {0};

	crash_note("It happens in: fratelli case %s", path);
	cases_run(h->data, h->test_battles, path, count->shelf, &results, &faults);
	for (int i = 0; i < results.n; i++) {
		count->run++;
		count->failed += !results.list[i].passed;
		print_case(&results.list[i], count);
	}
	if (faults.n) {
		count->broken = true;
		fflush(stdout);
		faults_print(&faults, stderr);
	}
	case_results_free(&results);
	faults_free(&faults);
}

int verb_case(int argc, char **argv)
{
	struct case_count count = {0};
	const struct flag flags[] = {
		{"json", NULL, FLAG_YES, &count.json, "one object a case instead of TAP", 0, 0},
		{"first", NULL, FLAG_YES, &count.first, "stop at the first file with a case that fails", 0, 0},
		{0},
	};
	const struct usage usage = {"case", "FILE|FOLDER…", 1, -1,
		"Runs case files (TAP). Exit 1 if a case fails, 2 if a file is no case file.", flags, NULL};
	struct names files = {0};
	struct home home;
	struct words words;
	int code = args_read(&usage, argc, argv, &words);

	if (code != ARGS_GO_ON) return code;
	if (!home_find(&home)) return EXIT_MISUSE;
	if ((code = files_named(&files, &words)) == EXIT_WELL) {
		count.shelf = case_shelf_new();
		for (int i = 0; i < files.n && !(count.first && count.failed); i++)
			run_file(&home, files.name[i], &count);
		case_shelf_free(count.shelf);
		if (!count.json) printf("1..%d\n", count.run);
		code = count.broken ? EXIT_MISUSE : count.failed ? EXIT_FAILED : EXIT_WELL;
	}
	names_free(&files);
	return code;
}

/* --- odds and legal ------------------------------------------------------------------------------------- */

/* Reads the flags of a verb that looks at a case's position, and opens it. ARGS_GO_ON, or the exit code. */
static int position_open(const struct usage *usage, int argc, char **argv, const int64_t *number,
	struct case_position *p)
{
	struct words words;
	int code = args_read(usage, argc, argv, &words);
	struct faults faults = {0};
	struct home home;
	bool fine;

	if (code != ARGS_GO_ON) return code;
	if (!home_find(&home)) return EXIT_MISUSE;
	fine = case_position(home.data, home.test_battles, words.word[0], (int)*number - 1, p, &faults);
	faults_print(&faults, stderr);
	faults_free(&faults);
	return fine ? ARGS_GO_ON
	            : misuse("there is no position to look at in %s, case %d", words.word[0], (int)*number);
}

static int odds_print(const struct case_position *p, bool as_json)
{
	struct odds *odds = calloc(1, sizeof *odds);
	struct refusal why = {0};
	struct text out = {0}, order = {0};
	struct json j = {.out = &out};
	int code = EXIT_WELL;

	if (!odds) abort();
	order_write(p->m, &p->last, &order);
	if (!odds_of(p->m, p->g, p->last_side, &p->last, 1, 0, odds, &why)) {
		code = failed("`%s` is refused: %s [%s]", text_str(&order), why.text, why.rule ? why.rule : "");
	} else if (as_json) {
		json_open(&j, NULL, '{');
		json_str(&j, "side", wire_side(p->m, p->last_side));
		json_str(&j, "order", text_str(&order));
		wire_odds(p->m, odds, &j);
		json_close(&j, '}');
		print_json(&out);
	} else {
		odds_words(p->m, odds, &out);
		printf("%s: %s\n%s", side_title(p->m->battle, p->last_side), text_str(&order), text_str(&out));
	}
	odds_free(odds);
	free(odds);
	text_free(&out);
	text_free(&order);
	return code;
}

int verb_odds(int argc, char **argv)
{
	int64_t number = 1;
	bool as_json = false;
	const struct flag flags[] = {
		{"case", "N", FLAG_NUMBER, &number, "which case of the file, from 1 (1)", 1, 100000},
		{"json", NULL, FLAG_YES, &as_json, "as JSON", 0, 0},
		{0},
	};
	const struct usage usage = {"odds", "FILE", 1, 1,
		"Exact odds of a case's last order: every outcome with its chance, by the rules' own code.", flags,
		NULL};
	struct case_position p;
	int code = position_open(&usage, argc, argv, &number, &p);

	if (code != ARGS_GO_ON) return code;
	code = p.has_last ? odds_print(&p, as_json) : misuse("case %d gives no order", (int)number);
	case_position_free(&p);
	return code;
}

static void legal_json(struct case_position *p)
{
	struct text out = {0};
	struct json j = {.out = &out};

	json_open(&j, NULL, '{');
	json_str(&j, "side", wire_side(p->m, p->side));
	wire_question(p->m, p->g, p->side, &p->legal, &j);
	json_close(&j, '}');
	print_json(&out);
}

static void legal_print(const struct case_position *p)
{
	struct text t = {0};

	question_words(p->m, p->g, p->side, &t);
	puts(text_str(&t));
	for (int i = 0; i < p->legal.n; i++) {
		struct saying said;

		text_clear(&t);
		order_write(p->m, &p->legal.list[i], &t);
		order_say(p->m, p->g, p->side, &p->legal.list[i], &said);
		printf("%3d  %-28s %s%s%s%s\n", i + 1, text_str(&t), said.text, said.rule ? " [" : "",
			said.rule ? said.rule : "", said.rule ? "]" : "");
	}
	text_free(&t);
}

int verb_legal(int argc, char **argv)
{
	int64_t number = 1;
	bool as_json = false;
	const struct flag flags[] = {
		{"case", "N", FLAG_NUMBER, &number, "which case of the file, from 1 (1)", 1, 100000},
		{"json", NULL, FLAG_YES, &as_json, "as JSON", 0, 0},
		{0},
	};
	const struct usage usage = {"legal", "FILE", 1, 1,
		"The question that is open in a case's position before its last order, and every legal order.", flags,
		NULL};
	struct case_position p;
	int code = position_open(&usage, argc, argv, &number, &p);

	if (code != ARGS_GO_ON) return code;
	code = EXIT_WELL;
	if (p.side == NOBODY) code = failed("the game is over in that position: nobody is asked");
	else if (as_json) legal_json(&p);
	else legal_print(&p);
	case_position_free(&p);
	return code;
}

/* As the service answers: on what the side that is asked may know. */
static int about_print(const struct case_position *p, const struct about_words *w)
{
	struct play play = {p->m, NULL, NULL};
	struct about a = {.as = p->side, .n = 0};
	struct rng rng = {1859};
	struct text out = {0};
	struct json j = {.out = &out};
	char error[300];
	if (!about_read(p->m, w, &a, error, sizeof error)) return misuse("%s", error);
	struct game *known = game_new(p->m);
	game_copy(p->m, known, p->g);
	play_imagine(&play, known, p->side, &rng);
	json_open(&j, NULL, '{');
	wire_about(p->m, known, &a, &j);
	json_close(&j, '}');
	free(known);
	print_json(&out);
	return EXIT_WELL;
}

int verb_about(int argc, char **argv)
{
	int64_t number = 1;
	bool threats = false, odds = false;
	struct about_words w = {0};
	const struct flag flags[] = {
		{"case", "N", FLAG_NUMBER, &number, "which case of the file, from 1 (1)", 1, 100000},
		{"piece", "ID", FLAG_TEXT, &w.piece, "what it may do, where it can go and by which orders", 0, 0},
		{"place", "PLACE", FLAG_TEXT, &w.place, "what may be done there; with a piece, or why it may not", 0,
			0},
		{"whom", "ID", FLAG_TEXT, &w.whom, "against that piece", 0, 0},
		{"by", "ORDER", FLAG_TEXT, &w.by, "it is taken up by that order; `stack`: with those beside it", 0,
			0},
		{"facing", "DEGREES", FLAG_TEXT, &w.facing, "how it shall stand at the place, on a table", 0, 0},
		{"choice", "NAME", FLAG_TEXT, &w.choice, "in which formation", 0, 0},
		{"order", "ORDER", FLAG_TEXT, &w.order, "may it be given?", 0, 0},
		{"overlays", "NAMES", FLAG_TEXT, &w.overlays, "up to four, with commas between them", 0, 0},
		{"threats", NULL, FLAG_YES, &threats, "what the enemy could do there", 0, 0},
		{"odds", NULL, FLAG_YES, &odds, "of the orders that roll dice", 0, 0},
		{0},
	};
	const struct usage usage = {"about", "FILE", 1, 1,
		"Everything about a piece or a place in a case's position, as the service answers it: JSON.", flags,
		NULL};
	struct case_position p;
	int code = position_open(&usage, argc, argv, &number, &p);

	if (code != ARGS_GO_ON) return code;
	w.threats = threats ? "1" : NULL, w.odds = odds ? "1" : NULL;
	code =
		p.side == NOBODY ? failed("the game is over in that position: nobody is asked") : about_print(&p, &w);
	case_position_free(&p);
	return code;
}
