/* The tables of a study: games.csv, turns.csv, fights.csv, losses.csv for whoever reckons further, and
   summary.json. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "study/own.h"
#include "study/report.h"

static const char *winner_word(const struct muster *m, int64_t winner)
{
	return winner < SIDES ? m->battle->side[winner].id : "draw";
}

static void csv_heads(const struct muster *m, const char *name, struct text *out)
{
	for (int side = 0; side < SIDES; side++) text_addf(out, ",%s_%s", name, m->battle->side[side].id);
}

static void games_table(const struct study *s, struct text *out)
{
	text_add(out, "game,seed,winner,margin,turns,decisions");
	csv_heads(s->m, "questions", out), csv_heads(s->m, "score", out), csv_heads(s->m, "lost", out);
	text_add(out, ",lead_changes,decided,list_mean,list_most,rolls");
	csv_heads(s->m, "luck", out), csv_heads(s->m, "dice", out);
	text_add(out, ",hash\n");
	for (int i = 0; i < s->n; i++) {
		const struct record *r = &s->record[i];
		text_addf(out, "%" PRId64 ",%" PRId64 ",%s,%" PRId64 ",%" PRId64 ",%" PRId64, r->game, r->seed,
			winner_word(s->m, r->winner), r->margin, r->turns, r->decisions);
		const int64_t *const pairs[] = {r->questions, r->score, r->lost};
		for (int k = 0; k < 3; k++) text_addf(out, ",%" PRId64 ",%" PRId64, pairs[k][0], pairs[k][1]);
		text_addf(out, ",%" PRId64 ",%d,%.2f,%" PRId64 ",%" PRId64, r->leads, record_decided(r),
			record_list(r), r->list_most, r->rolls);
		text_addf(out, ",%.1f,%.1f,%.3f,%.3f,%016" PRIx64 "\n", record_luck(r, 0), record_luck(r, 1),
			record_dice(r, 0), record_dice(r, 1), r->hash);
	}
}

static void turns_table(const struct study *s, struct text *out)
{
	text_add(out, "game,turn,clock");
	csv_heads(s->m, "score", out), csv_heads(s->m, "lost", out);
	text_addf(out, ",judge_%s\n", s->m->battle->side[0].id);
	for (int i = 0; i < s->n; i++)
		for (int k = 0; k < s->record[i].rows; k++) {
			const struct turn_row *t = &s->record[i].row[k];
			text_addf(out, "%" PRId64 ",%" PRId64 ",", s->record[i].game, t->turn);
			if (t->clock >= 0) text_addf(out, "%02d:%02d", (int)(t->clock / 60 % 24), (int)(t->clock % 60));
			text_addf(out, ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 "\n", t->score[0],
				t->score[1], t->lost[0], t->lost[1], t->judge);
		}
}

static void fights_table(const struct study *s, struct text *out)
{
	text_add(out, "game,turn,place,x,y,effects\n");
	for (int i = 0; i < s->n; i++)
		for (int k = 0; k < s->record[i].fights; k++) {
			const struct fight *f = &s->record[i].fight[k];
			struct point at = place_point(s->m, f->place);
			text_addf(out, "%" PRId64 ",%" PRId64 ",", s->record[i].game, f->turn);
			place_write(s->m, (int32_t)f->place, out);
			text_addf(out, ",%d,%d,%" PRId64 "\n", at.x, at.y, f->n);
		}
}

static void losses_table(const struct study *s, struct text *out)
{
	text_add(out, "game,formation,side,lost\n");
	for (int i = 0; i < s->n; i++)
		for (int f = 0; f < s->m->battle->formations; f++)
			if (s->record[i].fallen[f])
				text_addf(out, "%" PRId64 ",%s,%s,%" PRId64 "\n", s->record[i].game,
					s->m->battle->formation[f].id, s->m->battle->side[s->m->battle->formation[f].side].id,
					s->record[i].fallen[f]);
}

/* --- the summary ---------------------------------------------------------------------------------------- */

double value_turns(const struct record *r) { return (double)r->turns; }
double value_leads(const struct record *r) { return (double)r->leads; }
double value_questions(const struct record *r) { return (double)(r->questions[0] + r->questions[1]); }
double value_score(const struct record *r) { return (double)(r->score[0] - r->score[1]); }

struct spread study_spread(const struct study *s, double (*value)(const struct record *r))
{
	double *all = study_need(malloc(sizeof *all * (size_t)(s->n + 1)));
	for (int i = 0; i < s->n; i++) all[i] = value(&s->record[i]);
	struct spread out = spread_of(all, s->n);
	free(all);
	return out;
}

double record_list(const struct record *r)
{
	int64_t questions = r->questions[0] + r->questions[1];
	return questions ? (double)r->listed / (double)questions : 0;
}

double record_luck(const struct record *r, int side) { return (double)r->luck[side] / LUCK_TRIES; }

struct balance study_balance(const struct study *s)
{
	struct balance b = {.games = s->n};
	double decided = 0;
	for (int i = 0; i < s->n; i++) {
		const struct record *r = &s->record[i];
		if (r->winner < SIDES)
			b.wins[r->winner]++, decided += (double)record_decided(r) / (double)(r->turns ? r->turns : 1);
		else b.draws++;
	}
	for (int side = 0; side < SIDES; side++) {
		double points = b.wins[side] + b.draws / 2.0;
		struct interval w = wilson(points, s->n);
		b.share[side] = s->n ? points / s->n : 0, b.low[side] = w.low, b.high[side] = w.high;
	}
	b.decided = s->n > b.draws ? decided / (s->n - b.draws) : 0;
	b.leads = study_spread(s, value_leads).mean, b.questions = study_spread(s, value_questions).mean;
	b.turns = study_spread(s, value_turns).mean, b.list = study_spread(s, record_list).mean;
	return b;
}

