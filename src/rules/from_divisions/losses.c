/* Losses (7.3, 10): casualties and stragglers of a stack, Smashed divisions, elimination. What is lost is
   seen on the map; whether it fell or ran away stands on its owner's chart (2.5b). */
#include "rules/from_divisions/from_divisions.h"

void fd_disorganise(const struct play *p, struct state *d, int unit, const char *rule)
{
	if (is_shaken(d, unit) || fd_book(p)->unit[unit].type == BATTERY) return; /* 10.2b */
	d->flags[unit] |= IS_DISORGANISED;
	emit(p, .kind = E_DISORGANISED, .side = (int8_t)fd_book(p)->unit[unit].side, .who = (int16_t)unit,
		.where = d->at[unit], .rule = rule);
}

/* 7.12a: seen only if the last battery goes, since the zone of control goes with it (2.5d). */
void fd_lose_battery(const struct play *p, struct state *d, int unit, const char *rule)
{
	int side = fd_book(p)->unit[unit].side;
	d->guns[unit]--;
	d->least[unit] = (uint8_t)fd_lower(d->least[unit], d->guns[unit]);
	emit(p, .kind = E_BATTERY_LOST, .audience = (uint8_t)(d->guns[unit] ? 1u << side : AUDIENCE_ALL),
		.side = (int8_t)side, .who = (int16_t)unit, .where = d->at[unit], .n = d->guns[unit], .rule = rule);
	if (d->guns[unit]) return;
	fd_refresh(p, d, d->at[unit]);
}

/* 10.2i, 10.2m; a detachment's losses are its division's. */
void fd_eliminate(const struct play *p, struct state *d, int unit, const char *rule)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_unit *c = &b->unit[unit];
	emit(p, .kind = E_ELIMINATED, .side = (int8_t)c->side, .who = (int16_t)unit, .where = d->at[unit],
		.rule = rule);
	if (c->type != BATTERY)
		d->dead[unit] =
			(uint8_t)(d->dead[unit] + d->stragglers[unit] + (is_smashed(d, unit) ? 0 : d->steps[unit]));
	d->steps[unit] = d->stragglers[unit] = d->guns[unit] = d->least[unit] = d->most[unit] = d->organic[unit] =
		0;
	d->flags[unit] = 0, d->more[unit] = 0, d->note[unit] = (struct fd_note){0};
	fd_put_also(p, d, unit, PLACE_NONE);
	fd_put(p, d, unit, PLACE_NONE);
	fd_army_shift(p, d, unit, true);
	if (c->type != DETACHMENT) return;
	int parent = d->parent[c->formation];
	if (parent != NO_UNIT) d->dead[parent] = (uint8_t)(d->dead[parent] + d->dead[unit]);
	d->dead[unit] = 0, d->parent[c->formation] = NO_UNIT;
	d->fatigue[unit] = d->low[unit] = d->high[unit] = 0;
}

/* 10.2a … 10.2c */
static void smash(const struct play *p, struct state *d, int unit, int flags)
{
	const struct fd_book *b = fd_book(p);
	d->steps[unit] = 1;
	d->flags[unit] = (uint8_t)((d->flags[unit] | IS_SMASHED) & ~IS_DISORGANISED);
	d->more[unit] |= MORE_SPARED;
	d->note[unit].bolts = (flags & (LOSS_RETREAT | LOSS_LEAVES)) != 0; /* when its stack has gone */
	emit(p, .kind = E_SMASHED, .side = (int8_t)b->unit[unit].side, .who = (int16_t)unit, .where = d->at[unit],
		.rule = "10.2a");
	fd_army_shift(p, d, unit, false);
	if (is_extended(d, unit)) fd_collapse(p, d, unit, d->at[unit]);
	if (!d->note[unit].bolts) fd_start_flee(p, d, unit, b->chart.smashed_retreat, FLEE_OPTIONAL);
}

/* 7.14h: casualties of a charge come first from organic cavalry. */
static bool from_organic(const struct play *p, struct state *d, int unit, bool straggler, int flags)
{
	if (straggler || !(flags & LOSS_CHARGE) || !d->organic[unit] || fd_level(p, d, unit) >= TIRED)
		return false;
	d->organic[unit]--;
	emit(p, .kind = E_ORGANIC_LOST, .side = (int8_t)fd_book(p)->unit[unit].side, .who = (int16_t)unit,
		.where = d->at[unit], .n = d->organic[unit], .rule = "7.14h");
	return true;
}

/* 7.3f, 7.3h, 10.0c, 10.0d, 10.2h, 10.2j, 2.2.1d */
void fd_lose_step(const struct play *p, struct state *d, int unit, bool straggler, int flags,
	const char *rule)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_unit *c = &b->unit[unit];
	if (c->type == BATTERY) {
		if (d->guns[unit] > 1) d->steps[unit]--, d->most[unit]--, fd_lose_battery(p, d, unit, rule);
		else fd_eliminate(p, d, unit, rule);
		return;
	}
	if (from_organic(p, d, unit, straggler, flags)) return;
	if (is_smashed(d, unit)) {
		if (!straggler || c->kind != HORSE || flags & (LOSS_CHARGE | LOSS_GUNS))
			fd_eliminate(p, d, unit, "10.2h");
		return;
	}
	bool third = straggler && d->stragglers[unit] >= b->chart.stragglers;
	if (third) straggler = false;
	d->steps[unit]--, d->note[unit].lost++;
	if (straggler) d->stragglers[unit]++, d->note[unit].fresh++;
	else d->dead[unit]++;
	emit(p, .kind = E_STEP_LOST, .side = (int8_t)c->side, .who = (int16_t)unit, .where = d->at[unit],
		.n = d->steps[unit], .rule = rule);
	emit(p, .kind = (uint16_t)(straggler ? E_STRAGGLER : E_CASUALTY),
		.audience = (uint8_t)(on(p, O_LITE_STRAGGLERS) ? AUDIENCE_ALL : 1u << c->side),
		.side = (int8_t)c->side, .who = (int16_t)unit, .where = d->at[unit], .n = 1,
		.rule = straggler ? "10.0b"
	          : third     ? "10.0d"
	                      : "7.3f");
	if (d->steps[unit]) return;
	if (d->stragglers[unit]) smash(p, d, unit, flags);
	else fd_eliminate(p, d, unit, "10.2m");
}

