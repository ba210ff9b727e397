/* Pieces, places and orders in words, and back. One form serves case files, save files, the terminal and the
   log. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "engine/play.h"

int piece_find(const struct muster *m, const char *name)
{
	for (int i = 0; i < m->pieces; i++)
		if (strcmp(m->piece[i].id, name) == 0) return i;
	for (int i = 0; i < m->pieces; i++)
		if (strcasecmp(m->piece[i].name, name) == 0) return i;
	return NO_UNIT;
}

/* Tenths of an inch, `X,Y`. Plain digits, and few of them: a number too large for an int must not come out as
   another place. */
static bool table_place(const struct muster *m, const char *text, int32_t *place)
{
	size_t across = strspn(text, "0123456789"),
		   down = text[across] == ',' ? strspn(text + across + 1, "0123456789") : 0;
	if (across < 1 || across > 5 || down < 1 || down > 5 || text[across + 1 + down]) return false;
	long x = strtol(text, NULL, 10), y = strtol(text + across + 1, NULL, 10);
	if (x > m->tabletop_w || y > m->tabletop_h) return false;
	*place = PLACE_XY((int)x, (int)y);
	return true;
}

/* The same name, where a blank may be written as an underscore: words of an order have no blanks. */
static bool same_name(const char *a, const char *b)
{
	for (; *a && *b; a++, b++) {
		int x = *a == '_' ? ' ' : tolower((unsigned char)*a),
			y = *b == '_' ? ' ' : tolower((unsigned char)*b);
		if (x != y) return false;
	}
	return *a == *b;
}

bool place_find(const struct muster *m, const char *text, int32_t *place)
{
	if (strcmp(text, "none") == 0) return *place = PLACE_NONE, true;
	for (int i = 0; i < m->boxes; i++)
		if (same_name(m->box[i], text)) return *place = PLACE_BOX(i), true;
	if (!m->map) return table_place(m, text, place);
	int hex = hexmap_find(m->map, text);
	if (hex == HEX_NONE) {
		const struct ground *g = m->battle->ground;
		for (int i = 0; i < g->places && hex == HEX_NONE; i++)
			if (same_name(g->place[i].name, text)) hex = hexmap_at(m->map, g->place[i].at);
	}
	*place = hex;
	return hex != HEX_NONE;
}

void place_write(const struct muster *m, int32_t place, struct text *t)
{
	if (place == PLACE_NONE) text_add(t, "none");
	else if (place < 0) text_add(t, -2 - place < m->boxes ? m->box[-2 - place] : "?");
	else if (m->map) text_add(t, place < m->map->count ? m->map->number[place] : "?");
	else text_addf(t, "%d,%d", PLACE_X(place), PLACE_Y(place));
}

/* --- orders --------------------------------------------------------------------------------------------- */

static const char *const pointy_names[] = {"NE", "E", "SE", "SW", "W", "NW", NULL};
static const char *const flat_names[] = {"N", "NE", "SE", "S", "SW", "NW", NULL};

static const char *const *direction_names(const struct muster *m)
{
	return m->map->grid.flat ? flat_names : pointy_names;
}

static void place_word(const struct muster *m, int32_t place, struct text *t)
{
	size_t from = t->n;
	place_write(m, place, t);
	for (size_t i = from; i < t->n; i++)
		if (t->s[i] == ' ') t->s[i] = '_';
}

static void argument_write(const struct muster *m, const struct verb *v, enum arg kind, int32_t value,
	struct text *t)
{
	if (kind == ARG_NONE) return;
	text_char(t, ' ');
	switch (kind) {
	case ARG_UNIT: text_add(t, value >= 0 && value < m->pieces ? m->piece[value].id : "?"); break;
	case ARG_PLACE: place_word(m, value, t); break;
	case ARG_CHOICE: text_add(t, v->choice[value]); break;
	case ARG_SIDE: text_add(t, m->battle->side[value].id); break;
	case ARG_DIRECTION:
		if (m->map) {
			text_add(t, direction_names(m)[value]);
			break;
		}
		/* fall through */
	default: text_addf(t, "%d", value);
	}
}

