/* A game's record as a line of JSON, and back. One table of columns serves the journal, games.csv and the
   summary. */
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/own.h"

#define ONE(name) {#name, offsetof(struct record, name), false}
#define TWO(name) {#name, offsetof(struct record, name), true}
const struct column columns[] = {
	ONE(game),
	ONE(seed),
	ONE(winner),
	ONE(margin),
	ONE(turns),
	ONE(decisions),
	TWO(questions),
	TWO(score),
	TWO(lost),
	ONE(leads),
	ONE(listed),
	ONE(list_most),
	ONE(rolls),
	TWO(luck),
	TWO(pips),
	TWO(scatter),
	{NULL, 0, false},
};

void *study_need(void *memory)
{
	if (!memory) abort();
	return memory;
}

int64_t column_of(const struct record *r, const struct column *c, int side)
{
	return *(const int64_t *)(const void *)((const char *)r + c->offset +
											(c->by_side ? (size_t)side * sizeof(int64_t) : 0));
}

int kinds_of(const struct rules *r)
{
	int n = 0;
	while (r->event && r->event[n].name) n++;
	return n;
}

const struct turn_row *row_at(const struct record *r, int64_t turn)
{
	int i = r->rows - 1;
	while (i > 0 && r->row[i].turn > turn) i--;
	return &r->row[i];
}

void record_free(struct record *r)
{
	free(r->row), free(r->fight), free(r->fallen), free(r->effect);
	*r = (struct record){0};
}

int record_decided(const struct record *r)
{
	if (r->winner != 0 && r->winner != 1) return 0;
	int i = r->rows - 1;
	while (i > 0 && (r->winner == 0 ? r->row[i - 1].judge : -r->row[i - 1].judge) >= DECIDED) i--;
	return (int)r->row[i].turn;
}

double record_dice(const struct record *r, int side)
{
	return r->scatter[side] ? (double)r->pips[side] / 2 / sqrt((double)r->scatter[side] / 12) : 0;
}

/* --- written -------------------------------------------------------------------------------------------- */

static void write_lists(const struct muster *m, const struct record *r, struct json *j)
{
	json_open(j, "rows", '[');
	for (int i = 0; i < r->rows; i++) {
		const struct turn_row *t = &r->row[i];
		const int64_t value[] = {t->turn, t->clock, t->score[0], t->score[1], t->lost[0], t->lost[1],
			t->judge};
		json_open(j, NULL, '[');
		for (size_t k = 0; k < sizeof value / sizeof *value; k++) json_int(j, NULL, value[k]);
		json_close(j, ']');
	}
	json_close(j, ']');
	json_open(j, "fights", '[');
	for (int i = 0; i < r->fights; i++) {
		json_open(j, NULL, '[');
		json_int(j, NULL, r->fight[i].turn), json_int(j, NULL, r->fight[i].place),
			json_int(j, NULL, r->fight[i].n);
		json_close(j, ']');
	}
	json_close(j, ']');
	json_open(j, "fallen", '{');
	for (int i = 0; i < m->battle->formations; i++)
		if (r->fallen[i]) json_int(j, m->battle->formation[i].id, r->fallen[i]);
	json_close(j, '}');
	json_open(j, "effects", '{');
	for (int i = 0; i < kinds_of(m->rules); i++)
		if (r->effect[i]) json_int(j, m->rules->event[i].name, r->effect[i]);
	json_close(j, '}');
}

void record_write(const struct muster *m, const struct record *r, struct text *line)
{
	struct json j = {.out = line};
	char hash[17];
	json_open(&j, NULL, '{');
	for (const struct column *c = columns; c->name; c++) {
		if (!c->by_side) {
			json_int(&j, c->name, column_of(r, c, 0));
			continue;
		}
		json_open(&j, c->name, '[');
		for (int side = 0; side < SIDES; side++) json_int(&j, NULL, column_of(r, c, side));
		json_close(&j, ']');
	}
	snprintf(hash, sizeof hash, "%016" PRIx64, r->hash);
	json_str(&j, "hash", hash);
	if (r->wrong[0]) json_str(&j, "wrong", r->wrong);
	write_lists(m, r, &j);
	json_close(&j, '}');
	text_char(line, '\n');
}

/* --- read ----------------------------------------------------------------------------------------------- */

static bool read_int(const json_t *value, int64_t *out)
{
	*out = json_integer_value(value);
	return json_is_integer(value);
}

static bool read_columns(const json_t *o, struct record *r)
{
	for (const struct column *c = columns; c->name; c++) {
		const json_t *value = json_object_get(o, c->name);
		int64_t *into = (int64_t *)(void *)((char *)r + c->offset);
		if (!c->by_side && !read_int(value, into)) return false;
		for (size_t side = 0; c->by_side && side < SIDES; side++)
			if (!read_int(json_array_get(value, side), &into[side])) return false;
	}
	const char *hash = json_string_value(json_object_get(o, "hash")),
			   *wrong = json_string_value(json_object_get(o, "wrong"));
	if (wrong) snprintf(r->wrong, sizeof r->wrong, "%s", wrong);
	return hash && sscanf(hash, "%16" SCNx64, &r->hash) == 1 && r->winner >= 0 && r->winner <= RESULT_DRAW;
}

/* A list of lists of `width` numbers each, into a fresh array; its length, or -1. */
static int read_rows(const json_t *list, size_t width, int64_t **out)
{
	size_t n = json_array_size(list);
	if (!json_is_array(list)) return -1;
	*out = study_need(calloc(n * width + 1, sizeof **out));
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < width; k++)
			if (!read_int(json_array_get(json_array_get(list, i), k), &(*out)[i * width + k])) return -1;
	return (int)n;
}

static void read_fallen(const struct muster *m, json_t *o, struct record *r)
{
	const char *key;
	json_t *value;
	r->fallen = study_need(calloc((size_t)m->battle->formations + 1, sizeof *r->fallen));
	json_object_foreach(json_object_get(o, "fallen"), key, value)
	{
		int i = battle_find_formation(m->battle, key);
		if (i >= 0) r->fallen[i] = json_integer_value(value);
	}
	int kinds = kinds_of(m->rules);
	r->effect = study_need(calloc((size_t)kinds + 1, sizeof *r->effect));
	for (int i = 0; i < kinds; i++)
		r->effect[i] =
			json_integer_value(json_object_get(json_object_get(o, "effects"), m->rules->event[i].name));
}

static_assert(sizeof(struct turn_row) == 7 * sizeof(int64_t) && sizeof(struct fight) == 3 * sizeof(int64_t),
	"rows are plain numbers");

bool record_read(const struct muster *m, const char *line, size_t n, struct record *out)
{
	json_t *o = json_loadb(line, n, 0, NULL);
	int64_t *rows = NULL, *fights = NULL;
	*out = (struct record){0};
	bool fine = json_is_object(o) && read_columns(o, out);
	if (fine)
		fine = (out->rows = read_rows(json_object_get(o, "rows"), 7, &rows)) > 0 &&
		       (out->fights = read_rows(json_object_get(o, "fights"), 3, &fights)) >= 0;
	out->row = (struct turn_row *)(void *)rows, out->fight = (struct fight *)(void *)fights;
	if (fine) read_fallen(m, o, out);
	else record_free(out);
	json_decref(o);
	return fine;
}
