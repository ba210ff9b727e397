/* What a client draws: counters with their numbers as they stand, badges, VP hexes, tracks; what the other
   side holds is only counted. */
#include <stdio.h>
#include <stdlib.h>

#include "rules/all_are_brothers/all_are_brothers.h"

enum { SLOT_SP, SLOT_MR, SLOT_MP, SLOT_RATING, SLOT_CORPS };
enum {
	BADGE_WORN,
	BADGE_SHAKEN,
	BADGE_DISRUPTED,
	BADGE_LOW,
	BADGE_OUT,
	BADGE_HIT,
	BADGE_OVERRUN,
	BADGE_DEMORALIZED,
	BADGE_FIRED,
	BADGE_DECLARED,
	BADGE_CHARGED,
	BADGE_MOVED,
	BADGE_FINE,
	BADGE_DETACHMENT,
	BADGE_ENGAGED
};
enum { MARK_VP };

static const struct sign slots[] = {
	{"sp", "Strength Points now", "3.1.5a", "SP"},
	{"mr", "Morale Rating now", "3.1.3a", "MR"},
	{"mp", "Movement Value", "3.1.4a", "MP"},
	{"rating", "Command Rating, aggressive and defensive", "3.4.3a", "CR"},
	{"formation", "Formation", "3.1.2b", "#"},
	{NULL, NULL, NULL, NULL},
};
static const struct sign badges[] = {
	{"battleworn", "Battleworn", "3.2a", "B"},
	{"shaken", "Shaken: SP and MR 1 less", "3.1.3a", "S"},
	{"disrupted", "Disrupted: SP and MR 2 less", "3.1.3b", "D"},
	{"low_ammo", "Low Ammo: fire 2 columns lower", "8.6d", "L"},
	{"out_of_command", "Out of Command", "7.5a", "O"},
	{"leader_casualty", "Leader Casualty: Command Rating 1 less", "8.7.1c", "+"},
	{"overrun", "Overrun: Command Rating 0", "11.6c", "X"},
	{"demoralized", "Its formation is Demoralized", "14.2a", "!"},
	{"artillery_fired", "Has fired and may not move", "8.1.6a", "F"},
	{"assault", "Has declared an assault", "11.10a", "A"},
	{"charge", "Charges", "11.11a", "C"},
	{"moved", "Has moved", "11.1a", "m"},
	{"high_quality", "High Quality: fire 1 column higher", "3.1.5b", "*"},
	{"detachment", "Detachment", "3.3a", "d"},
	{"engaged", "Engaged", "11.7c", "E"},
	{NULL, NULL, NULL, NULL},
};
static const struct sign marks[] = {{"vp", "Victory Point hex, with who controls it", "3.5.3a", "*"},
	{NULL, NULL, NULL, NULL}};
const struct signs aab_signs = {slots, badges, marks};

/* --- counters ------------------------------------------------------------------------------------------- */

static uint32_t badges_of(const struct aab_book *b, const struct state *d, int i)
{
	const struct counter *k = &d->counter[i];
	bool unit = is_unit(b, i);
	int corps = b->piece[i].corps;
	const bool has[] = {
		[BADGE_WORN] = unit && k->state & IS_WORN,
		[BADGE_SHAKEN] = unit && k->state & IS_SHAKEN,
		[BADGE_DISRUPTED] = unit && k->state & IS_DISRUPTED,
		[BADGE_LOW] = unit && k->state & IS_LOW,
		[BADGE_FIRED] = unit && k->deeds & HAS_SHELLED,
		[BADGE_DECLARED] = unit && k->marks & IS_DECLARED,
		[BADGE_CHARGED] = unit && k->deeds & HAS_CHARGED,
		[BADGE_FINE] = unit && is_flag(b, i, KIND_FINE),
		[BADGE_DETACHMENT] = unit && is_flag(b, i, KIND_DETACHMENT),
		[BADGE_ENGAGED] = unit && placed(k) && aab_engaged(b, d, i),
		[BADGE_OUT] = k->state & IS_OUT,
		[BADGE_HIT] = k->state & IS_HIT,
		[BADGE_OVERRUN] = k->state & IS_OVERRUN,
		[BADGE_MOVED] = k->deeds & HAS_MOVED,
		[BADGE_DEMORALIZED] = corps != NOBODY && d->counter[b->formation[corps].hq].hits & CORPS_DEMORALIZED,
	};
	uint32_t shown = 0;
	for (size_t n = 0; n < sizeof has; n++) shown |= (uint32_t)has[n] << n;
	return shown;
}

