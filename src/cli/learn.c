/* `fratelli learn`: the chances of victory, draw and defeat under a rule system, from games that the computer
   plays to the end; and a check of those that are in use. */
#include "cli/cli.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/learn.h"

struct learn_flags {
	const char *out, *positions, *from;
	bool check;
};

static void note(const char *words) { crash_note("%s", words); }

static void tell_reliability(const struct reliability *r, const char *before, struct text *out)
{
	static const char *const what[] = {[CHANCE_VICTORY] = "victory", [CHANCE_DRAW] = "draw"};
	for (int k = 0; k < CHANCE_KINDS; k++)
		for (int i = 0; i < RELIABILITY; i++)
			if (r->said[k][i])
				text_addf(out,
					"%s%-7s %3d to %3d %%: said %4.1f %%, came %4.1f %% (%d positions, %d games)\n", before,
					what[k], 10 * i, 10 * i + 10, 100 * r->chance[k][i] / r->said[k][i],
					100 * r->came[k][i] / r->said[k][i], r->said[k][i], r->games[k][i]);
}

/* "1 to 200, 601 to 1000": by which seeds the games are found again. */
static void tell_seeds(const struct positions *p, struct text *out)
{
	for (int i = 0, first = 0; i < p->n; i++) {
		if (i + 1 < p->n && p->list[i + 1].game - p->list[i].game <= 1 &&
			p->list[i + 1].game >= p->list[i].game)
			continue;
		text_addf(out, "%s%d to %d", first ? ", " : "", p->list[first].game, p->list[i].game);
		first = i + 1;
	}
}

static void file_of(const struct learning *l, const struct learned *made, const struct words *words,
	const struct positions *p, const struct reliability *r, struct text *out)
{
	text_add(out,
		"# The chances of victory, draw and defeat (src/engine/chances.h), learned by\n#   fratelli learn");
	for (int i = 0; i < words->n; i++) text_addf(out, " %s", words->word[i]);
	text_addf(out, " --nodes %" PRIu64 "\n# with seeds ", l->nodes);
	tell_seeds(p, out);
	text_addf(out,
		": %d positions of %d games. Ten fits, each held against a tenth of the games that it has not seen: log loss %.3f; of who knows\n"
		"# only how often each scenario is won by such players: %.3f. What the ten said of the games between captains:\n",
		made->positions, made->games, made->loss, made->blind);
	tell_reliability(r, "#   ", out);
	chances_write(&made->made, made->ground, l->grounds, out);
}

/* Positions are kept as they lie in memory, for the program that wrote them; several such files may be joined
   end to end. */
static int positions_read(const char *path, struct positions *out)
{
	FILE *f = fopen(path, "rb");
	struct position one;
	int room = 0;
	if (!f) return failed("cannot read %s: %s", path, strerror(errno));
	*out = (struct positions){0};
	while (fread(&one, sizeof one, 1, f) == 1) {
		if (out->n == room)
			out->list = realloc(out->list, sizeof one * (size_t)(room = room ? 2 * room : 1024));
		if (!out->list) abort();
		out->list[out->n++] = one;
	}
	fclose(f);
	return out->n ? EXIT_WELL : failed("%s has no positions", path);
}

/* Ten fits, each held against the tenth of the games that it has not seen; then one from all games, which is
   kept. */
static void learn_all(const struct learning *l, const struct positions *p, struct learned *all,
	struct reliability *r)
{
	double blind = 0, loss = 0;
	*r = (struct reliability){0};
	for (int tenth = 0; tenth < TENTHS; tenth++) {
		struct learned made;
		struct chances whole[CHANCE_GROUNDS];
		const struct chances *of[CHANCE_GROUNDS] = {NULL};
		learn_fit(l, p, tenth, &made);
		for (int g = 0; g < l->grounds; g++) whole[g] = learned_chances(&made, g), of[g] = &whole[g];
		learn_check(p, of, tenth, r);
		blind += made.blind / TENTHS, loss += made.loss / TENTHS;
	}
	learn_fit(l, p, -1, all);
	all->blind = blind, all->loss = loss;
}

static int check_used(const struct learning *l, const struct positions *p)
{
	const struct chances *of[CHANCE_GROUNDS] = {NULL};
	struct reliability r = {0};
	struct text out = {0};
	for (int g = 0; g < l->grounds; g++) of[g] = l->ground[g]->chances;
	learn_check(p, of, -1, &r);
	tell_reliability(&r, "", &out);
	fputs(r.positions ? text_str(&out) : "No chances are known for these scenarios.\n", stdout);
	text_free(&out);
	return EXIT_WELL;
}

