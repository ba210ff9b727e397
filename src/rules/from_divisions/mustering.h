/* What muster.c works with while it makes the const part; nobody needs it afterwards. */
#ifndef FROM_DIVISIONS_MUSTERING_H
#define FROM_DIVISIONS_MUSTERING_H

#include "rules/from_divisions/from_divisions.h"

#define FD_BODY_UNITS 24
struct fd_body { /* a counter to be: units gathered into a division, or cavalry */
	const char *id, *name;
	int side, formation, group; /* formation of the battle; division of the battle file, -1 */
	int n, unit[FD_BODY_UNITS], posting;
	int men, horse_men, guns, quality; /* quality: weighed by men */
	bool cavalry, light, militia, horse_guns;
	int turn;
	struct point at;
};
/* a formation to be; formation of the battle or NOBODY */
struct fd_corps {
	const char *id, *name;
	int formation, side, leader;
	struct node said;
};

struct fd_making {
	struct muster *m;
	const struct mustering *with;
	struct fd_book *b;
	struct fd_body body[FD_UNITS];
	int bodies, corps_of[FD_UNITS];
	int slots; /* for detachments */
	struct fd_corps corps[FD_FORMATIONS];
	int corps_n, edge[SIDES];
	struct piece *piece;
};

/* muster.c */
struct node fd_value(const struct fd_making *k, const char *id, const char *key);
int fd_turn_at(const struct fd_book *b, int minutes);
bool fd_takes_part(const struct fd_making *k, const struct posting *p);
int fd_leader_posting(const struct fd_making *k, int leader);

/* gather.c: brigades into divisions, divisions into corps */
void fd_gather(struct fd_making *k);

/* counters.c */
void fd_muster_body(struct fd_making *k, const struct fd_body *body, int corps);
void fd_muster_slot(struct fd_making *k, int corps, int type, int n, int kind);
int fd_muster_leader(struct fd_making *k, int leader, int corps, bool chief);

#endif
