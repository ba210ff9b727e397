/* The model of engine/chances.h fitted to positions, by Adam on small batches. Features are brought to a
   deviation of 1 first; that is folded into the weights in the end. Who plays gives a side something too, but
   only in training: what is written is for two captains. So the games of weaker players show what a position
   may come to, and do not spoil the chances. More of a feature is never worse. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/learn.h"
#include "study/own.h"

#define EPOCHS 40
#define BATCH 64
#define RATE 0.02
#define SHRINK 0.1 /* of a parameter, a step at RATE 1 */

struct model {                  /* doubles only; two: early and late */
	double weight[2][FEATURES]; /* first, so that they are kept above 0 */
	double first[CHANCE_GROUNDS][2], players[LEARN_PLAYERS][2], draw[2], draw_at[CHANCE_GROUNDS][2], sharp;
};
#define PARAMETERS (sizeof(struct model) / sizeof(double))

struct row {
	const struct position *of;
	double x[FEATURES], time[2], end, weight; /* every game counts alike, however many positions it has */
};

struct training {
	int n, tenth;
	struct row *row;
	double scale[FEATURES];
	struct model model, slope, first, second; /* Adam's means of slopes and of their squares */
	int steps;
};

static bool held_out(const struct position *p, int tenth) { return p->game % TENTHS == tenth; }

/* --- the model ------------------------------------------------------------------------------------------ */

struct verdict {
	double ahead, draw, sharp, win, loss;
	bool least; /* the threshold is at its least */
};

static double logistic(double z) { return 1 / (1 + exp(-z)); }

static struct verdict verdict_of(const struct model *k, const struct row *r)
{
	struct verdict v = {.sharp = 1 + k->sharp * r->end};
	for (int t = 0; t < 2; t++) {
		double ahead = k->first[r->of->ground][t] + k->players[r->of->players][t];
		for (int i = 0; i < FEATURES; i++) ahead += k->weight[t][i] * r->x[i];
		v.ahead += r->time[t] * ahead;
		v.draw += r->time[t] * (k->draw[t] + k->draw_at[r->of->ground][t]);
	}
	v.least = v.draw < DRAW_LEAST / 1000.0;
	if (v.least) v.draw = DRAW_LEAST / 1000.0;
	v.win = logistic(v.sharp * (v.ahead - v.draw)), v.loss = logistic(v.sharp * (-v.ahead - v.draw));
	return v;
}

static double log_loss(int result, const struct verdict *v)
{
	double draw = 1 - v->win - v->loss;
	return -log((result == RESULT_WON ? v->win : result == RESULT_LOST ? v->loss : draw) + 1e-6);
}

/* Adds the slope of the row's loss. */
static void backward(struct training *t, const struct row *r)
{
	struct model *s = &t->slope;
	struct verdict v = verdict_of(&t->model, r);
	double draw = 1 - v.win - v.loss + 1e-6, by_win = 0, by_loss = 0;
	if (r->of->result == RESULT_WON) by_win = v.win - 1;
	else if (r->of->result == RESULT_LOST) by_loss = v.loss - 1;
	else by_win = v.win * (1 - v.win) / draw, by_loss = v.loss * (1 - v.loss) / draw;
	by_win *= r->weight, by_loss *= r->weight;
	double ahead = v.sharp * (by_win - by_loss), even = v.least ? 0 : -v.sharp * (by_win + by_loss);
	for (int k = 0; k < 2; k++) {
		for (int i = 0; i < FEATURES; i++) s->weight[k][i] += ahead * r->time[k] * r->x[i];
		s->first[r->of->ground][k] += ahead * r->time[k], s->players[r->of->players][k] += ahead * r->time[k];
		s->draw[k] += even * r->time[k], s->draw_at[r->of->ground][k] += even * r->time[k];
	}
	s->sharp += r->end * (by_win * (v.ahead - v.draw) + by_loss * (-v.ahead - v.draw));
}

static void step(struct training *t, double rate)
{
	double *w = (double *)&t->model, *slope = (double *)&t->slope, *first = (double *)&t->first,
		   *second = (double *)&t->second;
	t->steps++;
	double rise = 1 - pow(0.9, t->steps), spread = 1 - pow(0.999, t->steps);
	for (size_t i = 0; i < PARAMETERS; i++) {
		double s = slope[i] / BATCH;
		first[i] = 0.9 * first[i] + 0.1 * s, second[i] = 0.999 * second[i] + 0.001 * s * s;
		w[i] -= rate * (first[i] / rise / (sqrt(second[i] / spread) + 1e-8) + SHRINK * w[i]);
		if (w[i] < 0 && (i < (size_t)2 * FEATURES || &w[i] == &t->model.sharp)) w[i] = 0;
	}
	memset(slope, 0, sizeof t->slope);
}

/* --- rows ----------------------------------------------------------------------------------------------- */

static void weigh_games(const struct positions *p, struct training *t)
{
	double sum = 0;
	for (int i = 0, end; i < p->n; i = end) {
		for (end = i; end < p->n && p->list[end].game == p->list[i].game; end++);
		for (int k = i; k < end; k++) t->row[k].weight = 1.0 / (end - i);
		sum++;
	}
	for (int i = 0; i < p->n; i++) t->row[i].weight *= p->n / sum;
}

