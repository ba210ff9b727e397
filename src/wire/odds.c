/* Odds, overlays, verdicts and losses as JSON. */
#include <stdlib.h>

#include "engine/optional.h"
#include "engine/words.h"
#include "wire/event.h"
#include "wire/fields.h"

#define SHAPES_MOST 64

#define OUTCOME(F, IF) \
	F(text, TOLD(outcome_tell(m, c, j->out))) \
	F(effects, LIST("Event", EACH(c->effects, wire_event(m, &c->effect[i], j)))) \
	F(fraction, TEXT_OR_NULL(o->exact ? fraction : NULL)) \
	F(chance, DECIMAL(c->chance))

static void outcome_json(const struct muster *m, const struct odds *o, const struct outcome *c,
	struct json *j)
{
	char fraction[88];
	odds_fraction(c->num, o->den, fraction);
	WRITE_OBJECT(OUTCOME);
}

#define MODIFIER(F, IF) \
	F(text, TEXT_OR_NULL(e->note)) \
	F(value, NUMBER(e->n)) \
	F(much, TOLD(modifier_tell(e, j->out))) \
	F(rule, TEXT_OR_NULL(e->rule)) \
	F(of, TEXT_OR_NULL(e->who >= 0 ? m->piece[e->who].name : NULL))

static void modifier_json(const struct muster *m, const struct event *e, struct json *j)
{
	WRITE_OBJECT(MODIFIER);
}

#define ODDS(F, IF) \
	F(exact, TRUTH(o->exact)) \
	F(leaves, NUMBER(o->leaves)) \
	F(guesses, NUMBER(o->guesses)) \
	F(outcomes, LIST("Outcome", EACH(o->outcomes, outcome_json(m, o, &o->outcome[i], j)))) \
	F(besides, LIST("Outcome", EACH(o->besides, outcome_json(m, o, &o->beside[i], j)))) \
	F(modifiers, LIST("Modifier", EACH(o->modifiers.n, modifier_json(m, &o->modifiers.list[i], j))))

void wire_odds(const struct muster *m, const struct odds *o, struct json *j) { WRITE_FIELDS(ODDS) }

#define THREAT(F, IF) \
	F(text, TEXT(say->text)) \
	F(rule, TEXT_OR_NULL(say->rule)) \
	F(piece, PIECE_OR_NULL(say->piece)) \
	F(odds, OBJECT("Odds", wire_odds(m, o, j)))

void wire_threat(const struct muster *m, const struct saying *say, const struct odds *o, struct json *j)
{
	WRITE_OBJECT(THREAT);
}

/* --- overlays ------------------------------------------------------------------------------------------- */

static void value_at(const struct muster *m, const int16_t *value, int i, struct json *j)
{
	if (value[i] >= 0) json_int(j, m->map->number[i], value[i]);
}

static void shape_json(const struct shape *shape, struct json *j)
{
	json_open(j, NULL, '[');
	for (int k = 0; k < shape->n; k++) {
		json_open(j, NULL, '[');
		json_int(j, NULL, shape->x[k]), json_int(j, NULL, shape->y[k]);
		json_close(j, ']');
	}
	json_close(j, ']');
}

#define OVERLAY(F, IF) \
	IF(value, values, OBJECT("Record<Place, number>", EACH(m->map->count, value_at(m, value, i, j)))) \
	IF(shape, shapes, LIST("[number, number][]", EACH(shapes, shape_json(&shape[i], j))))

void wire_overlay(const struct muster *m, const struct game *g, int as, int which, int unit, struct json *j)
{
	struct play p = {m, NULL, NULL};
	int16_t *value = NULL;
	struct shape *shape = NULL;
	int shapes = 0;
	if (m->map && words_hooks(m)->show) {
		value = malloc(sizeof *value * (size_t)m->map->count);
		if (!value) abort();
		words_hooks(m)->show(&p, g, as, which, unit, value);
	} else if (words_hooks(m)->outline) {
		shape = malloc(sizeof *shape * SHAPES_MOST);
		if (!shape) abort();
		shapes = words_hooks(m)->outline(&p, g, as, which, unit, shape, SHAPES_MOST);
	}
	WRITE_FIELDS(OVERLAY)
	free(value), free(shape);
}

/* --- verdicts, losses ----------------------------------------------------------------------------------- */

#define REFUSAL(F, IF) \
	F(rule, TEXT(why->rule ? why->rule : "")) \
	F(text, TEXT(why->text))

void wire_refusal(const struct refusal *why, const char *key, struct json *j)
{
	write_object(j, key, WRITE_FIELDS(REFUSAL));
}

#define SIGHT(F, IF) \
	F(clear, TRUTH(clear)) \
	F(rule, TEXT(clear || !why->rule ? "" : why->rule)) \
	F(text, TEXT(clear ? "" : why->text))

void wire_sight(bool clear, const struct refusal *why, struct json *j) { WRITE_FIELDS(SIGHT) }

static int lost_by(const struct play *p, const struct game *g, int side)
{
	int lost = 0;
	for (int i = 0; i < p->m->pieces; i++)
		if (p->m->piece[i].side == side) lost += play_lost(p, g, i);
	return lost;
}

#define STANDS(F, IF) \
	F(lost, OBJECT("Record<Side, number>", EACH(SIDES, json_int(j, wire_side(m, i), lost_by(p, g, i))))) \
	F(score, OBJECT("Record<Side, number>", EACH(SIDES, json_int(j, wire_side(m, i), play_score(p, g, i)))))

void wire_lost(const struct play *p, const struct game *g, struct json *j)
{
	const struct muster *m = p->m;
	WRITE_FIELDS(STANDS)
}

const struct wire_type wire_odds_types[] = {
	TYPE("Outcome", NULL, OUTCOME),
	TYPE("Modifier", NULL, MODIFIER),
	TYPE("Odds",
		"leaves: how many ends of paths through the rules were counted; guesses: how many possible states of "
		"what is hidden they are the mean of.",
		ODDS),
	TYPE("Threat", NULL, THREAT),
	TYPE("Refusal", "Why something cannot be done.", REFUSAL),
	TYPE("Sight", NULL, SIGHT),
	TYPE("OverlayValues", NULL, OVERLAY),
	TYPE("Losses", NULL, STANDS),
	{0},
};
