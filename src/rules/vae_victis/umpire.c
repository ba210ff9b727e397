/* What players may change by hand if they agree to. Only between two moves and combats: while one is under
   way the agenda names units and hexes as they are. */
#include "rules/vae_victis/vae_victis.h"

static const struct by_hand by_hand[] = {{"turn", 1, 99}, {"weather", 0, 0}, {"at", 0, 0}, {"facing", 0, 0},
	{"losses", 0, 99}, {"disorganised", 0, 0}, {"in_command", 0, 0}, {"direct", 0, 0}, {"moved", 0, 0},
	{"fired", 0, 0}, {"out_of_command", 0, 0}, {"demoralised", 0, 0}, {"failures", 0, 99}, {"in_cup", 0, 0},
	{"owner", 0, 0}, {NULL, 0, 0}};

/* While attacks are declared and divided, who attacks whom is written down. */
static bool lets(const struct play *p, const struct game *g, const struct field *f, int element,
	int32_t value, struct refusal *r)
{
	const struct step *s = agenda_see(g);
	return s->kind != STEP_ACT || s->stage <= ACT_MOVE ||
	       refuse(r, "11c",
			   "attacks are declared; finish them or take them back, then change things by hand");
}

const struct umpire vv_umpire = {by_hand, 1u << STEP_TURN | 1u << STEP_ACT, lets};
