/* Musters a battle: cuts its ground into the system's hexes, turns brigades and generals into counters, and
   works out once what every game of it will ask a million times. */
#include "engine/mustering.h"
#include "rules/brothers_at_arms/brothers_at_arms.h"

/* --- the ground ----------------------------------------------------------------------------------------- */

/* Is the river in this hex one that may be waded anywhere? The nearest one decides. */
static bool waded(const struct ground *g, struct point centre)
{
	int64_t nearest = INT64_MAX;
	bool fordable = false;
	for (int i = 0; i < g->lines; i++) {
		const struct line *l = &g->line[i];
		for (int k = 0; l->kind == LINE_RIVER && k + 1 < l->n; k++) {
			int64_t d = point_segment_distance2(centre, l->points[k], l->points[k + 1]);
			if (d < nearest) nearest = d, fordable = l->fordable;
		}
	}
	return fordable;
}

/* Beyond the scenario's part of the ground: a hex whose middle lies more than a quarter of a hex outside. */
static bool outside(const struct muster *m, int hex)
{
	struct point at = hexmap_centre(m->map, hex), from = m->scenario->from, to = m->scenario->to;
	const struct ground *g = m->battle->ground;
	int rim = m->map->grid.size / 4;
	if (from.x <= 0 && from.y <= 0 && to.x >= g->width && to.y >= g->height) return false;
	return at.x < from.x - rim || at.x > to.x + rim || at.y < from.y - rim || at.y > to.y + rim;
}

static unsigned hex_flags(const struct muster *m, const struct chart *n, int hex)
{
	unsigned cover = m->map->cover[hex];
	unsigned f = 0;
	bool crossing = cover & (HEX_BRIDGE | HEX_FORD);
	if (cover & (unsigned)n->difficult_cover) f |= HEX_IS_DIFFICULT;
	if (cover & (HEX_STREAM | HEX_RIVER)) f |= HEX_IS_STREAM;
	if (crossing) f |= HEX_IS_CROSSING;
	if (cover & HEX_FOOT_FORD && !(cover & HEX_BRIDGE)) f |= HEX_IS_FOOT;
	if (cover & HEX_WATER && !crossing) f |= HEX_IS_CLOSED; /* move.8 */
	/* AMB-15 */
	if (cover & HEX_RIVER && !crossing && !waded(m->battle->ground, hexmap_centre(m->map, hex)))
		f |= HEX_IS_CLOSED;
	if (cover & HEX_RIVER) f |= HEX_IS_RIVER;
	if (cover & HEX_WOODS) f |= HEX_IS_WOODS;
	if (cover & (unsigned)n->block_cover) f |= HEX_IS_OBSTACLE;
	if (cover & HEX_OFF || outside(m, hex)) f |= HEX_IS_OFF;
	return f;
}

static uint8_t best_cover(const uint8_t *value, unsigned bits)
{
	uint8_t best = 0;
	for (; bits; bits &= bits - 1)
		if (value[__builtin_ctz(bits) & 15] > best) best = value[__builtin_ctz(bits) & 15];
	return best;
}

/* --- works
   ------------------------------------------------------------------------------------------------------------------

   A fort, a field work or an abatis shelters the hex whose garrison built it, and nobody outside. A hedge, a
   wall or a row of trees is different: it shelters whoever stands behind it, on either side. The map knows
   only that a work lies on a hexside. Its owner is found so: 1. a correction in the battle's own file names
   the hex to which it gives the work; 2. otherwise the drawn line decides: it shelters its hollow side, and
   if it is straight the side to the right of its direction. */

#define WORKS (EDGE_ABATIS | EDGE_WORK | EDGE_FORT)

static unsigned works_on(const struct muster *m, int hex, int dir)
{
	return m->map->edge[hex * 6 + dir] & WORKS;
}

static int count_of(struct node n) { return node_is_list(n) ? node_count(n) : n.doc ? 1 : 0; }

static bool says(struct node list, const char *word)
{
	for (int i = 0; i < count_of(list); i++) {
		const char *s = node_scalar(node_is_list(list) ? node_at(list, i) : list);
		if (s && strcmp(s, word) == 0) return true;
	}
	return false;
}

static bool names_side(const struct muster *m, struct node one, int hex, int dir)
{
	static const char *const pointy[] = {"NE", "E", "SE", "SW", "W", "NW"}, *const flat[] = {"N", "NE", "SE",
																				"S", "SW", "NW"};
	struct node edge = node_find(one, "edge");
	if (!says(edge, "abatis") && !says(edge, "work") && !says(edge, "fort")) return false;
	return says(node_find(one, "hex"), m->map->number[hex]) &&
	       says(node_find(one, "side"), (m->map->grid.flat ? flat : pointy)[dir]);
}

