/* For cases and tests: are all invariants true, how does a phase begin out of nothing, what follows from
   fields that were set. Everything derived is derived again here, from scratch. */
#include <stdlib.h>

#include "rules/vae_victis/vae_victis.h"

/* --- invariants ----------------------------------------------------------------------------------------- */

static void check_pieces(const struct play *p, const struct state *d, struct text *wrong)
{
	const struct vv_book *b = vv_book(p);
	uint8_t losses[VV_FORMATIONS] = {0};
	for (int i = 0; i < b->pieces; i++) {
		if (d->at[i] < BOX_OFF || d->at[i] >= b->map->count)
			text_addf(wrong, "%s is nowhere: %d; ", name_of_piece(p, i), d->at[i]);
		if (is_leader(b, i)) continue;
		losses[b->unit[i].formation] = (uint8_t)(losses[b->unit[i].formation] + d->lost[i]);
		if (d->lost[i] > b->unit[i].steps)
			text_addf(wrong, "%s lost more steps than it has; ", name_of_piece(p, i));
		if (d->lost[i] == b->unit[i].steps && d->at[i] != PLACE_NONE)
			text_addf(wrong, "%s is destroyed and still there; ", name_of_piece(p, i));
		if (d->facing[i] > 5) text_addf(wrong, "%s faces nowhere; ", name_of_piece(p, i));
		if (d->at[i] >= 0 && b->ground[d->at[i]] & GROUND_CLOSED && !b->open[d->at[i]])
			text_addf(wrong, "%s stands where nobody can; ", name_of_piece(p, i));
	}
	for (int f = 0; f < b->formations; f++)
		if (losses[f] != d->losses[f])
			text_addf(wrong, "%s lost %d steps, counted %d; ", b->formation[f].name, losses[f], d->losses[f]);
}

static void check_spots(const struct play *p, const struct state *d, struct text *wrong)
{
	const struct vv_book *b = vv_book(p);
	size_t room = p->m->state_bytes;
	struct state *again = malloc(room);
	if (!again) abort();
	memcpy(again, d, room);
	struct play quiet = {p->m, NULL, NULL};
	vv_settle(&quiet, &again->g);
	for (int h = 0; h < b->map->count; h++) {
		const struct vv_spot *x = &d->spot[h], *y = &again->spot[h];
		if (x->led != y->led || x->zoc != y->zoc || !x->on != !y->on)
			text_addf(wrong, "hex %s is kept wrongly (%d %d, %d %d, %d %d); ", b->map->number[h], x->on,
				y->on, x->led, y->led, x->zoc, y->zoc);
	}
	for (int u = 0; u < b->pieces; u++)
		if (again->at[u] != d->at[u])
			text_addf(wrong, "%s stands against the rules of stacking in %s; ", name_of_piece(p, u),
				number_of(b, d->at[u]));
	free(again);
}

/* While a unit passes through a full hex the limit may be exceeded (3d). */
static bool is_passing(const struct state *d)
{
	for (int i = 0; i < d->g.depth; i++)
		if (d->g.agenda[i].kind == STEP_MARCH || d->g.agenda[i].kind == STEP_RETREAT ||
			d->g.agenda[i].kind == STEP_RETIRE)
			return true;
	return false;
}

static void check_sides(const struct play *p, const struct state *d, struct text *wrong)
{
	const struct vv_book *b = vv_book(p);
	for (int h = 0; h < b->map->count; h++) {
		int n = 0, first = first_on(d, h);
		for (int u = first; u >= 0 && n < 9; u = next_on(d, u), n++) {
			if (d->at[u] != h)
				text_addf(wrong, "%s is chained in %s; ", name_of_piece(p, u), b->map->number[h]);
			if (b->unit[u].side != b->unit[first].side)
				text_addf(wrong, "both sides stand in %s; ", b->map->number[h]);
		}
		if (n > 3) text_addf(wrong, "%d units stand in %s; ", n, b->map->number[h]);
	}
	for (int l = b->units; l < b->pieces; l++)
		if (d->at[l] >= 0 && holds(b, d, d->at[l], !leader_of(b, l)->side))
			text_addf(wrong, "%s stands among the enemy; ", name_of_piece(p, l));
}

void vv_sound(const struct play *p, const struct game *g, struct text *wrong)
{
	const struct state *d = vv_see(g);
	check_pieces(p, d, wrong);
	check_sides(p, d, wrong);
	if (!wrong->n && !is_passing(d)) check_spots(p, d, wrong);
	if (d->attacks > VV_ATTACKS || d->combat.n > VV_ATTACKERS || d->combat.guns > VV_GUNS)
		text_add(wrong, "too many attacks; ");
	if (!g->over && g->depth && g->agenda[0].kind != STEP_TURN)
		text_add(wrong, "the turn is not at the bottom; ");
}

/* --- staging -------------------------------------------------------------------------------------------- */

/* The formation named by `acting`, or else the first of the side that is available. */
static int staged_formation(const struct vv_book *b, const struct state *d, int side)
{
	for (int i = b->formation_from[side]; i < b->formation_from[side + 1]; i++)
		if (d->acting == b->formation[i].rep) return i;
	for (int i = b->formation_from[side]; i < b->formation_from[side + 1]; i++)
		if (vv_available(b, d, i)) return i;
	return -1;
}

