/* Musters a battle: cuts its ground into hexes of 500 m, turns brigades and generals into counters, and works
   out once what every game of it will ask a million times. */
#include "rules/all_are_brothers/all_are_brothers.h"
#include "rules/all_are_brothers/muster.h"

int aab_hex_at(const struct muster *m, const struct aab_book *b, struct point at)
{
	int best = hexmap_at(m->map, at);
	int64_t nearest = INT64_MAX;
	if (best != HEX_NONE && b->terrain[best] != T_CLOSED) return best;
	for (int h = 0; h < b->hexes; h++) {
		int64_t d = point_distance2(hexmap_centre(m->map, h), at);
		if (d < nearest && b->terrain[h] != T_CLOSED) nearest = d, best = h;
	}
	return best;
}

/* 2.1a, 2.2a: hexes of 500 m and three levels. A ground too wide for that, with no grid of its own, gets
   larger hexes. */
static bool map_make(struct muster *m, const struct mustering *with)
{
	struct node grid = aab_find2(m->special, "grid", NULL),
				corrections = aab_find2(m->special, "corrections", NULL);
	struct hexmap_recipe recipe;
	for (int32_t size = 500;; size += 100) {
		/* 11.2c */
		recipe = (struct hexmap_recipe){.grid = {.size = size},
			.level_step = 30,
			.max_level = 2,
			.woods_percent = 1};
		if (!hexmap_recipe_read(grid, m->battle->ground, &recipe, with->faults)) return false;
		if (grid.doc || recipe.grid.cols * recipe.grid.rows <= AAB_HEXES || size >= 5000) break;
	}
	m->map = hexmap_make(with->arena, m->battle->ground, &recipe, corrections, with->faults);
	if (!m->map) return false;
	if (m->map->count <= AAB_HEXES) return true;
	fault_add(with->faults, m->scenario->mark,
		"%d hexes are more than the %d of this system: give the battle a larger grid", m->map->count,
		AAB_HEXES);
	return false;
}

/* A part of the battle's file for this scenario, or its default. */
static struct node by_scenario(const struct muster *m, const char *key)
{
	struct node all = aab_find2(m->special, key, NULL), own = aab_find2(all, m->scenario->id, NULL);
	return own.doc ? own : aab_find2(all, "default", NULL);
}

static void clock_make(struct recruiting *x)
{
	const struct scenario *s = x->m->scenario;
	struct aab_book *b = x->b;
	struct node hour = aab_find2(x->m->special, "turn_one", NULL),
				storm = aab_find2(x->m->special, "storm", NULL);
	int best = 0;
	b->hour_one = s->starts / 60 * 60;
	if (hour.doc) node_time(hour, &b->hour_one, x->with->faults);
	b->first_turn = (s->starts - b->hour_one) / 60 + 1, b->last_turn = (s->ends - 1 - b->hour_one) / 60 + 1;
	if (b->first_turn < 1)
		b->hour_one = s->starts / 60 * 60, b->last_turn += 1 - b->first_turn, b->first_turn = 1;
	for (int i = 0; i < s->weathers; i++) {
		if (strcmp(s->weather[i].kind, "storm") != 0 || s->weather[i].percent <= best) continue;
		best = s->weather[i].percent;
		/* 16a, 16d */
		b->storm_turn = (s->weather[i].from - b->hour_one) / 60 + 1, b->storm_until = b->storm_turn + 3;
	}
	b->storm_turn = aab_number_at(x, storm, "turn", b->storm_turn);
	b->storm_until = aab_number_at(x, storm, "until", b->storm_turn ? b->storm_turn + 3 : 0);
	b->first = s->first == NOBODY ? 0 : s->first;
}

/* 5.1.1: who has which pool, and how many chits of it go in the cup each turn. */
static void pools_make(struct recruiting *x)
{
	static const char *const names[] = {"austrian", "french", "sardinian", NULL};
	struct node nations = aab_find2(x->with->traits, "nations", NULL), draws = by_scenario(x->m, "chits");
	for (int p = 0; p < POOLS; p++) x->b->pool_nation[p] = -1;
	for (int i = 0; i < x->b->corps; i++) {
		const struct corps *f = &x->b->formation[i];
		struct node pool = aab_find2(aab_find2(nations, x->m->battle->nation[f->nation], NULL), "pool", NULL);
		int p;
		if (!pool.doc || !node_name(pool, names, &p, x->with->faults) || x->b->pool_nation[p] != NOBODY)
			continue;
		x->b->pool_nation[p] = f->nation, x->b->pool_side[p] = f->side;
		x->b->pool_draw[p] = aab_number_at(x, draws, names[p], 3);
	}
	for (int k = 0; k < CARDS; k++)
		if (x->b->n.card_pool[k] < 0 || x->b->pool_nation[x->b->n.card_pool[k]] < 0) x->b->n.card[k] = 0;
}