/* The hex to which the last correction of this side gives it, or HEX_NONE. */
static int owner_said(const struct muster *m, int hex, int dir)
{
	struct node list = m->special.doc ? node_find(m->special, "corrections") : m->special;
	int next = m->map->next[hex * 6 + dir], owner = HEX_NONE;
	for (int i = 0; i < node_count(list); i++) {
		if (names_side(m, node_at(list, i), hex, dir)) owner = hex;
		else if (names_side(m, node_at(list, i), next, (dir + 3) % 6)) owner = next;
	}
	return owner;
}

static unsigned edge_of_line(enum line_kind kind)
{
	return kind == LINE_ABATIS ? EDGE_ABATIS
	     : kind == LINE_WORK   ? EDGE_WORK
	     : kind == LINE_FORT   ? EDGE_FORT
	                           : 0;
}

/* Twice the area between the line and the straight way back to its beginning: above 0 if the hollow side is
   to the right. */
static int64_t hollow(const struct line *l)
{
	int64_t area = 0;
	for (int i = 0; i < l->n; i++) {
		struct point a = l->points[i], b = l->points[(i + 1) % l->n];
		area += (int64_t)a.x * b.y - (int64_t)b.x * a.y;
	}
	return area;
}

/* How far to the right of the way from a to b a point lies (y runs southwards). */
static int64_t rightwards(struct point a, struct point b, struct point p)
{
	return (int64_t)(b.x - a.x) * (p.y - a.y) - (int64_t)(b.y - a.y) * (p.x - a.x);
}

static int owner_drawn(const struct muster *m, int hex, int dir)
{
	const struct ground *g = m->battle->ground;
	int next = m->map->next[hex * 6 + dir], owner = hex;
	struct point here = hexmap_centre(m->map, hex), there = hexmap_centre(m->map, next);
	struct point middle = {(here.x + there.x) / 2, (here.y + there.y) / 2};
	int64_t nearest = INT64_MAX;
	for (int i = 0; i < g->lines; i++) {
		const struct line *l = &g->line[i];
		for (int k = 0; edge_of_line(l->kind) & works_on(m, hex, dir) && k + 1 < l->n; k++) {
			struct point a = l->points[k], b = l->points[k + 1];
			int64_t d = point_segment_distance2(middle, a, b);
			if (d >= nearest) continue;
			bool right = rightwards(a, b, here) > rightwards(a, b, there);
			nearest = d, owner = right == (hollow(l) >= 0) ? hex : next;
		}
	}
	return owner;
}

/* cover.4, cover.7, fort.1: does the work on this side belong to this hex? */
static bool works_shelter(const struct muster *m, int hex, int dir)
{
	int owner = owner_said(m, hex, dir);
	return (owner == HEX_NONE ? owner_drawn(m, hex, dir) : owner) == hex;
}

static void make_side(const struct muster *m, struct baa_book *b, int hex, int dir)
{
	const struct hexmap *map = m->map;
	int i = hex * 6 + dir, next = map->next[i];
	unsigned edge = map->edge[i];
	struct hexside *s = &b->side[i];
	*s = (struct hexside){.next = (int16_t)next};
	if (next < 0) return;
	bool sheltered = works_on(m, hex, dir) && works_shelter(m, hex, dir);
	if (!sheltered) edge &= ~works_on(m, hex, dir);
	s->bonus = (uint8_t)b->n.road_bonus[map->way[i]];
	s->cover = best_cover(b->n.cover_edge, edge);
	if (edge & (EDGE_RIVER | EDGE_CANAL) && !(edge & (EDGE_BRIDGE | EDGE_FORD))) s->flags |= SIDE_IS_CLOSED;
	if (edge & EDGE_SLOPE_UP) s->flags |= SIDE_IS_CLIMB;
	if (edge & EDGE_SLOPE_DOWN)
		b->hex[hex] |= HEX_IS_STEEP; /* move.7: the hex into which the contour rises */
	if (map->way[i]) s->flags |= SIDE_IS_WAY, b->hex[hex] |= HEX_IS_ROAD;
	if (map->rail[i]) s->flags |= SIDE_IS_RAIL, b->hex[hex] |= HEX_IS_TRACK;
	if (edge & (EDGE_WORK | EDGE_FORT)) {
		s->flags |= SIDE_IS_WORK;
		if (b->works < BAA_WORKS)
			b->work_hex[b->works] = (int16_t)hex, b->work_dir[b->works] = (uint8_t)dir, b->works++;
	}
}

