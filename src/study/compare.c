/* Several studies side by side: scenarios, levels, options or rule books on the same battle. First one table
   of what can be compared in numbers, then the same charts of all of them, row by row. */
#include "study/report.h"

#include <math.h>
#include <stdio.h>

static int percent(double share) { return (int)lround(100 * share); }

struct comparison {
	const struct study *s;
	int n;
	struct text *out;
};

/* What tells a study from the others: whatever is not the same in all of them. */
static void name_of(const struct comparison *c, int k, struct text *out)
{
	const struct study *s = &c->s[k];
	bool battle = false, scenario = false, system = false, players = false;
	for (int i = 0; i < c->n; i++) {
		const struct study *o = &c->s[i];
		battle |= strcmp(o->m->battle->id, s->m->battle->id) != 0,
			scenario |= strcmp(o->m->scenario->id, s->m->scenario->id) != 0;
		system |= o->m->rules != s->m->rules;
		for (int side = 0; side < SIDES; side++)
			players |= o->player[side].level != s->player[side].level ||
			           o->player[side].nodes != s->player[side].nodes;
	}
	if (battle) text_addf(out, "%s, ", s->m->battle->title);
	if (scenario) text_addf(out, "%s, ", s->m->scenario->title);
	if (system) text_addf(out, "%s, ", s->m->rules->title);
	for (int side = 0; players && side < SIDES; side++) {
		text_addf(out, "%s%s", side ? " against " : "", player_name(s->player[side].level));
		if (s->player[side].nodes) text_addf(out, " (%llu)", (unsigned long long)s->player[side].nodes);
		if (side) text_add(out, ", ");
	}
	for (int i = 0; i < s->m->rules->options; i++)
		if (s->m->option[i] != s->m->rules->option[i].standard)
			text_addf(out, "%s %d, ", s->m->rules->option[i].name, s->m->option[i]);
	if (!out->n) text_addf(out, "seed %llu, ", (unsigned long long)s->seed);
	out->n -= 2, out->s[out->n] = '\0';
}

/* --- the table ------------------------------------------------------------------------------------------ */

static void cell_games(const struct study *s, const struct balance *b, struct text *out)
{
	(void)s, text_addf(out, "%d", b->games);
}
static void cell_first(const struct study *s, const struct balance *b, struct text *out)
{
	text_addf(out, "%s %d", s->m->battle->side[0].title, b->wins[0]);
}
static void cell_second(const struct study *s, const struct balance *b, struct text *out)
{
	text_addf(out, "%s %d", s->m->battle->side[1].title, b->wins[1]);
}
static void cell_draws(const struct study *s, const struct balance *b, struct text *out)
{
	(void)s, text_addf(out, "%d", b->draws);
}
static void cell_share(const struct study *s, const struct balance *b, struct text *out)
{
	(void)s,
		text_addf(out, "%d %% (%d to %d)", percent(b->share[0]), percent(b->low[0]), percent(b->high[0]));
}
static void cell_turns(const struct study *s, const struct balance *b, struct text *out)
{
	text_addf(out, "%.1f (%s)", b->turns, s->m->rules->turn_name);
}
static void cell_decided(const struct study *s, const struct balance *b, struct text *out)
{
	(void)s, text_addf(out, "%d %% of it", percent(b->decided));
}
static void cell_leads(const struct study *s, const struct balance *b, struct text *out)
{
	(void)s, text_addf(out, "%.1f", b->leads);
}
static void cell_questions(const struct study *s, const struct balance *b, struct text *out)
{
	(void)s, text_addf(out, "%.0f", b->questions);
}
static void cell_list(const struct study *s, const struct balance *b, struct text *out)
{
	(void)s, text_addf(out, "%.1f", b->list);
}
static void cell_lost(const struct study *s, const struct balance *b, struct text *out)
{
	for (int side = 0; side < SIDES; side++) {
		double sum = 0;
		char men[32];
		for (int i = 0; i < s->n; i++) sum += (double)s->record[i].lost[side];
		number_write(b->games ? sum / b->games : 0, men);
		text_addf(out, "%s%s", side ? " and " : "", men);
	}
}
static void cell_history(const struct study *s, const struct balance *b, struct text *out)
{
	struct group group[GROUPS_MOST];
	double sum[SIDES] = {0};
	(void)b;
	for (int i = groups_of(s->m, group, GROUPS_MOST) - 1; i >= 0; i--)
		sum[group[i].side] += (double)group[i].losses;
	for (int side = 0; side < SIDES; side++) {
		char men[32];
		number_write(sum[side], men);
		text_addf(out, "%s%s", side ? " and " : "", sum[side] > 0 ? men : "unknown");
	}
}

