/* What never changes in a game, as JSON: the map, the pieces and what they were derived from, and every sign,
   verb and question explained, so that a client that knows no rule system can show any. */
#include <stdio.h>
#include <string.h>

#include "engine/rules_words.h"
#include "wire/fields.h"

static const char *const args[] = {
	[ARG_NONE] = NULL,
	[ARG_UNIT] = "unit",
	[ARG_PLACE] = "place",
	[ARG_NUMBER] = "number",
	[ARG_CHOICE] = "choice",
	[ARG_SIDE] = "side",
	[ARG_DIRECTION] = "direction",
};
static const char *const scopes[] =
	{[FIELD_GAME] = "game", [FIELD_PIECE] = "piece", [FIELD_PLACE] = "place", [FIELD_SIDE] = "side", NULL};
static const char *const values[] = {
	[VALUE_NUMBER] = "number",
	[VALUE_BOOL] = "bool",
	[VALUE_PLACE] = "place",
	[VALUE_UNIT] = "unit",
	[VALUE_SIDE] = "side",
	[VALUE_CHOICE] = "choice",
};
static const struct {
	int bit;
	const char *name;
} covers[] = {
	{HEX_WOODS, "woods"},
	{HEX_SETTLEMENT, "settlement"},
	{HEX_MARSH, "marsh"},
	{HEX_FIELDS, "fields"},
	{HEX_ORCHARD, "orchard"},
	{HEX_WATER, "water"},
	{HEX_STREAM, "stream"},
	{HEX_BRIDGE, "bridge"},
	{HEX_FORD, "ford"},
	{HEX_TOWN, "town"},
	{HEX_BUILDING, "building"},
	{HEX_HILLTOP, "hilltop"},
	{HEX_OFF, "off"},
	{HEX_RIVER, "river"},
	{HEX_FOOT_FORD, "foot_ford"},
};

const char *cover_name(int bit)
{
	for (size_t i = 0; i < sizeof covers / sizeof *covers; i++)
		if (covers[i].bit == bit) return covers[i].name;
	return NULL;
}

const char *wire_symbol(int symbol)
{
	static const char *const names[] = {
		[ARM_INFANTRY] = "infantry",
		[ARM_CAVALRY] = "cavalry",
		[ARM_ARTILLERY] = "artillery",
		[ARM_BOAT] = "boat",
		[SYMBOL_LEADER] = "leader",
		[SYMBOL_CHIEF] = "chief",
		[SYMBOL_MARKER] = "marker",
		[SYMBOL_HIDDEN] = "hidden",
	};
	return symbol >= 0 && symbol < (int)(sizeof names / sizeof *names) ? names[symbol] : NULL;
}

const char *wire_grade(int grade)
{
	static const char *const names[] =
		{[GRADE_TEST] = "test only", [GRADE_POSSIBLE] = "possible", [GRADE_RECOMMENDED] = "recommended"};
	return names[grade];
}

void wire_clock(struct json *j, const char *key, int minutes)
{
	char text[16];
	snprintf(text, sizeof text, "%02d:%02d", minutes / 60 % 24, minutes % 60);
	json_str(j, key, text);
}

void wire_names(struct json *j, const char *key, const char *const *names)
{
	json_open(j, key, '[');
	for (; names && *names; names++) json_str(j, NULL, *names);
	json_close(j, ']');
}

/* --- battle, scenario, system --------------------------------------------------------------------------- */

#define SIDE_INFO(F, IF) \
	F(id, WORD("Side", s->id)) \
	F(title, TEXT(s->title)) \
	F(adjective, TEXT(s->adjective)) \
	F(plural, TEXT(s->plural)) \
	F(possessive, TEXT(s->possessive)) \
	F(colour, TEXT(s->colour))

static void side_json(const struct side *s, struct json *j) { WRITE_OBJECT(SIDE_INFO); }

#define TWO_SIDES(F, IF) F(sides, LIST("SideInfo", EACH(SIDES, side_json(&b->side[i], j))))

void wire_sides(const struct battle *b, struct json *j) { WRITE_FIELDS(TWO_SIDES) }

