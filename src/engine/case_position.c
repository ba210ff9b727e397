/* The position of a case: fields set by name, then a phase begun. The same walk compares fields
   afterwards. */
#include <stdio.h>

#include "engine/case_run.h"
#include "engine/optional.h"

static const char *const scope_titles[] = {"game", "piece", "place", "side"};

static const struct field *find(const struct case_run *c, const char *name, enum field_scope scope)
{
	for (int i = 0; i < c->m->rules->fields; i++)
		if (c->m->rules->field[i].scope == scope && strcmp(c->m->rules->field[i].name, name) == 0)
			return &c->m->rules->field[i];
	return NULL;
}

static const char *element_name(const struct case_run *c, enum field_scope scope, int index)
{
	switch (scope) {
	case FIELD_PIECE: return c->m->piece[index].id;
	case FIELD_SIDE: return c->m->battle->side[index].id;
	case FIELD_PLACE: return c->m->map->number[index];
	default: return "game";
	}
}

static bool differ(struct case_run *c, const struct field *f, int index, int32_t expected)
{
	struct text want = {0}, have = {0};
	int32_t value = field_get(c->m, c->g, f, index);
	if (value == expected) return true;
	field_write(c->m, f, expected, &want), field_write(c->m, f, value, &have);
	case_fail(c, "%s: %s is %s, not %s", element_name(c, f->scope, index), f->name, text_str(&have),
		text_str(&want));
	text_free(&want), text_free(&have);
	return false;
}

bool case_fields(struct case_run *c, struct node map, enum field_scope scope, int index, bool compare)
{
	if (!node_is_map(map)) return fault_add(c->f, node_mark(map), "a map of fields was expected"), false;
	for (int i = 0; i < node_count(map); i++) {
		const char *name = node_scalar(node_key(map, i)), *text = node_scalar(node_at(map, i));
		const struct field *f = name ? find(c, name, scope) : NULL;
		int32_t value;
		if (!f)
			return fault_add(c->f, node_mark(node_key(map, i)), "%s has no %s field '%s'", c->m->rules->id,
					   scope_titles[scope], name ? name : "?"),
			       false;
		if (!text || !field_read(c->m, f, text, &value))
			return fault_add(c->f, node_mark(node_at(map, i)), "'%s' is no value for %s", text ? text : "?",
					   name),
			       false;
		if (compare) {
			if (!differ(c, f, index, value)) return false;
		} else if (!field_set(c->m, c->g, f, index, value)) {
			return fault_add(c->f, node_mark(node_at(map, i)), "%s is out of range for %s", text, name),
			       false;
		}
	}
	return true;
}

static int element_find(const struct case_run *c, enum field_scope scope, const char *name)
{
	int32_t place;
	if (!name) return -1;
	if (scope == FIELD_PIECE) return piece_find(c->m, name);
	if (scope == FIELD_PLACE) return place_find(c->m, name, &place) && place >= 0 ? place : -1;
	for (int i = 0; i < SIDES; i++)
		if (strcmp(c->m->battle->side[i].id, name) == 0) return i;
	return -1;
}

static bool elements(struct case_run *c, struct node map, enum field_scope scope, bool compare)
{
	if (map.doc && !node_is_map(map))
		return fault_add(c->f, node_mark(map), "a map was expected: each %s with its fields",
				   scope_titles[scope]),
		       false;
	for (int i = 0; i < node_count(map); i++) {
		const char *name = node_scalar(node_key(map, i));
		int index = element_find(c, scope, name);
		if (index < 0)
			return fault_add(c->f, node_mark(node_key(map, i)), "there is no %s '%s'", scope_titles[scope],
					   name ? name : "?"),
			       false;
		if (!case_fields(c, node_at(map, i), scope, index, compare)) return false;
	}
	return true;
}

bool case_state(struct case_run *c, struct node map, bool compare)
{
	struct node game = node_find(map, "game");
	return (!game.doc || case_fields(c, game, FIELD_GAME, 0, compare)) &&
	       elements(c, node_find(map, "sides"), FIELD_SIDE, compare) &&
	       elements(c, node_find(map, "pieces"), FIELD_PIECE, compare) &&
	       elements(c, node_find(map, "places"), FIELD_PLACE, compare);
}

static bool clear_board(struct case_run *c, struct node at)
{
	const struct field *f = find(c, "at", FIELD_PIECE);
	if (!f) return fault_add(c->f, node_mark(at), "%s has no piece field 'at'", c->m->rules->id), false;
	for (int i = 0; i < c->m->pieces; i++) field_set(c->m, c->g, f, i, PLACE_NONE);
	return true;
}

static bool begin_phase(struct case_run *c, struct node phase, const struct play *p)
{
	const struct rules *rules = c->m->rules;
	const char *side = node_scalar(node_at(phase, 0)), *name = node_scalar(node_at(phase, 1));
	int s = element_find(c, FIELD_SIDE, side), k = 0;
	if (s < 0 || !name) return fault_add(c->f, node_mark(phase), "[side, phase] was expected"), false;
	while (k < rules->phases && strcmp(rules->phase[k], name)) k++;
	if (k == rules->phases)
		return fault_add(c->f, node_mark(node_at(phase, 1)), "%s has no phase '%s'", rules->id, name), false;
	memset(c->g->agenda, 0, sizeof c->g->agenda), memset(c->g->later, 0, sizeof c->g->later);
	memset(c->g->later_at, 0, sizeof c->g->later_at);
	c->g->depth = c->g->deferred = c->g->waiting = 0;
	if (!play_stage(p, c->g, s, k))
		return fault_add(c->f, node_mark(phase), "%s cannot begin that phase here", rules->id), false;
	return true;
}

bool case_place(struct case_run *c, struct node position)
{
	static const char *const known[] = {"clear", "game", "sides", "pieces", "places", "phase"};
	struct play p = {c->m, NULL, NULL};
	struct node phase = node_find(position, "phase"), clear = node_find(position, "clear");
	if (!position.doc) return true;
	for (int i = 0; i < node_count(position); i++) {
		const char *key = node_scalar(node_key(position, i));
		size_t k = 0;
		while (k < sizeof known / sizeof *known && (!key || strcmp(key, known[k]))) k++;
		if (k == sizeof known / sizeof *known)
			return fault_add(c->f, node_mark(node_key(position, i)),
					   "clear, game, sides, pieces, places or phase was expected"),
			       false;
	}
	if (clear.doc && !clear_board(c, clear)) return false;
	if (!case_state(c, position, false)) return false;
	play_settle(&p, c->g);
	if (phase.doc && !begin_phase(c, phase, &p)) return false;
	/* Staging may set fields of its own (the side in hand, acted marks); what the case says wins. */
	if (!case_state(c, position, false)) return false;
	play_settle(&p, c->g);
	return true;
}
