/* Announcing attacks (11, 11.1). If a unit attacks, every enemy next to an attacking unit must be attacked by
   somebody. A unit in command may always see to its own neighbours by dividing its value (A34), so whatever
   it begins can be completed. Units out of command attack only in a coordinated attack, which needs the unit
   beside the HQ; whether what they begin can be completed is decided once, by what they see and what the
   others can cover, before anything of theirs is offered. */
#include "rules/vae_victis/vae_victis.h"

#define FOES 64
#define MEN 64
struct duty { /* who can attack what; hexes as bits of a mask */
	const struct vv_formation *f;
	int foes, men;
	int16_t foe[FOES];
	int16_t man[MEN];
	uint64_t near[MEN]; /* the enemies it can attack, and must if it attacks at all */
	bool alone[MEN];    /* in command; otherwise only together */
	uint64_t covered;   /* enemies near those in command */
	int led;            /* index of the unit beside the HQ, NO_UNIT */
	uint64_t together;  /* what it attacks, and whoever is out of command with it */
};

int vv_led_unit(const struct vv_book *b, const struct state *d, int hq)
{
	if (!is_there(d, hq)) return NO_UNIT;
	for (int u = first_on(d, d->at[hq]); u >= 0; u = next_on(d, u))
		if (b->unit[u].kind != GUNS && b->unit[u].formation == leader_of(b, hq)->formation) return u;
	return NO_UNIT;
}

/* 11d, 10.1j, 9.2a, 9.2e, 11.5c, 11.5h, A65: may it attack at all? */
static bool may_fight(const struct play *p, const struct state *d, int unit, struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	const struct vv_unit *u = &b->unit[unit];
	if (!is_hex(d->at[unit])) return refuse(r, "11d", "%s is not on the map", name_of_piece(p, unit));
	if (u->kind == GUNS) return refuse(r, "10.1j", "artillery does not assault");
	if (!vv_may_charge(p, d, unit, r)) return false;
	if (d->flags[unit] & HAS_STEPPED && is_demoralised(b, d, unit))
		return refuse(r, "9.4d", "%s is demoralised and has moved", name_of_piece(p, unit));
	if (is_out(d, unit) && !in_ezoc(d, d->at[unit], u->side))
		return refuse(r, "9.2a", "%s is out of command", name_of_piece(p, unit));
	return true;
}

static int foe_index(struct duty *t, int hex)
{
	for (int i = 0; i < t->foes; i++)
		if (t->foe[i] == hex) return i;
	assert(t->foes < FOES);
	t->foe[t->foes] = (int16_t)hex;
	return t->foes++;
}

/* 11b, A35, TEC07: a unit attacks any neighbouring hex, with the option only its front hexes, but never
   across a closed side. */
static unsigned attack_dirs(const struct play *p, const struct state *d, int unit)
{
	const struct vv_book *b = vv_book(p);
	return b->open[d->at[unit]] & (p->m->option[O_FRONT_ONLY] ? vv_front(b, d, unit) : FULL);
}

static uint64_t enemies_near(const struct play *p, const struct state *d, int unit, struct duty *t)
{
	const struct vv_book *b = vv_book(p);
	int hex = d->at[unit];
	uint64_t mask = 0;
	for (unsigned dirs = attack_dirs(p, d, unit); dirs; dirs &= dirs - 1) {
		int to = hex_next(b->map, hex, __builtin_ctz(dirs));
		if (holds(b, d, to, !b->unit[unit].side)) mask |= 1ull << foe_index(t, to);
	}
	return mask;
}

/* A36: drops the units out of command whose part in a coordinated attack could never be completed. The others
   never need dropping: adding all that is offered always covers every enemy. What the unit beside the HQ
   attacks out of command, others must attack with it. */
static void drop_hopeless(struct duty *t)
{
	uint64_t led = t->led == NO_UNIT ? 0 : t->near[t->led], covered = t->covered | led, helped = t->covered;
	for (int i = 0; i < t->men; i++)
		if (i != t->led && !t->alone[i] && !(t->near[i] & ~covered)) helped |= t->near[i];
	if (led & ~helped) led = t->near[t->led] = 0;
	for (int i = 0; i < t->men; i++)
		if (i != t->led && !t->alone[i] && (!(t->near[i] & led) || t->near[i] & ~covered)) t->near[i] = 0;
	t->together = led;
}

