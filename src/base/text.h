/* A string that grows. Zero-initialised is empty and ready; free it with text_free. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
	char *s; /* NUL-terminated once anything was added; NULL while empty */
	size_t n, room;
};

void text_grow(struct text *t, size_t n); /* for text_room: there is too little */

/* For who writes many small things: a place for n bytes at the end. They count once text_ends says where they
   end. */
static inline char *text_room(struct text *t, size_t n)
{
	if (n >= t->room - t->n) text_grow(t, n);
	return t->s + t->n;
}

static inline void text_ends(struct text *t, char *end)
{
	t->n = (size_t)(end - t->s);
	*end = '\0';
}

static inline void text_char(struct text *t, char c)
{
	char *to = text_room(t, 1);
	*to = c;
	text_ends(t, to + 1);
}

void text_add(struct text *t, const char *s);
void text_addn(struct text *t, const char *s, size_t n);
void text_addf(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void text_clear(struct text *t); /* keeps the memory */
void text_free(struct text *t);
const char *text_str(const struct text *t); /* never NULL */

/* The length of the well-formed UTF-8 sequence at s; 0 if there is none (overlong, surrogate, cut off). */
int utf8_length(const char *s);
bool is_utf8(const char *s);
/* Adds s; what is no UTF-8 in it becomes U+FFFD. */
void text_utf8(struct text *t, const char *s);

/* Reads a whole file; false and errno if it cannot. At most `most` bytes. */
int text_read_file(struct text *t, const char *path, size_t most);

/* The name out of n that was probably meant by a misspelt word, or NULL if none is near. */
const char *text_nearest(const char *word, const char *const *names, int n);

#endif
