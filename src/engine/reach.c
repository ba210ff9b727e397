#include "engine/reach.h"

void reach_make(struct reach *r, struct arena *a, const struct hexmap *map, const int16_t *place, int n,
	int near, int farthest)
{
	int width = n > 16 ? REACH_PLACES : 16;
	uint8_t *far = ARENA_ARRAY(a, uint8_t, width * map->count);
	uint16_t *pull = ARENA_ARRAY(a, uint16_t, width * map->count);
	for (int hex = 0; hex < map->count; hex++)
		for (int i = 0; i < width; i++) {
			int d = i < n && place[i] >= 0 ? hex_range(map, place[i], hex) : farthest;
			far[hex * width + i] = (uint8_t)(d < farthest ? d : farthest);
			pull[hex * width + i] = (uint16_t)(d < farthest ? 65536 / (near + d * d) : 0);
		}
	*r = (struct reach){width, far, pull};
}
