/* Morale Hits, Casualty Hits, Break Tests (8.5, 9.0, 10.0). Whatever hurts a unit writes what it owes on the
   unit and pushes one STEP_SUFFER; that works hits off one at a time, each with its consequences. */
#include "rules/all_are_brothers/all_are_brothers.h"

void aab_owe(struct state *d, int unit, int casualties, int hits)
{
	struct counter *k = &d->counter[unit];
	if (!casualties && !hits) return;
	k->casualties = (uint8_t)(k->casualties + casualties), k->hits = (uint8_t)(k->hits + hits);
	k->cause = (uint8_t)(d->g.depth + 1);
	mask_add(d->struck, unit);
}

/* Pushes the step that works off what was just owed; `away` is the hex a Break Test retreats from (10.1c), or
   HEX_NONE. */
void aab_suffer(struct state *d, int away) { load_of(step_push(d, .kind = STEP_SUFFER))->suffer.away = away; }

static void forgive(struct state *d, int unit)
{
	d->counter[unit].casualties = d->counter[unit].hits = d->counter[unit].cause = 0;
	mask_drop(d->struck, unit);
}

/* 10.2b, R-47: the last of a formation is gone, off the map too. */
static void disband(const struct play *p, struct state *d, int corps)
{
	const struct aab_book *b = aab_book(p);
	const struct corps *f = &b->formation[corps];
	struct counter *hq = &d->counter[f->hq];
	for EACH (u, f->piece)
		if (on_map(d, u) || d->counter[u].at == PLACE_BOX(BOX_WAITING)) return;
	if (hq->at == PLACE_BOX(BOX_BROKEN)) return;
	if (on_map(d, f->hq)) aab_board_lift(b, d, f->hq, PLACE_BOX(BOX_BROKEN));
	hq->at = PLACE_BOX(BOX_BROKEN);
	hq->state &= (uint8_t)~IN_CUP;
	emit(p, .kind = E_REMOVED, .side = f->side, .who = f->hq, .rule = "10.2b");
}

/* 10.2a, R-45: off to the Broken box, by whatever cause. */
void aab_break_unit(const struct play *p, struct state *d, int unit, const char *rule)
{
	const struct aab_book *b = aab_book(p);
	struct counter *k = &d->counter[unit];
	int where = k->at, side = b->piece[unit].side;
	forgive(d, unit);
	if (on_map(d, unit)) aab_board_lift(b, d, unit, PLACE_BOX(BOX_BROKEN));
	*k = (struct counter){.at = PLACE_BOX(BOX_BROKEN),
		.target = HEX_NONE,
		.state = k->state & IS_WORN,
		.deeds = k->deeds & IS_MOVING};
	aab_board_strength(b, d, unit), mask_drop(d->who.shot, unit);
	emit(p, .kind = E_BROKEN, .side = (int8_t)side, .who = (int16_t)unit, .where = where, .rule = rule);
	if (!is_flag(b, unit, KIND_DETACHMENT)) { /* 3.3c, 3.3d */
		d->vp[!side] = (int16_t)(d->vp[!side] + b->n.vp_broken);
		aab_corps_lose(p, d, b->piece[unit].corps, "14.0c");
	}
	disband(p, d, b->piece[unit].corps);
}

/* 8.5: one Casualty Hit. `clears`: a result of fire, after which the unit's marker goes (8.4d, R-07). */
static void test_push(const struct aab_book *b, struct state *d, int unit, int away, bool clears)
{
	struct step *s = step_push(d, .kind = STEP_BREAK, .side = b->piece[unit].side, .unit = (int16_t)unit);
	load_of(s)->test.away = away, load_of(s)->test.clears = clears;
}

static void casualty(const struct play *p, struct state *d, int unit, int away, bool clears)
{
	const struct aab_book *b = aab_book(p);
	struct counter *k = &d->counter[unit];
	if (k->deeds & IS_HALTED)
		k->spent = 255; /* by fire: no Second Attempt. 11.7.2f: who loses by disengaging goes on */
	emit(p, .kind = E_CASUALTY, .side = (int8_t)b->piece[unit].side, .who = (int16_t)unit, .where = k->at,
		.n = 1, .rule = "8.5a");
	if (is_flag(b, unit, KIND_DETACHMENT)) {
		aab_break_unit(p, d, unit, "8.5c");
	} else if (k->state & IS_WORN) {
		test_push(b, d, unit, away, clears); /* 8.5d */
	} else {
		k->state = (uint8_t)((k->state | IS_WORN) & ~(IS_SHAKEN | IS_DISRUPTED)); /* 3.2b, 8.5b */
		aab_board_strength(b, d, unit);
		emit(p, .kind = E_WORN, .side = (int8_t)b->piece[unit].side, .who = (int16_t)unit, .where = k->at,
			.rule = "3.2b");
	}
}

/* 9.2a: Shaken, Disrupted; what comes then is a Casualty Hit. */
static void morale_hit(const struct play *p, struct state *d, int unit, int away)
{
	const struct aab_book *b = aab_book(p);
	struct counter *k = &d->counter[unit];
	if (k->state & IS_DISRUPTED) {
		casualty(p, d, unit, away, false); /* 9.2b: a marker goes only if it turns the unit over */
		return;
	}
	bool shaken = k->state & IS_SHAKEN;
	k->state = (uint8_t)(shaken ? (k->state & ~IS_SHAKEN) | IS_DISRUPTED : k->state | IS_SHAKEN);
	aab_board_strength(b, d, unit);
	emit(p, .kind = shaken ? E_DISRUPTED : E_SHAKEN, .side = (int8_t)b->piece[unit].side,
		.who = (int16_t)unit, .where = k->at, .rule = "9.2a");
	if (k->sp) return;
	if (is_flag(b, unit, KIND_DETACHMENT)) aab_break_unit(p, d, unit, "9.2d");
	else test_push(b, d, unit, away, false); /* 10.0b: a Fresh unit keeps a SP (3.3a) */
}