static const struct {
	const char *title;
	void (*write)(const struct study *s, const struct balance *b, struct text *out);
} rows[] = {
	{"games", cell_games},
	{"won by", cell_first},
	{"won by", cell_second},
	{"drawn", cell_draws},
	{"the first side’s share of the points (95 %)", cell_share},
	{"length", cell_turns},
	{"decided after", cell_decided},
	{"lead changes", cell_leads},
	{"men lost", cell_lost},
	{"men lost in history", cell_history},
	{"questions a game", cell_questions},
	{"orders to choose from", cell_list},
};

static void table(const struct comparison *c)
{
	text_add(c->out, "<figure class='whole'><h2>Side by side</h2><table><tr><th></th>");
	for (int k = 0; k < c->n; k++) {
		struct text name = {0};
		name_of(c, k, &name);
		text_add(c->out, "<th>"), html_text(c->out, text_str(&name)), text_add(c->out, "</th>");
		text_free(&name);
	}
	text_add(c->out, "</tr>\n");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		text_addf(c->out, "<tr><td>%s</td>", rows[i].title);
		for (int k = 0; k < c->n; k++) {
			struct balance b = study_balance(&c->s[k]);
			struct text cell = {0};
			rows[i].write(&c->s[k], &b, &cell);
			text_add(c->out, "<td>"), html_text(c->out, text_str(&cell)), text_add(c->out, "</td>");
			text_free(&cell);
		}
		text_add(c->out, "</tr>\n");
	}
	text_add(c->out, "</table></figure>\n");
}

/* --- the charts ----------------------------------------------------------------------------------------- */

/* One chart of every study, as many in a row as fit, under a common head. */
static void chart_row(const struct comparison *c, const char *title, const char *caption,
	void (*chart)(const struct study *s, struct text *out, double w))
{
	bool two = c->n == 2 || c->n == 4;
	text_addf(c->out, "<section><h2>%s</h2><p>%s</p><div class='sheet'>\n", title, caption);
	for (int k = 0; k < c->n; k++) {
		struct text name = {0};
		name_of(c, k, &name);
		text_addf(c->out, "<figure class='%s'><h3>", c->n == 1 ? "whole" : two ? "" : "third");
		html_text(c->out, text_str(&name));
		text_add(c->out, "</h3>\n");
		chart(&c->s[k], c->out, c->n == 1 ? 960 : two ? 460 : 340);
		text_add(c->out, "</figure>\n");
		text_free(&name);
	}
	text_add(c->out, "</div></section>\n");
}

static void comparison_page(const struct comparison *c)
{
	const struct battle *b = c->s[0].m->battle;
	bool same = true;
	char line[200];
	for (int k = 1; k < c->n; k++) same &= strcmp(c->s[k].m->battle->id, b->id) == 0;
	snprintf(line, sizeof line, "%d studies compared", c->n);
	page_open(c->out, same ? b->title : "Battles compared", line, same ? b->date : "");
	if (same) chart_ground(b, c->out);
	text_add(c->out, "<div class='sheet'>\n");
	table(c);
	chart_row(c, "Who won",
		"All games, and the share of the points with its 95 % interval; in the tinted band a scenario counts as even.",
		chart_result);
	chart_row(c, "The course of the battle",
		"How the position was judged as each turn ended, in hundredths of a won game: the middle game, the middle half, eight in ten.",
		chart_course);
	chart_row(c, "When it was decided",
		"Share of the games whose winner was, from then on, always judged half a won game ahead or more.",
		chart_decided);
	chart_row(c, "Men lost, by the hour",
		"Men lost by the hour: the middle game and eight in ten; red diamonds: history.", chart_losses);
	if (same)
		chart_row(c, "Where they fought", "Places where dice had consequences; the redder, the more often.",
			chart_map);
	chart_row(c, "When they fought", "Outcomes of dice that hurt somebody, in an average game.", chart_hours);
	chart_row(c, "Luck",
		"The first side’s share of the points, from its unluckiest fifth of the games to its luckiest.",
		chart_luck);
	text_add(c->out, "</div>\n");
	page_close(c->out);
}

bool compare_write(const struct study *studies, int n, const char *dir)
{
	struct text page = {0}, json = {0};
	struct comparison c = {studies, n, &page};
	comparison_page(&c);
	text_add(&json, "[");
	for (int k = 0; k < n; k++) {
		if (k) text_add(&json, ",\n");
		study_summary(&studies[k], &json);
	}
	text_add(&json, "]\n");
	bool fine =
		folder_make(dir) && file_put(dir, "report.html", &page) && file_put(dir, "comparison.json", &json);
	text_free(&page), text_free(&json);
	return fine;
}