#define BATTLE_HEAD(F, IF) \
	F(id, TEXT(b->id)) \
	F(title, TEXT(b->title)) \
	F(date, TEXT(b->date)) \
	F(where, TEXT(b->where)) \
	F(text, TEXT(b->text))

static void battle_head(const struct battle *b, struct json *j) { WRITE_FIELDS(BATTLE_HEAD) }

#define SCENARIO(F, IF) \
	F(id, TEXT(s->id)) \
	F(title, TEXT(s->title)) \
	F(text, TEXT(s->text)) \
	F(starts, CLOCK(s->starts)) \
	F(ends, CLOCK(s->ends)) \
	F(minutes, NUMBER(s->ends - s->starts))

static void scenario_fields(const struct scenario *s, struct json *j) { WRITE_FIELDS(SCENARIO) }

static void scenario_json(const struct scenario *s, struct json *j)
{
	write_object(j, NULL, scenario_fields(s, j));
}

#define BATTLE(F, IF) \
	TWO_SIDES(F, IF) \
	F(scenarios, LIST("ScenarioInfo", EACH(b->scenarios, scenario_json(&b->scenario[i], j))))

void wire_battle(const struct battle *b, struct json *j)
{
	write_object(j, NULL, battle_head(b, j); WRITE_FIELDS(BATTLE));
}

#define SYSTEM_HEAD(F, IF) \
	F(id, TEXT(r->id)) \
	F(title, TEXT(r->title)) \
	F(subtitle, TEXT(r->subtitle)) \
	F(turn_name, TEXT(r->turn_name))

static void system_head(const struct rules *r, struct json *j) { WRITE_FIELDS(SYSTEM_HEAD) }

#define OPTION(F, IF) \
	F(name, TEXT(o->name)) \
	F(title, TEXT(o->title)) \
	F(rule, TEXT_OR_NULL(o->rule)) \
	F(min, NUMBER(o->min)) \
	F(max, NUMBER(o->max)) \
	F(standard, NUMBER(o->standard))

static void option_json(const struct option *o, struct json *j) { WRITE_OBJECT(OPTION); }

#define SYSTEM(F, IF) \
	F(text, TEXT(r->text)) \
	F(version, NUMBER(r->version)) \
	F(difficulty, NUMBER(r->difficulty)) \
	F(options, LIST("OptionInfo", EACH(r->options, option_json(&r->option[i], j))))

void wire_system(const struct rules *r, struct json *j)
{
	write_object(j, NULL, system_head(r, j); WRITE_FIELDS(SYSTEM));
}

/* --- pieces --------------------------------------------------------------------------------------------- */

#define PIECE_INFO(F, IF) \
	F(id, WORD("PieceId", p->id)) \
	F(name, TEXT(p->name)) \
	F(side, SIDE(p->side)) \
	F(symbol, TEXT(wire_symbol(p->symbol))) \
	F(formation, TEXT_OR_NULL(p->formation >= 0 ? m->battle->formation[p->formation].id : NULL)) \
	F(derived, TEXT_OR_NULL(p->derived))

static void piece_json(const struct muster *m, const struct piece *p, struct json *j)
{
	WRITE_OBJECT(PIECE_INFO);
}

#define FORMATION(F, IF) \
	F(id, TEXT(f->id)) \
	F(name, TEXT(f->name)) \
	F(parent, TEXT_OR_NULL(f->parent >= 0 ? m->battle->formation[f->parent].id : NULL)) \
	F(side, SIDE(f->side)) \
	F(level, TEXT(level_names[f->level]))

static void formation_json(const struct muster *m, const struct formation *f, struct json *j)
{
	WRITE_OBJECT(FORMATION);
}

/* --- the ground ----------------------------------------------------------------------------------------- */

#define COVERS (int)(sizeof covers / sizeof *covers)

static void cover_at(const struct hexmap *map, int hex, int i, struct json *j)
{
	if (map->cover[hex] & covers[i].bit) json_str(j, NULL, covers[i].name);
}

