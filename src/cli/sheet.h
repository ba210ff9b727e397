/* A sheet of characters with inks and grounds, on which the terminal's map is drawn before a part of it is
   printed. For src/cli only. */
#ifndef CLI_SHEET_H
#define CLI_SHEET_H

#include "cli/terminal.h"

enum ink {
	INK_NONE,
	INK_DARK,
	INK_FAINT,
	INK_GREEN,
	INK_BROWN,
	INK_BLUE,
	INK_RED,
	INK_WHITE,
	INK_BLACK,
	INKS
};
enum ground_look {
	GROUND_NONE,
	GROUND_OPEN,
	GROUND_HIGH,
	GROUND_HIGHER,
	GROUND_HIGHEST,
	GROUND_WOODS,
	GROUND_TOWN,
	GROUND_MARSH,
	GROUND_FIELDS,
	GROUND_WATER,
	GROUND_OFF,
	GROUND_SHOWN,
	GROUND_ORDER,
	GROUND_BLUE,
	GROUND_GREY,
	GROUND_WHITE,
	GROUND_RED,
	GROUND_GREEN,
	GROUND_YELLOW,
	GROUND_BLACK,
	GROUNDS
};

struct glyph {
	char s[5]; /* one character of UTF-8; empty = blank */
	uint8_t ink, ground;
	bool bold;
};
struct sheet {
	int w, h;
	struct glyph *glyph;
};

struct sheet sheet_new(int w, int h);
void sheet_free(struct sheet *s);
struct glyph *sheet_at(const struct sheet *s, int x, int y); /* NULL outside */
/* Writes characters from (x, y) on; those outside are lost. ground GROUND_NONE keeps what is there. */
void sheet_write(const struct sheet *s, int x, int y, const char *words, enum ink ink,
	enum ground_look ground, bool bold);
void sheet_print(const struct sheet *s, int x, int y, int w, int h, const char *const *left,
	const struct window *win, FILE *out);

/* How an army's counters look: by the colour it has in the battle's file. */
struct look {
	enum ink ink;
	enum ground_look ground;
};
struct look side_look(const struct battle *b, int side);
int utf8_width(const char *s);        /* characters */
int utf8_bytes(const char *s, int n); /* bytes of the first n characters */

#endif
