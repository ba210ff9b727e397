/* What muster.c, charts.c and troops.c work with while they make the const part; nobody needs it
   afterwards. */
#ifndef TABLETOP_1859_MUSTERING_H
#define TABLETOP_1859_MUSTERING_H

#include "rules/tabletop_1859/tabletop_1859.h"

struct tt_making {
	struct muster *m;
	const struct mustering *with;
	struct tt_book *b;
	struct piece *piece;
	int *chief_of; /* [formation] the piece that commands it, NO_UNIT */
};

bool tt_read_numbers(struct node tables, struct tt_numbers *n, struct faults *f); /* charts.c */

/* troops.c: what a unit, its batteries and a leader are on the table, and why */
void tt_unit_values(const struct tt_making *k, const struct unit *u, struct tt_piece *v,
	const char **derived);
void tt_battery_values(const struct tt_making *k, const struct unit *u, struct tt_piece *v,
	const char **derived);
bool tt_has_battery(const struct unit *u);
void tt_leader_values(const struct tt_making *k, const struct leader *l, struct tt_piece *v,
	const char **derived);
#define NO_CHIT (-1)
int tt_posted_chit(const struct tt_making *k, const struct posting *p); /* NO_CHIT */

#endif