/* Leaves one marker in the cup, if possible the enemy's, so that what follows the staged activation needs no
   dice. */
static void stage_cup(const struct vv_book *b, struct state *d, int acting)
{
	int side = b->formation[acting].side;
	for (int i = 0; i < b->formations; i++) d->mark[b->formation[i].rep] &= (uint8_t)~MARK_CUP;
	for (int pass = 0; pass < SIDES; pass++, side = !side)
		for (int i = b->formation_from[!side]; i < b->formation_from[!side + 1]; i++)
			if (i != acting && vv_available(b, d, i)) {
				d->mark[b->formation[i].rep] |= MARK_CUP;
				return;
			}
}

static bool stage_activation(const struct play *p, struct state *d, int side, int phase)
{
	static const uint8_t stage[PHASES] = {[PHASE_ACTIVATION] = ACT_BEGIN,
		[PHASE_BARRAGE] = ACT_BARRAGE,
		[PHASE_MOVEMENT] = ACT_MOVE,
		[PHASE_COMBAT] = ACT_MOVED};
	const struct vv_book *b = vv_book(p);
	int f = staged_formation(b, d, side);
	if (f < 0) return false;
	agenda_push(&d->g, (struct step){.kind = STEP_TURN, .stage = TURN_CUP});
	stage_cup(b, d, f);
	vv_clear_activation(b, d, f);
	if (phase != PHASE_ACTIVATION) vv_find_commanded(p, d, f);
	struct step *act =
		push_load(&d->g, STEP_ACT, side, act, .marker = b->formation[f].rep, .formation = (int16_t)f);
	act->stage = stage[phase];
	return true;
}

bool vv_stage(const struct play *p, struct game *g, int side, int phase)
{
	static const uint8_t stage[PHASES] = {[PHASE_WEATHER] = TURN_WEATHER,
		[PHASE_COMMAND] = TURN_CHIEFS,
		[PHASE_INITIATIVE] = TURN_INITIATIVE,
		[PHASE_RALLY] = TURN_RALLY};
	struct state *d = vv_of(g);
	g->depth = g->deferred = g->waiting = 0;
	memset(g->agenda, 0, sizeof g->agenda);
	memset(g->later, 0, sizeof g->later);
	memset(g->later_at, 0, sizeof g->later_at);
	vv_forget(d);
	if (phase >= PHASE_ACTIVATION && phase <= PHASE_COMBAT) return stage_activation(p, d, side, phase);
	d->acting = NO_UNIT;
	agenda_push(g, (struct step){.kind = STEP_TURN, .stage = stage[phase]});
	return true;
}

/* --- settling ------------------------------------------------------------------------------------------- */

static void settle_unit(const struct vv_book *b, struct state *d, int u, int at)
{
	if (d->facing[u] > 5) d->facing[u] = 0;
	if (d->lost[u] >= b->unit[u].steps) d->lost[u] = b->unit[u].steps, at = PLACE_NONE;
	d->losses[b->unit[u].formation] = (uint8_t)(d->losses[b->unit[u].formation] + d->lost[u]);
	if (at >= 0 && ((b->ground[at] & GROUND_CLOSED && !b->open[at]) || holds(b, d, at, !b->unit[u].side) ||
					   !vv_may_stack(b, d, u, at)))
		at = vv_nearest_legal(b, d, u, at);
	vv_put(b, d, u, at);
}

void vv_settle(const struct play *p, struct game *g)
{
	const struct vv_book *b = vv_book(p);
	struct state *d = vv_of(g);
	int16_t at[VV_PIECES];
	memcpy(at, d->at, sizeof at);
	memset(d->losses, 0, sizeof d->losses);
	memset(d->under, 0, sizeof d->under);
	for (int h = 0; h < b->map->count; h++) d->spot[h].on = d->spot[h].led = d->spot[h].zoc = 0;
	for (int i = 0; i < b->pieces; i++) d->at[i] = PLACE_NONE;
	for (int u = 0; u < b->units; u++) settle_unit(b, d, u, at[u]);
	for (int l = b->units; l < b->pieces; l++) vv_put(b, d, l, at[l]);
}

/* --- what could be done to us --------------------------------------------------------------------------- */

/* The attacker's barrages and assaults on that hex, from the first of its formations that has any. */
void vv_threats(const struct play *p, struct game *clone, int attacker, int place, struct orders *o)
{
	const struct vv_book *b = vv_book(p);
	struct state *d = vv_of(clone);
	if (place < 0 || place >= b->map->count || !holds(b, d, place, !attacker)) return;
	for (int i = b->formation_from[attacker]; i < b->formation_from[attacker + 1]; i++) {
		d->acting = b->formation[i].rep;
		if (!vv_available(b, d, i) || !vv_stage(p, clone, attacker, PHASE_COMBAT)) continue;
		while (!clone->waiting && !clone->over) play_step(p, clone);
		if (!(clone->waiting >> attacker & 1) || clone->question[attacker] != Q_ATTACK) continue;
		int before = o->n, kept = before;
		vv_list_attacks(p, d, attacker, o);
		for (int k = before; k < o->n; k++)
			if (o->list[k].verb == V_ATTACK && o->list[k].a == place) o->list[kept++] = o->list[k];
		o->n = kept;
		if (kept > before) return;
	}
}
