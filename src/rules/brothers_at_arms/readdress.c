/* Readdressing lines: when darkness ends the fighting both sides draw back to a safe distance, and each
   control counter may try to shift a division behind its lines or send it round the enemy. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

#define WITHDRAWALS_MOST 600

/* --- withdrawing to a safe distance --------------------------------------------------------------------- */

static int nearest(const struct baa_book *b, const struct state *d, const uint64_t mask[MASK],
	const uint64_t without[MASK], int hex)
{
	int best = 255;
	for EACH (i, mask)
		if (!(without && mask_has(without, i)) && hex_distance(b, hex, d->counter[i].at) < best)
			best = hex_distance(b, hex, d->counter[i].at);
	return best;
}

/* Distance to the nearest opposing counter, commanders included (readdress.2). */
static int to_enemy(const struct baa_book *b, const struct state *d, int side, int hex)
{
	int units = nearest(b, d, d->units[!side], NULL, hex),
		chiefs = nearest(b, d, d->chiefs[!side], NULL, hex);
	return units < chiefs ? units : chiefs;
}

/* readdress.3: a unit that defends a settlement, woods, an obstacle or works. A commander defends nothing. */
static bool defends(const struct baa_book *b, const struct state *d, int piece)
{
	int hex = d->counter[piece].at;
	if (!is_unit(b, piece)) return false;
	if (b->hex_cover[hex]) return true;
	for (int dir = 0; dir < 6; dir++)
		if (side_at(b, hex, dir)->cover && !(d->breach[hex] >> dir & 1)) return true;
	return false;
}

/* readdress.2: whoever has the enemy within three clear hexes must go; readdress.3: a defender may. */
enum duty baa_withdraw_duty_of(const struct baa_book *b, const struct state *d, int piece)
{
	if (to_enemy(b, d, b->piece[piece].side, d->counter[piece].at) > b->n.clear_hexes) return DUTY_NONE;
	return defends(b, d, piece) ? DUTY_MAY : DUTY_MUST;
}

#define NO_WAY 255
struct ways {
	uint8_t enemy[BAA_HEXES], left[BAA_HEXES];
}; /* hexes to the nearest enemy; steps that are left to a safe distance */

static bool room_for(const struct baa_book *b, const struct state *d, int piece, int hex)
{
	if (!baa_may_stand(b, d, piece, hex) || baa_board_enemy_in(b, d, b->piece[piece].side, hex)) return false;
	return !is_unit(b, piece) || baa_board_units(d, hex) < 2;
}

/* The shortest ways of this piece to any hex at a safe distance, along the edge of the board too. */
static void find_ways(const struct baa_book *b, const struct state *d, int piece, struct ways *w)
{
	int16_t queue[BAA_HEXES], *end = queue;
	int at = d->counter[piece].at;
	memset(w->left, NO_WAY, sizeof w->left);
	for (int h = 0; h < b->hexes; h++) {
		w->enemy[h] = (uint8_t)to_enemy(b, d, b->piece[piece].side, h);
		if (w->enemy[h] > b->n.clear_hexes && room_for(b, d, piece, h)) w->left[h] = 0, *end++ = (int16_t)h;
	}
	for (const int16_t *from = queue; from < end; from++)
		for (int dir = 0; dir < 6; dir++) {
			const struct hexside *s = side_at(b, *from, dir);
			if (!is_hex(s->next) || s->flags & SIDE_IS_CLOSED || w->left[s->next] != NO_WAY) continue;
			if (s->next != at && !room_for(b, d, piece, s->next)) continue;
			w->left[s->next] = (uint8_t)(w->left[*from] + 1);
			*end++ = s->next;
		}
}

