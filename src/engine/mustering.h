/* What rule systems on hexes muster alike: their special file by scenario, the scenario's part of the ground
   cut into hexes, where a point of the battle lies on them. For rule systems. */
#ifndef ENGINE_MUSTERING_H
#define ENGINE_MUSTERING_H

#include "engine/rules.h"

/* of this scenario, or else of the battle */
struct node muster_said(const struct muster *m, const char *key);
/* as `turns` says, or else so many; 1 … 200 */
int muster_turns(const struct muster *m, int by_time, struct faults *faults);
/* the map of `counters` that has that value */
struct node muster_counter(const struct muster *m, const char *id, const char *key);
/* The edge of the map behind each army: where `edges` of the battle or scenario says, or else where it
   stands. 0 north, 1 east, 2 south, 3 west */
void muster_edges(const struct muster *m, int edge[SIDES], struct faults *faults);
/* the nearest inside the scenario's part */
int muster_hex_at(const struct muster *m, const struct hexmap *map, struct point at);
/* Hexes of that size and levels over the scenario's part of the ground, larger hexes where there would be
   more than `most`; `grid` and `corrections` of the special file may say otherwise, up to twice as many. NULL
   with faults. */
const struct hexmap *muster_cut(const struct muster *m, const struct mustering *with, int size, int level,
	int levels, int most);

/* A place that counts for victory: `name`, `hexes`, `value` and `held` of the special file. */
#define PLACE_HEXES 8
struct muster_place {
	const char *name;
	uint8_t n, value;
	int8_t held;
	int16_t hex[PLACE_HEXES];
};
void muster_place_read(const struct muster *m, const struct mustering *with, const struct hexmap *map,
	struct node n, struct muster_place *out);

/* The numbers of a system's tables.yaml, each of which must be there. */
struct chart_number {
	const char *section, *key; /* section "": the file itself */
	size_t at;                 /* where in the system's charts: an int32_t */
	int min, max;
};
bool muster_numbers(const struct mustering *with, const char *system, const struct chart_number *list,
	size_t n, void *charts);

#endif