static void find_duty(const struct play *p, const struct state *d, struct duty *t)
{
	const struct vv_book *b = vv_book(p);
	t->f = &b->formation[load_now(&d->g)->act.formation];
	t->foes = t->men = 0, t->covered = 0, t->led = NO_UNIT;
	int led = NO_UNIT;
	bool lone = true;
	for (int u = t->f->first; u < t->f->last && t->men < MEN; u++) {
		if (!may_fight(p, d, u, NULL)) continue;
		uint64_t near = enemies_near(p, d, u, t);
		if (!near) continue;
		if (lone) led = vv_led_unit(b, d, t->f->hq), lone = false;
		int i = t->men++;
		t->man[i] = (int16_t)u, t->near[i] = near, t->alone[i] = !is_out(d, u);
		if (t->alone[i]) t->covered |= near;
		if (u == led) t->led = i;
	}
	drop_hopeless(t);
}

/* What the unit may announce: those out of command only what the unit beside the HQ can attack too. */
static uint64_t choices_of(const struct duty *t, int i)
{
	return t->alone[i] || i == t->led ? t->near[i] : t->near[i] & t->together;
}

static bool announced(const struct state *d, int unit, int hex)
{
	for (int i = 0; i < d->attacks; i++)
		if (d->attack[i].unit == unit && d->attack[i].hex == hex) return true;
	return false;
}

static int attackers_on(const struct state *d, int hex)
{
	int n = 0;
	for (int i = 0; i < d->attacks; i++) n += d->attack[i].hex == hex && !(d->attack[i].flags & ATTACK_OVER);
	return n;
}

static int man_index(const struct duty *t, int unit)
{
	for (int i = 0; i < t->men; i++)
		if (t->man[i] == unit) return i;
	return NO_UNIT;
}

/* A formation of two dozen brigades could announce more than we keep: a new unit is let in only if all that
   was begun fits. */
static bool has_room(const struct state *d, const struct duty *t, int man)
{
	int total = 0;
	for (int i = 0; i < t->men; i++) {
		bool begun = i == man;
		for (int k = 0; k < d->attacks && !begun; k++) begun = d->attack[k].unit == t->man[i];
		if (begun) total += __builtin_popcountll(t->near[i]);
	}
	return total <= VV_ATTACKS; /* no mutants: no field of the tests has so many attackers */
}

bool vv_may_attack(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	struct duty t;
	if (is_leader(b, o->unit) || b->unit[o->unit].formation != load_now(&d->g)->act.formation)
		return refuse(r, "11d", "%s is not of the active formation", name_of_piece(p, o->unit));
	if (!may_fight(p, d, o->unit, r)) return false;
	if (!is_hex(o->a) || !holds(b, d, o->a, !b->unit[o->unit].side))
		return refuse(r, "11b", "no enemy unit is there");
	int dir = dir_to(b, d->at[o->unit], o->a);
	if (dir == NO_DIR)
		return refuse(r, "11b", "%s is not next to %s", number_of(b, o->a), name_of_piece(p, o->unit));
	if (!(b->open[d->at[o->unit]] >> dir & 1))
		return refuse(r, "TEC07", "%s cannot be attacked from there", number_of(b, o->a));
	if (!(attack_dirs(p, d, o->unit) >> dir & 1))
		return refuse(r, "11b", "%s is not in front of %s", number_of(b, o->a), name_of_piece(p, o->unit));
	find_duty(p, d, &t);
	int i = man_index(&t, o->unit);
	if (!(choices_of(&t, i) & 1ull << foe_index(&t, o->a)))
		return refuse(r, "9.2e", "%s is out of command and can join no coordinated attack there",
			name_of_piece(p, o->unit));
	if (announced(d, o->unit, o->a)) return refuse(r, "11c", "that attack is announced already");
	return has_room(d, &t, i) || refuse(r, "11c", "too many attacks are announced");
}

