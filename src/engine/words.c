/* Events, outcomes and orders in words. Sentences are the rule system's; the engine's own events are put into words here. */
#include "engine/words.h"

bool event_seen(const struct event *e, int side)
{
	return side == NOBODY ? e->audience == AUDIENCE_ALL : (e->audience >> side & 1) != 0;
}

static void roll_tell(const struct muster *m, const struct event *e, struct text *t)
{
	text_addf(t, "%s: %s", e->side >= 0 ? m->battle->side[e->side].title : "Nobody", e->note ? e->note : "a roll");
	if (e->dice && e->sides) text_addf(t, ", %dd%d", e->dice, e->sides);
	for (int i = 0; i < e->dice && i < FACES_MOST; i++) text_addf(t, "%s%d", i ? " " : ": ", e->face[i]);
	text_addf(t, " → %d", e->n);
}

/* "+1", "×1/2", "×2" */
void modifier_tell(const struct event *e, struct text *t)
{
	int n = e->n, m = e->m;
	while (m && n % 2 == 0 && m % 2 == 0) n /= 2, m /= 2;
	text_addf(t, m ? "×%d" : "%+d", n);
	if (m > 1) text_addf(t, "/%d", m);
}

void event_tell(const struct muster *m, const struct event *e, struct text *t)
{
	switch (e->kind) {
	case EVENT_ROLL: roll_tell(m, e, t); break;
	case EVENT_MODIFIER: modifier_tell(e, t), text_addf(t, " %s", e->note ? e->note : ""); break;
	case EVENT_OVERRIDE: text_addf(t, "By agreement: %s", e->note ? e->note : "a change"); break;
	default: if (e->kind >= EVENT_SYSTEM) m->rules->tell(m, e, t);
	}
}

void outcome_tell(const struct muster *m, const struct outcome *o, struct text *t)
{
	if (o->effects == 0) text_add(t, "nothing comes of it");
	for (int i = 0; i < o->effects; i++) {
		if (i) text_char(t, ' ');
		event_tell(m, &o->effect[i], t);
	}
}

void order_say(const struct muster *m, const struct game *g, int side, const struct order *o, struct saying *s)
{
	struct play p = {m, NULL, NULL};
	*s = (struct saying){.piece = NO_UNIT, .target = NO_UNIT, .place = PLACE_NONE};
	m->rules->say(&p, g, side, o, s);
}

const char *event_name(const struct muster *m, int kind)
{
	static const char *const own[] = {[EVENT_NONE] = "none", [EVENT_ROLL] = "roll", [EVENT_MODIFIER] = "modifier", [EVENT_OVERRIDE] = "override"};
	return kind >= EVENT_SYSTEM ? m->rules->event[kind - EVENT_SYSTEM].name : kind <= EVENT_OVERRIDE ? own[kind] : "?";
}
