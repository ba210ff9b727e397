/* Characters with colours. Where the terminal has 256 colours the map is a light sheet of paper; where it has
   eight, only inks and counters are coloured; otherwise letters must do: one side is written in capitals. */
#include "cli/sheet.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static const struct {
	const char *many, *few;
} inks[INKS] = {
	[INK_NONE] = {"39", "39"},
	[INK_DARK] = {"38;5;236", "39"},
	[INK_FAINT] = {"38;5;244", "90"},
	[INK_GREEN] = {"38;5;22", "32"},
	[INK_BROWN] = {"38;5;94", "33"},
	[INK_BLUE] = {"38;5;25", "36"},
	[INK_RED] = {"38;5;88", "31"},
	[INK_WHITE] = {"38;5;231", "97"},
	[INK_BLACK] = {"38;5;16", "30"},
};
static const struct {
	const char *many, *few;
} grounds[GROUNDS] = {
	[GROUND_NONE] = {"49", "49"},
	[GROUND_OPEN] = {"48;5;230", "49"},
	[GROUND_HIGH] = {"48;5;223", "49"},
	[GROUND_HIGHER] = {"48;5;180", "49"},
	[GROUND_HIGHEST] = {"48;5;173", "49"},
	[GROUND_WOODS] = {"48;5;151", "49"},
	[GROUND_TOWN] = {"48;5;217", "49"},
	[GROUND_MARSH] = {"48;5;152", "49"},
	[GROUND_FIELDS] = {"48;5;229", "49"},
	[GROUND_WATER] = {"48;5;117", "44"},
	[GROUND_OFF] = {"49", "49"},
	[GROUND_SHOWN] = {"48;5;220", "43"},
	[GROUND_ORDER] = {"48;5;214", "43"},
	[GROUND_BLUE] = {"48;5;25", "44"},
	[GROUND_GREY] = {"48;5;241", "100"},
	[GROUND_WHITE] = {"48;5;231", "47"},
	[GROUND_RED] = {"48;5;124", "41"},
	[GROUND_GREEN] = {"48;5;28", "42"},
	[GROUND_YELLOW] = {"48;5;136", "43"},
	[GROUND_BLACK] = {"48;5;16", "40"},
};

static const struct {
	const char *name;
	struct look look;
} colours[] = {
	{"blue", {INK_WHITE, GROUND_BLUE}},
	{"grey", {INK_WHITE, GROUND_GREY}},
	{"gray", {INK_WHITE, GROUND_GREY}},
	{"white", {INK_BLACK, GROUND_WHITE}},
	{"red", {INK_WHITE, GROUND_RED}},
	{"green", {INK_WHITE, GROUND_GREEN}},
	{"yellow", {INK_BLACK, GROUND_YELLOW}},
	{"black", {INK_WHITE, GROUND_BLACK}},
};

static const struct look *colour_find(const char *name)
{
	for (size_t i = 0; name && i < sizeof colours / sizeof *colours; i++)
		if (strcmp(colours[i].name, name) == 0) return &colours[i].look;
	return NULL;
}

struct look side_look(const struct battle *b, int side)
{
	const struct look *own = colour_find(b->side[side].colour), *first = colour_find(b->side[0].colour);

	if (own && (side == 0 || !first || own->ground != first->ground)) return *own;
	return *colour_find(side == 0 ? "blue" : "red");
}