/* Who has a VP hex at the start: as the battle says, unless this book says otherwise. */
static int held_at_start(struct recruiting *x, const struct objective *o)
{
	const char *const sides[] = {x->m->battle->side[0].id, x->m->battle->side[1].id, NULL};
	struct node own = aab_find2(by_scenario(x->m, "held"), o->name, NULL);
	int side = o->held;
	if (own.doc) node_name(own, sides, &side, x->with->faults);
	return side;
}

/* 3.5.2: VP hexes and what they are worth. */
static void victory_make(struct recruiting *x)
{
	const struct scenario *s = x->m->scenario;
	struct aab_book *b = x->b;
	struct node own = by_scenario(x->m, "victory"), values = by_scenario(x->m, "objectives"),
				levels = aab_find2(own, "levels", NULL);
	int64_t n;
	for (int i = 0; i < 2 && node_count(levels) == 2; i++)
		if (node_int(node_at(levels, i), 1, 200, &n, x->with->faults)) b->n.level[i] = (int)n;
	b->n.centre = aab_number_at(x, own, "centre", 0);
	for (int i = 0; i < s->objectives && b->vps < AAB_VP; i++) {
		int hex = hexmap_at(x->m->map, s->objective[i].at),
			value = aab_number_at(x, values, s->objective[i].name, s->objective[i].value);
		if (hex == HEX_NONE || b->terrain[hex] == T_CLOSED || b->vp_at[hex] >= 0 || value <= 0) continue;
		b->vp_at[hex] = (int8_t)b->vps, b->vp_hex[b->vps] = (int16_t)hex,
		b->vp_value[b->vps] = (uint8_t)(2 * value);
		b->vp_name[b->vps] = s->objective[i].name,
		b->vp_held[b->vps++] = (int8_t)held_at_start(x, &s->objective[i]);
	}
	reach_make(&b->reach, x->with->arena, x->m->map, b->vp_hex, b->vps, 6, 255);
}

/* --- where they stand at the start ---------------------------------------------------------------------- */

static int crowd(const struct aab_book *b, int unit, int hex)
{
	int sp = 0;
	for (int i = 0; i < b->units; i++) {
		if (b->piece[i].start != hex || b->piece[i].turn || i == unit) continue;
		if (b->piece[i].side != b->piece[unit].side) return 1000;
		if (i < unit) sp += b->piece[i].sp[0];
	}
	return sp;
}

/* 4.1a: the nearest hex with room. */
static void settle_in(struct aab_book *b)
{
	for (int i = 0; i < b->units; i++) {
		struct profile *k = &b->piece[i];
		int best = k->start, nearest = 1000;
		for (int h = 0; h < b->hexes && !k->turn; h++) {
			int far = hex_distance(b, k->start, h);
			if (far >= nearest || b->terrain[h] == T_CLOSED || crowd(b, i, h) + k->sp[0] > b->n.limit)
				continue;
			nearest = far, best = h;
		}
		k->start = (int16_t)best;
	}
}

bool aab_muster(struct muster *m, const struct mustering *with)
{
	static const char *const boxes[BOXES] = {"waiting", "broken", "removed"};
	struct aab_book *b = ARENA_NEW(with->arena, struct aab_book);
	int before = with->faults->n;
	struct recruiting x = {.m = m,
		.with = with,
		.b = b,
		.piece = ARENA_ARRAY(with->arena, struct piece, AAB_PIECES)};
	m->own = b, m->boxes = BOXES, m->box = boxes;
	m->state_bytes = sizeof(struct state), m->hashed_bytes = offsetof(struct state, who);
	if (!aab_charts_read(&b->n, with) || !map_make(m, with)) return false;
	aab_columns_name(with->arena, b);
	aab_ground_make(m, with->arena, b);
	clock_make(&x);
	if (!aab_units_enlist(&x)) fault_add(with->faults, m->scenario->mark, "nobody to muster");
	aab_leaders_enlist(&x);
	b->pieces = m->pieces = x.n, m->piece = x.piece;
	settle_in(b);
	aab_corps_make(&x);
	pools_make(&x);
	aab_cards_sort(b);
	victory_make(&x);
	text_free(&x.why);
	return with->faults->n == before;
}
