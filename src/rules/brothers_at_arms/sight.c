/* Lines of sight. What the ground says of a line never changes, so muster judges every line within the
   longest range once and keeps the verdict, together with the few hexes where a unit would still block it.
   The same judgement gives the reason when somebody asks why not. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

struct sighting { /* one line being judged */
	const struct muster *m;
	const struct baa_book *b;
	int low, high; /* the two levels */
	int from_level, to_level;
	struct refusal *r;
};

static bool is_obstacle(const struct baa_book *b, int hex) { return b->hex[hex] & HEX_IS_OBSTACLE; }

static bool blocked_by(const struct sighting *s, int hex, const char *rule, const char *what)
{
	return !refuse(s->r, rule, "%s %s", what, s->m->map->number[hex]);
}

/* AMB-30, AMB-31a: on one level, higher ground blocks, obstacles on that level block, those on lower ground
   do not. */
static bool blocks_level(const struct sighting *s, int hex)
{
	if (s->b->level[hex] > s->high)
		return blocked_by(s, hex, "fire.los.1", "higher ground blocks the line at");
	if (s->b->level[hex] == s->high && is_obstacle(s->b, hex))
		return blocked_by(s, hex, "fire.los.1", "woods or buildings block the line at");
	return false;
}

/* AMB-31b and c: none as high as the upper end (height.4, height.8); the hex before the lower end clear
   (height.2, height.3, height.6). */
static bool blocks_slope(const struct sighting *s, int hex, bool at_foot)
{
	if (s->b->level[hex] >= s->high)
		return blocked_by(s, hex, s->from_level > s->to_level ? "height.4" : "height.8",
			"the edge of the higher ground hides it at");
	if (!at_foot) return false;
	return is_obstacle(s->b, hex) && blocked_by(s, hex, s->from_level > s->to_level ? "height.3" : "height.6",
										 "there must be a clear hex at");
}

static bool blocks(const struct sighting *s, int hex, bool at_foot)
{
	return s->low == s->high ? blocks_level(s, hex) : blocks_slope(s, hex, at_foot);
}

/* Would a unit there block, given that the ground does not? */
static bool unit_counts(const struct sighting *s, int hex, bool at_foot)
{
	return s->low == s->high ? s->b->level[hex] == s->high : at_foot; /* height.7, height.2 */
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
static void line_entry(const struct baa_book *b, const struct sight_cross *x, int n, int from, int to,
	struct sightline *out)
{
	int last = n ? x[n - 1].a : from, beside = n ? x[n - 1].b : HEX_NONE;
	out->in[0] = (uint8_t)baa_board_direction(b, to, last);
	out->in[1] = beside == HEX_NONE ? out->in[0] : (uint8_t)baa_board_direction(b, to, beside);
}

/* height.2, height.6, height.7: over what a line passes between two levels, only the hex at its foot must be
   clear. */
bool baa_line_judge(const struct muster *m, const struct baa_book *b, int from, int to, struct sightline *out,
	struct refusal *r)
{
	struct sight_cross x[SIGHT_MOST];
	int here = b->level[from], there = b->level[to];
	struct sighting s = {m, b, here < there ? here : there, here < there ? there : here, here, there, r};
	int n = sight_line(m->map, from, to, x);
	*out = (struct sightline){0};
	line_entry(b, x, n, from, to, out);
	int foot = here > there ? n - 1 : 0; /* the hex next to the lower end */
	for (int i = 0; i < n; i++)
		if (!judge_cross(&s, out, x[i], i == foot)) return false;
	return (out->open = true);
}

/* --- kept lines ----------------------------------------------------------------------------------------- */

const struct sightline *baa_sight_between(const struct baa_book *b, int from, int to)
{
	int dq = b->q[to] - b->q[from] + b->radius, dr = b->r[to] - b->r[from] + b->radius;
	assert(dq >= 0 && dq < b->span && dr >= 0 && dr < b->span);
	return &b->line[(from * b->span + dq) * b->span + dr];
}

/* Offset columns to axial ones, so that a difference of hexes is the same everywhere. */
static void axial(const struct muster *m, struct baa_book *b)
{
	const struct hexgrid *g = &m->map->grid;
	for (int h = 0; h < b->hexes; h++) {
		int col = h % g->cols, row = h / g->cols, along = g->flat ? col : row;
		int half = (along + (g->shift_even ? along & 1 : -(along & 1))) / 2;
		b->q[h] = (int8_t)(g->flat ? col : col - half), b->r[h] = (int8_t)(g->flat ? row - half : row);
	}
}

void baa_lines_make(const struct muster *m, struct arena *a, struct baa_book *b)
{
	axial(m, b);
	struct sightline *line = ARENA_ARRAY(a, struct sightline, b->hexes * b->span * b->span);
	b->line = line;
	for (int from = 0; from < b->hexes; from++)
		for (int to = 0; to < b->hexes; to++)
			if (hex_distance(b, from, to) <= b->radius && from != to)
				baa_line_judge(m, b, from, to, &line[baa_sight_between(b, from, to) - line], NULL);
}

/* fire.los.1, fire.los.3, fire.los.5: units in between block (as far as the height rules let them);
   fire.los.4, cmdr.1: commanders never. */
bool baa_sight_clear(const struct play *p, const struct state *d, int from, int to, struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	const struct sightline *l = baa_sight_between(b, from, to);
	if (!l->open) {
		struct sightline again;
		return r ? baa_line_judge(p->m, b, from, to, &again, r) : false;
	}
	for (int i = 0; i < l->n; i++)
		if (board_first(d, l->a[i]) != NO_UNIT && (l->b[i] == HEX_NONE || board_first(d, l->b[i]) != NO_UNIT))
			return refuse(r,
				b->level[from] > b->level[to]   ? "height.2"
				: b->level[from] < b->level[to] ? "height.6"
												: "fire.los.5",
				"units in %s block the line", p->m->map->number[l->a[i]]);
	return true;
}