static void summary_share(struct json *j, const char *key, double n, double of)
{
	struct interval w = wilson(n, of);
	json_open(j, key, '{');
	json_double(j, "games", n);
	json_double(j, "share", of > 0 ? n / of : 0);
	json_double(j, "low", w.low), json_double(j, "high", w.high);
	json_close(j, '}');
}

static void summary_spread(struct json *j, const char *key, struct spread x)
{
	json_open(j, key, '{');
	json_double(j, "mean", x.mean), json_double(j, "deviation", x.deviation),
		json_double(j, "error", x.error);
	json_close(j, '}');
}

static void summary_side(const struct study *s, int side, struct json *j)
{
	double *value = study_need(malloc(sizeof *value * (size_t)(s->n + 1)));
	struct balance b = study_balance(s);
	json_open(j, s->m->battle->side[side].id, '{');
	json_str(j, "level", player_name(s->player[side].level));
	json_int(j, "nodes", (int64_t)s->player[side].nodes);
	summary_share(j, "wins", b.wins[side], s->n);
	json_double(j, "points", b.share[side]);
	for (const struct column *c = columns; c->name; c++) {
		if (!c->by_side || strcmp(c->name, "pips") == 0 || strcmp(c->name, "scatter") == 0) continue;
		double unit = strcmp(c->name, "luck") == 0 ? LUCK_TRIES : 1;
		for (int i = 0; i < s->n; i++) value[i] = (double)column_of(&s->record[i], c, side) / unit;
		summary_spread(j, c->name, spread_of(value, s->n));
	}
	for (int i = 0; i < s->n; i++) value[i] = record_dice(&s->record[i], side);
	summary_spread(j, "dice", spread_of(value, s->n));
	json_close(j, '}');
	free(value);
}

static void summary_formations(const struct study *s, struct json *j)
{
	struct group group[GROUPS_MOST];
	int n = groups_of(s->m, group, GROUPS_MOST);
	double *value = study_need(malloc(sizeof *value * (size_t)(s->n + 1)));
	json_open(j, "formations", '[');
	for (int k = 0; k < n; k++) {
		for (int i = 0; i < s->n; i++) value[i] = group_lost(s->m, &s->record[i], &group[k]);
		json_open(j, NULL, '{');
		json_str(j, "id", s->m->battle->formation[group[k].formation].id);
		json_str(j, "side", s->m->battle->side[group[k].side].id);
		json_int(j, "men", group[k].men);
		summary_spread(j, "lost", spread_of(value, s->n));
		if (group[k].losses) json_int(j, "history", group[k].losses);
		else json_none(j, "history");
		json_close(j, '}');
	}
	json_close(j, ']');
	free(value);
}

static void summary_effects(const struct study *s, struct json *j)
{
	json_open(j, "effects", '{');
	for (int k = 0; k < kinds_of(s->m->rules); k++) {
		double sum = 0;
		for (int i = 0; i < s->n; i++) sum += (double)s->record[i].effect[k];
		if (s->m->rules->event[k].effect) json_double(j, s->m->rules->event[k].name, s->n ? sum / s->n : 0);
	}
	json_close(j, '}');
}

static double value_list_most(const struct record *r) { return (double)r->list_most; }
static double value_decisions(const struct record *r) { return (double)r->decisions; }
static double value_rolls(const struct record *r) { return (double)r->rolls; }

void study_summary(const struct study *s, struct text *out)
{
	struct json j = {.out = out};
	struct balance b = study_balance(s);
	json_open(&j, NULL, '{');
	json_str(&j, "battle", s->m->battle->id), json_str(&j, "scenario", s->m->scenario->id),
		json_str(&j, "system", s->m->rules->id);
	json_int(&j, "version", s->m->rules->version);
	json_int(&j, "seed", (int64_t)s->seed), json_int(&j, "games", s->n),
		json_int(&j, "differences", study_differences(s));
	summary_share(&j, "draws", b.draws, s->n);
	json_open(&j, "sides", '{');
	for (int side = 0; side < SIDES; side++) summary_side(s, side, &j);
	json_close(&j, '}');
	json_double(&j, "decided", b.decided);
	summary_spread(&j, "turns", study_spread(s, value_turns));
	summary_spread(&j, "decisions", study_spread(s, value_decisions));
	summary_spread(&j, "questions", study_spread(s, value_questions));
	summary_spread(&j, "lead_changes", study_spread(s, value_leads));
	summary_spread(&j, "list_mean", study_spread(s, record_list));
	summary_spread(&j, "list_most", study_spread(s, value_list_most));
	summary_spread(&j, "rolls", study_spread(s, value_rolls));
	summary_formations(s, &j);
	summary_effects(s, &j);
	json_close(&j, '}');
	text_char(out, '\n');
}

bool study_write(const struct study *s, const char *dir)
{
	static const struct {
		const char *name;
		void (*write)(const struct study *s, struct text *out);
	} files[] = {
		{"games.csv", games_table},
		{"turns.csv", turns_table},
		{"fights.csv", fights_table},
		{"losses.csv", losses_table},
		{"summary.json", study_summary},
		{"report.html", report_write},
	};
	bool fine = true;
	for (size_t i = 0; i < sizeof files / sizeof *files && fine; i++) {
		struct text out = {0};
		files[i].write(s, &out);
		fine = file_put(dir, files[i].name, &out);
		text_free(&out);
	}
	return fine;
}
