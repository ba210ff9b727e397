/* Who attacks whom (7.0). A combat is opened by one unit against one hex; others join, other hexes are added,
   and then it is fought. Infantry opens an attack, cavalry a charge (7.13a): only cavalry joins a charge. */
#include "rules/from_divisions/from_divisions.h"

static bool is_in(const struct fd_combat *c, int unit)
{
	for (int i = 0; i < c->n; i++)
		if (c->attacker[i] == unit) return true;
	return false;
}

static bool is_target(const struct fd_combat *c, int hex)
{
	for (int i = 0; i < c->targets; i++)
		if (c->hex[i] == hex) return true;
	return false;
}

/* 4.1e, 6.9a, 6.9b, A13, 9.0c, 11.1b, 15.0a */
static bool is_ready(const struct play *p, const struct state *d, int u, struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	const char *name = name_of_piece(p, u);
	if (is_leader(b, u) || d->at[u] < 0 || !acts_now(b, d, u))
		return refuse(r, "2.3c", "%s is not active", name);
	if (b->unit[u].type == BATTERY) return refuse(r, "16.5l", "a grand battery bombards");
	if (d->did[u] & DID_ATTACK) return refuse(r, "7.0k", "%s has attacked already", name);
	if (d->did[u] & (DID_STATIONARY | DID_REST))
		return refuse(r, "4.1e", "%s has taken another kind of action", name);
	if (is_shaken(d, u)) return refuse(r, "9.0c", "%s is in no state to attack", name);
	if (fd_level(p, d, u) == SPENT) return refuse(r, "11.1b", "%s is Spent", name);
	if (d->did[u] & FAILED_CHECK) return refuse(r, "6.2k", "%s has failed its check", name);
	bool deployed = !(d->did[u] & DID_MOVE);
	if (d->flags[u] & IS_OUT && !(deployed && d->did[u] & BEGAN_ADJACENT))
		return refuse(r, "15.0a", "%s is out of command", name);
	return deployed || d->did[u] & MAY_ATTACK ||
	       refuse(r, "6.9a", "%s has not the points left to attack", name);
}

/* 7.0a, 7.0d, 7.7.1: through a front hexside of one of its hexes, not over open river. */
static bool fronts(const struct fd_book *b, const struct state *d, int u, int hex)
{
	int own[2] = {d->at[u], also_at(d, u)};
	for (int i = 0; i < 2; i++) {
		int dir = own[i] < 0 ? -1 : hexmap_direction(b->map, own[i], hex);
		uint8_t edge = dir < 0 ? 0 : b->edge[own[i] * 6 + dir];
		if (dir >= 0 && fd_front(b, d, u, own[i]) >> dir & 1 && !(edge & SIDE_RIVER && !(edge & SIDE_BRIDGE)))
			return true;
	}
	return false;
}

bool fd_would_attack(const struct play *p, const struct state *d, int unit, int hex)
{
	return is_ready(p, d, unit, NULL) && fronts(fd_book(p), d, unit, hex);
}

/* 7.0k, A17, 16.3b: the mark that an attack leaves on those it strikes. By mail every formation leaves its
   own. 16.6f: each hex of a line is a unit. */
static struct fd_hit mark_of(const struct play *p, int node, int attacker, bool charge)
{
	unsigned formation = on(p, O_MAIL) ? fd_book(p)->unit[attacker].formation : 0u;
	return (struct fd_hit){.by = (formation + 1) & 63u, .charge = charge, .second = node >= FD_UNITS};
}

void fd_mark_hit(const struct play *p, struct state *d, int node, int attacker, bool charge)
{
	for (int i = 0; i < FD_HITS; i++)
		if (!d->hit[unit_at(node)][i].by) {
			d->hit[unit_at(node)][i] = mark_of(p, node, attacker, charge);
			return;
		}
}

