/* The report of one study: a paragraph that says what came out, then figures, then a table of all numbers and
   how to get them. */
#include "study/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/grammar.h"

static int percent(double share) { return (int)lround(100 * share); }

void study_line(const struct study *s, struct text *out)
{
	const struct battle *b = s->m->battle;
	text_addf(out, "%d games: %s (%s) against %s (%s)", s->n, b->side[0].title,
		player_name(s->player[0].level), b->side[1].title, player_name(s->player[1].level));
	for (int i = 0; i < s->m->rules->options; i++)
		if (s->m->option[i] != s->m->rules->option[i].standard)
			text_addf(out, ", %s %d", s->m->rules->option[i].title, s->m->option[i]);
}

static const char *they(const struct study *s, int side)
{
	return side_named(s->m->battle, side, SIDE_PLURAL);
}
static const char *theirs(const struct study *s, int side)
{
	return side_named(s->m->battle, side, SIDE_POSSESSIVE);
}

/* --- the paragraph -------------------------------------------------------------------------------------- */

static const char *verdict(const struct balance *x)
{
	if (x->low[0] > 0.6 || x->high[0] < 0.4) return "This is one side’s battle, and not by chance";
	if (x->share[0] > 0.6 || x->share[0] < 0.4)
		return "It leans to one side, though so few games cannot prove it";
	if (x->low[0] < 0.4 || x->high[0] > 0.6) return "It looks even, though more games would have to prove it";
	return "It is an even fight";
}

static void say_decided(const struct study *s, const struct balance *x, struct text *out)
{
	double *turn = study_need(malloc(sizeof *turn * (size_t)(s->n + 1)));
	int n = 0;
	for (int i = 0; i < s->n; i++)
		if (s->record[i].winner < SIDES) turn[n++] = record_decided(&s->record[i]);
	numbers_sort(turn, n);
	if (n)
		text_addf(out,
			" Half of the games with a winner were as good as won by the end of %s %.0f of %.0f; the lead changed hands %.1f times a game.",
			s->m->rules->turn_name, quantile(turn, n, 0.5), x->turns, x->leads);
	free(turn);
}

static void say_losses(const struct study *s, struct text *out)
{
	char men[SIDES][32];
	for (int side = 0; side < SIDES; side++) {
		double sum = 0;
		for (int i = 0; i < s->n; i++) sum += (double)s->record[i].lost[side];
		number_write(s->n ? sum / s->n : 0, men[side]);
	}
	text_addf(out, " On average %s lost %s men and %s %s, as the rules count them.", they(s, 0), men[0],
		they(s, 1), men[1]);
}

static void lede(const struct study *s, struct text *out)
{
	struct balance x = study_balance(s);
	struct interval draws = wilson(x.draws, x.games);
	struct text words = {0};
	text_addf(&words, "Of %d games %s won %d and %s %d; ", x.games, they(s, 0), x.wins[0], they(s, 1),
		x.wins[1]);
	if (x.draws)
		text_addf(&words, "%d %s drawn (many more games would draw between %d and %d %%). ", x.draws,
			x.draws == 1 ? "was" : "were", percent(draws.low), percent(draws.high));
	else text_add(&words, "none was drawn. ");
	text_addf(&words,
		"%s: %s share of the points is %d %%, and with many more games it would be between %d and %d.",
		verdict(&x), theirs(s, 0), percent(x.share[0]), percent(x.low[0]), percent(x.high[0]));
	say_decided(s, &x, &words);
	say_losses(s, &words);
	text_addf(&words, " A game takes %.0f questions to both players, with %.0f answers to choose from.",
		x.questions, x.list);
	text_add(out, "<p class='lede'>");
	html_text(out, text_str(&words));
	text_add(out, "</p>\n");
	text_free(&words);
}

/* --- the figures ---------------------------------------------------------------------------------------- */

static double luckier_won(const struct study *s)
{
	int won = 0, decided = 0;
	for (int i = 0; i < s->n; i++) {
		const struct record *r = &s->record[i];
		if (r->winner >= SIDES) continue;
		decided++, won += (r->luck[0] - r->luck[1] > 0) == (r->winner == 0);
	}
	return decided ? (double)won / decided : 0;
}