/* --- roads beside streams (move.13, move.14) ------------------------------------------------------------ */

static struct point foot_of(struct point p, struct point a, struct point b)
{
	int64_t dx = b.x - a.x, dy = b.y - a.y, len = dx * dx + dy * dy, t = (p.x - a.x) * dx + (p.y - a.y) * dy;
	if (len == 0 || t <= 0) return a;
	if (t >= len) return b;
	return (struct point){a.x + (int32_t)(dx * t / len), a.y + (int32_t)(dy * t / len)};
}

/* The point of a road that lies nearest to the middle of a hex. */
static struct point road_point(const struct ground *g, struct point centre)
{
	struct point best = centre;
	int64_t nearest = INT64_MAX;
	for (int i = 0; i < g->lines; i++) {
		const struct line *l = &g->line[i];
		if (l->kind != LINE_ROAD && l->kind != LINE_TURNPIKE && l->kind != LINE_TRACK) continue;
		for (int k = 0; k + 1 < l->n; k++) {
			struct point foot = foot_of(centre, l->points[k], l->points[k + 1]);
			if (point_distance2(foot, centre) < nearest) nearest = point_distance2(foot, centre), best = foot;
		}
	}
	return best;
}

static bool crosses_water(const struct ground *g, struct point a, struct point b)
{
	for (int i = 0; i < g->lines; i++) {
		const struct line *l = &g->line[i];
		if (l->kind > LINE_CANAL) continue;
		for (int k = 0; k + 1 < l->n; k++)
			if (segments_cross(a, b, l->points[k], l->points[k + 1])) return true;
	}
	return false;
}

static void mark_across(const struct muster *m, struct baa_book *b, int hex)
{
	if (!(b->hex[hex] & HEX_IS_STREAM) || !(b->hex[hex] & HEX_IS_ROAD) || b->hex[hex] & HEX_IS_CROSSING)
		return;
	struct point road = road_point(m->battle->ground, hexmap_centre(m->map, hex));
	for (int dir = 0; dir < 6; dir++) {
		struct hexside *s = &b->side[hex * 6 + dir];
		if (s->next < 0) continue;
		if (m->map->edge[hex * 6 + dir] & EDGE_STREAM ||
			crosses_water(m->battle->ground, road, hexmap_centre(m->map, s->next)))
			s->flags |= SIDE_IS_ACROSS;
	}
}

/* Edges of the board in play, as bits N E S W. */
static void mark_edges(const struct muster *m, struct baa_book *b)
{
	int cols = m->map->grid.cols, left = 999, right = -1, top = 999, low = -1;
	for (int h = 0; h < b->hexes; h++) {
		if (b->hex[h] & HEX_IS_OFF) continue;
		int col = h % cols, row = h / cols;
		if (col < left) left = col;
		if (col > right) right = col;
		if (row < top) top = row;
		if (row > low) low = row;
	}
	for (int h = 0; h < b->hexes; h++) {
		int col = h % cols, row = h / cols;
		if (b->hex[h] & HEX_IS_OFF) continue;
		b->edge_of[h] =
			(uint8_t)((row == top) | (col == right) << 1 | (row == low) << 2 | (col == left) << 3);
		for (int dir = 0; dir < 6; dir++) {
			int next = side_at(b, h, dir)->next;
			if (next < 0 || b->hex[next] & HEX_IS_OFF) b->hex[h] |= HEX_IS_EDGE;
		}
	}
}

void baa_ground_make(const struct muster *m, struct baa_book *b)
{
	b->hexes = m->map->count, b->range = m->map->range;
	for (int h = 0; h < b->hexes; h++) {
		b->hex[h] = (uint16_t)hex_flags(m, &b->n, h);
		b->hex_cover[h] = best_cover(b->n.cover_hex, m->map->cover[h] & 4095u);
		b->level[h] = m->map->level[h];
		for (int dir = 0; dir < 6; dir++) make_side(m, b, h, dir);
	}
	for (int h = 0; h < b->hexes; h++) mark_across(m, b, h);
	mark_edges(m, b);
}

/* --- the battle ----------------------------------------------------------------------------------------- */

static void objective_add(struct baa_book *b, int hex, const char *name, int held)
{
	b->objective[b->objectives] = (int16_t)hex;
	b->objective_name[b->objectives] = name;
	b->objective_held[b->objectives++] = (int8_t)held;
}

