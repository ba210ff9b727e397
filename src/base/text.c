/* The one growing string of the program, and the two things that are done to words everywhere:
   reading a file into one, and finding the word that somebody probably meant. */
#include "base/text.h"

#include <assert.h>
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for n more bytes and the final NUL. */
void text_grow(struct text *t, size_t n)
{
	size_t need = t->n + n + 1;

	assert(n < SIZE_MAX / 4 && t->n < SIZE_MAX / 4);
	if (need <= t->room) return;
	t->room = need > 2 * t->room ? need + 32 : 2 * t->room;
	t->s = realloc(t->s, t->room);
	if (!t->s) abort();
}

void text_addn(struct text *t, const char *s, size_t n)
{
	char *to = text_room(t, n);

	if (n > 0) memcpy(to, s, n);
	text_ends(t, to + n);
}

void text_add(struct text *t, const char *s) { text_addn(t, s, strlen(s)); }

/* What is short, as nearly everything is, is written once. */
void text_addf(struct text *t, const char *fmt, ...)
{
	va_list args;
	int n;
	size_t room = 64;

	for (;;) {
		char *to = text_room(t, room);

		va_start(args, fmt);
		n = vsnprintf(to, room + 1, fmt, args);
		va_end(args);
		assert(n >= 0);
		if ((size_t)n <= room) break;
		room = (size_t)n;
	}
	t->n += (size_t)n;
}

int utf8_length(const char *at)
{
	const unsigned char *s = (const unsigned char *)at;
	int n = s[0] < 0x80                 ? 1
	      : s[0] >= 0xc2 && s[0] < 0xe0 ? 2
	      : (s[0] & 0xf0) == 0xe0       ? 3
	      : s[0] >= 0xf0 && s[0] < 0xf5 ? 4
	                                    : 0;

	for (int i = 1; i < n; i++)
		if ((s[i] & 0xc0) != 0x80) return 0;
	if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f)) return 0;
	if ((s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f)) return 0;
	return n;
}

bool is_utf8(const char *s)
{
	for (int n; *s; s += n)
		if (!(n = utf8_length(s))) return false;
	return true;
}

void text_utf8(struct text *t, const char *s)
{
	for (int n; *s; s += n ? n : 1) {
		n = utf8_length(s);
		text_addn(t, n ? s : "\xef\xbf\xbd", n ? (size_t)n : 3);
	}
}

void text_clear(struct text *t)
{
	t->n = 0;
	if (t->s) t->s[0] = '\0';
}

void text_free(struct text *t)
{
	free(t->s);
	*t = (struct text){0};
}

const char *text_str(const struct text *t) { return t->s ? t->s : ""; }

static int read_stream(struct text *t, FILE *in, size_t most)
{
	char block[16384];
	size_t got, before = t->n;

	while ((got = fread(block, 1, sizeof block, in)) > 0) {
		if (t->n - before + got > most) {
			errno = EFBIG;
			return 0;
		}
		text_addn(t, block, got);
	}
	return !ferror(in);
}

int text_read_file(struct text *t, const char *path, size_t most)
{
	FILE *in = fopen(path, "rb");
	int ok, why;

	if (!in) return 0;
	ok = read_stream(t, in, most);
	why = errno;
	fclose(in);
	errno = why;
	return ok;
}

enum { WORD_MOST = 40 }; /* longer words are no misspelling of anything */

static int least(int a, int b, int c)
{
	int ab = a < b ? a : b;

	return ab < c ? ab : c;
}

/* Letters to insert, delete or change to make a into b: the textbook table, one row at a time. */
static int edits(const char *a, const char *b)
{
	int row[WORD_MOST + 1];
	int n = (int)strlen(b);

	for (int j = 0; j <= n; j++) row[j] = j;
	for (int i = 1; a[i - 1]; i++) {
		int diagonal = row[0];

		row[0] = i;
		for (int j = 1; j <= n; j++) {
			int changed = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			row[j] = least(row[j] + 1, row[j - 1] + 1, changed);
		}
	}
	return row[n];
}

const char *text_nearest(const char *word, const char *const *names, int n)
{
	size_t length = strlen(word);
	int best = (int)length / 3 + 1;
	const char *nearest = NULL;

	if (length > WORD_MOST) return NULL;
	for (int i = 0; i < n; i++) {
		size_t other = strlen(names[i]);
		int e = other > 0 && other <= WORD_MOST ? edits(word, names[i]) : WORD_MOST;

		if (e <= best && (e < best || !nearest)) {
			best = e;
			nearest = names[i];
		}
	}
	return nearest;
}
