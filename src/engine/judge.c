/* Features into a judgement: weighed, early and late weights mixed by the time that is left, and pressed
   through the logistic function into thousandths of a won game. Whole numbers, so that every machine judges
   alike. */
#include "engine/judge.h"

#include <stddef.h>

#include "engine/optional.h"

const char *const feature_names[FEATURES] = {
#define X(id, name) #name,
	FEATURE_LIST(X)
#undef X
};

/* 1000 tanh(z / 2) for z = 0, 1/4, 1/2 …: twice the chance that log odds z mean, less one. Between them it is
   straight, and beyond them a little is left, so that who is winning goes on. */
#define STEP 250000
static const int16_t curve[] = {0, 124, 245, 358, 462, 555, 635, 704, 762, 809, 848, 880, 905, 925, 941, 954,
	964, 972, 978, 983, 987, 990, 992, 994, 995, 996, 997, 998, 999};
#define CURVE_ENDS ((int64_t)(sizeof curve / sizeof *curve - 1) * STEP)

int judge_squash(int64_t z)
{
	int64_t size = z < 0 ? -z : z, i = size / STEP, beyond = (size - CURVE_ENDS) / 100000;
	int64_t value = beyond >= 0 ? 999000 + (beyond < 999 ? beyond : 999)
	                            : curve[i] * 1000 + (curve[i + 1] - curve[i]) * 1000 * (size % STEP) / STEP;
	return (int)(z < 0 ? -value : value);
}

int64_t judge_sum(const struct features *f, int side, const struct weights *w)
{
	int64_t sum = 0;
	for (int i = 0; i < FEATURES; i++)
		sum += (int64_t)(f->of[side][i] - f->of[!side][i]) *
		       ((int64_t)w->early[i] * f->left + (int64_t)w->late[i] * (1000 - f->left)) / 1000;
	return sum / 1000;
}

int judge_features(const struct features *f, int side, const struct weights *w)
{
	return judge_squash(judge_sum(f, side, w));
}

int judge_mixed(const struct features *f, int side, const struct weights *w, const struct chances *c)
{
	int weighed = judge_features(f, side, w);
	if (!c || !w->learned) return weighed;
	struct outlook o = chances_of(c, f, side);
	return (int)(((int64_t)weighed * (100 - w->learned) + (int64_t)(o.win - o.loss) * w->learned) / 100);
}

bool judge_outlook(const struct play *p, const struct game *g, int side, struct outlook *out)
{
	struct features f = {0};
	if (g->over || !p->m->chances) return false;
	play_features(p, g, &f);
	struct outlook o = chances_of(p->m->chances, &f, side);
	out->win = (o.win + 500) / 1000, out->loss = (o.loss + 500) / 1000;
	out->draw = 1000 - out->win - out->loss;
	return true;
}

int judge_finely(const struct play *p, const struct game *g, int side, const struct weights *w)
{
	struct features f = {0};
	if (g->over) return g->winner == RESULT_DRAW ? 0 : g->winner == side ? WHOLE_SHARE : -WHOLE_SHARE;
	play_features(p, g, &f);
	return judge_mixed(&f, side, w ? w : &p->m->weights, p->m->chances);
}

int judge(const struct play *p, const struct game *g, int side, const struct weights *w)
{
	return judge_finely(p, g, side, w) / 1000;
}

/* --- weights.yaml --------------------------------------------------------------------------------------- */

#define WEIGHT_MOST 100000

struct both {
	int32_t early, late;
};

bool weights_read(struct node root, struct weights *w, struct faults *f)
{
	static const struct yaml_field both_fields[] = {
		{"early", YAML_INT, offsetof(struct both, early), true, -WEIGHT_MOST, WEIGHT_MOST, NULL},
		{"late", YAML_INT, offsetof(struct both, late), true, -WEIGHT_MOST, WEIGHT_MOST, NULL}};
	struct yaml_field fields[FEATURES + 1];
	struct node value[FEATURES + 1] = {{0}};
	int64_t learned = 0;
	for (int i = 0; i < FEATURES; i++)
		fields[i] =
			(struct yaml_field){feature_names[i], YAML_NODE, sizeof *value * (size_t)i, false, 0, 0, NULL};
	fields[FEATURES] = (struct yaml_field){"learned", YAML_NODE, sizeof *value * FEATURES, false, 0, 0, NULL};
	*w = (struct weights){0};
	if (!yaml_fields(root, fields, FEATURES + 1, value, f)) return false;
	if (value[FEATURES].doc && !node_int(value[FEATURES], 0, 100, &learned, f)) return false;
	w->learned = (int32_t)learned;
	for (int i = 0; i < FEATURES; i++) {
		struct both b = {0};
		if (!value[i].doc) continue;
		if (!yaml_fields(value[i], both_fields, 2, &b, f)) return false;
		w->early[i] = b.early, w->late[i] = b.late;
	}
	return true;
}

bool weights_load(const char *path, struct weights *w, struct faults *f)
{
	struct arena *a = arena_new();
	const struct yaml *doc = yaml_load(a, path, f);
	bool fine = doc && weights_read(yaml_root(doc), w, f);
	arena_free(a);
	return fine;
}

void weights_write(const struct weights *w, struct text *out)
{
	for (int i = 0; i < FEATURES; i++)
		text_addf(out, "%s: {early: %d, late: %d}\n", feature_names[i], w->early[i], w->late[i]);
	if (w->learned) text_addf(out, "learned: %d\n", w->learned);
}