void order_write(const struct muster *m, const struct order *o, struct text *t)
{
	const struct verb *v = &m->rules->verb[o->verb];
	text_add(t, v->name);
	if (v->takes_unit) argument_write(m, v, ARG_UNIT, o->unit, t);
	argument_write(m, v, v->a, o->a, t);
	argument_write(m, v, v->b, o->b, t);
	argument_write(m, v, v->c, o->c, t);
}

static int name_index(const char *const *names, const char *word)
{
	for (int i = 0; names[i]; i++)
		if (strcasecmp(names[i], word) == 0) return i;
	return -1;
}

static bool whole_number(const char *word, int32_t *value)
{
	char *end;
	long n = strtol(word, &end, 10);
	if (end == word || *end || n < -100000 || n > 100000) return false;
	*value = (int32_t)n;
	return true;
}

static const char *const arg_titles[] = {"nothing", "a piece", "a place", "a number", "a choice", "a side",
	"a direction"};

static bool argument_read(const struct muster *m, const struct verb *v, enum arg kind, const char *word,
	int32_t *value)
{
	switch (kind) {
	case ARG_UNIT: return (*value = piece_find(m, word)) >= 0;
	case ARG_PLACE: return place_find(m, word, value) && *value != PLACE_NONE;
	case ARG_CHOICE: return (*value = name_index(v->choice, word)) >= 0;
	case ARG_SIDE:
		for (*value = 0; *value < SIDES; ++*value)
			if (strcmp(m->battle->side[*value].id, word) == 0) return true;
		return false;
	case ARG_DIRECTION:
		if (m->map) return (*value = name_index(direction_names(m), word)) >= 0;
		/* fall through */
	default: return whole_number(word, value);
	}
}

#define WORDS_MOST 6
static int split(const char *words, char room[], size_t size, char *word[])
{
	char *rest;
	int n = 0;
	if (strlen(words) >= size) return -1;
	strcpy(room, words);
	for (char *s = strtok_r(room, " \t", &rest); s; s = strtok_r(NULL, " \t", &rest)) {
		if (n == WORDS_MOST) return -1;
		word[n++] = s;
	}
	return n;
}

bool order_read(const struct muster *m, const char *words, struct order *o, char *error, size_t room)
{
	char buffer[256], *word[WORDS_MOST];
	int n = split(words, buffer, sizeof buffer, word), next = 1, verb;
	*o = (struct order){.unit = NO_UNIT};
	if (n < 1) return snprintf(error, room, "an order of one to %d words was expected", WORDS_MOST), false;
	for (verb = 0; verb < m->rules->verbs && strcasecmp(m->rules->verb[verb].name, word[0]); verb++) continue;
	if (verb == m->rules->verbs)
		return snprintf(error, room, "'%.60s' is no order of %s", word[0], m->rules->title), false;
	const struct verb *v = &m->rules->verb[verb];
	o->verb = (uint16_t)verb;
	enum arg kind[4] = {v->takes_unit ? ARG_UNIT : ARG_NONE, v->a, v->b, v->c};
	int32_t value[4] = {NO_UNIT, 0, 0, 0};
	for (int i = 0; i < 4; i++) {
		if (kind[i] == ARG_NONE) continue;
		const char *w = next < n ? word[next++] : "";
		if (!argument_read(m, v, kind[i], w, &value[i]))
			return snprintf(error, room, "'%s' expects %s, not '%.60s'", v->name, arg_titles[kind[i]], w),
			       false;
	}
	if (next < n)
		return snprintf(error, room, "'%.60s' is one word too many for '%s'", word[next], v->name), false;
	o->unit = (int16_t)value[0], o->a = value[1], o->b = value[2], o->c = value[3];
	return true;
}
