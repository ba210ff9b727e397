/* The sequence of play (4) and the activation of a formation (5). Each stage is moved on before its work is
   done, so that whatever the work pushes finds its way back to the next one. */
#include "rules/vae_victis/vae_victis.h"

/* --- set-up --------------------------------------------------------------------------------------------- */

static void set_up_unit(const struct vv_book *b, struct state *d, int u)
{
	int hex = b->unit[u].arrives ? HEX_NONE : vv_nearest_legal(b, d, u, b->unit[u].at);
	d->facing[u] = (uint8_t)b->unit[u].facing;
	vv_put(b, d, u, hex == HEX_NONE ? BOX_OFF : hex);
}

void vv_begin(const struct play *p, struct game *g)
{
	const struct vv_book *b = vv_book(p);
	struct state *d = vv_of(g);
	for (int h = 0; h < b->map->count; h++) d->spot[h].held = NOBODY;
	for (int i = 0; i < VV_PIECES; i++) d->at[i] = PLACE_NONE;
	for (int u = 0; u < b->units; u++) set_up_unit(b, d, u);
	for (int l = b->units; l < b->pieces; l++)
		vv_put(b, d, l, leader_of(b, l)->arrives ? BOX_OFF : leader_of(b, l)->at);
	for (int i = 0; i < b->cities; i++)
		for (int k = 0; k < b->city[i].n; k++)
			if (!d->spot[b->city[i].hex[k]].on) d->spot[b->city[i].hex[k]].held = b->city[i].held;
	d->acting = NO_UNIT;
	vv_forget(d); /* no mutants: as at the end of an activation */
	g->turn = 1;
	agenda_push(g, (struct step){.kind = STEP_TURN});
}

/* --- the cup (4C) --------------------------------------------------------------------------------------- */

/* 4C-d: a formation has a marker if something of it is on the map or due. */
bool vv_available(const struct vv_book *b, const struct state *d, int formation)
{
	const struct vv_formation *f = &b->formation[formation];
	for (int u = f->first; u < f->last; u++)
		if (is_hex(d->at[u]) ||
			(vv_is_due(b, d, u) && (f->hq == NO_UNIT || d->at[f->hq] != BOX_OFF || vv_is_due(b, d, f->hq))))
			return true;
	return false;
}

/* 4C-c */
static void fill_cup(const struct vv_book *b, struct state *d)
{
	for (int i = 0; i < b->formations; i++) {
		uint8_t *mark = &d->mark[b->formation[i].rep];
		*mark = (uint8_t)(vv_available(b, d, i) ? *mark | MARK_CUP : *mark & ~MARK_CUP);
	}
}

static int initiative_bonus(const struct vv_book *b, const struct state *d, int side)
{
	int best = 0;
	for (int i = 0; i < b->chiefs; i++) {
		const struct vv_leader *l = leader_of(b, b->chief[i]);
		if (l->side == side && is_hex(d->at[b->chief[i]]) && l->initiative > best) best = l->initiative;
	}
	return best;
}

static bool any_marker(const struct vv_book *b, const struct state *d, int side)
{
	for (int i = b->formation_from[side]; i < b->formation_from[side + 1]; i++)
		if (mark_of(b, d, i) & MARK_CUP) return true;
	return false;
}

/* 4C-a, 4C-b */
static void initiative(const struct play *p, struct state *d)
{
	const struct vv_book *b = vv_book(p);
	int sum[SIDES];
	fill_cup(b, d);
	for (int i = 0; i < SIDES; i++) {
		int side = i ? !b->first : b->first;
		sum[side] = roll_die(p, &d->g, side, D6, "4C-a", "initiative");
		vv_shift(p, &sum[side], initiative_bonus(b, d, side), NO_UNIT, NO_UNIT, "4C-a",
			"initiative of the commander in chief");
	}
	int winner = sum[b->first] >= sum[!b->first] ? b->first : !b->first;
	emit(p, .kind = E_INITIATIVE, .side = (int8_t)winner, .n = sum[winner], .m = sum[!winner],
		.rule = "4C-a");
	agenda_top(&d->g)->stage = TURN_CUP;
	if (any_marker(b, d, winner)) ask(&d->g, winner, Q_INITIATIVE);
}

/* 4C-c, A16: uniformly over the markers that remain. The last one needs no die. */
static void draw(const struct play *p, struct state *d)
{
	const struct vv_book *b = vv_book(p);
	int in[VV_FORMATIONS], n = 0;
	for (int i = 0; i < b->formations; i++)
		if (mark_of(b, d, i) & MARK_CUP) in[n++] = i;
	if (n == 0) {
		agenda_top(&d->g)->stage = TURN_RALLY; /* 4C-g */
		return;
	}
	int k = n == 1 ? 0
	               : roll(p, &d->g,
						 &(struct throw){.kind = THROW_PICK,
							 .n = n,
							 .why = "a marker is drawn from the cup",
							 .rule = "4C-c",
							 .side = NOBODY,
							 .who = NO_UNIT,
							 .whom = NO_UNIT});
	d->mark[b->formation[in[k]].rep] &= (uint8_t)~MARK_CUP;
	if (vv_available(b, d, in[k])) vv_start_act(p, d, in[k]);
}

