/* What muster.c works with while it makes the const part; nobody needs it afterwards. */
#ifndef VAE_VICTIS_MUSTERING_H
#define VAE_VICTIS_MUSTERING_H

#include "rules/vae_victis/vae_victis.h"

#define VV_NATIONS 16
struct vv_nation {
	int32_t infantry, cavalry, guns, most, absent, chief_entry;
	int absent_until, chief_holds, killed; /* turns; KILLED_… */
	bool ties, weather;
};

struct vv_body {
	int formation, group, loose, side;
}; /* a formation to be: of the battle, of the battle file, or of units without an HQ */

struct vv_making {
	struct muster *m;
	const struct mustering *with;
	struct vv_book *b;
	struct vv_tables t;
	struct vv_nation nation[VV_NATIONS];
	int *chief_of; /* [formation of the battle] leader, NOBODY */
	int bodies, source[VV_FORMATIONS];
	struct vv_body body[VV_FORMATIONS];
	int edge[SIDES], longest;
	struct piece *piece;
	int postings; /* the scenario's, and those of counters that only the battle file puts on the map */
	struct posting *posting;
};

/* muster.c: what the battle file says of this scenario, or else of the battle */
struct node vv_said(const struct vv_making *k, const char *id, const char *key);
bool vv_yes(struct node map, const char *key, struct faults *f);
/* as a turn; 0 = not said */
int vv_hour(struct node map, const char *key, const struct vv_book *b, struct faults *f);
extern const char *const vv_deaths[];

/* counters.c */
void vv_place_and_time(struct vv_making *k, const struct posting *p, const char *id, int16_t *hex,
	int8_t *arrives);
uint8_t vv_entry_of(struct vv_making *k, int hex);
int vv_facing_of(const struct vv_making *k, const struct posting *p, const char *id, int side);
void vv_unit_values(struct vv_making *k, const struct unit *u, struct vv_unit *v, const char **derived);
void vv_leader_values(struct vv_making *k, const struct leader *l, bool chief, struct vv_leader *v,
	const char **derived);

#endif
