/* Postings: who stands where when a scenario begins, and who comes later, by which way. They are read once,
   where they are written, and checked once for each scenario that has them: `like:` hands them on. */
#include "battle/load.h"

#include <stddef.h>
#include <string.h>

enum { EDGE_REACH = 1500, WAY_REACH = 300 }; /* metres from an edge, from a way, that still count as there */

#define KIND(line) (1u << (line))

static const char *const arrival_ways[] = {"road", "turnpike", "track", "railway", "river", "canal", NULL};
static const unsigned arrival_lines[] = {
	/* the lines of the ground that serve as that way */
	KIND(LINE_TURNPIKE) | KIND(LINE_ROAD) | KIND(LINE_TRACK),
	KIND(LINE_TURNPIKE),
	KIND(LINE_TRACK),
	KIND(LINE_RAILWAY),
	KIND(LINE_RIVER),
	KIND(LINE_CANAL),
};

struct posting_draft {
	struct posting p;
	struct node unit, leader, at, traits;
	int way;
};

static const struct yaml_field posting_fields[] = {
	{.name = "unit", .kind = YAML_NODE, .offset = offsetof(struct posting_draft, unit)},
	{.name = "leader", .kind = YAML_NODE, .offset = offsetof(struct posting_draft, leader)},
	{.name = "at", .kind = YAML_NODE, .required = true, .offset = offsetof(struct posting_draft, at)},
	{.name = "facing", .kind = YAML_INT, .offset = offsetof(struct posting_draft, p.facing), .max = 359},
	{.name = "arrives", .kind = YAML_TIME, .offset = offsetof(struct posting_draft, p.arrives)},
	{.name = "by", .kind = YAML_NAME, .offset = offsetof(struct posting_draft, way), .names = arrival_ways},
	{.name = "traits", .kind = YAML_NODE, .offset = offsetof(struct posting_draft, traits)},
};

static struct posting read_posting(struct loading *l, struct node n)
{
	struct posting_draft d = {.p = {.facing = -1, .arrives = -1, .mark = node_mark(n)}, .way = -1};
	bool good = yaml_fields(n, FIELDS(posting_fields), &d, l->f);

	d.p.kind = d.leader.doc ? POSTING_LEADER : POSTING_UNIT;
	if (good && !d.unit.doc == !d.leader.doc)
		fault_add(l->f, d.p.mark, "expected either the key \"unit\" or \"leader\", found %s",
			d.unit.doc ? "both" : "neither");
	if (good && d.way >= 0 && d.p.arrives < 0)
		fault_add(l->f, d.p.mark, "expected \"arrives\" where \"by\" is said, found none");
	d.p.who = d.leader.doc ? read_known(l, d.leader, "a leader", &l->leaders)
	                       : read_known(l, d.unit, "a unit", &l->units);
	d.p.by = d.way >= 0 ? arrival_ways[d.way] : NULL;
	d.p.trait = read_words(l, d.traits, &d.p.traits);
	read_spot(l, d.at, &d.p.at, &d.p.place);
	return d.p;
}

void read_postings(struct loading *l, struct node list, struct scenario *s)
{
	int n = count_list(l, list, 1);
	struct posting *all = ARENA_ARRAY(l->a, struct posting, n);

	for (int i = 0; i < n; i++) all[i] = read_posting(l, node_at(list, i));
	s->postings = n;
	s->posting = all;
}

static const char *who(const struct loading *l, const struct posting *p)
{
	return (p->kind == POSTING_LEADER ? &l->leaders : &l->units)->list[p->who];
}

static bool near_segment(struct point p, struct point a, struct point b, int64_t reach)
{
	return point_segment_distance2(p, a, b) <= reach * reach;
}