static void figures_of_victory(const struct study *s, struct text *out)
{
	figure_open(out, "whole", "Who won");
	chart_result(s, out, 960);
	figure_close(out,
		"All games, side by side. Below, the share of the points (a draw is half of one) with its 95 %% interval; in the tinted band, 40 to 60 %%, a scenario counts as even.");
	figure_open(out, "", "How well");
	chart_margins(s, out, 460);
	figure_close(out, "Levels of victory, from narrow (1) outwards.");
	figure_open(out, "", "By how many points");
	chart_histogram(s, out, 460, "difference of the scores", value_score);
	figure_close(out, "At the end, %s score less %s, as the rules count what decides the battle.",
		theirs(s, 0), theirs(s, 1));
	figure_open(out, "whole", "The course of the battle");
	chart_course(s, out, 960);
	figure_close(out,
		"How the position was judged when each %s ended, in hundredths of a won game. Black: the middle game of all; dark band: the middle half; light band: eight in ten. "
		"Thin lines are some of the games themselves, in the winner’s colour.",
		s->m->rules->turn_name);
	figure_open(out, "", "When it was decided");
	chart_decided(s, out, 460);
	figure_close(out,
		"Share of the games whose winner was, from then on, always judged to be half a won game ahead or more; the rest were decided at the very end, or drawn.");
	figure_open(out, "", "When they fought");
	chart_hours(s, out, 460);
	figure_close(out, "Outcomes of dice that hurt somebody, in an average game.");
}

static void figures_of_loss(const struct study *s, struct text *out)
{
	figure_open(out, "whole", "Where they fought");
	chart_map(s, out, 960);
	figure_close(out,
		"Every place where dice had consequences; the redder, the more often. Rings are the scenario’s objectives.");
	figure_open(out, "whole", "Men lost, by the hour");
	chart_losses(s, out, 960);
	figure_close(out,
		"The middle game, and the band in which eight in ten lie. Red diamonds, rimmed in the side’s colour: what those who are in this scenario lost in the whole of the real battle.");
	figure_open(out, "whole", "Men lost, by formation");
	chart_formations(s, out, 960);
	figure_close(out,
		"Thick: half of the games; thin: eight in ten; the stroke is the mean. Red diamonds: history. At the right: the share of its men, here and in history. "
		"Losses are what the rules call lost: a counter that is dispersed counts with all its men.");
}

static void figures_of_play(const struct study *s, struct text *out)
{
	figure_open(out, "", "Luck");
	chart_luck(s, out, 460);
	figure_close(out,
		"From left to right %s share of the points, from the fifth of the games in which their dice were worst to the fifth in which they were best. Luck is what each throw gave against the "
		"mean of %d other throws of the same dice, in hundredths of a won game. The luckier side won %d %% of the decided games.",
		theirs(s, 0), LUCK_TRIES, percent(luckier_won(s)));
	figure_open(out, "", "Does the judge know?");
	chart_judge(s, out, 460);
	figure_close(out,
		"From left to right how %s position was judged as turns ended, upwards how such games ended, in hundredths of a won game; large dots are many positions. "
		"On the dashed line the judge is right; a level line of dots is a judge who does not know.",
		theirs(s, 0));
	figure_open(out, "third", "Length");
	chart_histogram(s, out, 300, "turns", value_turns);
	figure_close(out, "Turns played (%s).", s->m->rules->turn_name);
	figure_open(out, "third", "Lead changes");
	chart_histogram(s, out, 300, "lead changes", value_leads);
	figure_close(out,
		"How often the side in front (by a tenth of a won game or more) was not the one in front before.");
	figure_open(out, "third", "Questions");
	chart_histogram(s, out, 300, "questions", value_questions);
	figure_close(out,
		"Questions put to both players in a game; on average %.1f orders to choose from at each.",
		study_spread(s, record_list).mean);
}

/* --- the numbers ---------------------------------------------------------------------------------------- */

static void number_row(struct text *out, const char *name, struct spread a, struct spread b, int digits)
{
	text_addf(out, "<tr><td>%s</td><td>%.*f ± %.*f</td><td>%.*f ± %.*f</td></tr>\n", name, digits, a.mean,
		digits, a.error, digits, b.mean, digits, b.error);
}

static struct spread column_spread(const struct study *s, const char *name, int side)
{
	double *value = study_need(malloc(sizeof *value * (size_t)(s->n + 1)));
	const struct column *c = columns;
	while (strcmp(c->name, name) != 0) c++;
	for (int i = 0; i < s->n; i++)
		value[i] = (double)column_of(&s->record[i], c, side) / (strcmp(name, "luck") == 0 ? LUCK_TRIES : 1);
	struct spread x = spread_of(value, s->n);
	free(value);
	return x;
}

