/* Memory for things that are loaded once and freed together: battles, maps, charts.
   Nothing in play allocates; see engine/game.h. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct arena;

struct arena *arena_new(void);
void arena_free(struct arena *a);

/* Zeroed, aligned to 16 bytes, never NULL: out of memory aborts. n may be 0. */
void *arena_get(struct arena *a, size_t n);
char *arena_copy(struct arena *a, const char *s, size_t n); /* adds the final NUL */
char *arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Memory of its own that begins at a cache line: what many threads touch, each its own. Never NULL; free()
   gives it back. */
#define CACHE_LINE 64
void *memory_at_line(size_t n);

#define ARENA_NEW(a, type) ((type *)arena_get((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_get((a), sizeof(type) * (size_t)(n)))

#endif
