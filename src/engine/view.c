/* What rule systems show and tell alike. */
#include <stdio.h>

#include "engine/rules.h"

const struct orders *view_orders(const struct play *p, const struct game *g, const struct view *v, int side,
	struct orders *room)
{
	if (v->asked[side]) return v->asked[side];
	room->n = 0;
	play_legal(p, g, side, room);
	return room;
}

void view_actors(const struct play *p, const struct game *g, struct view *v)
{
	struct orders room;
	if (v->side < 0 || !(g->waiting >> v->side & 1)) return;
	const struct orders *o = view_orders(p, g, v, v->side, &room);
	for (int i = 0; i < o->n; i++)
		for (int k = 0; k < v->pieces; k++) v->piece[k].acts |= v->piece[k].id == o->list[i].unit;
}

struct view_track *view_track(struct view *v, const char *name, const char *rule, int side, int value,
	int most)
{
	if (v->tracks == VIEW_TRACKS) v->tracks--;
	struct view_track *t = &v->track[v->tracks++];
	*t = (struct view_track){.name = name, .rule = rule, .value = value, .max = most, .side = (int8_t)side};
	snprintf(t->text, sizeof t->text, "%d of %d", value, most);
	return t;
}

void tell_hex(const struct muster *m, int place, const char *off, struct text *t)
{
	if (place < 0) text_add(t, off);
	else if (m->map->name[place]) text_addf(t, "%s (%s)", m->map->name[place], m->map->number[place]);
	else text_add(t, m->map->number[place]);
}

const char *tell_direction(const struct muster *m, int dir)
{
	static const char *const pointy[] = {"north-east", "east", "south-east", "south-west", "west",
		"north-west"};
	static const char *const flat[] = {"north", "north-east", "south-east", "south", "south-west",
		"north-west"};
	return (m->map->grid.flat ? flat : pointy)[(dir % 6 + 6) % 6];
}

static const char *name_of(const struct muster *m, int piece)
{
	return piece < 0 ? "somebody" : m->piece[piece].name;
}

void tell_letter(const struct muster *m, const struct event *e, char letter, const char *off, struct text *t)
{
	switch (letter) {
	case '@': text_add(t, name_of(m, e->who)); break;
	case '&': text_add(t, name_of(m, e->whom)); break;
	case '<': tell_hex(m, e->where, off, t); break;
	case '>': tell_hex(m, e->to, off, t); break;
	case '#': text_addf(t, "%d", e->n); break;
	case '%': text_addf(t, "%d", e->m); break;
	case '!': text_add(t, side_named(m->battle, e->side, SIDE_PLURAL)); break;
	case '$': text_add(t, side_named(m->battle, e->side, SIDE_ADJECTIVE)); break;
	case '?': text_add(t, e->note ? e->note : "it"); break;
	case '^': text_add(t, tell_direction(m, e->n)); break;
	default: text_char(t, letter);
	}
}