/* 10.1f, R-29: Disrupted to Shaken if that gives a strength point, else no marker. */
void aab_ease(const struct aab_book *b, struct state *d, int unit)
{
	struct counter *k = &d->counter[unit];
	if (k->state & IS_DISRUPTED) {
		k->state = (uint8_t)((k->state & ~IS_DISRUPTED) | IS_SHAKEN);
		aab_board_strength(b, d, unit);
		if (k->sp) return;
	}
	k->state &= (uint8_t)~IS_SHAKEN;
	aab_board_strength(b, d, unit);
}

/* STEP_SUFFER: one hit of one unit at a time. */
void aab_suffer_step(const struct play *p, struct state *d)
{
	int depth = d->g.depth, away = load_now(&d->g)->suffer.away;
	for EACH (u, d->struck) {
		struct counter *k = &d->counter[u];
		if (k->cause != depth) continue;
		while ((k->casualties || k->hits) && placed(k) && d->g.depth == depth) {
			if (k->casualties) k->casualties--, casualty(p, d, u, away, true);
			else k->hits--, morale_hit(p, d, u, away);
		}
		if ((!k->casualties && !k->hits) || !placed(k)) forgive(d, u);
		if (d->g.depth != depth) return;
	}
	agenda_done(&d->g);
}

/* --- Break Test (10.1) ---------------------------------------------------------------------------------- */

#define DEEP \
	26 /* steps on the agenda above which a Break Test's retreat waits: AGENDA_MOST is never reached */

/* 10.1a, 10.1b, 10.1e. */
enum { BREAK_STANDS, BREAK_FLEES, BREAK_BROKEN };
static int break_outcome(int die, int mr)
{
	return die > mr ? BREAK_BROKEN : die < mr - 2 ? BREAK_STANDS : BREAK_FLEES;
}

static void break_result(const struct play *p, struct state *d, struct step s)
{
	const struct aab_book *b = aab_book(p);
	struct counter *k = &d->counter[s.unit];
	int outcome = break_outcome(load_see(&s)->test.die, aab_morale_rating(b, d, s.unit));
	if (outcome == BREAK_BROKEN) {
		aab_break_unit(p, d, s.unit, "10.1e");
		return;
	}
	/* 8.4d, R-07: it was on for the test */
	if (load_see(&s)->test.clears && k->state & (IS_SHAKEN | IS_DISRUPTED)) {
		k->state &= (uint8_t)~(IS_SHAKEN | IS_DISRUPTED);
		aab_board_strength(b, d, s.unit);
		emit(p, .kind = E_RESTORED, .side = (int8_t)s.side, .who = s.unit, .where = k->at, .rule = "8.4d");
	}
	if (!k->sp) {
		aab_ease(b, d, s.unit); /* 10.1f */
		emit(p, .kind = E_RESTORED, .side = (int8_t)s.side, .who = s.unit, .where = k->at, .rule = "10.1f");
	}
	if (outcome == BREAK_STANDS) {
		emit(p, .kind = E_STOOD, .side = (int8_t)s.side, .who = s.unit, .where = k->at, .rule = "10.1a");
		return;
	}
	int hex = k->at;
	if (k->deeds & IS_MOVING) k->deeds |= IS_HALTED; /* */
	k->flee++;
	if (d->g.depth > DEEP) { /* a rout of routs: it flees when most of that is through */
		/* no mutants: how deep a rout may be */
		struct step flees = {.kind = STEP_RETREAT, .side = s.side, .unit = s.unit, .other = NO_UNIT};
		load_of(&flees)->flight.away = load_see(&s)->test.away, load_of(&flees)->flight.why = FLEE_FIRE;
		agenda_defer(&d->g, DEEP / 2, flees); /* no mutants: the same */
		return;
	}
	along_push(d, s.side, s.unit, hex, load_see(&s)->test.away); /* 10.1d */
	retreat_push(d, s.side, s.unit, load_see(&s)->test.away, FLEE_FIRE);
}

void aab_break_step(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	assert(on_map(d, s->unit));
	if (s->stage == 0) {
		int mr = aab_morale_rating(aab_book(p), d, s->unit);
		uint8_t same[11];
		for (int die = 1; die <= 10; die++) same[die] = (uint8_t)break_outcome(die, mr);
		load_of(s)->test.die = (int16_t)roll(p, &d->g,
			&(struct throw){.kind = THROW_SUM,
				.n = 1,
				.sides = 10,
				.mark = mr,
				.same = same,
				.why = "Break Test",
				.rule = "10.1a",
				.side = s->side,
				.who = s->unit,
				.whom = NO_UNIT});
		s->stage = 1;
		emit(p, .kind = E_BREAK_TEST, .side = (int8_t)s->side, .who = s->unit, .n = load_see(s)->test.die,
			.m = mr, .rule = "10.0a");
		aab_window_open(p, d, W_BREAK, s->side, s->unit, NO_UNIT);
	} else {
		struct step done = *s;
		agenda_done(&d->g);
		break_result(p, d, done);
	}
}
