/* The net behind the chances, trained by Adam on small batches. Inputs are brought to mean 0 and deviation 1
   first, and that is folded into the weights in the end. Who plays is an input as well, but only of training:
   what is written is the net for two captains. So the games of weaker players show what a position may come
   to, and do not spoil the chances. */
#include "study/learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/own.h"

#define EPOCHS 40
#define BATCH 32
#define RATE 0.004
#define SHRINK 0.002 /* of a weight, a step at RATE 1 */
#define TENTHS 10
#define PATIENCE 10 /* epochs */

struct net { /* doubles only */
	double bias[CHANCE_HIDDEN], weight[CHANCE_HIDDEN][CHANCE_INPUTS];
	double ground[CHANCE_GROUNDS][CHANCE_HIDDEN], players[LEARN_PLAYERS][CHANCE_HIDDEN];
	double last_bias[CHANCE_OUTPUTS], last[CHANCE_OUTPUTS][CHANCE_HIDDEN];
};
#define PARAMETERS (sizeof(struct net) / sizeof(double))

struct row {
	const struct position *of;
	double x[CHANCE_INPUTS], weight; /* every game counts alike, however many positions it has */
};

struct training {
	int n;
	struct row *row;
	double mean[CHANCE_INPUTS], scale[CHANCE_INPUTS];
	struct net net, slope, first, second; /* Adam's means of slopes and of their squares */
	int steps;
};

static int tenth_of(const struct position *p) { return p->game % TENTHS; }
bool learn_held_out(const struct position *p) { return tenth_of(p) == TENTHS - 1; }
static bool learned_from(const struct position *p) { return tenth_of(p) < TENTHS - 2; }

/* --- the net -------------------------------------------------------------------------------------------- */

static double logistic(double z) { return 1 / (1 + exp(-z)); }

static void forward(const struct net *k, const struct row *r, double hidden[CHANCE_HIDDEN],
	double odds[CHANCE_OUTPUTS])
{
	for (int i = 0; i < CHANCE_HIDDEN; i++) {
		double z = k->bias[i] + k->ground[r->of->ground][i] + k->players[r->of->players][i];
		for (int x = 0; x < CHANCE_INPUTS; x++) z += k->weight[i][x] * r->x[x];
		hidden[i] = tanh(z / 2);
	}
	for (int o = 0; o < CHANCE_OUTPUTS; o++) {
		odds[o] = k->last_bias[o];
		for (int i = 0; i < CHANCE_HIDDEN; i++) odds[o] += k->last[o][i] * hidden[i];
	}
}

static double log_loss(int result, const double odds[CHANCE_OUTPUTS])
{
	double win = logistic(odds[0]), loss = (1 - win) * logistic(odds[1]);
	double chance = result == RESULT_WON ? win : result == RESULT_LOST ? loss : 1 - win - loss;
	return -log(chance + 1e-9);
}

/* Adds the slope of the row's loss. */
static void backward(struct training *t, const struct row *r)
{
	double hidden[CHANCE_HIDDEN], odds[CHANCE_OUTPUTS];
	struct net *s = &t->slope;
	forward(&t->net, r, hidden, odds);
	const double miss[CHANCE_OUTPUTS] = {r->weight * (logistic(odds[0]) - (r->of->result == RESULT_WON)),
		r->of->result == RESULT_WON ? 0 : r->weight * (logistic(odds[1]) - (r->of->result == RESULT_LOST))};
	for (int i = 0; i < CHANCE_HIDDEN; i++) {
		double by = 0;
		for (int o = 0; o < CHANCE_OUTPUTS; o++)
			s->last[o][i] += miss[o] * hidden[i], by += miss[o] * t->net.last[o][i];
		by *= (1 - hidden[i] * hidden[i]) / 2;
		s->bias[i] += by, s->ground[r->of->ground][i] += by, s->players[r->of->players][i] += by;
		for (int x = 0; x < CHANCE_INPUTS; x++) s->weight[i][x] += by * r->x[x];
	}
	for (int o = 0; o < CHANCE_OUTPUTS; o++) s->last_bias[o] += miss[o];
}

static void step(struct training *t, double rate)
{
	double *w = (double *)&t->net, *slope = (double *)&t->slope, *first = (double *)&t->first,
		   *second = (double *)&t->second;
	t->steps++;
	double rise = 1 - pow(0.9, t->steps), spread = 1 - pow(0.999, t->steps);
	for (size_t i = 0; i < PARAMETERS; i++) {
		double s = slope[i] / BATCH;
		first[i] = 0.9 * first[i] + 0.1 * s, second[i] = 0.999 * second[i] + 0.001 * s * s;
		w[i] -= rate * (first[i] / rise / (sqrt(second[i] / spread) + 1e-8) + SHRINK * w[i]);
	}
	memset(slope, 0, sizeof t->slope);
}

/* --- rows ----------------------------------------------------------------------------------------------- */

static void weigh_games(const struct positions *p, struct training *t)
{
	for (int i = 0, end; i < p->n; i = end) {
		for (end = i; end < p->n && p->list[end].game == p->list[i].game; end++);
		for (int k = i; k < end; k++) t->row[k].weight = 1.0 / (end - i);
	}
	double sum = 0;
	for (int i = 0; i < p->n; i++) sum += t->row[i].weight;
	for (int i = 0; i < p->n; i++) t->row[i].weight *= p->n / sum;
}

