/* What never changes in a game, as JSON: the map, the pieces and what they were derived from, and every sign,
   verb and question explained, so that a client that knows no rule system can show any. */
#include <stdio.h>
#include <string.h>

#include "wire/wire.h"
#include "engine/rules_words.h"

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
	{[FIELD_GAME] = "game", [FIELD_PIECE] = "piece", [FIELD_PLACE] = "place", [FIELD_SIDE] = "side"};
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

static void clock_str(struct json *j, const char *key, int minutes)
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

void wire_sides(const struct battle *b, struct json *j)
{
	json_open(j, "sides", '[');
	for (int i = 0; i < SIDES; i++) {
		const struct side *s = &b->side[i];
		json_open(j, NULL, '{');
		json_str(j, "id", s->id), json_str(j, "title", s->title), json_str(j, "adjective", s->adjective),
			json_str(j, "plural", s->plural);
		json_str(j, "possessive", s->possessive), json_str(j, "colour", s->colour);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void heads_json(const struct muster *m, struct json *j)
{
	const struct battle *b = m->battle;
	const struct scenario *s = m->scenario;
	json_open(j, "battle", '{');
	json_str(j, "id", b->id), json_str(j, "title", b->title), json_str(j, "date", b->date),
		json_str(j, "where", b->where), json_str(j, "text", b->text);
	json_close(j, '}');
	json_open(j, "scenario", '{');
	json_str(j, "id", s->id), json_str(j, "title", s->title), json_str(j, "text", s->text);
	clock_str(j, "starts", s->starts), clock_str(j, "ends", s->ends);
	json_close(j, '}');
	json_open(j, "system", '{');
	json_str(j, "id", m->rules->id), json_str(j, "title", m->rules->title),
		json_str(j, "subtitle", m->rules->subtitle), json_str(j, "turn_name", m->rules->turn_name);
	json_close(j, '}');
	wire_sides(b, j);
}

static void pieces_json(const struct muster *m, struct json *j)
{
	const struct battle *b = m->battle;
	json_open(j, "pieces", '[');
	for (int i = 0; i < m->pieces; i++) {
		const struct piece *p = &m->piece[i];
		json_open(j, NULL, '{');
		json_str(j, "id", p->id), json_str(j, "name", p->name);
		json_str(j, "side", wire_side(m, p->side));
		json_str(j, "symbol", wire_symbol(p->symbol));
		json_str(j, "formation", p->formation >= 0 ? b->formation[p->formation].id : NULL);
		json_str(j, "derived", p->derived);
		json_close(j, '}');
	}
	json_close(j, ']');
	json_open(j, "formations", '[');
	for (int i = 0; i < b->formations; i++) {
		const struct formation *f = &b->formation[i];
		json_open(j, NULL, '{');
		json_str(j, "id", f->id), json_str(j, "name", f->name);
		json_str(j, "parent", f->parent >= 0 ? b->formation[f->parent].id : NULL);
		json_str(j, "side", wire_side(m, f->side)), json_str(j, "level", level_names[f->level]);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void hex_json(const struct hexmap *map, int hex, struct json *j)
{
	struct point at = hexmap_centre(map, hex);
	json_open(j, NULL, '{');
	json_str(j, "n", map->number[hex]);
	json_int(j, "x", at.x), json_int(j, "y", at.y);
	if (map->name[hex]) json_str(j, "name", map->name[hex]);
	json_int(j, "level", map->level[hex]);
	json_open(j, "cover", '[');
	for (size_t i = 0; i < sizeof covers / sizeof *covers; i++)
		if (map->cover[hex] & covers[i].bit) json_str(j, NULL, covers[i].name);
	json_close(j, ']');
	json_close(j, '}');
}

static void map_json(const struct muster *m, struct json *j)
{
	const struct hexmap *map = m->map;
	if (!map) {
		json_open(j, "table", '{');
		json_int(j, "w", m->table_w), json_int(j, "h", m->table_h);
		json_close(j, '}');
		return;
	}
	json_open(j, "map", '{');
	json_bool(j, "flat", map->grid.flat), json_int(j, "size", map->grid.size),
		json_int(j, "cols", map->grid.cols), json_int(j, "rows", map->grid.rows);
	json_open(j, "origin", '[');
	json_int(j, NULL, map->grid.origin.x), json_int(j, NULL, map->grid.origin.y);
	json_close(j, ']');
	json_open(j, "hexes", '[');
	for (int i = 0; i < map->count; i++) hex_json(map, i, j);
	json_close(j, ']');
	json_close(j, '}');
}

static void sign_list(struct json *j, const char *key, const struct sign *list)
{
	json_open(j, key, '[');
	for (; list && list->name; list++) {
		json_open(j, NULL, '{');
		json_str(j, "name", list->name), json_str(j, "title", list->title), json_str(j, "rule", list->rule),
			json_str(j, "glyph", list->glyph);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void words_json(const struct rules *r, struct json *j)
{
	json_open(j, "signs", '{');
	sign_list(j, "slot", r->signs->slot), sign_list(j, "badge", r->signs->badge),
		sign_list(j, "mark", r->signs->mark);
	json_close(j, '}');
	json_open(j, "verbs", '[');
	for (int i = 0; i < r->verbs; i++) {
		const struct verb *v = &r->verb[i];
		json_open(j, NULL, '{');
		json_str(j, "name", v->name), json_bool(j, "takes_unit", v->takes_unit);
		json_str(j, "a", args[v->a]), json_str(j, "b", args[v->b]), json_str(j, "c", args[v->c]);
		if (v->choice) wire_names(j, "choices", v->choice);
		json_close(j, '}');
	}
	json_close(j, ']');
	json_open(j, "questions", '[');
	for (int i = 0; i < r->questions; i++) {
		json_open(j, NULL, '{');
		json_str(j, "name", r->question[i].name), json_str(j, "text", r->question[i].text),
			json_str(j, "rule", r->question[i].rule);
		json_bool(j, "minor", r->question[i].flags & QUESTION_MINOR);
		json_close(j, '}');
	}
	json_close(j, ']');
	json_open(j, "standing", '[');
	for (int i = 0; i < r->standings; i++) {
		json_open(j, NULL, '{');
		json_str(j, "name", r->standing[i].name), json_str(j, "title", r->standing[i].title);
		wire_names(j, "choices", r->standing[i].choice);
		json_close(j, '}');
	}
	json_close(j, ']');
	json_open(j, "overlays", '[');
	for (int i = 0; i < r->overlays; i++) {
		json_open(j, NULL, '{');
		json_str(j, "name", r->overlay[i].name), json_str(j, "title", r->overlay[i].title),
			json_bool(j, "needs_unit", r->overlay[i].needs_unit);
		json_close(j, '}');
	}
	json_close(j, ']');
	json_bool(j, "sight", r->words && r->words->sight),
		json_bool(j, "threats", r->words && r->words->threats);
	json_open(j, "fields", '[');
	for (int i = 0; i < r->fields; i++) { /* those that may be changed by hand, and to what */
		const struct by_hand *h = field_by_hand(r, &r->field[i]);
		if (!h) continue;
		json_open(j, NULL, '{');
		json_str(j, "name", r->field[i].name), json_str(j, "scope", scopes[r->field[i].scope]),
			json_str(j, "value", values[r->field[i].value]);
		if (r->field[i].choice) wire_names(j, "choices", r->field[i].choice);
		if (r->field[i].value == VALUE_NUMBER) json_int(j, "min", h->min), json_int(j, "max", h->max);
		json_close(j, '}');
	}
	json_close(j, ']');
}

void wire_commitment(const uint8_t seed[32], struct json *j)
{
	uint8_t commitment[32];
	char hex[65];
	seed_commitment(seed, commitment);
	seed_write(commitment, hex);
	json_str(j, "commitment", hex);
}

void wire_board(const struct muster *m, struct json *j)
{
	json_int(j, "wire", WIRE_VERSION);
	heads_json(m, j);
	pieces_json(m, j);
	map_json(m, j);
	json_open(j, "boxes", '[');
	for (int i = 0; i < m->boxes; i++) json_str(j, NULL, m->box[i]);
	json_close(j, ']');
	words_json(m->rules, j);
	json_open(j, "options", '{');
	for (int i = 0; i < m->rules->options; i++) json_int(j, m->rules->option[i].name, m->option[i]);
	json_close(j, '}');
}
