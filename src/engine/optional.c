/* See optional.h. */
#include "engine/optional.h"

#include <stdio.h>

#include "engine/play.h"
#include "engine/words.h"

static void view_plainly(const struct play *p, const struct game *g, struct view *v)
{
	const struct field *at = field_find(p->m->rules, "at");
	bool placed = at && at->scope == FIELD_PIECE;
	v->clock = -1;
	for (int i = 0; i < p->m->pieces && i < VIEW_PIECES && placed; i++) {
		int32_t place = field_get(p->m, g, at, i);
		if (place == PLACE_NONE) continue;
		struct view_piece *one = &v->piece[v->pieces++];
		*one = (struct view_piece){.id = (int16_t)i,
			.side = p->m->piece[i].side,
			.symbol = p->m->piece[i].symbol,
			.places = 1,
			.place = {place, PLACE_NONE},
			.facing = -1};
		if (!p->m->map && place >= 0) one->x = PLACE_X(place), one->y = PLACE_Y(place), one->w = one->h = 10;
	}
	view_actors(p, g, v);
	snprintf(v->headline, sizeof v->headline, "%s %d",
		p->m->rules->turn_name ? p->m->rules->turn_name : "turn", g->turn);
}

void play_view(const struct play *p, const struct game *g, int side, struct view *v)
{
	v->asked[0] = v->asked[1] = NULL;
	play_view_asked(p, g, side, v);
}

void play_view_asked(const struct play *p, const struct game *g, int side, struct view *v)
{
	if (words_hooks(p->m)->view) {
		words_hooks(p->m)->view(p, g, side, v);
		return;
	}
	v->side = side, v->pieces = v->marks = v->tracks = 0;
	view_plainly(p, g, v);
}

void play_say(const struct play *p, const struct game *g, int side, const struct order *o, struct saying *s)
{
	struct text t = {0};
	if (words_hooks(p->m)->say) {
		words_hooks(p->m)->say(p, g, side, o, s);
		return;
	}
	const struct verb *verb = &p->m->rules->verb[o->verb];
	*s = (struct saying){.piece = verb->takes_unit ? o->unit : NO_UNIT,
		.target = NO_UNIT,
		.place = verb->a == ARG_PLACE ? o->a : PLACE_NONE};
	order_write(p->m, o, &t);
	snprintf(s->text, sizeof s->text, "%s", text_str(&t));
	text_free(&t);
}

void play_tell(const struct muster *m, const struct event *e, struct text *t)
{
	if (words_hooks(m)->tell) {
		words_hooks(m)->tell(m, e, t);
		return;
	}
	if (e->who >= 0) text_addf(t, "%s: ", m->piece[e->who].name);
	text_add(t, event_name(m, e->kind));
	if (e->whom >= 0) text_addf(t, " %s", m->piece[e->whom].name);
	text_char(t, '.');
}

void play_features(const struct play *p, const struct game *g, struct features *f)
{
	if (mind_hooks(p->m)->features) mind_hooks(p->m)->features(p, g, f);
}

int play_lost(const struct play *p, const struct game *g, int piece)
{
	return mind_hooks(p->m)->lost ? mind_hooks(p->m)->lost(p, g, piece) : 0;
}
int play_score(const struct play *p, const struct game *g, int side)
{
	return mind_hooks(p->m)->score ? mind_hooks(p->m)->score(p, g, side) : 0;
}

void play_sound(const struct play *p, const struct game *g, struct text *wrong)
{
	if (proof_hooks(p->m)->sound) proof_hooks(p->m)->sound(p, g, wrong);
}

void play_settle(const struct play *p, struct game *g)
{
	if (proof_hooks(p->m)->settle) proof_hooks(p->m)->settle(p, g);
}

bool play_stage(const struct play *p, struct game *g, int side, int phase)
{
	return proof_hooks(p->m)->stage && proof_hooks(p->m)->stage(p, g, side, phase);
}
