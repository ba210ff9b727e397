/* The service's part of the page's types: what it tells beside games (tools/words writes words.ts from it
   all). */
#ifndef TABLE_TOLD_H
#define TABLE_TOLD_H

#include "wire/fields.h"

extern const struct wire_type table_http_types[], table_me_types[], table_balance_types[],
	table_catalogue_types[], table_guide_types[], table_guides_types[], table_lobby_types[],
	table_board_types[], table_show_types[], table_orders_types[], table_advice_types[], table_plan_types[],
	table_march_types[], table_talk_types[], table_override_types[], table_proof_types[],
	table_report_types[];

struct battle;
void you_at(const struct battle *b, unsigned held, int side, struct json *j); /* the side, if it is held */
void error_fields(const char *text, const char *rule, struct json *j);

#endif