static bool was_attacked(const struct play *p, const struct state *d, int attacker, int hex, bool charge)
{
	for each_node(n, d, hex) {
		struct fd_hit mark = mark_of(p, n, attacker, charge);
		const struct fd_hit *hit = d->hit[unit_at(n)];
		bool line = is_extended(d, unit_at(n));
		for (int i = 0; i < FD_HITS; i++)
			if (hit[i].by == mark.by && hit[i].charge == mark.charge &&
				(!line || hit[i].second == mark.second))
				return true;
		if (hit[FD_HITS - 1].by) return true;
	}
	return false;
}

/* 7.0f, 16.6f: was anybody there attacked in this activation, by another stack than that in `but`? */
static bool was_struck(const struct state *d, int hex, int but)
{
	for each_node(n, d, hex) {
		struct fd_struck s = d->struck[unit_at(n)];
		bool here = !is_extended(d, unit_at(n)) ? s.from : n < FD_UNITS ? s.first : s.second;
		if (here && s.from != but + 1) return true;
	}
	return false;
}

static bool has_foot(const struct fd_book *b, const struct state *d, int hex)
{
	for each_node(n, d, hex)
		if (b->unit[unit_at(n)].kind == FOOT) return true;
	return false;
}

static bool may_hit(const struct play *p, const struct state *d, int u, int hex, bool charge,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	if (hex < 0 || !holds(b, d, hex, !b->unit[u].side))
		return refuse(r, "7.0a", "there is no enemy in that hex");
	if (!fronts(b, d, u, hex))
		return refuse(r, "7.0d", "%s does not face %s", name_of_piece(p, u), number_of(b, hex));
	if (was_attacked(p, d, u, hex, charge))
		return refuse(r, "7.0k", "%s has been %s already", number_of(b, hex),
			charge ? "charged" : "attacked");
	if (!charge) return true;
	if (fd_level(p, d, u) >= TIRED)
		return refuse(r, "7.13g", "%s is too tired to charge", name_of_piece(p, u));
	return fd_rides_into(b, d, u, hex) ||
	       refuse(r, "7.13a", "cavalry cannot charge into %s", number_of(b, hex));
}

/* Somebody of another stack has chosen that hex, now or earlier in this activation. Its own stack does not
   count. */
static bool is_taken(const struct state *d, int u, int hex)
{
	const struct fd_combat *c = &d->combat;
	if (was_struck(d, hex, d->at[u])) return true;
	for (int i = 0; is_target(c, hex) && i < c->n; i++)
		if (d->at[c->attacker[i]] != d->at[u]) return true;
	return false;
}

/* An enemy beside the unit who is not attacked in this activation, though he might be: not over open river,
   not if the phase has had its attack on him. */
static bool is_left_alone(const struct play *p, const struct state *d, int u, int from, int dir)
{
	const struct fd_book *b = fd_book(p);
	int other = hex_next(b->map, from, dir);
	uint8_t edge = b->edge[from * 6 + dir];
	if (other == HEX_NONE || !holds(b, d, other, !b->unit[u].side) ||
		(edge & SIDE_RIVER && !(edge & SIDE_BRIDGE)))
		return false;
	return !is_target(&d->combat, other) && !was_struck(d, other, HEX_NONE) &&
	       !was_attacked(p, d, u, other, b->unit[u].kind == HORSE);
}

/* 7.0f, A15; 7.0g: who else stands beside the stack, before it or behind it, forbids the attack. */
static bool stack_is_free(const struct play *p, const struct state *d, int u, int hex, struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	bool taken = is_taken(d, u, hex), horse_only = !has_foot(b, d, hex), foot = has_foot(b, d, d->at[u]);
	int own[2] = {d->at[u], also_at(d, u)};
	for (int i = 0; i < 12 && (taken || (horse_only && foot)); i++) {
		int other = own[i / 6] < 0 ? HEX_NONE : hex_next(b->map, own[i / 6], i % 6);
		if (other == HEX_NONE || other == hex || !is_left_alone(p, d, u, own[i / 6], i % 6)) continue;
		if (taken) return refuse(r, "7.0f", "the enemy in %s is not attacked yet", number_of(b, other));
		if (has_foot(b, d, other) && fronts(b, d, u, other))
			return refuse(r, "7.0g", "it must attack the infantry in %s", number_of(b, other));
	}
	return true;
}