bool vv_may_activate(const struct play *p, const struct state *d, int side, const struct order *o,
	struct refusal *r)
{
	const struct vv_book *b = vv_book(p);
	for (int i = b->formation_from[side]; i < b->formation_from[side + 1]; i++)
		if (b->formation[i].rep == o->unit)
			return d->mark[o->unit] & MARK_CUP ||
			       refuse(r, "4C-d", "the marker of %s is not in play", b->formation[i].name);
	return refuse(r, "4C-b", "%s stands for none of your formations", name_of_piece(p, o->unit));
}

void vv_list_formations(const struct play *p, const struct state *d, int side, struct orders *o)
{
	const struct vv_book *b = vv_book(p);
	for (int i = b->formation_from[side]; i < b->formation_from[side + 1]; i++)
		if (mark_of(b, d, i) & MARK_CUP) offer(o, V_ACTIVATE, b->formation[i].rep);
}

void vv_do_activate(const struct play *p, struct state *d, int side, const struct order *o)
{
	const struct vv_book *b = vv_book(p);
	d->mark[o->unit] &= (uint8_t)~MARK_CUP;
	vv_start_act(p, d, formation_of(b, o->unit));
}

/* --- a turn --------------------------------------------------------------------------------------------- */

static void new_turn(const struct play *p, struct state *d)
{
	const struct vv_book *b = vv_book(p);
	memset(d->directed, 0, sizeof d->directed);
	memset(d->entered, 0, sizeof d->entered);
	for (int u = 0; u < b->units; u++)
		d->flags[u] &= (uint8_t)~(IS_DIRECT | IS_COMMANDED | HAS_MOVED | HAS_STEPPED | HAS_SPENT | HAS_FIRED);
	emit(p, .kind = E_TURN, .n = d->g.turn, .rule = "4a");
	vv_weather_roll(p, d);
}

static void chiefs(const struct play *p, struct state *d)
{
	const struct vv_book *b = vv_book(p);
	struct step *s = agenda_top(&d->g);
	if (load_see(s)->turn.chief < b->chiefs) vv_chief_may_move(p, d, b->chief[load_of(s)->turn.chief++]);
	else load_of(s)->turn.chief = 0, s->stage = TURN_COMMAND;
}

/* 4D-a, 4D-b */
static void rally(const struct play *p, struct state *d)
{
	const struct vv_book *b = vv_book(p);
	for (int i = 0; i < b->formations; i++)
		d->mark[b->formation[i].rep] &= (uint8_t)~(MARK_OUT | MARK_PASSED | MARK_FAILED | MARK_LATE);
	vv_rally(p, d);
}

/* 4a, 4b, 14a */
void vv_turn(const struct play *p, struct state *d)
{
	struct step *s = agenda_top(&d->g);
	d->g.active = (uint8_t)vv_book(p)->first; /* no mutants: whose turn the views say it is */
	switch (s->stage) {
	case TURN_WEATHER:
		s->stage = TURN_CHIEFS;
		new_turn(p, d);
		if (!d->g.over) vv_heading(p, "Command check", "4B-a"); /* no mutants: words */
		break;
	case TURN_CHIEFS: chiefs(p, d); break;
	case TURN_COMMAND:
		s->stage = TURN_INITIATIVE;
		vv_command_check(p, d);
		vv_demoralise(p, d);
		break;
	case TURN_INITIATIVE:
		vv_heading(p, "Operations", "4C-a");
		initiative(p, d);
		break;
	case TURN_CUP: draw(p, d); break;
	case TURN_RALLY:
		s->stage = TURN_END;
		vv_heading(p, "Rally", "4D-b");
		rally(p, d);
		break;
	default:
		if (d->g.turn >= vv_book(p)->turns) {
			vv_finish(p, d, "14a");
			break;
		}
		d->g.turn++;
		s->stage = TURN_WEATHER;
	}
}

/* --- an activation -------------------------------------------------------------------------------------- */