/* One hex, on a shortest way to a safe distance; if there is none, to where the enemy is farther off. */
static bool may_draw_back(const struct play *p, const struct state *d, int piece, int dir,
	const struct ways *w, struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	int at = d->counter[piece].at;
	const struct hexside *s = side_at(b, at, dir);
	if (!is_hex(s->next)) return refuse(r, "move.8", "the board ends there");
	if (s->flags & SIDE_IS_CLOSED || !baa_may_stand(b, d, piece, s->next))
		return refuse(r, "move.8", "%s is impassable", p->m->map->number[s->next]);
	if (!room_for(b, d, piece, s->next))
		return refuse(r, "stack.1", "enemies, or two units already, stand in %s", p->m->map->number[s->next]);
	if (w->left[at] == NO_WAY)
		return w->enemy[s->next] > w->enemy[at] ||
		       refuse(r, "readdress.2", "%s is no farther from the enemy", p->m->map->number[s->next]);
	return w->left[s->next] < w->left[at] ||
	       refuse(r, "readdress.2", "%s is not on the shortest way to a safe distance",
			   p->m->map->number[s->next]);
}

static int next_piece(const struct state *d, int side, int after)
{
	uint64_t all[MASK];
	for (int i = 0; i < MASK; i++) all[i] = d->units[side][i] | d->chiefs[side][i];
	return mask_next(all, after);
}

/* The weightiest duty of a side's pieces that can do it; DUTY_NONE once a night's withdrawals are too many to
   be in earnest. */
enum duty baa_withdraw_duty(const struct play *p, const struct state *d, int side)
{
	enum duty most = DUTY_NONE;
	if (d->g.agenda[0].b >= WITHDRAWALS_MOST)
		return DUTY_NONE; /* no mutants: a safeguard against players who never come to an end */
	for (int i = next_piece(d, side, -1); i >= 0 && most != DUTY_MUST; i = next_piece(d, side, i)) {
		enum duty duty = baa_withdraw_duty_of(baa_book(p), d, i);
		struct ways w;
		if (duty <= most) continue;
		find_ways(baa_book(p), d, i, &w);
		for (int dir = 0; dir < 6; dir++)
			if (may_draw_back(p, d, i, dir, &w, NULL)) most = duty;
	}
	return most;
}

void baa_list_withdrawals(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct baa_book *b = baa_book(p);
	for (int i = next_piece(d, side, -1); i >= 0; i = next_piece(d, side, i)) {
		struct ways w;
		if (baa_withdraw_duty_of(b, d, i) == DUTY_NONE) continue;
		find_ways(b, d, i, &w);
		for (int dir = 0; dir < 6; dir++)
			if (may_draw_back(p, d, i, dir, &w, NULL))
				list_order(o, V_WITHDRAW, i, side_at(b, d->counter[i].at, dir)->next);
	}
	if (baa_withdraw_duty(p, d, side) != DUTY_MUST) list_word(o, V_DONE);
}

bool baa_may_stay(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	return baa_withdraw_duty(p, d, side) != DUTY_MUST ||
	       refuse(r, "readdress.2", "some of your counters are too near the enemy to stay");
}

bool baa_may_withdraw(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	struct ways w;
	if (b->piece[o->unit].side != side || !on_board(d, o->unit))
		return refuse(r, "readdress.2", "%s is not yours on the board", p->m->piece[o->unit].name);
	if (baa_withdraw_duty_of(b, d, o->unit) == DUTY_NONE)
		return refuse(r, "readdress.2", "%s is far enough from the enemy", p->m->piece[o->unit].name);
	int dir = is_hex(o->a) ? baa_board_direction(b, d->counter[o->unit].at, o->a) : -1;
	if (dir < 0) return refuse(r, "readdress.4", "one hex at a time");
	find_ways(b, d, o->unit, &w);
	return may_draw_back(p, d, o->unit, dir, &w, r);
}

/* readdress.4: then it is the other side's turn. A side that is done has said who stays. */
static void other_side_draws_back(struct step *s) { s->side = !s->side, load_of(s)->bound.drawn_back++; }

void baa_do_stay(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	load_of(s)->bound.stay |= 1u << side;
	other_side_draws_back(s);
}

void baa_do_withdraw(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct baa_book *b = baa_book(p);
	int from = d->counter[o->unit].at;
	other_side_draws_back(agenda_top(&d->g));
	baa_board_lift(b, d, o->unit, FATE_HERE);
	baa_board_put(b, d, o->unit, o->a);
	emit(p, .kind = E_WITHDREW, .side = (int8_t)side, .who = o->unit, .where = from, .to = o->a,
		.rule = "readdress.4");
}

