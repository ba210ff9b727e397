/* What rule systems on hexes muster alike. */
#include "engine/mustering.h"

#include <stdlib.h>

static struct node of_scenario(const struct muster *m, const char *key)
{
	return node_find(node_find(node_find(m->special, "scenarios"), m->scenario->id), key);
}

struct node muster_said(const struct muster *m, const char *key)
{
	struct node here = of_scenario(m, key);
	return here.doc ? here : node_find(m->special, key);
}

int muster_turns(const struct muster *m, int by_time, struct faults *faults)
{
	struct node own = muster_said(m, "turns");
	int64_t turns = by_time < 1 ? 1 : by_time > 200 ? 200 : by_time;
	if (own.doc) node_int(own, 1, 200, &turns, faults);
	return (int)turns;
}

/* Where each army stands, on the average. False: one has nobody. */
static bool army_centres(const struct muster *m, int64_t x[SIDES], int64_t y[SIDES])
{
	int64_t n[SIDES] = {0};
	for (int i = 0; i < m->scenario->postings; i++) {
		const struct posting *p = &m->scenario->posting[i];
		int side = p->kind == POSTING_UNIT ? m->battle->unit[p->who].side : m->battle->leader[p->who].side;
		x[side] += p->at.x, y[side] += p->at.y, n[side]++;
	}
	for (int side = 0; side < SIDES; side++)
		if (n[side]) x[side] /= n[side], y[side] /= n[side];
	return n[0] && n[1];
}

void muster_edges(const struct muster *m, int edge[SIDES], struct faults *faults)
{
	static const char *const names[] = {"north", "east", "south", "west", NULL};
	int64_t x[SIDES] = {0}, y[SIDES] = {0};
	bool both = army_centres(m, x, y);
	for (int side = 0; side < SIDES; side++) {
		struct node said = node_find(muster_said(m, "edges"), m->battle->side[side].id);
		int64_t dx = both ? x[side] - x[!side] : side, dy = both ? y[side] - y[!side] : 0;
		edge[side] = llabs(dx) >= llabs(dy) ? (dx < 0 || (dx == 0 && side == 0) ? 3 : 1) : dy < 0 ? 0 : 2;
		if (said.doc) node_name(said, names, &edge[side], faults);
	}
}

bool muster_numbers(const struct mustering *with, const char *system, const struct chart_number *list,
	size_t n, void *charts)
{
	struct node root = with->tables;
	if (!root.doc) {
		fault_add(with->faults,
			(struct mark){arena_printf(with->arena, "data/rules/%s/tables.yaml", system), 0, 0},
			"is missing");
		return false;
	}
	for (const struct chart_number *c = list; c < list + n; c++) {
		struct node map = *c->section ? node_find(root, c->section) : root;
		if (!map.doc) return fault_add(with->faults, node_mark(root), "'%s' is missing", c->section), false;
		node_number(map, c->key, c->min, c->max, (int32_t *)((char *)charts + c->at), with->faults);
	}
	return true;
}

struct node muster_counter(const struct muster *m, const char *id, const char *key)
{
	struct node here = node_find(of_scenario(m, "counters"), id),
				all = node_find(node_find(m->special, "counters"), id);
	return node_find(here, key).doc ? here : node_find(all, key).doc ? all : (struct node){0};
}

int muster_hex_at(const struct muster *m, const struct hexmap *map, struct point at)
{
	struct point from = m->scenario->from, to = m->scenario->to;
	at.x = at.x < from.x ? from.x : at.x > to.x ? to.x : at.x;
	at.y = at.y < from.y ? from.y : at.y > to.y ? to.y : at.y;
	int hex = hexmap_at(map, at);
	for (int i = 0; hex == HEX_NONE && i < 60; i++) { /* a grid smaller than the ground */
		struct point mid = hexmap_centre(map, map->count / 2 + map->grid.cols / 2);
		at.x += (mid.x - at.x) / 20, at.y += (mid.y - at.y) / 20;
		hex = hexmap_at(map, at);
	}
	return hex == HEX_NONE ? 0 : hex;
}

static int32_t lowest_ground(const struct muster *m)
{
	struct point from = m->scenario->from, to = m->scenario->to;
	int32_t low = INT32_MAX;
	for (int i = 0; i <= 12; i++)
		for (int k = 0; k <= 12; k++) {
			struct point at = {from.x + (to.x - from.x) * i / 12, from.y + (to.y - from.y) * k / 12};
			int32_t h = ground_height(m->battle->ground, at);
			if (h < low) low = h;
		}
	return low;
}

const struct hexmap *muster_cut(const struct muster *m, const struct mustering *with, int size, int level,
	int levels, int most)
{
	struct point from = m->scenario->from, to = m->scenario->to;
	struct hexmap_recipe r = {.grid = {.size = size, .origin = from, .col_start = 1, .row_start = 1},
		.level_step = level,
		.level_base = lowest_ground(m),
		.max_level = levels};
	do {
		r.grid.cols = (to.x - from.x + r.grid.size / 2) / r.grid.size + 1;
		/* rows lie √3/2 of a hex apart: 13/15 */
		r.grid.rows = (to.y - from.y + r.grid.size / 2) * 15 / (r.grid.size * 13) + 1;
	} while (
		(r.grid.cols > 98 || r.grid.rows > 98 || r.grid.cols * r.grid.rows > most) && (r.grid.size += 100));
	if (!hexmap_recipe_read(node_find(m->special, "grid"), m->battle->ground, &r, with->faults)) return NULL;
	const struct hexmap *map =
		hexmap_make(with->arena, m->battle->ground, &r, node_find(m->special, "corrections"), with->faults);
	if (map && map->count > most * 2) {
		fault_add(with->faults, node_mark(node_find(m->special, "grid")), "%d hexes are too many: at most %d",
			map->count, most * 2);
		return NULL;
	}
	return map;
}

void muster_place_read(const struct muster *m, const struct mustering *with, const struct hexmap *map,
	struct node n, struct muster_place *out)
{
	const char *const sides[] = {m->battle->side[0].id, m->battle->side[1].id, NULL};
	struct node hexes = node_find(n, "hexes"), held = node_find(n, "held");
	int32_t value = 1;
	int side = NOBODY;
	*out = (struct muster_place){.held = NOBODY};
	if (!node_text(node_find(n, "name"), &out->name, with->faults)) return;
	node_optional(n, "value", 0, 99, &value, with->faults);
	if (held.doc) node_name(held, sides, &side, with->faults);
	out->value = (uint8_t)value, out->held = (int8_t)side;
	for (int i = 0; i < node_count(hexes) && out->n < PLACE_HEXES; i++) {
		int hex =
			node_scalar(node_at(hexes, i)) ? hexmap_find(map, node_scalar(node_at(hexes, i))) : HEX_NONE;
		if (hex == HEX_NONE) fault_add(with->faults, node_mark(node_at(hexes, i)), "there is no such hex");
		else out->hex[out->n++] = (int16_t)hex;
	}
	if (!out->n) fault_add(with->faults, node_mark(n), "a place that counts for victory needs a hex");
}