void vv_clear_activation(const struct vv_book *b, struct state *d, int formation)
{
	const struct vv_formation *f = &b->formation[formation];
	for (int u = 0; u < b->units; u++) d->flags[u] &= (uint8_t)~HAS_FIRED; /* 10.1a */
	for (int u = f->first; u < f->last; u++)
		d->flags[u] &= (uint8_t)~(IS_COMMANDED | HAS_MOVED | HAS_STEPPED | HAS_SPENT);
	if (f->hq != NO_UNIT) d->flags[f->hq] &= (uint8_t)~(HAS_MOVED | HAS_STEPPED);
	d->acting = f->rep;
}

/* 5b, 5e, 4C-f */
void vv_start_act(const struct play *p, struct state *d, int formation)
{
	const struct vv_formation *f = &vv_book(p)->formation[formation];
	vv_clear_activation(vv_book(p), d, formation);
	emit(p, .kind = E_ACTIVATED, .side = (int8_t)f->side, .who = f->rep, .rule = "5b", .note = f->name);
	push_load(&d->g, STEP_ACT, f->side, act, .marker = f->rep, .formation = (int16_t)formation);
}

static void begin_act(const struct play *p, struct state *d, struct step *s)
{
	vv_activation_check(p, d, load_see(s)->act.formation);
	vv_find_commanded(p, d, load_see(s)->act.formation);
	s->stage = ACT_DIRECT;
}

static void end_act(const struct play *p, struct state *d)
{
	vv_displace_all(p, d);
	vv_forget(d); /* no mutants: equal positions are equal bytes, but nobody reads what is forgotten */
	d->acting = NO_UNIT;
	settled(&d->g);
	agenda_done(&d->g);
}

/* The one thing left to say may be an attack that completes what was begun. */
static void do_announced(const struct play *p, struct state *d, int side, const struct order *o)
{
	if (o->verb == V_ATTACK) vv_do_attack(p, d, side, o);
	else vv_do_done(p, d, side, o);
}

/* Nothing left to announce, or one combat left to fight: that is no question, and odds need not stop at
   it. */
static void ask_unless_plain(const struct play *p, struct state *d, const struct step *s, answer_list *list,
	uint8_t question, answer_carry *carry)
{
	struct orders o;
	no_orders(&o); /* no mutants: a list begins empty */
	list(p, d, s->side, &o);
	if (o.n == 1) carry(p, d, s->side, &o.list[0]);
	else ask(&d->g, s->side, question);
}

void vv_act(const struct play *p, struct state *d)
{
	const struct vv_book *b = vv_book(p);
	struct step *s = agenda_top(&d->g);
	d->g.active = s->side; /* no mutants: whose turn the views say it is */
	switch (s->stage) {
	case ACT_BEGIN: begin_act(p, d, s); break;
	case ACT_DIRECT:
		if (vv_has_chief(b, d, load_see(s)->act.formation)) ask(&d->g, s->side, Q_DIRECT);
		else s->stage = ACT_BARRAGE;
		break;
	case ACT_BARRAGE:
		vv_step_heading(p, d, s, vv_list_batteries);
		ask(&d->g, s->side, Q_BARRAGE);
		break;
	case ACT_AIM: ask(&d->g, s->side, Q_AIM); break;
	case ACT_MOVE:
		vv_step_heading(p, d, s, vv_list_moves);
		ask(&d->g, s->side, Q_MOVE);
		break;
	case ACT_MOVED:
		s->stage = ACT_ATTACK;
		vv_displace_all(p, d);
		break;
	case ACT_ATTACK:
		vv_step_heading(p, d, s, vv_list_attacks);
		ask_unless_plain(p, d, s, vv_list_attacks, Q_ATTACK, do_announced);
		break;
	case ACT_ALLOT:
		if (vv_next_allotment(b, d)) ask(&d->g, s->side, Q_ALLOT);
		else s->stage = ACT_COORDINATE;
		break;
	case ACT_COORDINATE:
		if (vv_next_coordination(b, d)) ask(&d->g, s->side, Q_COORDINATE);
		else s->stage = ACT_ASSAULT;
		break;
	case ACT_ASSAULT:
		if (vv_next_assault(p, d)) ask_unless_plain(p, d, s, vv_list_assaults, Q_ASSAULT, vv_do_assault);
		else s->stage = ACT_END, vv_end_charges(p, d); /* 11.5d: the last attack may have lapsed unfought */
		break;
	default: end_act(p, d);
	}
}

/* 4C-e, 11a: `done` ends a stage of the activation, whatever was done in it. */
void vv_do_done(const struct play *p, struct state *d, int side, const struct order *o)
{
	struct step *s = agenda_top(&d->g);
	switch (s->stage) {
	case ACT_DIRECT: s->stage = ACT_BARRAGE; break;
	case ACT_BARRAGE: s->stage = ACT_MOVE; break;
	case ACT_MOVE: s->stage = ACT_MOVED; break;
	default: s->stage = d->attacks ? ACT_ALLOT : ACT_END;
	}
}