static bool is_complete(const struct state *d, const struct duty *t, struct refusal *r, const struct play *p)
{
	uint64_t attacked = 0, due = 0;
	for (int i = 0; i < d->attacks; i++) {
		int man = man_index(t, d->attack[i].unit);
		for (int k = 0; k < t->foes; k++)
			if (t->foe[k] == d->attack[i].hex) attacked |= 1ull << k;
		due |= t->near[man];
	}
	if (due & ~attacked)
		return refuse(r, "11b", "the enemy in %s must be attacked too",
			p->m->map->number[t->foe[__builtin_ctzll(due & ~attacked)]]);
	for (int i = 0; i < d->attacks; i++) {
		int man = man_index(t, d->attack[i].unit);
		if (t->alone[man]) continue;
		if (!announced(d, t->man[t->led], d->attack[i].hex) || attackers_on(d, d->attack[i].hex) < 2)
			return refuse(r, "9.2e", "%s is out of command and attacks only together with others and the HQ",
				name_of_piece(p, d->attack[i].unit));
	}
	return true;
}

bool vv_may_announced(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	struct duty t;
	find_duty(p, d, &t);
	return is_complete(d, &t, r, p);
}

void vv_list_attacks(const struct play *p, const struct state *d, int side, struct orders *o)
{
	struct duty t;
	find_duty(p, d, &t);
	for (int i = 0; i < t.men; i++) {
		if (!has_room(d, &t, i)) continue;
		for (uint64_t m = choices_of(&t, i); m; m &= m - 1) {
			int hex = t.foe[__builtin_ctzll(m)];
			if (!announced(d, t.man[i], hex)) offer_at(o, V_ATTACK, t.man[i], hex);
		}
	}
	if (is_complete(d, &t, NULL, p)) offer(o, V_DONE, NO_UNIT);
}

void vv_do_attack(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->attack[d->attacks++] = (struct vv_attack){.unit = (uint8_t)o->unit, .hex = (int16_t)o->a};
	emit(p, .kind = E_ANNOUNCED, .side = (int8_t)side, .who = o->unit, .to = o->a, .rule = "11c");
}

/* --- dividing an attacker's value (A34): load.act.attack ----------------------------- */

static int undivided(const struct vv_book *b, const struct state *d, int unit, int *left)
{
	int n = 0;
	*left = b->unit[unit].combat;
	for (int i = 0; i < d->attacks; i++) {
		if (d->attack[i].unit != unit) continue;
		if (d->attack[i].flags & ATTACK_SHARED) *left -= d->attack[i].points;
		else n++;
	}
	return n;
}

bool vv_next_allotment(const struct vv_book *b, struct state *d)
{
	for (int i = 0; i < d->attacks; i++) {
		int left;
		if (d->attack[i].flags & ATTACK_SHARED) continue;
		if (undivided(b, d, d->attack[i].unit, &left) > 1) return load_top(&d->g)->act.attack = i, true;
		d->attack[i].points = (uint8_t)left;
		d->attack[i].flags |= ATTACK_SHARED;
	}
	return false;
}

bool vv_may_allot(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct vv_attack *a = &d->attack[load_now(&d->g)->act.attack];
	int left;
	if (o->unit != a->unit || o->a != a->hex)
		return refuse(r, "11b", "the question is what %s spends against %s", name_of_piece(p, a->unit),
			p->m->map->number[a->hex]);
	undivided(vv_book(p), d, a->unit, &left);
	return (o->b >= 0 && o->b <= left) || refuse(r, "11b", "it has %d points left", left);
}

void vv_list_allotments(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct vv_attack *a = &d->attack[load_now(&d->g)->act.attack];
	int left;
	undivided(vv_book(p), d, a->unit, &left);
	for (int n = 0; n <= left; n++) offer_with(o, V_ALLOT, a->unit, a->hex, n);
}

void vv_do_allot(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct vv_attack *a = &d->attack[load_now(&d->g)->act.attack];
	a->points = (uint8_t)o->b;
	a->flags |= ATTACK_SHARED;
}

/* --- coordination (11.1, 11.2k): load.act.attack ---------------------- */

static void settle(struct state *d, int hex, uint8_t flags)
{
	for (int i = 0; i < d->attacks; i++)
		if (d->attack[i].hex == hex) d->attack[i].flags |= flags;
}