bool fd_may_attack(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	if (!is_ready(p, d, o->unit, r) || !may_hit(p, d, o->unit, o->a, b->unit[o->unit].kind == HORSE, r))
		return false;
	return stack_is_free(p, d, o->unit, o->a, r);
}

/* 6.2k, 15.0a: a check before the attack where the rules want one. */
static bool dares(const struct play *p, struct state *d, int u)
{
	bool wanted = d->did[u] & NEW_ZONE || d->flags[u] & IS_OUT;
	if (!wanted || d->did[u] & PASSED_CHECK) return true;
	bool passed = fd_check(p, d, u, 0, d->did[u] & NEW_ZONE ? "6.2k" : "15.0a", CHECK_ATTACK);
	d->did[u] |= passed ? PASSED_CHECK : FAILED_CHECK;
	return passed;
}

static void take_in(const struct play *p, struct state *d, int u, int kind, int to)
{
	struct fd_combat *c = &d->combat;
	c->from[c->n] = d->at[u];
	c->attacker[c->n++] = (uint8_t)u;
	emit(p, .kind = (uint16_t)kind, .side = (int8_t)c->side, .who = (int16_t)u, .where = d->at[u], .to = to,
		.rule = kind == E_ATTACKED ? "7.0d" : "7.0h");
}

void fd_do_attack(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct fd_combat *c = &d->combat;
	if (!dares(p, d, o->unit)) return;
	c->side = (uint8_t)side, c->targets = 1, c->hex[0] = (int16_t)o->a;
	c->flags = fd_book(p)->unit[o->unit].kind == HORSE ? FIGHT_CHARGE : FIGHT_FOOT;
	take_in(p, d, o->unit, E_ATTACKED, o->a);
	agenda_push(&d->g, (struct step){.kind = STEP_COMBAT, .side = (uint8_t)side});
}

void fd_list_attacks(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct fd_book *b = fd_book(p);
	for each_active(u, b, d) {
		if (!is_ready(p, d, u, NULL)) continue;
		int own[2] = {d->at[u], also_at(d, u)};
		for (int i = 0; i < 12; i++) {
			struct order try = {.unit = (int16_t)u,
				.a = own[i / 6] < 0 ? HEX_NONE : hex_next(b->map, own[i / 6], i % 6)};
			bool twice = i >= 6 && try.a >= 0 && hexmap_direction(b->map, own[0], try.a) >= 0;
			if (try.a >= 0 && !twice && d->spot[try.a].on && fd_may_attack(p, d, side, &try, NULL))
				offer_at(o, V_ATTACK, u, try.a);
		}
	}
	offer(o, V_DONE, NO_UNIT);
}

/* --- joining -------------------------------------------------------------------------------------------- */

/* 7.0i, A16, 16.3b */
static bool within_limit(const struct play *p, const struct state *d, int u, struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_combat *c = &d->combat;
	int f = b->unit[u].formation, n;
	uint8_t who[FD_ATTACKERS + 1];
	memcpy(who, c->attacker, c->n);
	who[c->n] = (uint8_t)u;
	n = fd_hexes_engaged(b, d, u); /* 16.6f: a line counts as two */
	for (int i = 0; i < c->n; i++)
		n += b->unit[c->attacker[i]].formation == f ? fd_hexes_engaged(b, d, c->attacker[i]) : 0;
	if (on(p, O_MAIL) && b->unit[c->attacker[0]].formation != f)
		return refuse(r, "16.3b", "formations do not attack together");
	return n <= fd_limit(p, d, f, who, c->n + 1) ||
	       refuse(r, "7.0i", "its commander can lead no more units in one attack");
}

