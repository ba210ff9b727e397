/* The question and its answers. A short list is printed as it is, in columns where it fits; a long one is
   gathered by piece, a line each. What happened is told in sentences, each with its rule; dice and modifiers
   stand indented. */
#include <stdlib.h>
#include <string.h>

#include "cli/sheet.h"

enum { MAP_LEAST = 10 };

/* A list may take a quarter of the window. */
static int list_lines(const struct terminal *t) { return t->window.lines / 4 > 5 ? t->window.lines / 4 : 5; }

void terminal_question(const struct terminal *t)
{
	const struct match *m = t->match;
	struct play p = {.m = m->m};
	struct order usual;
	struct saying said;
	struct text q = {0};

	question_words(m->m, m->g, m->turn, &q);
	printf("%s%s%s\n", paint(&t->window, BOLD), text_str(&q), paint(&t->window, PLAIN));
	if (play_usual(&p, m->g, m->turn, &usual)) {
		order_say(m->m, m->g, m->turn, &usual, &said);
		printf("Enter: %s\n", said.text);
	}
	text_free(&q);
}

/* --- the list ------------------------------------------------------------------------------------------- */

struct item {
	int piece, first, n;
	char text[240];
};

static void item_range(const struct item *item, char *out, size_t room)
{
	if (item->n > 1) snprintf(out, room, "%d-%d", item->first + 1, item->first + item->n);
	else snprintf(out, room, "%d", item->first + 1);
}

/* Neighbouring orders of one piece become one item. Returns how many items. */
static int gather(const struct match *m, bool group, struct item *item)
{
	int n = 0;

	for (int i = 0; i < m->legal.n; i++) {
		struct saying s;
		struct item *last = n ? &item[n - 1] : NULL;

		order_say(m->m, m->g, m->turn, &m->legal.list[i], &s);
		if (group && last && s.piece != NO_UNIT && s.piece == last->piece) {
			last->n++;
			snprintf(last->text, sizeof last->text, "%s: %d orders", m->m->piece[s.piece].name, last->n);
			continue;
		}
		item[n] = (struct item){.piece = s.piece, .first = i, .n = 1};
		snprintf(item[n++].text, sizeof item->text, "%s", s.text);
	}
	return n;
}

static void item_print(const struct terminal *t, const struct item *item, int width, bool last)
{
	char range[24], line[320];
	int n;

	item_range(item, range, sizeof range);
	n = utf8_bytes(item->text, width - 7);
	snprintf(line, sizeof line, "%.*s%s", item->text[n] ? utf8_bytes(item->text, width - 8) : n, item->text,
		item->text[n] ? "…" : "");
	printf("%s%5s%s  %s%*s", paint(&t->window, BOLD), range, paint(&t->window, PLAIN), line,
		last ? 0 : width - 7 - utf8_width(line), "");
}

/* How a list is laid out: down the columns, like the pages of a book. */
struct layout {
	int columns, lines, width[8];
};

static bool layout_fits(struct layout *l, const struct item *item, int n, int room)
{
	l->lines = (n + l->columns - 1) / l->columns;
	for (int x = 0; x < l->columns; x++) {
		l->width[x] = 0;
		for (int i = x * l->lines; i < n && i < (x + 1) * l->lines; i++) {
			int w = utf8_width(item[i].text) + 9;

			l->width[x] = w > l->width[x] ? w : l->width[x];
		}
		room -= l->width[x];
	}
	return room >= 0;
}

static struct layout lay_out(const struct terminal *t, const struct item *item, int n)
{
	struct layout l = {.columns = 8};

	while (l.columns > 1 && !layout_fits(&l, item, n, t->window.columns)) l.columns--;
	if (l.columns == 1) l = (struct layout){1, n, {t->window.columns - 1}};
	return l;
}

/* What will be printed: every order an item; gathered by piece if those are too many lines. */
static struct layout orders_lay_out(const struct terminal *t, struct item *item, int *n)
{
	struct layout l;

	*n = gather(t->match, false, item);
	l = lay_out(t, item, *n);
	if (l.lines <= list_lines(t)) return l;
	*n = gather(t->match, true, item);
	return lay_out(t, item, *n);
}

static struct item *items_new(void)
{
	struct item *item = calloc(ORDERS_MOST, sizeof *item);

	if (!item) abort();
	return item;
}

/* Lines that the question, its orders and the prompt take. */
static int lines_below(const struct terminal *t)
{
	struct item *item = items_new();
	int n, lines;

	lines = orders_lay_out(t, item, &n).lines;
	free(item);
	return 4 + (lines > list_lines(t) ? list_lines(t) : lines);
}

void terminal_orders(const struct terminal *t)
{
	struct item *item = items_new();
	int n, shown = 0;
	struct layout l = orders_lay_out(t, item, &n);

	for (int y = 0; y < l.lines && y < list_lines(t); y++) {
		for (int x = 0; x < l.columns && x * l.lines + y < n; x++, shown++)
			item_print(t, &item[x * l.lines + y], l.width[x],
				(x + 1) * l.lines + y >= n || x + 1 == l.columns);
		putchar('\n');
	}
	if (shown < n || n < t->match->legal.n)
		printf("%s%d orders; `orders` lists all of them, a unit's name its own.%s\n", paint(&t->window, DIM),
			t->match->legal.n, paint(&t->window, PLAIN));
	free(item);
}

void terminal_draw(const struct terminal *t, const int16_t *overlay)
{
	const struct match *m = t->match;
	bool deciding = !overlay && m->turn != NOBODY && terminal_viewer(t) == m->turn;
	int lines = t->window.lines - (deciding ? lines_below(t) : 2);
	struct canvas c = {.focus = t->focus,
		.numbers = t->numbers,
		.overlay = overlay,
		.orders = deciding ? &m->legal : NULL};

	terminal_map(m->m, m->g, terminal_viewer(t), &c, &t->window, lines < MAP_LEAST ? MAP_LEAST : lines,
		stdout);
}

/* One a line, as it is said and as it may be typed. */
void terminal_orders_all(const struct terminal *t, int piece)
{
	const struct match *m = t->match;
	struct text out = {0};

	for (int i = 0; i < m->legal.n; i++) {
		struct saying s;

		order_say(m->m, m->g, m->turn, &m->legal.list[i], &s);
		if (piece != NO_UNIT && s.piece != piece && m->legal.list[i].unit != piece) continue;
		text_addf(&out, "%4d  %s%s%s%s  `", i + 1, s.text, s.rule ? " [" : "", s.rule ? s.rule : "",
			s.rule ? "]" : "");
		order_write(m->m, &m->legal.list[i], &out);
		text_add(&out, "`\n");
	}
	print_paged(&t->window, text_str(&out));
	text_free(&out);
}

/* --- what happened -------------------------------------------------------------------------------------- */

void terminal_tell(struct terminal *t)
{
	const struct sink *events = &t->match->events;
	int viewer = terminal_viewer(t);
	struct text said = {0};

	if (t->told > events->n) t->told = events->n;
	for (; t->told < events->n; t->told++) {
		const struct event *e = &events->list[t->told];
		bool detail = e->kind < EVENT_SYSTEM;

		if (!event_seen(e, viewer)) continue;
		text_clear(&said);
		text_add(&said, detail ? "    " : "  ");
		event_words(t->match->m, e, &said);
		fputs(detail ? paint(&t->window, DIM) : "", stdout);
		print_wrapped(&t->window, text_str(&said));
		fputs(detail ? paint(&t->window, PLAIN) : "", stdout);
	}
	text_free(&said);
}
