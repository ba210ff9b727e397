/* What history says of the men who fight in a scenario. A brigade's losses count where they are known; where
   only its corps' are, it is counted under the corps, and if only a part of the corps is in the scenario, so
   is that part of its losses. The figures are the whole battle's, also for a scenario of one hour of it. */
#include "study/own.h"

/* The nearest formation from here upwards whose losses are written, except an army above others; else
   itself. */
int group_of(const struct muster *m, int formation)
{
	const struct battle *b = m->battle;
	for (int i = formation; i >= 0; i = b->formation[i].parent)
		if (b->formation[i].losses && (i == formation || b->formation[i].level != LEVEL_ARMY)) return i;
	return formation;
}

static struct group *group_find(const struct muster *m, struct group *g, int *n, int most, int formation)
{
	for (int i = 0; i < *n; i++)
		if (g[i].formation == formation) return &g[i];
	if (*n == most) return NULL;
	g[*n] = (struct group){.formation = formation, .side = m->battle->formation[formation].side};
	return &g[(*n)++];
}

static bool mustered(const struct muster *m, int unit)
{
	for (int i = 0; i < m->pieces; i++)
		if (m->piece[i].unit == unit) return true;
	return false;
}

/* A formation's losses without those of the formations below it that are counted apart. */
static int64_t own_losses(const struct battle *b, int formation)
{
	int64_t losses = b->formation[formation].losses;
	for (int i = 0; i < b->formations; i++)
		if (b->formation[i].parent == formation) losses -= b->formation[i].losses;
	return losses > 0 ? losses : 0;
}

/* All of the group's men and known losses in the battle, whether they are in this scenario or not. */
static struct group whole_group(const struct muster *m, int formation)
{
	struct group g = {.formation = formation};
	for (int u = 0; u < m->battle->units; u++) {
		const struct unit *unit = &m->battle->unit[u];
		if (unit->formation >= 0 && group_of(m, unit->formation) == formation)
			g.men += unit->men, g.losses += unit->losses;
	}
	return g;
}

/* The units' own figures where they make up most of what the formation lost; else the formation's, by the
   share of its men. */
static void group_history(const struct muster *m, struct group *g)
{
	struct group whole = whole_group(m, g->formation);
	int64_t own = own_losses(m->battle, g->formation);
	if (2 * whole.losses > own || whole.men == 0) return;
	g->losses = own * g->men / whole.men;
}

int groups_of(const struct muster *m, struct group *out, int most)
{
	int n = 0;
	for (int side = 0; side < SIDES; side++)
		for (int u = 0; u < m->battle->units; u++) {
			const struct unit *unit = &m->battle->unit[u];
			if (unit->side != side || unit->formation < 0 || !mustered(m, u)) continue;
			struct group *g = group_find(m, out, &n, most, group_of(m, unit->formation));
			if (g) g->men += unit->men, g->losses += unit->losses;
		}
	for (int i = 0; i < n; i++) group_history(m, &out[i]);
	return n;
}

double group_lost(const struct muster *m, const struct record *r, const struct group *g)
{
	double men = 0;
	for (int i = 0; i < m->battle->formations; i++)
		if (r->fallen[i] && group_of(m, i) == g->formation) men += (double)r->fallen[i];
	return men;
}
