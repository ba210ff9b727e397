/* One muster at work; for muster.c and counters.c only. */
#ifndef ALL_ARE_BROTHERS_MUSTER_H
#define ALL_ARE_BROTHERS_MUSTER_H

struct recruiting {
	struct muster *m;
	const struct mustering *with;
	struct aab_book *b;
	struct piece *piece;
	int n, corps;                   /* counters so far; formation of the unit in hand */
	int corps_formation[AAB_CORPS]; /* formation in the battle */
	struct text why;                /* of the counter in hand */
};

int aab_number_at(struct recruiting *x, struct node map, const char *key, int usual);
bool aab_yes_at(struct recruiting *x, struct node map, const char *key, bool usual);
bool aab_node_lists(struct node list, const char *word);
bool aab_units_enlist(struct recruiting *x);
void aab_leaders_enlist(struct recruiting *x);
void aab_corps_make(struct recruiting *x);
int aab_hex_at(const struct muster *m, const struct aab_book *b, struct point at);

#endif
