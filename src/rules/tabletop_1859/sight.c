/* Who sees whom (comp.10): so far in the open, less in the rain, an inch into woods and houses, not over
   higher ground. A garrison stands at the edge of its town, so its own houses do not hide it. */
#include "rules/tabletop_1859/tabletop_1859.h"

#define EYE 20  /* decimetres above the ground, of a mounted man and of what he looks at */
#define FOLD 20 /* tenths: brigades that near do not lose sight of each other on a rounded slope */

static bool in_range(const struct tt_book *b, const struct state *d, int tenths, struct refusal *r)
{
	char far[16], most[16];
	int limit = d->dim ? b->n.dim : b->n.open;
	if (tenths <= limit) return true;
	return refuse(r, d->dim ? "comp.10b" : "comp.10a", "%s\" away; one sees %s\"%s", tt_inches(tenths, far),
		tt_inches(limit, most), d->dim ? " in this weather" : "");
}

static int within(int v, int most) { return tt_more(0, tt_less(v, most)); }

static bool unblocked(const struct tt_book *b, int x0, int y0, int x1, int y1, struct refusal *r)
{
	const struct tabletop *t = b->table;
	const struct tabletop_eye eye = {EYE, b->n.into, FOLD, TABLETOP_WOODS | TABLETOP_TOWN, TABLETOP_TOWN};
	int at[2];
	const char *by =
		tabletop_blocked(t, within(x0, t->w), within(y0, t->h), within(x1, t->w), within(y1, t->h), &eye, at);
	if (!by) return true;
	return refuse(r, by[0] == 'h' && by[1] == 'i' ? "comp.10d" : "comp.10c", "%s at %d,%d between them", by,
		at[0], at[1]);
}

bool tt_sees_place(const struct tt_book *b, const struct state *d, int x0, int y0, int x1, int y1,
	struct refusal *r)
{
	int64_t dx = x1 - x0, dy = y1 - y0;
	return in_range(b, d, isqrt64(dx * dx + dy * dy), r) && unblocked(b, x0, y0, x1, y1, r);
}

bool tt_clear_between(const struct tt_book *b, const struct state *d, int tenths, const int at[2],
	const int end[2], struct refusal *r)
{
	return in_range(b, d, tenths, r) && unblocked(b, at[0], at[1], end[0], end[1], r);
}

bool tt_sees(const struct tt_book *b, const struct state *d, int unit, int target, struct refusal *r)
{
	struct block from = tt_block(b, d, unit), to = tt_block(b, d, target);
	int at[2], end[2];
	block_nearest(&from, &to, at, end);
	return tt_clear_between(b, d, block_gap(&from, &to), at, end, r);
}
