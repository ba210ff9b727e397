/* Which hex a fort, a field work or an abatis belongs to. Such a work shelters the hex whose garrison built it, and nobody outside. A
   hedge, a wall or a row of trees is different: it shelters whoever stands behind it, on either side.
   The map knows only that a work lies on a hexside. The owner is found in this order:
   1. a correction in the battle's own file names the hex to which it gives the work;
   2. otherwise the drawn line decides: it shelters its hollow side, and if it is straight the side to the right of its direction. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

#define WORKS (EDGE_ABATIS | EDGE_WORK | EDGE_FORT)

unsigned works_on(const struct muster *m, int hex, int dir) { return m->map->edge[hex * 6 + dir] & WORKS; }

/* --- what the battle's file says ---------------------------------------------------------------------------------- */

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
	static const char *const pointy[] = {"NE", "E", "SE", "SW", "W", "NW"}, *const flat[] = {"N", "NE", "SE", "S", "SW", "NW"};
	struct node edge = node_find(one, "edge");
	if (!says(edge, "abatis") && !says(edge, "work") && !says(edge, "fort")) return false;
	return says(node_find(one, "hex"), m->map->number[hex]) && says(node_find(one, "side"), (m->map->grid.flat ? flat : pointy)[dir]);
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

/* --- what the drawing says ------------------------------------------------------------------------------------------ */

static unsigned edge_of_line(enum line_kind kind)
{
	return kind == LINE_ABATIS ? EDGE_ABATIS : kind == LINE_WORK ? EDGE_WORK : kind == LINE_FORT ? EDGE_FORT : 0;
}

/* Twice the area between the line and the straight way back to its beginning: above 0 if the hollow side is to the right. */
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
bool works_shelter(const struct muster *m, int hex, int dir)
{
	int owner = owner_said(m, hex, dir);
	return (owner == HEX_NONE ? owner_drawn(m, hex, dir) : owner) == hex;
}
