/* Corps Morale (14.0): what lowers it, and the collapse of a formation that has none left. A collapse waits
   until the shot, test or assault that caused it is complete; several come up one after the other. */
#include "rules/all_are_brothers/all_are_brothers.h"

/* The outermost result on the agenda that must be complete first; 0 if there is none. */
static int result_in_hand(const struct state *d)
{
	for (int i = 1; i < d->g.depth; i++) switch (d->g.agenda[i].kind) {
		case STEP_SHOT:
		case STEP_SUFFER:
		case STEP_BREAK:
		case STEP_RETREAT:
		case STEP_ALONG:
		case STEP_ASSAULT:
		case STEP_LEADER:
		case STEP_FLIGHT: return i;
		}
	return 0;
}

static bool collapse_pending(const struct state *d)
{
	for (int i = 0; i < d->g.depth; i++)
		if (d->g.agenda[i].kind == STEP_COLLAPSE) return true;
	for (int i = 0; i < d->g.deferred; i++)
		if (d->g.later[i].kind == STEP_COLLAPSE) return true;
	return false;
}

/* 14.0: one point less. 14.0f: it never rises; R-63: the demoralized lose no more. */
void aab_corps_lose(const struct play *p, struct state *d, int corps, const char *rule)
{
	const struct corps *f = &aab_book(p)->formation[corps];
	struct counter *hq = &d->counter[f->hq];
	struct step s = {.kind = STEP_COLLAPSE, .side = (uint8_t)f->side, .unit = NO_UNIT, .other = NO_UNIT};
	if (hq->hits & (CORPS_DEMORALIZED | CORPS_FALLING) || !hq->sp) return;
	hq->sp--;
	emit(p, .kind = E_CORPS_MORALE, .side = f->side, .who = f->hq, .n = hq->sp, .rule = rule);
	if (hq->sp) return;
	hq->hits |= CORPS_FALLING, hq->casualties = ++d->falling;
	if (collapse_pending(d)) return;
	int depth = result_in_hand(d);
	if (!depth) agenda_push(&d->g, s);
	else agenda_defer(&d->g, (uint8_t)depth, s);
}

/* The active corps first, then in the order in which they came to 0. */
static int next_to_fall(const struct aab_book *b, const struct state *d)
{
	int best = NOBODY;
	for (int i = 0; i < b->corps; i++) {
		const struct counter *hq = &d->counter[b->formation[i].hq];
		if (!(hq->hits & CORPS_FALLING)) continue;
		if (i == d->act.corps) return i;
		if (best == NOBODY || hq->casualties < d->counter[b->formation[best].hq].casualties) best = i;
	}
	return best;
}

/* 14.1c, 14.1f, and the hits of 14.1d. */
static void collapse_begins(const struct play *p, struct state *d, int corps)
{
	const struct aab_book *b = aab_book(p);
	const struct corps *f = &b->formation[corps];
	struct counter *hq = &d->counter[f->hq];
	bool any = false;
	hq->hits = CORPS_DEMORALIZED, hq->casualties = 0;
	d->vp[!f->side] = (int16_t)(d->vp[!f->side] + f->vp);
	emit(p, .kind = E_DEMORALIZED, .side = f->side, .who = f->hq, .n = f->vp, .rule = "14.1a");
	settled(&d->g); /* no mutants: what caused it is over; its odds end here */
	for (int i = 0; i < b->corps; i++)
		if (i != corps && b->formation[i].nation == f->nation && b->formation[i].side == f->side)
			aab_corps_lose(p, d, i, "14.1c");
	for EACH (u, f->piece)
		if (on_map(d, u)) aab_owe(d, u, 0, 1), any = true;
	if (any) aab_suffer(d, HEX_NONE);
}

