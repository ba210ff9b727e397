/* The list of events a caller may listen to. */
#include <stdlib.h>

#include "engine/event.h"

void sink_add(struct sink *s, const struct event *e)
{
	if (s->n == s->room) {
		s->room = s->room ? s->room * 2 : 64;
		s->list = realloc(s->list, sizeof *s->list * (size_t)s->room);
		if (!s->list) abort();
	}
	s->list[s->n++] = *e;
}

void sink_clear(struct sink *s) { s->n = 0; }

void sink_free(struct sink *s)
{
	free(s->list);
	*s = (struct sink){0};
}