#define HEX(F, IF) \
	F(n, WORD("Place", map->number[hex])) \
	F(x, NUMBER(at.x)) \
	F(y, NUMBER(at.y)) \
	IF(map->name[hex], name, TEXT(map->name[hex])) \
	F(level, NUMBER(map->level[hex])) \
	F(cover, LIST("string", EACH(COVERS, cover_at(map, hex, i, j))))

static void hex_json(const struct hexmap *map, int hex, struct json *j)
{
	struct point at = hexmap_centre(map, hex);
	WRITE_OBJECT(HEX);
}

static void point_json(struct json *j, const char *key, struct point at)
{
	json_open(j, key, '[');
	json_int(j, NULL, at.x), json_int(j, NULL, at.y);
	json_close(j, ']');
}

#define HEX_MAP(F, IF) \
	F(flat, TRUTH(map->grid.flat)) \
	F(size, NUMBER(map->grid.size)) \
	F(cols, NUMBER(map->grid.cols)) \
	F(rows, NUMBER(map->grid.rows)) \
	F(origin, PART("[number, number]", point_json(j, "origin", map->grid.origin))) \
	F(hexes, LIST("Hex", EACH(map->count, hex_json(map, i, j))))

static void map_fields(const struct hexmap *map, struct json *j) { WRITE_FIELDS(HEX_MAP) }

#define STANDS_FIELD(F, IF) \
	F(w, NUMBER(m->tabletop_w)) \
	F(h, NUMBER(m->tabletop_h))

static void stands_fields(const struct muster *m, struct json *j) { WRITE_FIELDS(STANDS_FIELD) }

/* --- the rules' words ----------------------------------------------------------------------------------- */

#define SIGN(F, IF) \
	F(name, TEXT(s->name)) \
	F(title, TEXT(s->title)) \
	F(rule, TEXT_OR_NULL(s->rule)) \
	F(glyph, TEXT_OR_NULL(s->glyph))

static void sign_list(const struct sign *s, struct json *j)
{
	for (; s && s->name; s++) WRITE_OBJECT(SIGN);
}

#define SIGNS(F, IF) \
	F(slot, LIST("Sign", sign_list(r->signs->slot, j))) \
	F(badge, LIST("Sign", sign_list(r->signs->badge, j))) \
	F(mark, LIST("Sign", sign_list(r->signs->mark, j)))

static void signs_fields(const struct rules *r, struct json *j) { WRITE_FIELDS(SIGNS) }

#define VERB(F, IF) \
	F(name, TEXT(v->name)) \
	F(takes_unit, TRUTH(v->takes_unit)) \
	F(a, TEXT_OR_NULL(args[v->a])) \
	F(b, TEXT_OR_NULL(args[v->b])) \
	F(c, TEXT_OR_NULL(args[v->c])) \
	IF(v->choice, choices, NAMES(v->choice))

static void verb_json(const struct verb *v, struct json *j) { WRITE_OBJECT(VERB); }

#define QUESTION(F, IF) \
	F(name, TEXT(q->name)) \
	F(text, TEXT(q->text)) \
	F(rule, TEXT_OR_NULL(q->rule)) \
	F(minor, TRUTH(q->flags &QUESTION_MINOR))

static void question_json(const struct question *q, struct json *j) { WRITE_OBJECT(QUESTION); }

#define STANDING(F, IF) \
	F(name, TEXT(s->name)) \
	F(title, TEXT(s->title)) \
	F(choices, NAMES(s->choice))

static void standing_json(const struct standing *s, struct json *j) { WRITE_OBJECT(STANDING); }

#define OVERLAY(F, IF) \
	F(name, TEXT(o->name)) \
	F(title, TEXT(o->title)) \
	F(needs_unit, TRUTH(o->needs_unit))

static void overlay_json(const struct overlay *o, struct json *j) { WRITE_OBJECT(OVERLAY); }

#define FIELD(F, IF) \
	F(name, TEXT(f->name)) \
	F(scope, WORD("Scope", scopes[f->scope])) \
	F(value, TEXT(values[f->value])) \
	IF(f->choice, choices, NAMES(f->choice)) \
	IF(f->value == VALUE_NUMBER, min, NUMBER(h->min)) \
	IF(f->value == VALUE_NUMBER, max, NUMBER(h->max))