static void piece_view(const struct play *p, const struct state *d, int side, int i, struct view_piece *v)
{
	const struct aab_book *b = aab_book(p);
	const struct counter *k = &d->counter[i];
	*v = (struct view_piece){.id = (int16_t)i,
		.side = p->m->piece[i].side,
		.symbol = p->m->piece[i].symbol,
		.facing = -1};
	v->place[0] = k->at, v->place[1] = PLACE_NONE, v->places = k->at != PLACE_NONE, v->order = k->order;
	if (aab_fogged(p, d, side, i)) { /* only its arm; aab_fog_view says where */
		static const char *const arms[] = {"inf", "cav", "art"};
		v->symbol = SYMBOL_HIDDEN;
		snprintf(v->slot[SLOT_CORPS], 8, "%s", arms[b->piece[i].arm % 3]);
		return;
	}
	v->badges = badges_of(b, d, i);
	/* who is above it may be hidden */
	if (p->m->option[O_FOG] && b->piece[i].side != side && k->order) v->badges &= ~(1u << BADGE_ENGAGED);
	if (is_unit(b, i)) {
		snprintf(v->slot[SLOT_SP], 8, "%d", k->sp);
		snprintf(v->slot[SLOT_MR], 8, "%d", aab_morale_rating(b, d, i));
	} else {
		/* 17.3d */
		const char *plotted = side != b->piece[i].side || !k->shots ? "" : k->shots == 1 ? " A" : " D";
		snprintf(v->slot[SLOT_RATING], 8, "%d/%d%s", aab_command_rating(b, d, i, 0),
			aab_command_rating(b, d, i, 1), plotted);
	}
	snprintf(v->slot[SLOT_MP], 8, "%d", b->piece[i].mp);
	/* a name that does not fit is left out: the piece's formation is told in full elsewhere */
	if (b->piece[i].corps != NOBODY && strlen(b->formation[b->piece[i].corps].name) < 8)
		snprintf(v->slot[SLOT_CORPS], 8, "%.7s", b->formation[b->piece[i].corps].name);
}

/* Who has something to do. In the fog (4.4) what others can do depends on who is behind their Force markers:
   only a side's own are shown. */
static void acts_view(const struct play *p, const struct game *g, int side, struct view *v)
{
	struct orders room;
	for (int s = 0; s < SIDES && !g->over; s++) {
		if (p->m->option[O_FOG] && s != side) continue;
		if (!(g->waiting >> s & 1) ||
			(p->m->rules->question[g->question[s]].flags & QUESTION_ALWAYS && s != side))
			continue;
		const struct orders *o = view_orders(p, g, v, s, &room);
		for (int i = 0; i < o->n; i++)
			if (o->list[i].unit >= 0 && o->list[i].verb != V_PLAY_ON) v->piece[o->list[i].unit].acts = true;
	}
}

/* --- marks and tracks ----------------------------------------------------------------------------------- */

static void marks_view(const struct aab_book *b, const struct state *d, struct view *v)
{
	for (int i = 0; i < b->vps; i++) {
		struct view_mark *m = &v->mark[v->marks++];
		*m = (struct view_mark){.place = b->vp_hex[i],
			.mark = MARK_VP,
			.side = d->owner[b->vp_hex[i]],
			.dir = -1};
		snprintf(m->label, sizeof m->label, "%d", b->vp_value[i] / 2);
	}
}

static struct view_track *track(struct view *v, const char *name, const char *rule, int value, int min,
	int max, int side)
{
	static_assert(VIEW_TRACKS >= 9 + AAB_CORPS, "a track each");
	struct view_track *t = &v->track[v->tracks++];
	*t = (struct view_track){.name = name,
		.rule = rule,
		.value = value,
		.min = min,
		.max = max,
		.side = (int8_t)side};
	snprintf(t->text, sizeof t->text, "%d", value);
	return t;
}

static const char *weather(const struct state *d)
{
	if (!d->storm || d->g.turn < d->storm) return "fair";
	return d->g.turn == d->storm ? "thunderstorm" : d->g.turn <= d->storm_until ? "mud" : "fair";
}

/* 5.2, R-68: how many chits are in the cup and in hand is public; what they are only their owner knows. */
static void hand_view(const struct aab_book *b, const struct state *d, int of, int side, struct view *v)
{
	struct view_track *t = track(v, "Chits held", "6.3a", aab_held_by_side(b, d, of), 0, 24, of);
	size_t at = strlen(t->text);
	if (side != of) return;
	for (int k = 0; k < CARDS; k++)
		if (aab_card_held(b, d, of, k) && at + 4 < sizeof t->text)
			at += (size_t)snprintf(t->text + at, sizeof t->text - at, "%s%.24s",
				at == strlen("1") ? ": " : ", ", aab_card_title(k));
}

static const char *half(int halves) { return halves % 2 ? "½" : ""; }

/* "1½", "½", "2". */
static void halves_write(char *at, size_t size, int halves)
{
	if (halves == 1) snprintf(at, size, "½");
	else snprintf(at, size, "%d%s", halves / 2, half(halves));
}