void window_look(struct window *w, int fd)
{
	const char *term = getenv("TERM"), *no = getenv("NO_COLOR"), *columns = getenv("COLUMNS"),
			   *lines = getenv("LINES");
	struct winsize size = {0};
	int64_t n;

	*w = (struct window){.columns = 80, .lines = 24, .tty = isatty(fd) == 1};
	if (w->tty && ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 && size.ws_row > 0)
		w->columns = size.ws_col, w->lines = size.ws_row;
	else if (columns && lines && number_read(columns, 20, 1000, &n)) {
		w->columns = (int)n;
		w->lines = number_read(lines, 10, 1000, &n) ? (int)n : 24;
	}
	w->colour = w->tty && !(no && *no) && term && strcmp(term, "dumb") != 0;
	w->many_colours = w->colour && (strstr(term, "256") || getenv("COLORTERM"));
	w->utf8 = strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

const char *paint(const struct window *w, const char *code) { return w->colour ? code : ""; }

/* One line of `n` bytes: where it ends so that it fits, at a blank if there is one. */
static int line_end(const char *s, int n, int room)
{
	int fits = utf8_bytes(s, room), at = fits;

	if (fits >= n) return n;
	while (at > 0 && s[at] != ' ') at--;
	return at > 0 ? at : fits;
}

static void print_paragraph(const struct window *w, const char *s, int n)
{
	int indent = (int)strspn(s, " "), room = w->columns - 1;

	if (!w->tty || room < 30 || indent > 20) room = INT_MAX / 2;
	for (bool first = true; first || n > 0; first = false) {
		int end = line_end(s, n, first ? room : room - indent - 2);

		printf("%*s%.*s\n", first ? 0 : indent + 2, "", end, s);
		end += end < n && s[end] == ' ';
		s += end, n -= end;
	}
}

void print_wrapped(const struct window *w, const char *text)
{
	while (*text) {
		int n = (int)strcspn(text, "\n");

		print_paragraph(w, text, n);
		text += n + (text[n] == '\n');
	}
}

/* True: go on. */
static bool more_wanted(void)
{
	char answer[64];

	printf("(Enter: more; q: enough) ");
	fflush(stdout);
	return fgets(answer, sizeof answer, stdin) && answer[0] != 'q' && answer[0] != 'Q';
}

void print_paged(const struct window *w, const char *text)
{
	int lines = 0;

	while (*text) {
		int n = (int)strcspn(text, "\n");

		lines += 1 + (w->columns > 30 ? n / (w->columns - 1) : 0);
		if (w->tty && isatty(0) && lines > w->lines - 2) {
			if (!more_wanted()) return;
			lines = 1;
		}
		print_paragraph(w, text, n);
		text += n + (text[n] == '\n');
	}
}

int utf8_width(const char *s)
{
	int n = 0;

	for (; *s; s++) n += ((unsigned char)*s & 0xc0) != 0x80;
	return n;
}

int utf8_bytes(const char *s, int n)
{
	int at = 0;

	for (; s[at] && n > 0; n--) do
			at++;
		while (((unsigned char)s[at] & 0xc0) == 0x80);
	return at;
}

struct sheet sheet_new(int w, int h)
{
	struct sheet s = {.w = w, .h = h, .glyph = calloc((size_t)w * (size_t)h + 1, sizeof(struct glyph))};

	if (!s.glyph) abort();
	return s;
}

void sheet_free(struct sheet *s)
{
	free(s->glyph);
	*s = (struct sheet){0};
}

struct glyph *sheet_at(const struct sheet *s, int x, int y)
{
	return x >= 0 && y >= 0 && x < s->w && y < s->h ? &s->glyph[y * s->w + x] : NULL;
}

void sheet_write(const struct sheet *s, int x, int y, const char *words, enum ink ink,
	enum ground_look ground, bool bold)
{
	while (*words) {
		int n = utf8_bytes(words, 1);
		struct glyph *g = sheet_at(s, x++, y);

		if (g) {
			snprintf(g->s, sizeof g->s, "%.*s", n, words);
			g->ink = (uint8_t)ink, g->bold = bold;
			if (ground != GROUND_NONE) g->ground = (uint8_t)ground;
		}
		words += n;
	}
}

static void print_line(const struct sheet *s, int x, int y, int w, const struct window *win, FILE *out)
{
	int ink = -1, ground = -1, bold = -1, end = w;

	while (!win->colour && end > 0 &&
		   (!sheet_at(s, x + end - 1, y)->s[0] || sheet_at(s, x + end - 1, y)->s[0] == ' '))
		end--;
	for (int i = 0; i < end; i++) {
		const struct glyph *g = sheet_at(s, x + i, y);

		if (win->colour && (g->ink != ink || g->ground != ground || g->bold != bold)) {
			fprintf(out, "\033[%d;%s;%sm", g->bold ? 1 : 22,
				win->many_colours ? inks[g->ink].many : inks[g->ink].few,
				win->many_colours ? grounds[g->ground].many : grounds[g->ground].few);
			ink = g->ink, ground = g->ground, bold = g->bold;
		}
		fputs(g->s[0] && g->s[0] != ' ' ? g->s : " ", out);
	}
	fputs(paint(win, PLAIN), out);
	fputc('\n', out);
}

void sheet_print(const struct sheet *s, int x, int y, int w, int h, const char *const *left,
	const struct window *win, FILE *out)
{
	if (w > s->w - x) w = s->w - x;
	for (int i = 0; i < h && y + i < s->h; i++) {
		fprintf(out, "%s%3s%s", paint(win, DIM), left && left[i] ? left[i] : "", paint(win, PLAIN));
		print_line(s, x, y + i, w, win, out);
	}
}