/* --- losses of a stack ---------------------------------------------------------------------------------- */

/* 7.3a: written on the step, worked off one by one. */
static union load *loss_push(struct state *d, int side, int stage, int hex, int flags)
{
	struct step *s = agenda_push(&d->g, (struct step){.kind = STEP_LOSS,
											.side = (uint8_t)side,
											.stage = (uint8_t)stage,
											.flags = (uint8_t)flags,
											.unit = NO_UNIT,
											.other = NO_UNIT});
	load_of(s)->loss.hex = hex;
	return load_of(s);
}

void fd_owe(struct state *d, enum loss_cause cause, int hex, int side, int casualties, int stragglers,
	int flags)
{
	union load *owed = loss_push(d, side, (int)cause, hex, flags);
	owed->loss.casualties = (uint8_t)casualties, owed->loss.stragglers = (uint8_t)stragglers;
}

/* 7.3e: the casualty of those in the stack who keep their order, their morale being above the number. */
void fd_owe_firm(struct state *d, int hex, int side, int above, int flags)
{
	union load *owed = loss_push(d, side, BY_EFFECTS, hex, flags | LOSS_FIRM);
	owed->loss.casualties = 1, owed->loss.above = (int16_t)above;
}

/* 10.2k: not one that became Smashed in this combat; in a retreat only those who retreat; 6.2i, 7.3e: only
   those whom it concerns. */
static bool may_take(const struct play *p, const struct state *d, const struct step *s, int unit)
{
	if (s->flags & LOSS_RETREAT && !(d->more[unit] & MORE_FLEES)) return false;
	if (s->flags & LOSS_FOOT && fd_book(p)->unit[unit].kind != FOOT) return false;
	if (s->flags & LOSS_FIRM && fd_morale(p, d, unit) <= load_see(s)->loss.above) return false;
	return !(d->more[unit] & MORE_SPARED);
}

/* 7.14h, 7.14i: has it organic cavalry that takes the casualties of a charge? */
static bool shields(const struct play *p, const struct state *d, const struct step *s, int unit)
{
	return s->flags & LOSS_CHARGE && load_see(s)->loss.casualties && d->organic[unit] &&
	       fd_level(p, d, unit) < TIRED;
}

/* Who may take the next step: first those with organic cavalry in a charge, guns of a grand battery last. */
static int takers(const struct play *p, const struct state *d, const struct step *s, struct orders *o)
{
	for (int pass = 0; pass < 3 && !o->n; pass++)
		for each_node(k, d, load_see(s)->loss.hex) {
			int u = unit_at(k), rank = shields(p, d, s, u) ? 0 : fd_book(p)->unit[u].type == BATTERY ? 2 : 1;
			if (rank == pass && may_take(p, d, s, u)) offer(o, V_LOSE, u);
		}
	return o->n;
}

/* The rule by which a step is lost. */
static const char *rule_of_loss(const struct step *s, bool straggler)
{
	static const char *const rule[] = {[BY_ZONE] = "7.2g",
		[BY_CREEK] = "7.2j",
		[BY_RIVER] = "7.2k",
		[BY_CORNER] = "7.2i",
		[BY_TOWN] = "7.7.2d",
		[BY_PURSUIT] = "7.14d",
		[BY_GUNS] = "16.5j"};
	if (s->stage != BY_EFFECTS) return rule[s->stage];
	return s->flags & LOSS_FIRM ? "7.3e" : straggler ? "7.3h" : "7.3f";
}

static void take_one(const struct play *p, struct state *d, int unit)
{
	struct step *s = agenda_top(&d->g);
	bool straggler = !load_see(s)->loss.casualties;
	int flags = s->flags;
	if (straggler) load_of(s)->loss.stragglers--;
	else load_of(s)->loss.casualties--;
	fd_lose_step(p, d, unit, straggler, flags, rule_of_loss(s, straggler));
}

/* 7.3a: casualties first; 7.3j: what nobody can take is ignored. */
void fd_loss(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	struct orders o;
	o.n = 0;
	bool owes = load_see(s)->loss.casualties || load_see(s)->loss.stragglers;
	int n = owes && holds(fd_book(p), d, load_see(s)->loss.hex, s->side) ? takers(p, d, s, &o) : 0;
	if (!n) agenda_done(&d->g);
	else if (n == 1) take_one(p, d, o.list[0].unit);
	else ask(&d->g, s->side, Q_LOSE);
}

bool fd_may_lose(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return fd_names(fd_list_lose, p, d, side, o->unit) ||
	       refuse(r, "7.3a", "%s cannot take the loss", name_of_piece(p, o->unit));
}

void fd_list_lose(const struct play *p, const struct state *d, int side, struct orders *o)
{
	takers(p, d, agenda_see(&d->g), o);
}

void fd_do_lose(const struct play *p, struct state *d, int side, const struct order *o)
{
	take_one(p, d, o->unit);
}