static int learn_from(const struct learning *l, const struct positions *p, const struct words *words,
	const char *path)
{
	struct learned made;
	struct reliability r;
	struct text out = {0};
	int code = EXIT_WELL;
	learn_all(l, p, &made, &r);
	file_of(l, &made, words, p, &r, &out);
	if (!path) fputs(text_str(&out), stdout);
	else if (!file_write(path, text_str(&out), out.n))
		code = failed("cannot write %s: %s", path, strerror(errno));
	else
		printf("%s: %d positions of %d games; log loss held out %.3f, blind %.3f\n", path, made.positions,
			made.games, made.loss, made.blind);
	text_free(&out);
	return code;
}

static int learn_open(const struct learning *l, const struct words *words, const struct learn_flags *flags,
	int jobs, struct ranks *ranks)
{
	const struct study_how how = {.jobs = jobs, .ranks = ranks, .title = "learn", .note = note};
	struct positions p = {0};
	int code = EXIT_WELL;
	if (flags->from) code = positions_read(flags->from, &p);
	else learn_play(l, &how, &p);
	if (code == EXIT_WELL && ranks_chief(ranks)) {
		if (flags->positions &&
			!file_write(flags->positions, (const char *)p.list, sizeof *p.list * (size_t)p.n))
			code = failed("cannot write %s: %s", flags->positions, strerror(errno));
		else if (flags->check) code = check_used(l, &p);
		else if (flags->out || !flags->positions) code = learn_from(l, &p, words, flags->out);
	}
	free(p.list);
	return code;
}

static int learn(const struct words *words, struct learning *l, const struct learn_flags *flags, int jobs,
	struct ranks *ranks)
{
	struct engagement e[CHANCE_GROUNDS] = {{0}};
	struct home home;
	int code = EXIT_WELL, n = 0;
	if (!home_find(&home)) return EXIT_MISUSE;
	for (; 2 * n + 2 < words->n && code == EXIT_WELL; n++)
		if ((code = engagement_open(&home, words->word[2 * n + 1], words->word[0], words->word[2 * n + 2],
				 NULL, &e[n])) == EXIT_WELL)
			l->ground[l->grounds++] = e[n].muster;
	if (code == EXIT_WELL) code = learn_open(l, words, flags, jobs, ranks);
	while (n-- > 0) engagement_close(&e[n]);
	return code;
}

static int learn_verb(int argc, char **argv, struct ranks *ranks)
{
	struct learn_flags to = {0};
	int64_t games = 500, seed = 1, jobs = 0, nodes = 20000;
	const struct flag flags[] = {
		{"games", "N", FLAG_NUMBER, &games, "in all; they take turns on the scenarios (500)", 10, 1000000},
		{"nodes", "N", FLAG_NUMBER, &nodes, "what a captain may try for a decision (20000)", 1,
			INT64_MAX / 2},
		{"out", "FILE", FLAG_TEXT, &to.out, "where the chances are written (standard output)", 0, 0},
		{"positions", "FILE", FLAG_TEXT, &to.positions,
			"where the positions are kept; without --out nothing is learned", 0, 0},
		{"from", "FILE", FLAG_TEXT, &to.from, "positions that were kept, instead of playing", 0, 0},
		{"check", NULL, FLAG_YES, &to.check,
			"how often what the system's own chances say comes true, in games between captains", 0, 0},
		{"seed", "S", FLAG_NUMBER, &seed, "of the first game (1)", 0, INT32_MAX / 2},
		{"jobs", "J", FLAG_NUMBER, &jobs, "threads (all cores); changes no result", 1, 64},
		{0},
	};
	const struct usage usage = {"learn", "SYSTEM BATTLE SCENARIO [BATTLE SCENARIO …]", 3,
		1 + 2 * CHANCE_GROUNDS,
		"The chances of victory, draw and defeat (chances.yaml), learned from games the computer plays to the end.",
		flags, NULL};
	struct learning l = {0};
	struct words words;
	int code = args_read(&usage, argc, argv, &words);
	if (code != ARGS_GO_ON) return code;
	if (words.n % 2 == 0) return misuse("`learn` needs a scenario for every battle");
	l.games = (int)games, l.seed = (uint64_t)seed, l.nodes = (uint64_t)nodes, l.captains = to.check;
	return learn(&words, &l, &to, jobs ? (int)jobs : ranks_cores(ranks), ranks);
}

int verb_learn(int argc, char **argv) { return ranks_run(argc, argv, learn_verb); }
