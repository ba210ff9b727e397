/* An object that leaves the program is declared once, as a list of its fields. The list writes the object,
   and it tells `tools/words` what the page's type of it is (web/src/service/words.ts). So neither can say
   what the other does not. For example:

       #define TRACK(F, IF)                   each field: its name, what it is, its value
           F(name, TEXT(k->name))
           F(side, SIDE_OR_NULL(k->side))
           IF(k->max, max, NUMBER(k->max))    only if k->max. In the page: `max?: number`

       WRITE_OBJECT(TRACK);                   writes {"name": …, "side": …}; WRITE_FIELDS: without the braces

       const struct wire_type wire_x_types[] = {TYPE("Track", "What it is.", TRACK), {0}};

   The values are expressions of the function that writes: besides k it has `j`, a struct json *, and `m`, a
   struct muster *, where sides, pieces and places are named. The program that writes words.ts does not look
   at the values. */
#ifndef WIRE_FIELDS_H
#define WIRE_FIELDS_H

#include "wire/wire.h"

/* --- what a field can be: its type in the page, what writes it, the value ------------------------------ */

#define TEXT(value) "string", json_str, value
#define TEXT_OR_NULL(value) "string | null", json_str, value
#define WORD(type, value) \
	type, json_str, value /* one of a few words: the name of their type, or "'a' | 'b'" */
#define NUMBER(value) "number", json_int, value
#define INDEX_OR_NULL(value) "number | null", write_index, value /* null if it is negative */
#define DECIMAL(value) "number", json_double, value
#define TRUTH(value) "boolean", json_bool, value
#define CLOCK(minutes) "string", wire_clock, minutes
#define SIDE(value) "Side", write_side, value
#define SIDE_OR_NULL(value) "Side | null", write_side, value
#define PIECE(value) "PieceId", write_piece, value
#define PIECE_OR_NULL(value) "PieceId | null", write_piece, value
#define PLACE(value) "Place", write_place, value
#define PLACE_OR_NULL(value) "Place | null", write_place, value
#define NAMES(list) "string[]", wire_names, list
/* What is written by a call or a statement: a text, the members of an object or the items of a list. PART
   writes its key itself. */
#define TOLD(call) "string", write_told, call
#define OBJECT(type, call) type, write_object, call
#define LIST(of, call) of "[]", write_list, call
#define PART(type, call) type, write_part, call
#define EACH(n, call) \
	for (int i = 0, end_ = (n); i < end_; i++) call

#define write_side(j, key, value) json_str(j, key, wire_side(m, value))
#define write_piece(j, key, value) json_str(j, key, wire_piece(m, value))
#define write_place(j, key, value) wire_place(m, key, value, j)
#define write_index(j, key, value) \
	do { \
		int value_ = value; \
		if (value_ < 0) json_none(j, key); \
		else json_int(j, key, value_); \
	} while (0)
#define write_part(j, key, call) call
#define write_told(j, key, call) \
	do { \
		size_t from_ = json_text(j, key); \
		call; \
		json_text_end(j, from_); \
	} while (0)
#define write_in(j, key, bracket, end, call) \
	do { \
		json_open(j, key, bracket); \
		call; \
		json_close(j, end); \
	} while (0)
#define write_object(j, key, call) write_in(j, key, '{', '}', call)
#define write_list(j, key, call) write_in(j, key, '[', ']', call)

/* --- writing -------------------------------------------------------------------------------------------- */

#define WRITE_FIELDS(fields) fields(write_field, write_field_if)
#define WRITE_OBJECT(fields) write_object(j, NULL, WRITE_FIELDS(fields))

#define write_field(name, ...) write_as(name, __VA_ARGS__)
#define write_field_if(when, name, ...) \
	if (when) write_as(name, __VA_ARGS__)
#define write_as(name, type, how, value) how(j, #name, value);

/* --- telling -------------------------------------------------------------------------------------------- */

struct wire_field {
	const char *name, *type; /* as the page writes it; name NULL: the end of the list */
	bool optional;
};
struct wire_type {
	const char *name, *base, *about; /* base: the type that it adds to; about: a sentence; or NULL */
	const struct wire_field *field;
	const char *const *words; /* instead of fields: it is one of these; up to a NULL */
};

#define TYPE(name, about, fields) ADDS(name, NULL, about, fields)
#define ADDS(name, base, about, fields) \
	{name, base, about, (const struct wire_field[]){fields(tell_field, tell_field_if){NULL}}, NULL}
#define ONE_OF(name, about, words) {name, NULL, about, NULL, words}

#define tell_field(name, ...) tell_as(name, false, __VA_ARGS__)
#define tell_field_if(when, name, ...) tell_as(name, true, __VA_ARGS__)
#define tell_as(name, optional, type, how, value) {#name, type, optional},

extern const struct wire_type wire_board_types[], wire_view_types[], wire_log_types[], wire_odds_types[],
	wire_about_types[];

#endif
