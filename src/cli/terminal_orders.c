/* The question and its answers. A short list is printed as it is, in columns where it fits; a long one is gathered by
   piece, a line each. What happened is told in sentences, each with its rule; dice and modifiers stand indented. */
#include <stdlib.h>
#include <string.h>

#include "cli/sheet.h"

enum { LIST_LINES = 9, MAP_RESERVE = 10 };

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
		order_words(m->m, m->g, m->turn, &usual, &said);
		printf("Enter: %s\n", said.text);
	}
	text_free(&q);
}

void terminal_draw(const struct terminal *t, const int16_t *overlay)
{
	const struct match *m = t->match;
	int viewer = terminal_viewer(t), lines = t->window.lines - (overlay ? 3 : MAP_RESERVE);
	struct canvas c = {.focus = t->focus, .numbers = t->numbers, .overlay = overlay,
	                   .orders = !overlay && viewer == m->turn && viewer != NOBODY ? &m->legal : NULL};

	terminal_map(m->m, m->g, viewer, &c, &t->window, lines < 8 ? 8 : lines, stdout);
}

/* --- the list ---------------------------------------------------------------------------------------------------- */

struct item { int piece, first, n; char text[240]; };

static void item_range(const struct item *item, char *out, size_t room)
{
	if (item->n > 1)
		snprintf(out, room, "%d-%d", item->first + 1, item->first + item->n);
	else
		snprintf(out, room, "%d", item->first + 1);
}

/* Neighbouring orders of one piece become one item. Returns how many items. */
static int gather(const struct match *m, bool group, struct item *item)
{
	int n = 0;

	for (int i = 0; i < m->legal.n; i++) {
		struct saying s;
		struct item *last = n ? &item[n - 1] : NULL;

		order_words(m->m, m->g, m->turn, &m->legal.list[i], &s);
		if (group && last && s.piece != NO_UNIT && s.piece == last->piece) {
			size_t used = strlen(last->text);

			snprintf(last->text + used, sizeof last->text - used, "; %s", s.text);
			last->n++;
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
	n = utf8_bytes(item->text, width - 6);
	snprintf(line, sizeof line, "%.*s%s", item->text[n] ? utf8_bytes(item->text, width - 7) : n, item->text, item->text[n] ? "…" : "");
	printf("%s%4s%s  %s%*s", paint(&t->window, BOLD), range, paint(&t->window, PLAIN), line, last ? 0 : width - 6 - utf8_width(line), "");
}

static int widest(const struct item *item, int n)
{
	int most = 0;

	for (int i = 0; i < n; i++) {
		int w = utf8_width(item[i].text) + 8;

		most = w > most ? w : most;
	}
	return most;
}

/* Down the columns, like a page of a book. Returns how many items were printed. */
static int items_print(const struct terminal *t, const struct item *item, int n, int lines_most)
{
	int width = widest(item, n), columns, lines, shown = 0;

	columns = width > t->window.columns - 1 ? 1 : (t->window.columns - 1) / width;
	if (columns == 1)
		width = t->window.columns - 1;
	lines = (n + columns - 1) / columns;
	if (lines > lines_most)
		lines = lines_most;
	for (int y = 0; y < lines; y++) {
		for (int x = 0; x < columns && x * lines + y < n; x++, shown++)
			item_print(t, &item[x * lines + y], width, (x + 1) * lines + y >= n || x + 1 == columns);
		putchar('\n');
	}
	return shown;
}

static int lines_needed(const struct terminal *t, const struct item *item, int n)
{
	int width = widest(item, n), columns = width > t->window.columns - 1 ? 1 : (t->window.columns - 1) / width;

	return (n + columns - 1) / columns;
}

void terminal_orders(const struct terminal *t)
{
	struct item *item = calloc(ORDERS_MOST, sizeof *item);
	int n, shown;

	if (!item)
		abort();
	n = gather(t->match, false, item);
	if (lines_needed(t, item, n) > LIST_LINES)
		n = gather(t->match, true, item);
	shown = items_print(t, item, n, LIST_LINES);
	if (shown < n || n < t->match->legal.n)
		printf("%s%d orders; `orders` lists all of them, a unit's name its own.%s\n", paint(&t->window, DIM), t->match->legal.n, paint(&t->window, PLAIN));
	free(item);
}

/* One a line, as it is said and as it may be typed. */
void terminal_orders_all(const struct terminal *t, int piece)
{
	const struct match *m = t->match;
	struct text words = {0};

	for (int i = 0; i < m->legal.n; i++) {
		struct saying s;

		order_words(m->m, m->g, m->turn, &m->legal.list[i], &s);
		if (piece != NO_UNIT && s.piece != piece && m->legal.list[i].unit != piece)
			continue;
		text_clear(&words);
		order_write(m->m, &m->legal.list[i], &words);
		printf("%s%4d%s  %s%s%s%s  %s%s%s\n", paint(&t->window, BOLD), i + 1, paint(&t->window, PLAIN), s.text, s.rule ? " [" : "", s.rule ? s.rule : "",
		       s.rule ? "]" : "", paint(&t->window, DIM), text_str(&words), paint(&t->window, PLAIN));
	}
	text_free(&words);
}

/* --- what happened --------------------------------------------------------------------------------------------------- */

void terminal_tell(struct terminal *t)
{
	const struct sink *events = &t->match->events;
	int viewer = terminal_viewer(t);
	struct text said = {0};

	if (t->told > events->n)
		t->told = events->n;
	for (; t->told < events->n; t->told++) {
		const struct event *e = &events->list[t->told];
		bool detail = e->kind < EVENT_SYSTEM;

		if (!event_seen(e, viewer))
			continue;
		text_clear(&said);
		event_words(t->match->m, e, &said);
		printf("%s%s%s%s\n", detail ? paint(&t->window, DIM) : "", detail ? "    " : "  ", text_str(&said), detail ? paint(&t->window, PLAIN) : "");
	}
	text_free(&said);
}
