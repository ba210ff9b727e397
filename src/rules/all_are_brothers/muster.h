/* One muster at work; for muster.c and counters.c only. */
#ifndef ALL_ARE_BROTHERS_MUSTER_H
#define ALL_ARE_BROTHERS_MUSTER_H

struct recruiting {
	struct muster *m;
	const struct mustering *with;
	struct charts *c;
	struct piece *piece;
	int n, corps;                   /* counters so far; formation of the unit in hand */
	int corps_formation[AAB_CORPS]; /* formation in the battle */
	struct text why;                /* of the counter in hand */
};

int number_at(struct recruiting *x, struct node map, const char *key, int usual);
bool yes_at(struct recruiting *x, struct node map, const char *key, bool usual);
bool node_lists(struct node list, const char *word);
bool units_enlist(struct recruiting *x);
void leaders_enlist(struct recruiting *x);
void corps_make(struct recruiting *x);
int hex_at(const struct muster *m, const struct charts *c, struct point at);

#endif
