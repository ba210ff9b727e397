/* Lines of sight. What the ground says of a line never changes, so muster judges every line within the
   longest range once and keeps the verdict, together with the few hexes where a unit would still block it.
   The same judgement gives the reason when somebody asks why not. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

struct sighting { /* one line being judged */
	const struct muster *m;
	const struct charts *c;
	int low, high; /* the two levels */
	int from_level, to_level;
	struct refusal *r;
};

static bool is_obstacle(const struct charts *c, int hex) { return c->hex[hex] & HEX_IS_OBSTACLE; }

static bool blocked_by(const struct sighting *s, int hex, const char *rule, const char *what)
{
	return !refuse(s->r, rule, "%s %s", what, s->m->map->number[hex]);
}

/* AMB-30, AMB-31a: on one level, higher ground blocks, obstacles on that level block, those on lower ground
   do not. */
static bool blocks_level(const struct sighting *s, int hex)
{
	if (s->c->level[hex] > s->high)
		return blocked_by(s, hex, "fire.los.1", "higher ground blocks the line at");
	if (s->c->level[hex] == s->high && is_obstacle(s->c, hex))
		return blocked_by(s, hex, "fire.los.1", "woods or buildings block the line at");
	return false;
}

/* AMB-31b and c: none as high as the upper end (height.4, height.8); the hex before the lower end clear
   (height.2, height.3, height.6). */
static bool blocks_slope(const struct sighting *s, int hex, bool at_foot)
{
	if (s->c->level[hex] >= s->high)
		return blocked_by(s, hex, s->from_level > s->to_level ? "height.4" : "height.8",
			"the edge of the higher ground hides it at");
	if (!at_foot) return false;
	return is_obstacle(s->c, hex) && blocked_by(s, hex, s->from_level > s->to_level ? "height.3" : "height.6",
										 "there must be a clear hex at");
}

static bool blocks(const struct sighting *s, int hex, bool at_foot)
{
	return s->low == s->high ? blocks_level(s, hex) : blocks_slope(s, hex, at_foot);
}

/* Would a unit there block, given that the ground does not? */
static bool unit_counts(const struct sighting *s, int hex, bool at_foot)
{
	return s->low == s->high ? s->c->level[hex] == s->high : at_foot; /* height.7, height.2 */
}

static void units_matter(const struct sighting *s, struct sightline *out, int a, int b, bool at_foot)
{
	if (!unit_counts(s, a, at_foot) || (b != HEX_NONE && !unit_counts(s, b, at_foot))) return;
	assert(out->n < LINE_MOST);
	out->a[out->n] = (int16_t)a, out->b[out->n] = (int16_t)b;
	out->n++;
}

/* fire.los.2: along a side it is blocked only if both hexes block. */
static bool judge_cross(const struct sighting *s, struct sightline *out, struct sight_cross x, bool at_foot)
{
	bool a = !blocks(s, x.a, at_foot), b = x.b != HEX_NONE && !blocks(s, x.b, at_foot);
	if (!a && !b) return false;
	if (a && (b || x.b == HEX_NONE)) units_matter(s, out, x.a, x.b, at_foot);
	else units_matter(s, out, a ? x.a : x.b, HEX_NONE, at_foot);
	return true;
}

/* cover: through which side of the target's hex the line comes. */
static void line_entry(const struct charts *c, const struct sight_cross *x, int n, int from, int to,
	struct sightline *out)
{
	int a = n ? x[n - 1].a : from, b = n ? x[n - 1].b : HEX_NONE;
	out->in[0] = (uint8_t)baa_board_direction(c, to, a);
	out->in[1] = b == HEX_NONE ? out->in[0] : (uint8_t)baa_board_direction(c, to, b);
}

/* height.2, height.6, height.7: over what a line passes between two levels, only the hex at its foot must be
   clear. */
bool line_judge(const struct muster *m, const struct charts *c, int from, int to, struct sightline *out,
	struct refusal *r)
{
	struct sight_cross x[SIGHT_MOST];
	int a = c->level[from], b = c->level[to];
	struct sighting s = {m, c, a < b ? a : b, a < b ? b : a, a, b, r};
	int n = sight_line(m->map, from, to, x);
	*out = (struct sightline){0};
	line_entry(c, x, n, from, to, out);
	int foot = a > b ? n - 1 : 0; /* the hex next to the lower end */
	for (int i = 0; i < n; i++)
		if (!judge_cross(&s, out, x[i], i == foot)) return false;
	return (out->open = true);
}

/* --- kept lines ----------------------------------------------------------------------------------------- */

const struct sightline *baa_sight_between(const struct charts *c, int from, int to)
{
	int dq = c->q[to] - c->q[from] + c->radius, dr = c->r[to] - c->r[from] + c->radius;
	assert(dq >= 0 && dq < c->span && dr >= 0 && dr < c->span);
	return &c->line[(from * c->span + dq) * c->span + dr];
}

/* Offset columns to axial ones, so that a difference of hexes is the same everywhere. */
static void axial(const struct muster *m, struct charts *c)
{
	const struct hexgrid *g = &m->map->grid;
	for (int h = 0; h < c->hexes; h++) {
		int col = h % g->cols, row = h / g->cols, along = g->flat ? col : row;
		int half = (along + (g->shift_even ? along & 1 : -(along & 1))) / 2;
		c->q[h] = (int8_t)(g->flat ? col : col - half), c->r[h] = (int8_t)(g->flat ? row - half : row);
	}
}

void lines_make(const struct muster *m, struct arena *a, struct charts *c)
{
	axial(m, c);
	struct sightline *line = ARENA_ARRAY(a, struct sightline, c->hexes * c->span * c->span);
	c->line = line;
	for (int from = 0; from < c->hexes; from++)
		for (int to = 0; to < c->hexes; to++)
			if (hex_distance(c, from, to) <= c->radius && from != to)
				line_judge(m, c, from, to, &line[baa_sight_between(c, from, to) - line], NULL);
}

/* fire.los.1, fire.los.3, fire.los.5: units in between block (as far as the height rules let them);
   fire.los.4, cmdr.1: commanders never. */
bool sight_clear(const struct play *p, const struct state *b, int from, int to, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	const struct sightline *l = baa_sight_between(c, from, to);
	if (!l->open) {
		struct sightline again;
		return r ? line_judge(p->m, c, from, to, &again, r) : false;
	}
	for (int i = 0; i < l->n; i++)
		if (board_first(b, l->a[i]) != NO_UNIT && (l->b[i] == HEX_NONE || board_first(b, l->b[i]) != NO_UNIT))
			return refuse(r,
				c->level[from] > c->level[to]   ? "height.2"
				: c->level[from] < c->level[to] ? "height.6"
												: "fire.los.5",
				"units in %s block the line", p->m->map->number[l->a[i]]);
	return true;
}
