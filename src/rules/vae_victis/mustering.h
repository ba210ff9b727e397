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

struct vv_body { int formation, group, loose, side; }; /* a formation to be: of the battle, of the battle file, or of units without an HQ */

struct vv_making {
	struct muster *m;
	const struct mustering *with;
	struct vv_book *b;
	struct vv_tables t;
	struct vv_nation nation[VV_NATIONS];
	int *chief_of;                  /* [formation of the battle] leader, NOBODY */
	int bodies, source[VV_FORMATIONS];
	struct vv_body body[VV_FORMATIONS];
	int edge[SIDES], longest;
	struct piece *piece;
};

#endif