/* 7.0h: are all defending hexes connected, with that one? */
static bool are_connected(const struct fd_book *b, const struct fd_combat *c, int more)
{
	int hex[FD_TARGETS + 1], n = 0, seen = 1;
	for (; n < c->targets; n++) hex[n] = c->hex[n];
	if (more != HEX_NONE) hex[n++] = more;
	for (int i = 0; i < seen; i++)
		for (int k = seen; k < n; k++)
			if (hexmap_direction(b->map, hex[i], hex[k]) >= 0) {
				int next = hex[k];
				hex[k] = hex[seen], hex[seen++] = next;
			}
	return seen == n;
}

/* 7.0h, 7.13f */
bool fd_may_join(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_combat *c = &d->combat;
	bool charge = c->flags & FIGHT_CHARGE;
	if (!is_ready(p, d, o->unit, r)) return false;
	if (is_in(c, o->unit) || c->n == FD_ATTACKERS)
		return refuse(r, "7.0h", "%s takes part already", name_of_piece(p, o->unit));
	if (charge && b->unit[o->unit].kind != HORSE) return refuse(r, "7.13a", "only cavalry joins a charge");
	if (!are_connected(b, c, HEX_NONE))
		return refuse(r, "7.0h", "in an attack of several units the defending hexes must be connected");
	for (int i = 0; i < c->targets; i++)
		if (may_hit(p, d, o->unit, c->hex[i], charge, NULL))
			return stack_is_free(p, d, o->unit, c->hex[i], r) && within_limit(p, d, o->unit, r);
	return may_hit(p, d, o->unit, c->hex[0], charge, r);
}

void fd_do_join(const struct play *p, struct state *d, int side, const struct order *o)
{
	if (dares(p, d, o->unit)) take_in(p, d, o->unit, E_JOINED, d->combat.hex[0]);
}

/* 7.0e, 7.0h: one unit takes in what it likes of its front; several only what is connected. */
bool fd_may_add(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_combat *c = &d->combat;
	bool hit = false;
	if (o->a < 0 || is_target(c, o->a) || c->targets == FD_TARGETS)
		return refuse(r, "7.0e", "that hex cannot be added");
	if (c->n > 1 && !are_connected(b, c, o->a))
		return refuse(r, "7.0h", "in an attack of several units the defending hexes must be connected");
	for (int i = 0; i < c->n && !hit; i++)
		hit = may_hit(p, d, c->attacker[i], o->a, c->flags & FIGHT_CHARGE, r) &&
		      stack_is_free(p, d, c->attacker[i], o->a, r);
	return hit;
}

void fd_do_add(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->combat.hex[d->combat.targets++] = (int16_t)o->a;
	emit(p, .kind = E_ATTACKED, .side = (int8_t)side, .who = d->combat.attacker[0], .to = o->a,
		.rule = "7.0e");
}

bool fd_may_fight(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return true;
}

void fd_do_fight(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	s->stage = COMBAT_EVADE;
}

/* Hexes that may be taken in lie before one of the attackers. */
static void list_adds(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct fd_book *b = fd_book(p);
	const struct fd_combat *c = &d->combat;
	int seen[FD_SIDES_OF], n = 0;
	for (int i = 0; i < c->n * 12; i++) {
		int own = i % 12 < 6 ? d->at[c->attacker[i / 12]] : also_at(d, c->attacker[i / 12]);
		struct order try = {.a = own < 0 ? HEX_NONE : hex_next(b->map, own, i % 6)};
		bool twice = try.a == HEX_NONE || !d->spot[try.a].on;
		for (int k = 0; k < n && !twice; k++) twice = seen[k] == try.a;
		if (twice) continue;
		seen[n++] = try.a;
		if (fd_may_add(p, d, side, &try, NULL)) offer_at(o, V_ADD, NO_UNIT, try.a);
	}
}

void fd_list_joins(const struct play *p, const struct state *d, int side, struct orders *o)
{
	for each_active(u, fd_book(p), d) {
		struct order try = {.unit = (int16_t)u};
		if (d->at[u] >= 0 && fd_may_join(p, d, side, &try, NULL)) offer(o, V_JOIN, u);
	}
	list_adds(p, d, side, o);
	offer(o, V_FIGHT, NO_UNIT);
}
