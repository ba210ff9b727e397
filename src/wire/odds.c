/* Odds, overlays, verdicts and losses as JSON. */
#include <stdlib.h>

#include "engine/optional.h"
#include "engine/words.h"
#include "wire/event.h"
#include "wire/wire.h"

#define SHAPES_MOST 64

static void outcome_json(const struct muster *m, const struct odds *o, const struct outcome *c,
	struct json *j)
{
	char fraction[88];
	struct text t = {0};
	odds_fraction(c->num, o->den, fraction);
	outcome_tell(m, c, &t);
	json_open(j, NULL, '{');
	json_str(j, "text", text_str(&t));
	json_open(j, "effects", '[');
	for (int i = 0; i < c->effects; i++) wire_event(m, &c->effect[i], j);
	json_close(j, ']');
	json_str(j, "fraction", o->exact ? fraction : NULL);
	json_double(j, "chance", c->chance);
	json_close(j, '}');
	text_free(&t);
}

void wire_odds(const struct muster *m, const struct odds *o, struct json *j)
{
	json_bool(j, "exact", o->exact), json_int(j, "leaves", o->leaves), json_int(j, "guesses", o->guesses);
	json_open(j, "outcomes", '[');
	for (int i = 0; i < o->outcomes; i++) outcome_json(m, o, &o->outcome[i], j);
	json_close(j, ']');
	json_open(j, "besides", '[');
	for (int i = 0; i < o->besides; i++) outcome_json(m, o, &o->beside[i], j);
	json_close(j, ']');
	json_open(j, "modifiers", '[');
	for (int i = 0; i < o->modifiers.n; i++) {
		const struct event *e = &o->modifiers.list[i];
		json_open(j, NULL, '{');
		struct text much = {0};
		modifier_tell(e, &much);
		json_str(j, "text", e->note), json_int(j, "value", e->n), json_str(j, "much", text_str(&much)),
			json_str(j, "rule", e->rule);
		json_str(j, "of", e->who >= 0 ? m->piece[e->who].name : NULL);
		json_close(j, '}');
		text_free(&much);
	}
	json_close(j, ']');
}

void wire_threat(const struct muster *m, const struct saying *say, const struct odds *o, struct json *j)
{
	json_open(j, NULL, '{');
	json_str(j, "text", say->text), json_str(j, "rule", say->rule),
		json_str(j, "piece", wire_piece(m, say->piece));
	json_open(j, "odds", '{');
	wire_odds(m, o, j);
	json_close(j, '}');
	json_close(j, '}');
}

/* --- overlays ------------------------------------------------------------------------------------------- */

static void values_json(const struct muster *m, const int16_t *value, struct json *j)
{
	json_open(j, "values", '{');
	for (int i = 0; i < m->map->count; i++)
		if (value[i] >= 0) json_int(j, m->map->number[i], value[i]);
	json_close(j, '}');
}

static void shapes_json(const struct shape *shape, int n, struct json *j)
{
	json_open(j, "shapes", '[');
	for (int i = 0; i < n; i++) {
		json_open(j, NULL, '[');
		for (int k = 0; k < shape[i].n; k++) {
			json_open(j, NULL, '[');
			json_int(j, NULL, shape[i].x[k]), json_int(j, NULL, shape[i].y[k]);
			json_close(j, ']');
		}
		json_close(j, ']');
	}
	json_close(j, ']');
}

void wire_overlay(const struct muster *m, const struct game *g, int as, int which, int unit, struct json *j)
{
	struct play p = {m, NULL, NULL};
	if (m->map && words_hooks(m)->show) {
		int16_t *value = malloc(sizeof *value * (size_t)m->map->count);
		if (!value) abort();
		words_hooks(m)->show(&p, g, as, which, unit, value);
		values_json(m, value, j);
		free(value);
	} else if (words_hooks(m)->outline) {
		struct shape *shape = malloc(sizeof *shape * SHAPES_MOST);
		if (!shape) abort();
		shapes_json(shape, words_hooks(m)->outline(&p, g, as, which, unit, shape, SHAPES_MOST), j);
		free(shape);
	}
}

/* --- verdicts, losses ----------------------------------------------------------------------------------- */

void wire_verdict(const char *name, bool yes, const struct refusal *why, struct json *j)
{
	json_bool(j, name, yes);
	json_str(j, "rule", yes || !why->rule ? "" : why->rule), json_str(j, "text", yes ? "" : why->text);
}

void wire_lost(const struct play *p, const struct game *g, struct json *j)
{
	const struct muster *m = p->m;
	json_open(j, "lost", '{');
	for (int side = 0; side < SIDES; side++) {
		int lost = 0;
		for (int i = 0; i < m->pieces; i++)
			if (m->piece[i].side == side) lost += play_lost(p, g, i);
		json_int(j, m->battle->side[side].id, lost);
	}
	json_close(j, '}');
	json_open(j, "score", '{');
	for (int side = 0; side < SIDES; side++) json_int(j, m->battle->side[side].id, play_score(p, g, side));
	json_close(j, '}');
}