static void rows_make(const struct positions *p, struct training *t)
{
	double square[CHANCE_INPUTS] = {0};
	int32_t x[CHANCE_INPUTS];
	t->n = p->n, t->row = study_need(calloc((size_t)p->n + 1, sizeof *t->row));
	for (int i = 0; i < p->n; i++) {
		t->row[i].of = &p->list[i];
		chances_inputs(&p->list[i].f, x);
		for (int k = 0; k < CHANCE_INPUTS; k++) {
			double v = t->row[i].x[k] = (double)x[k] / WHOLE_SHARE;
			t->mean[k] += v / p->n, square[k] += v * v / p->n;
		}
	}
	for (int k = 0; k < CHANCE_INPUTS; k++) {
		double spread = square[k] - t->mean[k] * t->mean[k];
		t->scale[k] = spread > 1e-8 ? 1 / sqrt(spread) : 0; /* what never changes says nothing */
		for (int i = 0; i < p->n; i++) t->row[i].x[k] = (t->row[i].x[k] - t->mean[k]) * t->scale[k];
	}
	weigh_games(p, t);
}

/* --- training ------------------------------------------------------------------------------------------- */

static double uniform(struct rng *rng) { return (double)rng_below(rng, 2000001) / 1e6 - 1; }

static void begin(struct training *t, struct rng *rng)
{
	for (int i = 0; i < CHANCE_HIDDEN; i++) {
		for (int k = 0; k < CHANCE_INPUTS; k++) t->net.weight[i][k] = 0.3 * uniform(rng);
		for (int o = 0; o < CHANCE_OUTPUTS; o++) t->net.last[o][i] = 0.3 * uniform(rng);
	}
}

static double loss_in(const struct training *t, int tenth)
{
	double sum = 0, all = 1e-9, hidden[CHANCE_HIDDEN], odds[CHANCE_OUTPUTS];
	for (int i = 0; i < t->n; i++) {
		if (tenth_of(t->row[i].of) != tenth) continue;
		forward(&t->net, &t->row[i], hidden, odds);
		sum += t->row[i].weight * log_loss(t->row[i].of->result, odds), all += t->row[i].weight;
	}
	return sum / all;
}

static void train(struct training *t)
{
	struct rng rng = {1859};
	int *order = study_need(malloc(sizeof *order * (size_t)(t->n + 1))), n = 0, best_epoch = 0;
	struct net best = {0};
	double least = INFINITY;
	begin(t, &rng);
	for (int i = 0; i < t->n; i++)
		if (learned_from(t->row[i].of)) order[n++] = i;
	for (int epoch = 0; epoch < EPOCHS && epoch - best_epoch <= PATIENCE; epoch++) {
		for (int i = n - 1; i > 0; i--) {
			int k = (int)rng_below(&rng, (uint32_t)i + 1), keep = order[i];
			order[i] = order[k], order[k] = keep;
		}
		for (int i = 0; i + BATCH <= n; i += BATCH) {
			for (int k = 0; k < BATCH; k++) backward(t, &t->row[order[i + k]]);
			step(t, RATE * (1 - 0.9 * epoch / EPOCHS));
		}
		double now = loss_in(t, TENTHS - 2);
		if (now < least) least = now, best = t->net, best_epoch = epoch;
	}
	t->net = best;
	free(order);
}

/* --- the whole ------------------------------------------------------------------------------------------ */

/* The log loss of whoever knows only how often each scenario ends so under such players. */
static double blind_loss(const struct positions *p, const struct training *t)
{
	static _Thread_local double n[CHANCE_GROUNDS][LEARN_PLAYERS][3];
	double sum = 0, all = 1e-9;
	memset(n, 0, sizeof n);
	for (int i = 0; i < p->n; i++)
		if (learned_from(&p->list[i]))
			n[p->list[i].ground][p->list[i].players][p->list[i].result] += t->row[i].weight;
	for (int i = 0; i < p->n; i++) {
		const struct position *one = &p->list[i];
		const double *of = n[one->ground][one->players];
		if (!learn_held_out(one)) continue;
		sum -= t->row[i].weight * log((of[one->result] + 1) / (of[0] + of[1] + of[2] + 3)), all += t->row[i].weight;
	}
	return sum / all;
}

static int32_t thousandths(double weight) { return (int32_t)lround(1000 * weight); }

/* Brings the net to whole numbers, for inputs as they are and two captains. */
static void fold(const struct training *t, const struct learning *l, struct learned *out)
{
	for (int i = 0; i < CHANCE_HIDDEN; i++) {
		double bias = t->net.bias[i] + t->net.players[0][i];
		for (int k = 0; k < CHANCE_INPUTS; k++) {
			double weight = t->net.weight[i][k] * t->scale[k];
			out->net.weight[i][k] = thousandths(weight), bias -= weight * t->mean[k];
		}
		out->net.bias[i] = thousandths(bias);
		for (int g = 0; g < l->grounds; g++) out->ground[g].bias[i] = thousandths(t->net.ground[g][i]);
		for (int o = 0; o < CHANCE_OUTPUTS; o++) out->net.last[o][i] = thousandths(t->net.last[o][i]);
	}
	for (int o = 0; o < CHANCE_OUTPUTS; o++) out->net.last_bias[o] = thousandths(t->net.last_bias[o]);
	for (int g = 0; g < l->grounds; g++)
		out->ground[g].battle = l->ground[g]->battle->id,
		out->ground[g].scenario = l->ground[g]->scenario->id;
}

static int games_of(const struct positions *p)
{
	int n = 0;
	for (int i = 0; i < p->n; i++) n += i == 0 || p->list[i].game != p->list[i - 1].game;
	return n;
}

void learn_fit(const struct learning *l, const struct positions *p, struct learned *out)
{
	struct training *t = study_need(calloc(1, sizeof *t));
	*out = (struct learned){.games = games_of(p), .positions = p->n};
	rows_make(p, t);
	train(t);
	out->blind = blind_loss(p, t), out->loss = loss_in(t, TENTHS - 1);
	fold(t, l, out);
	free(t->row), free(t);
}