/* Those that this book's own file gives a scenario. */
static void objectives_given(const struct muster *m, struct node list, struct baa_book *b, struct faults *f)
{
	for (int i = 0; i < node_count(list); i++) {
		struct node one = node_at(list, i);
		const char *name = node_scalar(node_find(one, "name")), *at = node_scalar(node_find(one, "hex")),
				   *by = node_scalar(node_find(one, "held"));
		int hex = at ? hexmap_find(m->map, at) : HEX_NONE, held = NOBODY;
		for (int side = 0; by && side < SIDES; side++)
			if (strcmp(by, m->battle->side[side].id) == 0) held = side;
		if (!name || hex == HEX_NONE || b->hex[hex] & HEX_IS_OFF || (by && held == NOBODY) ||
			b->objectives == BAA_OBJECTIVES)
			fault_add(f, node_mark(one),
				"an objective is {name, hex, held: a side}, its hex on the scenario's part of the map, and there are at most %d",
				BAA_OBJECTIVES);
		else objective_add(b, hex, name, held);
	}
}

/* win.1: the six that matter most. */
static void objectives_make(const struct muster *m, struct baa_book *b, struct faults *f)
{
	const struct scenario *s = m->scenario;
	int most = b->n.objectives;
	struct node own = muster_said(m, "objectives");
	int64_t given;
	if (node_is_list(own)) {
		objectives_given(m, own, b, f);
		return;
	}
	if (own.doc && node_find(own, "most").doc &&
		node_int(node_find(own, "most"), 0, BAA_OBJECTIVES, &given, f))
		most = (int)given;
	for (int rank = 0; rank < 100; rank++)
		for (int i = 0; i < s->objectives && b->objectives < most; i++) {
			int hex = hexmap_at(m->map, s->objective[i].at);
			if (s->objective[i].rank != rank || hex == HEX_NONE || b->hex[hex] & HEX_IS_OFF) continue;
			objective_add(b, hex, s->objective[i].name, s->objective[i].held);
		}
}

/* win.8: the battle's report outlines the levels of success of each task; ours is the special file. */
static void tasks_make(const struct muster *m, struct baa_book *b, struct faults *f)
{
	static const char *const names[] = {"draw", "tactical", "decisive", "complete", NULL};
	struct node own = muster_said(m, "tasks");
	if (m->scenario->tasks > BAA_TASKS || node_count(own) > m->scenario->tasks)
		fault_add(f, m->scenario->mark, "a scenario has at most %d tasks, and no more grades than tasks",
			BAA_TASKS);
	for (int i = 0; i < m->scenario->tasks && i < BAA_TASKS; i++) {
		struct task_grade *g = &b->task[i];
		struct node one = i < node_count(own) ? node_at(own, i) : (struct node){0},
					levels = node_find(one, "levels");
		int undone = 1;
		*g = (struct task_grade){.from = {[2] = levels.doc ? 0 : (uint8_t)m->scenario->task[i].count}};
		for (int k = 0; k < node_count(levels); k++) {
			int level;
			int64_t count;
			if (node_name(node_key(levels, k), names + 1, &level, f) &&
				node_int(node_at(levels, k), 1, 99, &count, f))
				g->from[level + 1] = (uint8_t)count;
		}
		if (node_find(one, "undone").doc) node_name(node_find(one, "undone"), names, &undone, f);
		g->undone = (uint8_t)undone;
	}
}

/* bound.2: who is first. The scenario says so, or traits.yaml names the side or its nation. */
static int first_side(const struct muster *m, const struct mustering *with)
{
	if (m->scenario->first != NOBODY) return m->scenario->first;
	struct node list = with->traits.doc ? node_find(with->traits, "first") : with->traits;
	for (int i = 0; i < node_count(list); i++)
		for (int side = 0; side < SIDES; side++) {
			const char *word = node_scalar(node_at(list, i));
			if (!word) continue;
			if (strcmp(word, m->battle->side[side].id) == 0) return side;
			for (int k = 0; k < m->battle->formations; k++)
				if (m->battle->formation[k].side == side &&
					strcmp(word, m->battle->nation[m->battle->formation[k].nation]) == 0)
					return side;
		}
	return 0;
}

static void clock_make(const struct muster *m, struct baa_book *b)
{
	const struct scenario *s = m->scenario;
	int dawn = s->dawn % 1440, dusk = s->dusk % 1440;
	for (int h = 0; h < 24; h++)
		b->night[h] = dawn != dusk && (h * 60 < dawn || (h * 60 >= dusk && dusk > 0));
	b->first_bound = s->starts / 60, b->last_bound = (s->ends - 1) / 60;
	bool dusk_seen = false;
	for (int h = b->first_bound + 1; h <= b->last_bound; h++) {
		if (!b->night[(h - 1) % 24] && b->night[h % 24]) dusk_seen = true;
		if (dusk_seen && !b->night[h % 24]) b->several_days = true; /* time.3 */
	}
	for (int i = 0; i < s->tasks; i++)
		if (strcmp(s->task[i].kind, "withdraw") == 0) b->exits[s->task[i].side] = true;
}

