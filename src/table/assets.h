/* The page's files. For this room only. */
#ifndef TABLE_ASSETS_H
#define TABLE_ASSETS_H

#include <stdbool.h>

struct assets;
struct assets *assets_new(const char *dir); /* need not exist */
void assets_free(struct assets *a);
bool assets_have(struct assets *a, const char *name);

#endif
