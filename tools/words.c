/* Writes the types of the page, web/src/service/words.ts, from the lists of fields that write the JSON
   (src/wire/fields.h). tools/words builds and runs it. */
#include <stdio.h>

#include "table/told.h"

static const struct wire_type *const all[] = {
	table_me_types,
	wire_board_types,
	table_balance_types,
	table_catalogue_types,
	table_lobby_types,
	table_guides_types,
	table_guide_types,
	table_board_types,
	wire_view_types,
	wire_log_types,
	wire_odds_types,
	wire_about_types,
	table_http_types,
	table_show_types,
	table_orders_types,
	table_advice_types,
	table_plan_types,
	table_march_types,
	table_talk_types,
	table_override_types,
	table_proof_types,
	table_report_types,
};

static void one_of(const struct wire_type *t)
{
	printf("export type %s =", t->name);
	for (const char *const *word = t->words; *word; word++)
		printf(word == t->words ? " '%s'" : " | '%s'", *word);
	printf(";\n");
}

static void interface(const struct wire_type *t)
{
	printf(t->base ? "export interface %s extends %s {\n" : "export interface %s {\n", t->name, t->base);
	for (const struct wire_field *f = t->field; f->name; f++)
		printf("\t%s%s: %s;\n", f->name, f->optional ? "?" : "", f->type);
	printf("}\n");
}

int main(void)
{
	printf(
		"// What the service says (docs/service.md), as types: tools/words writes this file from the lists of\n"
		"// fields that write the answers (src/wire/fields.h). Change those, not this. Sides, pieces and places\n"
		"// are the words that orders use: \"union\", \"sherman\", \"0405\".\n\n"
		"/** The version of all this (src/wire/wire.h). A table says its own with every answer. */\n"
		"export const WIRE = %d;\n\n"
		"export type Side = string;\nexport type Place = string;\nexport type PieceId = string;\n",
		WIRE_VERSION);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		for (const struct wire_type *t = all[i]; t->name; t++) {
			printf(t->about ? "\n/** %s */\n" : "\n", t->about);
			if (t->words) one_of(t);
			else interface(t);
		}
}