static bool must_coordinate(const struct state *d, int hex)
{
	for (int i = 0; i < d->attacks; i++)
		if (d->attack[i].hex == hex && is_out(d, d->attack[i].unit)) return true;
	return false;
}

/* 11.1a, 11.1d, A36: only where the HQ of the formation stands with one of several attackers. */
bool vv_next_coordination(const struct vv_book *b, struct state *d)
{
	int led = vv_led_unit(b, d, b->formation[load_now(&d->g)->act.formation].hq);
	for (int i = 0; i < d->attacks; i++) {
		int hex = d->attack[i].hex;
		if (d->attack[i].flags & ATTACK_SETTLED) continue;
		bool possible = led != NO_UNIT && announced(d, led, hex) && attackers_on(d, hex) > 1;
		if (possible && !must_coordinate(d, hex)) return load_top(&d->g)->act.attack = i, true;
		settle(d, hex, possible ? ATTACK_SETTLED | ATTACK_TOGETHER : ATTACK_SETTLED);
	}
	return false;
}

bool vv_may_coordinate(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	int hex = d->attack[load_now(&d->g)->act.attack].hex;
	int hq = vv_book(p)->formation[load_now(&d->g)->act.formation].hq;
	return (o->unit == hq && o->a == hex) ||
	       refuse(r, "11.1d", "the question is whether %s coordinates the attack on %s", name_of_piece(p, hq),
			   p->m->map->number[hex]);
}

bool vv_may_separate(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return vv_may_coordinate(p, d, side, o, r);
}

void vv_list_coordination(const struct play *p, const struct state *d, int side, struct orders *o)
{
	int hex = d->attack[load_now(&d->g)->act.attack].hex;
	int hq = vv_book(p)->formation[load_now(&d->g)->act.formation].hq;
	offer_at(o, V_COORDINATE, hq, hex);
	offer_at(o, V_SEPARATE, hq, hex);
}

void vv_do_coordinate(const struct play *p, struct state *d, int side, const struct order *o)
{
	settle(d, o->a, ATTACK_SETTLED | ATTACK_TOGETHER);
}

void vv_do_separate(const struct play *p, struct state *d, int side, const struct order *o)
{
	settle(d, o->a, ATTACK_SETTLED);
}

/* --- one combat after another (11.1b, 11.1c) ------------------------------------------------------------ */

void vv_cancel_attacks(struct state *d, int unit)
{
	for (int i = 0; i < d->attacks; i++)
		if (d->attack[i].unit == unit) d->attack[i].flags |= ATTACK_OVER;
}

/* Can the attack still take place? 11.1c: not if the hex was left; A36: those out of command only
   together. */
static bool still_on(const struct play *p, const struct state *d, const struct vv_attack *a)
{
	const struct vv_book *b = vv_book(p);
	if (a->flags & ATTACK_OVER || !holds(b, d, a->hex, !b->unit[a->unit].side)) return false;
	int dir = dir_to(b, d->at[a->unit], a->hex);
	if (dir == NO_DIR || !(attack_dirs(p, d, a->unit) >> dir & 1)) return false;
	return a->flags & ATTACK_TOGETHER || !is_out(d, a->unit);
}

/* A coordinated attack that has lost the HQ's unit, or all but one, is fought one by one. */
static void keep_together(const struct play *p, struct state *d)
{
	const struct vv_book *b = vv_book(p);
	int led = vv_led_unit(b, d, b->formation[load_now(&d->g)->act.formation].hq);
	for (int i = 0; i < d->attacks; i++) {
		int hex = d->attack[i].hex, n = 0;
		bool with_hq = false;
		if (!(d->attack[i].flags & ATTACK_TOGETHER)) continue;
		for (int k = 0; k < d->attacks; k++)
			if (d->attack[k].hex == hex && still_on(p, d, &d->attack[k]))
				n++, with_hq |= d->attack[k].unit == led;
		if (with_hq && n > 1) continue;
		for (int k = 0; k < d->attacks; k++)
			if (d->attack[k].hex == hex) d->attack[k].flags &= (uint8_t)~ATTACK_TOGETHER;
	}
}