static void field_json(const struct rules *r, const struct field *f, struct json *j)
{
	const struct by_hand *h = field_by_hand(r, f);
	if (h) WRITE_OBJECT(FIELD);
}

/* --- all of it ------------------------------------------------------------------------------------------ */

void wire_commitment(const uint8_t seed[32], struct json *j)
{
	uint8_t commitment[32];
	char hex[65];
	seed_commitment(seed, commitment);
	seed_write(commitment, hex);
	json_str(j, "commitment", hex);
}

#define SETTING(F, IF) \
	F(wire, NUMBER(WIRE_VERSION)) \
	F(battle, OBJECT("BattleHead", battle_head(b, j))) \
	F(scenario, OBJECT("ScenarioInfo", scenario_fields(m->scenario, j))) \
	F(system, OBJECT("SystemHead", system_head(r, j))) \
	TWO_SIDES(F, IF) \
	F(pieces, LIST("BoardPiece", EACH(m->pieces, piece_json(m, &m->piece[i], j)))) \
	F(formations, LIST("Formation", EACH(b->formations, formation_json(m, &b->formation[i], j)))) \
	IF(m->map, map, OBJECT("HexMap", map_fields(m->map, j))) \
	IF(!m->map, table, OBJECT("StandsField", stands_fields(m, j))) \
	F(boxes, LIST("Place", EACH(m->boxes, json_str(j, NULL, m->box[i])))) \
	F(signs, OBJECT("Signs", signs_fields(r, j))) \
	F(verbs, LIST("Verb", EACH(r->verbs, verb_json(&r->verb[i], j)))) \
	F(questions, LIST("Asked", EACH(r->questions, question_json(&r->question[i], j)))) \
	F(standing, LIST("Standing", EACH(r->standings, standing_json(&r->standing[i], j)))) \
	F(overlays, LIST("Overlay", EACH(r->overlays, overlay_json(&r->overlay[i], j)))) \
	F(sight, TRUTH(r->words && r->words->sight)) \
	F(threats, TRUTH(r->words && r->words->threats)) \
	F(fields, LIST("Field", EACH(r->fields, field_json(r, &r->field[i], j)))) \
	F(options, \
		OBJECT("Record<string, number>", EACH(r->options, json_int(j, r->option[i].name, m->option[i]))))

void wire_board(const struct muster *m, struct json *j)
{
	const struct battle *b = m->battle;
	const struct rules *r = m->rules;
	WRITE_FIELDS(SETTING)
}

const struct wire_type wire_board_types[] = {
	TYPE("SideInfo", "In sentences: \"Austrian\", \"the Austrians\", \"the Austrians'\".", SIDE_INFO),
	TYPE("BattleHead", NULL, BATTLE_HEAD),
	TYPE("ScenarioInfo", NULL, SCENARIO),
	ADDS("BattleInfo", "BattleHead", NULL, BATTLE),
	TYPE("SystemHead", NULL, SYSTEM_HEAD),
	TYPE("OptionInfo", NULL, OPTION),
	ADDS("SystemInfo", "SystemHead", NULL, SYSTEM),
	TYPE("BoardPiece", NULL, PIECE_INFO),
	TYPE("Formation", NULL, FORMATION),
	TYPE("Hex", NULL, HEX),
	TYPE("HexMap", NULL, HEX_MAP),
	TYPE("StandsField", "The board of stands, in tenths of an inch.", STANDS_FIELD),
	TYPE("Sign", NULL, SIGN),
	TYPE("Signs", NULL, SIGNS),
	TYPE("Verb", NULL, VERB),
	TYPE("Asked", "A question of the rule system; minor: its usual answer will do.", QUESTION),
	TYPE("Standing", NULL, STANDING),
	TYPE("Overlay", NULL, OVERLAY),
	ONE_OF("Scope", NULL, scopes),
	TYPE("Field", "What may be changed by hand, and to what.", FIELD),
	TYPE("Setting", "What never changes in a game.", SETTING),
	{0},
};
