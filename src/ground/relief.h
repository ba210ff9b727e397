/* The height in millimetres, for the drawing's contours; for the files of src/ground only. The same on every
   machine. */
#ifndef GROUND_RELIEF_H
#define GROUND_RELIEF_H

#include "ground/ground.h"

int32_t ground_height_mm(const struct ground *g, struct point at);

#endif