/* --- reposition and tactical march ---------------------------------------------------------------------- */

/* Who moves: the division of a command counter; where an army has none, up to four brigades in the control
   counter's range. */
static void division_mask(const struct baa_book *b, const struct state *d, int control, int command,
	uint64_t mask[MASK])
{
	int side = b->piece[control].side, n = 0;
	memset(mask, 0, sizeof(uint64_t) * MASK);
	if (command != control) mask_add(mask, command);
	for EACH (u, d->units[side]) {
		bool direct =
			b->piece[u].identity == IDENTITY_DIRECT && baa_in_range_of(b, d, control, u) && n < b->n.group;
		if (command != control ? b->piece[u].boss == command : direct) mask_add(mask, u), n++;
	}
}

/* AMB-42: one attempt a control counter. Asks the next one; false when all have had theirs. */
bool baa_night_attempt(const struct play *p, struct state *d, struct step *s)
{
	const struct baa_book *b = baa_book(p);
	for (int turn = 0; turn < SIDES; turn++) {
		int side = turn ? !b->first : b->first;
		for EACH (k, b->kind_mask[KIND_CONTROL][side])
			if (on_board(d, k) && !(d->counter[k].deeds & HAS_TRIED)) {
				s->unit = (int16_t)k;
				ask(&d->g, side, Q_NIGHT);
				return true;
			}
	}
	s->unit = NO_UNIT;
	return false;
}

bool baa_may_reposition(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	int control = agenda_see(&d->g)->unit;
	if (o->unit != control) return refuse(r, "readdress.5", "%s decides now", p->m->piece[control].name);
	if (o->a == control)
		return !mask_any(b->kind_mask[KIND_COMMAND][side]) ||
		       refuse(r, "readdress.5", "%s moves with one of its command counters",
				   p->m->piece[control].name);
	return (b->piece[o->a].kind == KIND_COMMAND && on_board(d, o->a) &&
			   mask_has(b->piece[o->a].controls, control)) ||
	       refuse(r, "readdress.5", "%s does not command %s", p->m->piece[control].name,
			   p->m->piece[o->a].name);
}

bool baa_may_march(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	uint64_t mask[MASK];
	if (!baa_may_reposition(p, d, side, o, r)) return false;
	division_mask(baa_book(p), d, o->unit, o->a, mask);
	return mask_any(mask) || refuse(r, "readdress.6", "nobody would march");
}

void baa_list_night(const struct play *p, const struct state *d, int side, struct orders *o)
{
	int control = agenda_see(&d->g)->unit;
	list_word(o, V_DONE);
	for EACH (k, d->chiefs[side])
		for (int way = 0; way < 3; way++) {
			struct order one = {.verb = way ? V_MARCH : V_REPOSITION,
				.unit = (int16_t)control,
				.a = k,
				.b = way == 2};
			if ((way ? baa_may_march : baa_may_reposition)(p, d, side, &one, NULL)) list_all(o, &one);
		}
}

/* readdress.6: off the board; it comes back as a reserve of the next day. */
static void march_off(const struct play *p, struct state *d, const uint64_t mask[MASK], bool rear)
{
	const struct baa_book *b = baa_book(p);
	for EACH (i, mask) {
		baa_board_lift(b, d, i, FATE_MARCHING);
		if (rear) d->counter[i].deeds |= BY_REAR;
		else d->counter[i].deeds &= (uint16_t)~BY_REAR;
		emit(p, .kind = E_MARCHED, .side = (int8_t)b->piece[i].side, .who = (int16_t)i, .n = rear,
			.rule = "readdress.6");
	}
}

void baa_do_sleep(const struct play *p, struct state *d, int side, const struct order *o)
{
	d->counter[agenda_see(&d->g)->unit].deeds |= HAS_TRIED;
}

