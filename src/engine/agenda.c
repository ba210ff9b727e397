/* The agenda: what is pending in a game, as a stack inside the state. See game.h. */
#include "engine/play.h"

/* Brings up whatever was put off until the agenda is no deeper than it is now. Pushed last first, so that the
   first one deferred is the first one done. */
static void release(struct game *g)
{
	struct step due[DEFER_MOST];
	int n = 0, kept = 0;
	for (int i = 0; i < g->deferred; i++) {
		if (g->later_at[i] >= g->depth) {
			due[n++] = g->later[i];
			continue;
		}
		g->later[kept] = g->later[i];
		g->later_at[kept++] = g->later_at[i];
	}
	/* what is gone leaves no trace in the hash */
	memset(&g->later[kept], 0, sizeof g->later[0] * (size_t)(g->deferred - kept));
	memset(&g->later_at[kept], 0, (size_t)(g->deferred - kept));
	g->deferred = (uint8_t)kept;
	while (n) agenda_push(g, due[--n]);
}

void agenda_done(struct game *g)
{
	assert(g->depth > 0);
	g->depth--;
	memset(&g->agenda[g->depth], 0, sizeof g->agenda[0]);
	if (g->deferred) release(g);
}

void agenda_defer(struct game *g, uint8_t depth, struct step s)
{
	assert(g->deferred < DEFER_MOST);
	g->later[g->deferred] = s;
	g->later_at[g->deferred++] = depth;
}

void agenda_unwind(const struct play *p, struct game *g, uint8_t depth)
{
	while (g->depth > depth) {
		struct step s = g->agenda[--g->depth];
		memset(&g->agenda[g->depth], 0, sizeof g->agenda[0]);
		play_cleanup(p, g, &s);
	}
	if (g->deferred) release(g);
}

struct step *agenda_find(struct game *g, uint8_t kind)
{
	for (int i = g->depth - 1; i >= 0; i--)
		if (g->agenda[i].kind == kind) return &g->agenda[i];
	return NULL;
}