static void rows_make(const struct positions *p, struct training *t)
{
	double square[FEATURES] = {0};
	t->n = p->n, t->row = study_need(calloc((size_t)p->n + 1, sizeof *t->row));
	for (int i = 0; i < p->n; i++) {
		const struct features *f = &p->list[i].f;
		struct row *r = &t->row[i];
		r->of = &p->list[i], r->time[0] = f->left / 1000.0, r->time[1] = 1 - r->time[0];
		r->end = pow(r->time[1], 4);
		for (int k = 0; k < FEATURES; k++) {
			r->x[k] = (double)(f->of[0][k] - f->of[1][k]) / WHOLE_SHARE;
			square[k] += r->x[k] * r->x[k] / p->n;
		}
	}
	for (int k = 0; k < FEATURES; k++) {
		t->scale[k] = square[k] > 1e-8 ? 1 / sqrt(square[k]) : 0; /* what is never there says nothing */
		for (int i = 0; i < p->n; i++) t->row[i].x[k] *= t->scale[k];
	}
	weigh_games(p, t);
}

/* --- training ------------------------------------------------------------------------------------------- */

static double held_out_loss(const struct training *t)
{
	double sum = 0, all = 1e-9;
	for (int i = 0; i < t->n; i++) {
		const struct row *r = &t->row[i];
		if (!held_out(r->of, t->tenth)) continue;
		struct verdict v = verdict_of(&t->model, r);
		sum += r->weight * log_loss(r->of->result, &v), all += r->weight;
	}
	return sum / all;
}

static void shuffle(int *list, int n, struct rng *rng)
{
	for (int i = n - 1; i > 0; i--) {
		int k = (int)rng_below(rng, (uint32_t)i + 1), keep = list[i];
		list[i] = list[k], list[k] = keep;
	}
}

static void train(struct training *t)
{
	struct rng rng = {1859};
	int *order = study_need(malloc(sizeof *order * (size_t)(t->n + 1))), n = 0;
	t->model.draw[0] = t->model.draw[1] = 1;
	for (int i = 0; i < t->n; i++)
		if (!held_out(t->row[i].of, t->tenth)) order[n++] = i;
	for (int epoch = 0; epoch < EPOCHS; epoch++) {
		shuffle(order, n, &rng);
		for (int i = 0; i + BATCH <= n; i += BATCH) {
			for (int k = 0; k < BATCH; k++) backward(t, &t->row[order[i + k]]);
			step(t, RATE * (1 - 0.9 * epoch / EPOCHS));
		}
	}
	free(order);
}

/* --- the whole ------------------------------------------------------------------------------------------ */

/* The log loss of whoever knows only how often each scenario ends so under such players. */
static double blind_loss(const struct positions *p, const struct training *t)
{
	double n[CHANCE_GROUNDS][LEARN_PLAYERS][3] = {{{0}}}, sum = 0, all = 1e-9;
	for (int i = 0; i < p->n; i++)
		if (!held_out(&p->list[i], t->tenth))
			n[p->list[i].ground][p->list[i].players][p->list[i].result] += t->row[i].weight;
	for (int i = 0; i < p->n; i++) {
		const struct position *one = &p->list[i];
		const double *of = n[one->ground][one->players], weight = t->row[i].weight;
		if (!held_out(one, t->tenth)) continue;
		sum -= weight * log((of[one->result] + 1) / (of[0] + of[1] + of[2] + 3)), all += weight;
	}
	return sum / all;
}

static int32_t thousandths(double weight) { return (int32_t)lround(1000 * weight); }

static struct trend trend_of(const double of[2])
{
	return (struct trend){thousandths(of[0]), thousandths(of[1])};
}

/* Brings the model to whole numbers, for features as they are and two captains. */
static void fold(const struct training *t, const struct learning *l, struct learned *out)
{
	const struct model *k = &t->model;
	for (int i = 0; i < FEATURES; i++)
		out->made.w.early[i] = thousandths(k->weight[0][i] * t->scale[i]),
		out->made.w.late[i] = thousandths(k->weight[1][i] * t->scale[i]);
	out->made.draw = trend_of(k->draw), out->made.sharp = thousandths(k->sharp);
	for (int g = 0; g < l->grounds; g++) {
		const double first[2] = {k->first[g][0] + k->players[0][0], k->first[g][1] + k->players[0][1]};
		out->ground[g] = (struct chances_ground){l->ground[g]->battle->id, l->ground[g]->scenario->id,
			trend_of(first), trend_of(k->draw_at[g])};
	}
}

struct chances learned_chances(const struct learned *l, int ground)
{
	struct chances c = l->made;
	const struct chances_ground *at = &l->ground[ground];
	c.first.early += at->first.early, c.first.late += at->first.late;
	c.draw.early += at->draw.early, c.draw.late += at->draw.late;
	return c;
}

static int games_of(const struct positions *p)
{
	int n = 0;
	for (int i = 0; i < p->n; i++) n += i == 0 || p->list[i].game != p->list[i - 1].game;
	return n;
}

void learn_fit(const struct learning *l, const struct positions *p, int tenth, struct learned *out)
{
	struct training *t = study_need(calloc(1, sizeof *t));
	*out = (struct learned){.games = games_of(p), .positions = p->n};
	t->tenth = tenth;
	rows_make(p, t);
	train(t);
	out->blind = blind_loss(p, t), out->loss = held_out_loss(t);
	fold(t, l, out);
	free(t->row), free(t);
}