static void collapse_flight(const struct play *p, struct state *d, int corps)
{
	const struct corps *f = &aab_book(p)->formation[corps];
	for EACH (u, f->piece)
		if (on_map(d, u)) d->counter[u].flee = 2;
	if (on_map(d, f->hq)) d->counter[f->hq].flee = 2;
	flight_push(d, f->side, FLEE_COLLAPSE);
}

/* 14.1b: whoever was active is no more. */
static void end_activation(const struct play *p, struct state *d)
{
	for (int i = 0; i < d->g.depth; i++)
		if (d->g.agenda[i].kind == STEP_ACTIVATION) {
			d->g.agenda[i].stage = ACT_RALLY_END;
			agenda_unwind(p, &d->g, (uint8_t)(i + 1));
			return;
		}
	agenda_done(&d->g);
}

void aab_collapse_step(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	struct step *s = agenda_top(&d->g);
	switch (s->stage) {
	case 0:
		s->unit = (int16_t)next_to_fall(b, d);
		s->stage = 1;
		if (s->unit != NO_UNIT) {
			collapse_begins(p, d, s->unit);
		} else {
			d->falling = 0;
			if (d->act.flags & ACT_ENDED) d->act.flags &= (uint8_t)~ACT_ENDED, end_activation(p, d);
			else agenda_done(&d->g);
		}
		return;
	case 1:
		s->stage = 2;
		collapse_flight(p, d, s->unit);
		return;
	default:
		if (s->unit == d->act.corps) d->act.flags |= ACT_ENDED;
		s->stage = 0;
	}
}

/* --- Leader Casualties (8.7) ---------------------------------------------------------------------------- */

/* 8.7.2, 17.1a. */
static void chief_falls(const struct play *p, struct state *d, int chief)
{
	const struct aab_book *b = aab_book(p);
	int side = b->piece[chief].side, hex = d->counter[chief].at;
	uint64_t area[HEX_WORDS];
	bool any = false;
	aab_command_area(b, d, side, hex, aab_chief_range(b, d, chief), area);
	aab_board_lift(b, d, chief, PLACE_BOX(BOX_REMOVED));
	d->counter[chief].state = 0;
	emit(p, .kind = E_CHIEF_LOST, .side = (int8_t)side, .who = (int16_t)chief, .where = hex,
		.rule = "8.7.2a");
	settled(&d->g); /* no mutants: for odds alone */
	if (p->m->option[O_CHIEF_DEATH]) {
		emit(p, .kind = E_VICTORY, .side = (int8_t)!side, .n = 2, .rule = "17.1a");
		game_end(&d->g, !side, 2);
		return;
	}
	for EACH (u, d->units[side])
		/* 8.7.2b, R-44 */
		if (area[d->counter[u].at >> 6] >> (d->counter[u].at & 63) & 1) aab_owe(d, u, 0, 1), any = true;
	for (int i = 0; i < b->corps; i++)
		if (b->formation[i].nation == b->piece[chief].nation && b->formation[i].side == side)
			aab_corps_lose(p, d, i, "8.7.2c");
	if (any) aab_suffer(d, HEX_NONE);
}

void aab_leader_step(const struct play *p, struct state *d)
{
	const struct aab_book *b = aab_book(p);
	struct step *s = agenda_top(&d->g);
	struct counter *k = &d->counter[s->unit];
	int unit = s->unit;
	if (s->stage == 0) {
		s->stage = 1;
		aab_window_open(p, d, W_LEADER, s->side, s->unit, NO_UNIT);
	} else if (s->stage == 1 && placed(k)) {
		s->stage = 2;
		if (is_flag(b, unit, KIND_CHIEF)) {
			chief_falls(p, d, unit);
		} else if (!(k->state & IS_HIT)) { /* 8.7.1c, 8.7.1d */
			k->state |= IS_HIT;
			emit(p, .kind = E_LEADER, .side = (int8_t)s->side, .who = (int16_t)unit, .where = k->at,
				.rule = "8.7.1c");
		}
	} else agenda_done(&d->g);
}