/* The edge behind each army: as the battle's file says, else away from where the enemy stands. */
static void rears_make(const struct muster *m, struct baa_book *b, struct faults *f)
{
	static const char *const edges[] = {"N", "E", "S", "W", NULL};
	struct node own = m->special.doc ? node_find(m->special, "rear") : m->special;
	int64_t x[SIDES] = {0, 0}, y[SIDES] = {0, 0}, n[SIDES] = {0, 0};
	for (int i = 0; i < m->pieces; i++) {
		struct point at = hexmap_centre(m->map, b->piece[i].start);
		int side = b->piece[i].side;
		x[side] += at.x, y[side] += at.y, n[side]++;
	}
	for (int side = 0; side < SIDES; side++) {
		bool both = n[0] && n[1];
		int64_t dx = both ? x[side] / n[side] - x[!side] / n[!side] : 0,
				dy = both ? y[side] / n[side] - y[!side] / n[!side] : 0;
		bool across = (dx < 0 ? -dx : dx) > (dy < 0 ? -dy : dy);
		int edge = across ? (dx > 0 ? 1 : 3) : (dy > 0 ? 2 : 0);
		struct node word = own.doc ? node_find(own, m->battle->side[side].id) : own;
		if (word.doc) node_name(word, edges, &edge, f);
		b->rear[side] = (uint8_t)edge;
	}
}

static void ways_home_make(struct baa_book *b, int side)
{
	for (int h = 0; h < b->hexes; h++) {
		int best = 255;
		for (int e = 0; e < b->hexes; e++)
			if (b->edge_of[e] >> b->rear[side] & 1 && hex_distance(b, h, e) < best)
				best = hex_distance(b, h, e);
		b->to_rear[side][h] = (uint8_t)best;
	}
}

static bool map_make(struct muster *m, const struct mustering *with)
{
	struct hexmap_recipe recipe = {.streams_in_hexes = true}; /* AMB-12 */
	struct node grid = m->special.doc ? node_find(m->special, "grid") : m->special;
	struct node corrections = m->special.doc ? node_find(m->special, "corrections") : m->special;
	if (!grid.doc && with->tables.doc) grid = node_find(with->tables, "grid");
	if (!hexmap_recipe_read(grid, m->battle->ground, &recipe, with->faults)) return false;
	m->map = hexmap_make(with->arena, m->battle->ground, &recipe, corrections, with->faults);
	if (!m->map) return false;
	if (m->map->count <= BAA_HEXES) return true;
	fault_add(with->faults, m->scenario->mark,
		"%d hexes are more than the %d of this system: give the battle a larger grid", m->map->count,
		BAA_HEXES);
	return false;
}

static void radius_make(const struct muster *m, struct baa_book *b, struct faults *f)
{
	for (int i = 0; i < b->units; i++)
		if (b->piece[i].range > b->radius) b->radius = b->piece[i].range;
	b->radius += b->n.height;
	if (b->radius - 1 > LINE_MOST)
		fault_add(f, m->scenario->mark, "no range is above %d in this system", LINE_MOST + 1 - b->n.height);
	b->span = 2 * b->radius + 1;
}

bool baa_muster(struct muster *m, const struct mustering *with)
{
	static const char *const boxes[BOXES] = {"reserve", "march"};
	struct baa_book *b = ARENA_NEW(with->arena, struct baa_book);
	int before = with->faults->n;
	m->own = b, m->boxes = BOXES, m->box = boxes;
	m->state_bytes = sizeof(struct state);
	if (!baa_charts_read(&b->n, with) || !map_make(m, with)) return false;
	tasks_make(m, b, with->faults);
	baa_ground_make(m, b);
	if (!baa_counters_make(m, with, b) || !baa_specials_read(m, with, b) || !baa_counters_post(m, with, b))
		return false;
	radius_make(m, b, with->faults);
	clock_make(m, b);
	b->first = first_side(m, with);
	objectives_make(m, b, with->faults);
	rears_make(m, b, with->faults);
	if (with->faults->n > before) return false;
	for (int side = 0; side < SIDES; side++)
		if (b->exits[side]) ways_home_make(b, side);
	baa_lines_make(m, with->arena, b);
	reach_make(&b->reach, with->arena, m->map, b->objective, b->objectives, 2, 255);
	return true;
}