/* Drops the attacks that have lapsed; is there one left? */
bool vv_next_assault(const struct play *p, struct state *d)
{
	bool left = false;
	keep_together(p, d);
	for (int i = 0; i < d->attacks; i++) {
		if (!still_on(p, d, &d->attack[i])) d->attack[i].flags |= ATTACK_OVER;
		left |= !(d->attack[i].flags & ATTACK_OVER);
	}
	return left;
}

static int assault_piece(const struct vv_book *b, const struct state *d, const struct vv_attack *a)
{
	return a->flags & ATTACK_TOGETHER ? b->formation[load_now(&d->g)->act.formation].hq : a->unit;
}

bool vv_may_assault(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	for (int i = 0; i < d->attacks; i++)
		if (!(d->attack[i].flags & ATTACK_OVER) && assault_piece(vv_book(p), d, &d->attack[i]) == o->unit &&
			d->attack[i].hex == o->a)
			return true;
	return refuse(r, "11.1b", "no such combat is announced");
}

void vv_list_assaults(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for (int i = 0; i < d->attacks; i++) {
		const struct vv_attack *a = &d->attack[i];
		bool first = true;
		for (int k = 0; k < i && a->flags & ATTACK_TOGETHER; k++)
			first &= d->attack[k].hex != a->hex || d->attack[k].flags & ATTACK_OVER;
		if (!(a->flags & ATTACK_OVER) && first)
			offer_at(o, V_ASSAULT, assault_piece(vv_book(p), d, a), a->hex);
	}
}

/* Begins the combat: its attackers are all who attack together, or the one. */
void vv_do_assault(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct vv_book *b = vv_book(p);
	struct vv_combat *c = &d->combat;
	memset(c, 0, sizeof *c);
	c->hex = (int16_t)o->a, c->leads[0] = c->leads[1] = NO_UNIT, c->defender = NO_UNIT;
	for (int i = 0; i < d->attacks && c->n < VV_ATTACKERS; i++) {
		const struct vv_attack *a = &d->attack[i];
		if (a->flags & ATTACK_OVER || a->hex != o->a || assault_piece(b, d, a) != o->unit) continue;
		c->attacker[c->n] = a->unit, c->points[c->n++] = a->points;
	}
	if (is_leader(b, o->unit)) c->flags |= FIGHT_TOGETHER;
	emit(p, .kind = E_COMBAT, .side = (int8_t)side, .who = o->unit, .where = d->at[o->unit], .to = o->a,
		.n = c->n, .rule = "11e");
	agenda_push(&d->g, (struct step){.kind = STEP_COMBAT, .side = (uint8_t)side});
}

/* An attack is only announced, and fought when all are: for the odds it is fought at once and with all its
   value, by those who attack the same hex, together if the HQ is with them. Who is out of command attacks
   only so (9.2e). */
bool vv_foretell(const struct play *p, struct game *clone, int side, const struct order *o,
	struct order *then)
{
	const struct vv_book *b = vv_book(p);
	struct state *d = vv_of(clone);
	int n = 0;
	if (o->verb != V_ATTACK) return false;
	vv_do_attack(p, d, side, o);
	for (int i = 0; i < d->attacks; i++)
		if (d->attack[i].hex == o->a)
			d->attack[n++] = (struct vv_attack){.unit = d->attack[i].unit,
				.hex = d->attack[i].hex,
				.points = (uint8_t)b->unit[d->attack[i].unit].combat,
				.flags = ATTACK_SHARED};
	d->attacks = (uint8_t)n;
	bool together = n > 1 && announced(d, vv_led_unit(b, d, b->formation[agenda_see(clone)->other].hq), o->a);
	if (!together && must_coordinate(d, o->a)) return false;
	settle(d, o->a, together ? ATTACK_SETTLED | ATTACK_TOGETHER : ATTACK_SETTLED);
	agenda_top(clone)->stage = ACT_ASSAULT;
	clone->waiting = 0;
	ask(clone, side, Q_ASSAULT);
	*then = (struct order){V_ASSAULT, (int16_t)(together ? assault_piece(b, d, &d->attack[0]) : o->unit),
		o->a, 0, 0};
	return true;
}
