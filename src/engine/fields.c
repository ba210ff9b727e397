/* Named pieces of state, by the system's table: what cases set and expect, what overrides change. */
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "engine/play.h"

const struct field *field_find(const struct rules *r, const char *name)
{
	for (int i = 0; i < r->fields; i++)
		if (strcmp(r->field[i].name, name) == 0) return &r->field[i];
	return NULL;
}

int field_elements(const struct muster *m, const struct field *f)
{
	switch (f->scope) {
	case FIELD_GAME: return 1;
	case FIELD_PIECE: return m->pieces;
	case FIELD_PLACE: return m->map ? m->map->count : 0;
	case FIELD_SIDE: return SIDES;
	}
	return 0;
}

static uint8_t *where(const struct muster *m, const struct game *g, const struct field *f, int index)
{
	size_t at = f->offset + (size_t)f->stride * (size_t)index;
	assert(index >= 0 && index < field_elements(m, f) && at < m->state_bytes);
	return (uint8_t *)(uintptr_t)g + at;
}

static const struct {
	int size;
	int64_t min, max;
} shapes[] = {
	[FIELD_U8] = {1, 0, UINT8_MAX},
	[FIELD_I8] = {1, INT8_MIN, INT8_MAX},
	[FIELD_U16] = {2, 0, UINT16_MAX},
	[FIELD_I16] = {2, INT16_MIN, INT16_MAX},
	[FIELD_U32] = {4, 0, INT32_MAX},
	[FIELD_I32] = {4, INT32_MIN, INT32_MAX},
	[FIELD_BIT] = {1, 0, 1},
};

int32_t field_get(const struct muster *m, const struct game *g, const struct field *f, int index)
{
	const uint8_t *at = where(m, g, f, index);
	int16_t i16;
	uint16_t u16;
	int32_t i32;
	switch (f->type) {
	case FIELD_U8: return *at;
	case FIELD_I8: return (int8_t)*at;
	case FIELD_U16: memcpy(&u16, at, 2); return u16;
	case FIELD_I16: memcpy(&i16, at, 2); return i16;
	case FIELD_U32:
	case FIELD_I32: memcpy(&i32, at, 4); return i32;
	case FIELD_BIT: return (*at & f->bit) != 0;
	}
	return 0;
}

static bool value_fits(const struct muster *m, const struct field *f, int32_t value)
{
	int choices = 0;
	switch (f->value) {
	case VALUE_NUMBER: return true;
	case VALUE_BOOL: return value == 0 || value == 1;
	case VALUE_PLACE:
		return value >= -1 - m->boxes &&
		       (value < 0 || (m->map ? value < m->map->count
									 : PLACE_X(value) <= m->tabletop_w && PLACE_Y(value) <= m->tabletop_h));
	case VALUE_UNIT: return value >= NO_UNIT && value < m->pieces;
	case VALUE_SIDE: return value >= NOBODY && value < SIDES;
	case VALUE_CHOICE:
		while (f->choice[choices]) choices++;
		return value >= 0 && value < choices;
	}
	return false;
}

bool field_set(const struct muster *m, struct game *g, const struct field *f, int index, int32_t value)
{
	if (index < 0 || index >= field_elements(m, f)) return false;
	if (value < shapes[f->type].min || value > shapes[f->type].max || !value_fits(m, f, value)) return false;
	uint8_t *at = where(m, g, f, index);
	if (f->type == FIELD_BIT) *at = (uint8_t)(value ? *at | f->bit : *at & ~f->bit);
	else memcpy(at, &value, (size_t)shapes[f->type].size);
	return true;
}

void field_write(const struct muster *m, const struct field *f, int32_t value, struct text *t)
{
	switch (f->value) {
	case VALUE_NUMBER: text_addf(t, "%d", value); break;
	case VALUE_BOOL: text_add(t, value ? "yes" : "no"); break;
	case VALUE_PLACE: place_write(m, value, t); break;
	case VALUE_UNIT: text_add(t, value < 0 ? "none" : m->piece[value].id); break;
	case VALUE_SIDE: text_add(t, value < 0 ? "none" : m->battle->side[value].id); break;
	case VALUE_CHOICE: text_add(t, value_fits(m, f, value) ? f->choice[value] : "?"); break;
	}
}

static bool read_number(const char *text, int32_t *value)
{
	char *end;
	long n = strtol(text, &end, 10);
	*value = (int32_t)n;
	return end != text && !*end && n >= INT32_MIN && n <= INT32_MAX;
}

static bool read_bool(const char *text, int32_t *value)
{
	static const char *const words[] = {"no", "yes", "false", "true", "0", "1"};
	for (int i = 0; i < 6; i++)
		if (strcasecmp(text, words[i]) == 0) return *value = i % 2, true;
	return false;
}

static bool read_side(const struct muster *m, const char *text, int32_t *value)
{
	for (int i = 0; i < SIDES; i++)
		if (strcmp(text, m->battle->side[i].id) == 0) return *value = i, true;
	*value = NOBODY;
	return strcmp(text, "none") == 0;
}

bool field_read(const struct muster *m, const struct field *f, const char *text, int32_t *value)
{
	switch (f->value) {
	case VALUE_NUMBER: return read_number(text, value);
	case VALUE_BOOL: return read_bool(text, value);
	case VALUE_PLACE: return place_find(m, text, value);
	case VALUE_UNIT:
		if (strcmp(text, "none") == 0) return *value = NO_UNIT, true;
		return (*value = piece_find(m, text)) >= 0;
	case VALUE_SIDE: return read_side(m, text, value);
	case VALUE_CHOICE:
		for (*value = 0; f->choice[*value]; ++*value)
			if (strcmp(f->choice[*value], text) == 0) return true;
	}
	return false;
}