/* 15.2a: how far it is from what would be a drawn game here, and what makes a victory. */
static void standing_view(const struct play *p, const struct state *d, struct view *v)
{
	const struct aab_book *b = aab_book(p);
	int lead = aab_lead_now(b, d), size = abs(lead), margin = aab_margin(b, lead);
	struct view_track *t = track(v, "Against a drawn game", "15.2a", lead / 2, -60, 60, NOBODY);
	char by[16];
	halves_write(by, sizeof by, size);
	snprintf(t->text, sizeof t->text, "%s by %s: %s", p->m->battle->side[lead < 0].title, by,
		margin == 2 ? "a decisive victory"
		: margin    ? "a victory"
					: "a draw");
	if (!margin)
		snprintf(t->text + strlen(t->text), sizeof t->text - strlen(t->text), ", victory from %d",
			b->n.level[0]);
}

static void tracks_view(const struct play *p, const struct state *d, int side, struct view *v)
{
	const struct aab_book *b = aab_book(p);
	int cup = d->cup[0] + d->cup[1] + d->cup[2];
	for (int i = b->units; i < b->pieces; i++) cup += (d->counter[i].state & IN_CUP) != 0;
	track(v, "Turn", "5.0a", d->g.turn, b->first_turn, b->last_turn, NOBODY);
	snprintf(track(v, "Weather", "16a", d->g.turn == d->storm, 0, 1, NOBODY)->text, 16, "%s", weather(d));
	track(v, "Chits in the cup", "5.2a", cup, 0, 60, NOBODY);
	standing_view(p, d, v);
	for (int s = 0; s < SIDES; s++) {
		struct view_track *t = track(v, "Victory Points", "3.5.2a", d->vp[s] / 2, -60, 60, s);
		snprintf(t->text, sizeof t->text, "%s%d%s", d->vp[s] < 0 && d->vp[s] > -2 ? "-" : "", d->vp[s] / 2,
			half(d->vp[s]));
		hand_view(b, d, s, side, v);
	}
	for (int i = 0; i < b->corps; i++) {
		struct view_track *t = track(v, b->formation[i].name, "14.0a", d->counter[b->formation[i].hq].sp, 0,
			b->formation[i].morale, b->formation[i].side);
		if (d->counter[b->formation[i].hq].hits & CORPS_DEMORALIZED)
			snprintf(t->text, sizeof t->text, "demoralized");
	}
}

static const char *phase_word(const struct state *d)
{
	static const char *const words[] = {[ACT_FIRE] = "Fire Combat",
		[ACT_FIRE_END] = "Fire Combat",
		[ACT_MOVE] = "Movement",
		[ACT_MOVE_END] = "Movement",
		[ACT_ASSAULT] = "Assault Combat",
		[ACT_ASSAULT_END] = "Assault Combat",
		[ACT_DISORDER] = "Assault Combat",
		[ACT_RALLY] = "Rally",
		[ACT_RALLY_END] = "Rally",
		[ACT_CLOSE] = "Rally"};
	for (int i = 0; i < d->g.depth; i++)
		if (d->g.agenda[i].kind == STEP_ACTIVATION)
			return words[d->g.agenda[i].stage] ? words[d->g.agenda[i].stage] : "HQ Command";
	return d->g.depth && d->g.agenda[0].stage < TURN_DRAW ? "Planning" : "Chit Draw";
}

/* What the march in hand may still spend (11.2). */
static void march_view(const struct play *p, const struct state *d, struct view *v)
{
	const struct aab_book *b = aab_book(p);
	int lead = d->march.lead, left = at_least(0, aab_allowance(b, d, lead, false) - d->counter[lead].spent);
	struct view_track *t =
		track(v, "Movement points left", "11.2a", left / 2, 0, b->piece[lead].mp + 1, b->piece[lead].side);
	snprintf(t->text, sizeof t->text, "%d%s: %.40s", left / 2, half(left), p->m->piece[lead].name);
}

void aab_view(const struct play *p, const struct game *g, int side, struct view *v)
{
	const struct aab_book *b = aab_book(p);
	const struct state *d = aab_see(g);
	v->side = side;
	v->pieces = p->m->pieces, v->marks = v->tracks = 0;
	v->clock = (b->hour_one + 60 * (g->turn - 1)) % 1440;
	for (int i = 0; i < p->m->pieces; i++) piece_view(p, d, side, i, &v->piece[i]);
	aab_fog_view(p, d, side, v);
	acts_view(p, g, side, v);
	marks_view(b, d, v);
	tracks_view(p, d, side, v);
	if (!g->over && d->march.lead != NO_UNIT && on_map(d, d->march.lead)) march_view(p, d, v);
	const char *name = g->over              ? "the battle is over"
	                 : d->act.hq != NO_UNIT ? p->m->piece[d->act.hq].name
	                                        : "";
	snprintf(v->headline, sizeof v->headline, "Turn %d (%02d:%02d, %s): %s%s%s", g->turn, v->clock / 60,
		v->clock % 60, weather(d), name, g->over || !name[0] ? "" : ", ", g->over ? "" : phase_word(d));
}