/* The commander tries it; false: the order is lost. */
static bool night_order(const struct play *p, struct state *d, int side, const struct order *o, int roll,
	const char *rule, const char *why)
{
	d->counter[o->unit].deeds |= HAS_TRIED;
	if (baa_command_roll(p, d, side, o->unit, o->a, false, roll, rule, why)) return true;
	emit(p, .kind = E_FAILED, .side = (int8_t)side, .who = o->unit, .rule = rule);
	settled(&d->g); /* no mutants: where undo and odds stop, which no case sees */
	return false;
}

void baa_do_march(const struct play *p, struct state *d, int side, const struct order *o)
{
	uint64_t mask[MASK] = {0};
	division_mask(baa_book(p), d, o->unit, o->a, mask);
	if (!night_order(p, d, side, o, baa_book(p)->n.march_roll, "readdress.6", "tactical march")) return;
	march_off(p, d, mask, o->b);
	settled(&d->g); /* no mutants: where undo and odds stop, which no case sees */
}

void baa_do_reposition(const struct play *p, struct state *d, int side, const struct order *o)
{
	uint64_t mask[MASK] = {0};
	division_mask(baa_book(p), d, o->unit, o->a, mask);
	if (!night_order(p, d, side, o, 0, "readdress.5", "reposition")) return;
	emit(p, .kind = E_REPOSITIONED, .side = (int8_t)side, .who = o->unit, .whom = (int16_t)o->a,
		.rule = "readdress.5");
	mask_add(mask, o->unit);
	memcpy(d->todo, mask, sizeof d->todo);
	agenda_push(&d->g,
		(struct step){.kind = STEP_PLACE, .side = (uint8_t)side, .unit = NO_UNIT, .other = NO_UNIT});
}

/* --- putting them down again ---------------------------------------------------------------------------- */

void baa_place_step(const struct play *p, struct state *d)
{
	if (baa_ended(p, d)) return;
	struct step *s = agenda_top(&d->g);
	s->unit = (int16_t)mask_next(d->todo, -1);
	if (s->unit < 0) agenda_done(&d->g);
	else ask(&d->g, s->side, Q_PLACE);
}

/* readdress.5: behind its own lines is where the nearest of the army's other units is nearer than any enemy,
   at a safe distance. */
static bool may_place(const struct play *p, const struct state *d, int piece, int hex, struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	int side = b->piece[piece].side;
	if (hex == d->counter[piece].at) return true;
	if (!is_hex(hex) || !baa_may_stand(b, d, piece, hex) || baa_board_enemy_in(b, d, side, hex))
		return refuse(r, "readdress.5", "%s cannot stand there", p->m->piece[piece].name);
	if (is_unit(b, piece) && baa_board_units(d, hex) >= 2)
		return refuse(r, "stack.1", "two units stand in %s already", p->m->map->number[hex]);
	int enemy = to_enemy(b, d, side, hex), own = nearest(b, d, d->units[side], d->todo, hex);
	if (enemy <= b->n.clear_hexes)
		return refuse(r, "readdress.2", "%s is too near the enemy", p->m->map->number[hex]);
	return own < enemy || own == 255 ||
	       refuse(r, "readdress.5", "%s is not behind your lines", p->m->map->number[hex]);
}

void baa_list_places(const struct play *p, const struct state *d, int side, struct orders *o)
{
	int piece = agenda_see(&d->g)->unit;
	for (int h = 0; h < baa_book(p)->hexes; h++)
		if (may_place(p, d, piece, h, NULL)) list_order(o, V_PLACE, piece, h);
}

bool baa_may_place(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	int piece = agenda_see(&d->g)->unit;
	if (o->unit != piece) return refuse(r, "readdress.5", "%s is placed now", p->m->piece[piece].name);
	return may_place(p, d, piece, o->a, r);
}

void baa_do_place(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct baa_book *b = baa_book(p);
	int from = d->counter[o->unit].at;
	mask_drop(d->todo, o->unit);
	if (from == o->a) return;
	baa_board_lift(b, d, o->unit, FATE_HERE);
	baa_board_put(b, d, o->unit, o->a);
	emit(p, .kind = E_MOVED, .side = (int8_t)side, .who = o->unit, .where = from, .to = o->a,
		.rule = "readdress.5");
}