static struct spread dice_spread(const struct study *s, int side)
{
	double *value = study_need(malloc(sizeof *value * (size_t)(s->n + 1)));
	for (int i = 0; i < s->n; i++) value[i] = record_dice(&s->record[i], side);
	struct spread x = spread_of(value, s->n);
	free(value);
	return x;
}

static void numbers(const struct study *s, struct text *out)
{
	static const struct {
		const char *column, *title;
		int digits;
	} rows[] = {
		{"score", "score at the end", 2},
		{"lost", "men lost", 0},
		{"questions", "questions answered", 1},
		{"luck", "luck with its own dice (thousandths of a won game)", 0},
	};
	const struct side *side = s->m->battle->side;
	figure_open(out, "", "In numbers");
	text_add(out, "<table><tr><th>mean of a game, ± 95 %</th>");
	for (int k = 0; k < SIDES; k++)
		text_add(out, "<th>"), html_text(out, side[k].title), text_add(out, "</th>");
	text_add(out, "</tr>\n");
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		number_row(out, rows[i].title, column_spread(s, rows[i].column, 0),
			column_spread(s, rows[i].column, 1), rows[i].digits);
	number_row(out, "how high its dice fell (deviations)", dice_spread(s, 0), dice_spread(s, 1), 2);
	text_add(out, "</table>");
	figure_close(out, "Fair dice fall neither high nor low: the last line must be 0 within its error.");
}

static void effects(const struct study *s, struct text *out)
{
	figure_open(out, "", "What befell them");
	text_add(out, "<table><tr><th>outcome</th><th>in a game</th></tr>\n");
	for (int k = 0; k < kinds_of(s->m->rules); k++) {
		double sum = 0;
		for (int i = 0; i < s->n; i++) sum += (double)s->record[i].effect[k];
		if (!sum) continue;
		text_add(out, "<tr><td>");
		for (const char *c = s->m->rules->event[k].name; *c; c++) text_char(out, *c == '_' ? ' ' : *c);
		text_addf(out, "</td><td>%.2f</td></tr>\n", sum / s->n);
	}
	text_add(out, "</table>");
	figure_close(out, "Outcomes as the rules name them, both sides together.");
}

void study_command(const struct study *s, struct text *out)
{
	const struct battle *b = s->m->battle;
	text_addf(out, "fratelli study %s %s --scenario %s --games %d", b->id, s->m->rules->id,
		s->m->scenario->id, s->n);
	for (int side = 0; side < SIDES; side++)
		text_addf(out, " --%s %s", b->side[side].id, player_name(s->player[side].level));
	for (int side = 0; side < SIDES; side++)
		if (s->player[side].nodes && (side == 0 || s->player[1].level != s->player[0].level))
			text_addf(out, " --nodes %s=%" PRIu64, player_name(s->player[side].level), s->player[side].nodes);
	for (int i = 0; i < s->m->rules->options; i++)
		if (s->m->option[i] != s->m->rules->option[i].standard)
			text_addf(out, " --option %s=%d", s->m->rules->option[i].name, s->m->option[i]);
	text_addf(out, " --seed %" PRIu64 " --out DIR", s->seed);
}

static void foot(const struct study *s, struct text *out)
{
	struct text command = {0};
	int wrong = study_differences(s);
	study_command(s, &command);
	text_add(out, "<footer><p>Every game was replayed from its log: ");
	if (wrong) text_addf(out, "<strong>%d did not come to the same state.</strong>", wrong);
	else text_add(out, "all came to the same states.");
	text_addf(out, " Rules version %d, data %016" PRIx64 ".</p>\n<p>Again: <code>", s->m->rules->version,
		s->m->hash);
	html_text(out, text_str(&command));
	text_add(out, "</code></p></footer>\n");
	text_free(&command);
}

void report_write(const struct study *s, struct text *out)
{
	struct text title = {0}, line = {0}, note = {0};
	text_addf(&title, "%s: %s", s->m->battle->title, s->m->scenario->title);
	text_addf(&line, "under %s", s->m->rules->title);
	study_line(s, &note);
	page_open(out, title.s, line.s, note.s);
	chart_ground(s->m->battle, out);
	lede(s, out);
	text_add(out, "<div class='sheet'>\n");
	figures_of_victory(s, out);
	figures_of_loss(s, out);
	figures_of_play(s, out);
	numbers(s, out);
	effects(s, out);
	text_add(out, "</div>\n");
	foot(s, out);
	page_close(out);
	text_free(&title), text_free(&line), text_free(&note);
}
