/* The map as a picture in the manner of a 19th-century engraving: relief, woods, fields, water, roads,
   settlements, lettering, and over it the hex grid of one rule system. Drawn from the same vectors as the
   hexes. */
#ifndef GROUND_SVG_H
#define GROUND_SVG_H

#include "base/text.h"
#include "ground/hexmap.h"

struct svg_options {
	const char *title, *subtitle; /* cartouche; NULL = none, no frame (the page's board) */
	bool grid, numbers;
	int32_t metres_per_unit; /* scale of the drawing; 0 = 10 */
	struct {
		int32_t left, top, w, h;
	} part; /* metres: only this part of the ground; w 0 = all of it */
};

/* map may be NULL (no hexes). */
/* For a table of w by h units of so many metres: only its part, drawn as finely as a whole map. */
void svg_part(struct svg_options *o, int32_t left, int32_t top, int32_t w, int32_t h, int32_t metres);

void svg_draw(struct text *out, const struct ground *g, const struct hexmap *map,
	const struct svg_options *o);

#endif