static bool near_edge(const struct scenario *s, struct point p)
{
	struct point nw = s->from, se = s->to, ne = {se.x, nw.y}, sw = {nw.x, se.y};

	return near_segment(p, nw, ne, EDGE_REACH) || near_segment(p, ne, se, EDGE_REACH) ||
	       near_segment(p, sw, se, EDGE_REACH) || near_segment(p, nw, sw, EDGE_REACH);
}

static bool near_line(const struct line *line, struct point p)
{
	for (int i = 1; i < line->n; i++)
		if (near_segment(p, line->points[i - 1], line->points[i], WAY_REACH)) return true;
	return false;
}

static bool on_way(const struct ground *g, const char *by, struct point p)
{
	unsigned kinds = 0;

	for (int i = 0; arrival_ways[i]; i++)
		if (strcmp(arrival_ways[i], by) == 0) kinds = arrival_lines[i];
	for (int i = 0; i < g->lines; i++)
		if ((kinds & KIND(g->line[i].kind)) && near_line(&g->line[i], p)) return true;
	return false;
}

/* Whoever arrives comes over an edge of the area, or gets off somewhere along the way he comes by. */
static bool reachable(const struct loading *l, const struct scenario *s, const struct posting *p)
{
	return near_edge(s, p->at) || (p->by && is_inside(s, p->at) && on_way(l->b->ground, p->by, p->at));
}

static void check_place(struct loading *l, const struct scenario *s, const struct posting *p)
{
	if (is_nowhere(p->at)) return;
	if (p->arrives < 0 && !is_inside(s, p->at))
		fault_add(l->f, p->mark,
			"scenario %s: expected %s in the area [%d, %d] to [%d, %d], found it at [%d, %d]", s->id,
			who(l, p), s->from.x, s->from.y, s->to.x, s->to.y, p->at.x, p->at.y);
	if (p->arrives >= 0 && !reachable(l, s, p))
		fault_add(l->f, p->mark,
			"scenario %s: expected %s to arrive within %d m of the area's edge or on the way it comes by, found it at [%d, %d]",
			s->id, who(l, p), EDGE_REACH, p->at.x, p->at.y);
}

static void check_arrival(struct loading *l, const struct scenario *s, const struct posting *p)
{
	if (p->arrives < 0 || s->starts < 0 || s->ends < 0) return;
	if (p->arrives < s->starts || p->arrives >= s->ends)
		fault_add(l->f, p->mark,
			"scenario %s: expected %s to arrive from %02d:%02d to before %02d:%02d, found %02d:%02d", s->id,
			who(l, p), s->starts / 60, s->starts % 60, s->ends / 60, s->ends % 60, p->arrives / 60,
			p->arrives % 60);
}

static void check_both_sides(struct loading *l, const struct scenario *s, const bool *posted)
{
	bool there[SIDES] = {0};

	for (int i = 0; i < l->b->units; i++)
		if (posted[i] && l->b->unit[i].side != NOBODY) there[l->b->unit[i].side] = true;
	for (int side = 0; side < SIDES && l->sides.n == SIDES; side++)
		if (!there[side])
			fault_add(l->f, s->mark, "scenario %s: expected a unit of each side, found none of %s", s->id,
				l->sides.list[side]);
}

void check_postings(struct loading *l, const struct scenario *s)
{
	bool *units = ARENA_ARRAY(l->a, bool, l->b->units), *leaders = ARENA_ARRAY(l->a, bool, l->b->leaders);
	bool known = s->postings > 0;

	for (int i = 0; i < s->postings; i++) {
		const struct posting *p = &s->posting[i];
		bool *posted = p->kind == POSTING_LEADER ? leaders : units;

		known &= p->who != NOBODY;
		if (p->who == NOBODY) continue;
		if (posted[p->who])
			fault_add(l->f, p->mark, "scenario %s: expected %s posted once, found it again", s->id,
				who(l, p));
		posted[p->who] = true;
		check_place(l, s, p);
		check_arrival(l, s, p);
	}
	if (known) check_both_sides(l, s, units);
}
