/* An arena is a chain of chunks, newest first. A request that does not fit the newest chunk opens
   another one, large enough for it; what is left of the old one is given up. */
#include "base/arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 16, CHUNK = 64 * 1024 };

struct chunk {
	struct chunk *older;
	size_t used, room;
	_Alignas(ALIGN) char bytes[];
};

struct arena {
	struct chunk *newest;
};

struct arena *arena_new(void)
{
	struct arena *a = calloc(1, sizeof *a);

	if (!a) abort();
	return a;
}

void arena_free(struct arena *a)
{
	if (!a) return;
	while (a->newest) {
		struct chunk *older = a->newest->older;

		free(a->newest);
		a->newest = older;
	}
	free(a);
}

static void open_chunk(struct arena *a, size_t n)
{
	size_t room = n > CHUNK ? n : CHUNK;
	struct chunk *c = calloc(1, sizeof *c + room);

	if (!c) abort();
	c->room = room;
	c->older = a->newest;
	a->newest = c;
}

void *arena_get(struct arena *a, size_t n)
{
	char *got;

	assert(a);
	assert(n < SIZE_MAX / 2);
	n = (n + ALIGN - 1) / ALIGN * ALIGN;
	if (n == 0) n = ALIGN; /* so that two empty arrays are never the same */
	if (!a->newest || a->newest->room - a->newest->used < n) open_chunk(a, n);
	got = a->newest->bytes + a->newest->used;
	a->newest->used += n;
	return got;
}

char *arena_copy(struct arena *a, const char *s, size_t n)
{
	char *copy = arena_get(a, n + 1);

	if (n > 0) memcpy(copy, s, n);
	return copy;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list args;
	char *s;
	int n;

	va_start(args, fmt);
	n = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	assert(n >= 0);
	s = arena_get(a, (size_t)n + 1);
	va_start(args, fmt);
	vsnprintf(s, (size_t)n + 1, fmt, args);
	va_end(args);
	return s;
}

void *memory_at_line(size_t n)
{
	void *memory = aligned_alloc(CACHE_LINE, (n + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
	if (!memory) abort();
	return memory;
}
