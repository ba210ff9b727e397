/* Victory, army morale and places (TABLES 9.5, 9.6): casualties, stragglers still missing, ground held. */
#include "rules/from_divisions/from_divisions.h"

/* 10.2i, TABLES 9.6: half points. */
int fd_vp(const struct play *p, const struct state *d, int side)
{
	const struct fd_book *b = fd_book(p);
	int sum = 0;
	for (int u = b->unit_from[!side]; u < b->unit_from[!side + 1]; u++)
		sum += d->dead[u] * b->chart.v_casualty + d->stragglers[u] * b->chart.v_straggler;
	for (int i = 0; i < b->places; i++) {
		bool all = true;
		for (int k = 0; k < b->place[i].n; k++) all &= d->spot[b->place[i].hex[k]].held == side;
		if (all) sum += b->place[i].value * 2;
	}
	return sum;
}

int fd_score(const struct play *p, const struct game *g, int side) { return fd_vp(p, fd_see(g), side); }

/* Call before the unit is put there. */
void fd_tell_capture(const struct play *p, const struct state *d, int hex, int side)
{
	const struct fd_book *b = fd_book(p);
	for (int i = 0; p->sink && i < b->places; i++)
		for (int k = 0; k < b->place[i].n; k++)
			if (b->place[i].hex[k] == hex && d->spot[hex].held != side)
				emit(p, .kind = E_CAPTURED, .side = (int8_t)side, .where = hex, .n = b->place[i].value,
					.rule = "3.0h", .note = b->place[i].name);
}

static void change_army(const struct play *p, struct state *d, int side, int n)
{
	int most = fd_book(p)->army[side], now = d->army[side] + n;
	now = fd_higher(fd_lower(now, most), 0);
	if (now == d->army[side]) return;
	d->army[side] = (int16_t)now;
	emit(p, .kind = E_ARMY, .side = (int8_t)side, .n = now, .rule = "DN.a");
}

/* DN.a, A50: detachments do not count; the enemy gains nothing by it. */
void fd_army_shift(const struct play *p, struct state *d, int unit, bool eliminated)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_unit *c = &b->unit[unit];
	if (!on(p, O_ARMY_MORALE) || c->type != DIVISION) return;
	change_army(p, d, c->side,
		-(c->kind == HORSE ? b->chart.army_cavalry
			: eliminated   ? b->chart.army_eliminated
						   : b->chart.army_division));
}

/* SCENARIO 9: the net of victory points decides, unless an army has broken. */
void fd_finish(const struct play *p, struct state *d, const char *rule)
{
	static const char *const words[] = {"a drawn battle", "a slight victory", "a victory",
		"a decisive victory"};
	const struct fd_charts *c = &fd_book(p)->chart;
	int net = fd_vp(p, d, 0) - fd_vp(p, d, 1) - c->handicap * 2, size = net < 0 ? -net : net;
	int margin = size >= c->v_decisive * 2 ? 3
	           : size >= c->v_plain * 2    ? 2
	           : size >= c->v_slight * 2   ? 1
	                                       : 0,
		winner = !margin ? RESULT_DRAW
	           : net > 0 ? 0
	                     : 1;
	for (int side = 0; side < SIDES; side++)
		if (on(p, O_ARMY_MORALE) && !d->army[side])
			winner = !d->army[!side] ? RESULT_DRAW : !side, margin = winner == RESULT_DRAW ? 0 : 3;
	emit(p, .kind = E_ENDED, .side = (int8_t)(winner == RESULT_DRAW ? NOBODY : winner), .n = margin, .m = net,
		.rule = rule, .note = words[margin]);
	reveal(&d->g); /* no mutants: for undo alone. Who won tells of the losses that the charts hid (2.5) */
	game_end(&d->g, winner, margin);
}
