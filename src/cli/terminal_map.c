/* The map in a terminal: each hex a cell of 4 by 2 characters, staggered like the hexes. Drawn from the view
   and the hex map alone, so it serves every rule system. Roads run from cell to cell, water lies on the
   cells' corners; a hex with pieces shows the top one: three letters of its name, its arm, its numbers, its
   state. */
#include <stdlib.h>
#include <string.h>

#include "cli/sheet.h"
#include "engine/optional.h"

enum { CELL_W = 4, CELL_H = 2, MARGIN = 3 };

struct drawing {
	const struct muster *m;
	const struct hexmap *map;
	const struct canvas *canvas;
	const struct window *window;
	struct sheet sheet;
	const struct view *view;
	int *top;      /* [hex] the view's piece on top, -1 */
	int *stack;    /* [hex] how many stand there */
	int low, high; /* levels of the ground in play */
};

static int hex_col(const struct hexmap *map, int hex) { return hex % map->grid.cols; }
static int hex_row(const struct hexmap *map, int hex) { return hex / map->grid.cols; }
static bool shifted(const struct hexgrid *g, int i) { return (i % 2 == 0) == g->shift_even; }

static int hex_x(const struct hexmap *map, int hex)
{
	return hex_col(map, hex) * CELL_W +
	       (!map->grid.flat && shifted(&map->grid, hex_row(map, hex)) ? CELL_W / 2 : 0);
}

static int hex_y(const struct hexmap *map, int hex)
{
	return hex_row(map, hex) * CELL_H +
	       (map->grid.flat && shifted(&map->grid, hex_col(map, hex)) ? CELL_H / 2 : 0);
}

/* --- terrain -------------------------------------------------------------------------------------------- */

static const struct terrain {
	int bits;
	const char *ascii, *utf8, *title;
	enum ink ink;
	enum ground_look ground;
} terrains[] = {
	{HEX_WATER, "~", "≈", "water", INK_BLUE, GROUND_WATER},
	{HEX_TOWN | HEX_SETTLEMENT, "#", "#", "village", INK_RED, GROUND_TOWN},
	{HEX_WOODS, "^", "♣", "woods", INK_GREEN, GROUND_WOODS},
	{HEX_ORCHARD, "o", "o", "orchard", INK_GREEN, GROUND_WOODS},
	{HEX_MARSH, "\"", "\"", "marsh", INK_BLUE, GROUND_MARSH},
	{HEX_FIELDS, ":", ":", "fields", INK_BROWN, GROUND_FIELDS},
	{HEX_BUILDING, "n", "n", "building", INK_RED, GROUND_NONE},
};

static const struct terrain *terrain_of(const struct hexmap *map, int hex)
{
	for (size_t i = 0; i < sizeof terrains / sizeof *terrains; i++)
		if (map->cover[hex] & terrains[i].bits) return &terrains[i];
	return NULL;
}

/* Four shades from the lowest ground of the map to the highest. */
static enum ground_look ground_of(const struct drawing *d, int hex)
{
	const struct terrain *t = terrain_of(d->map, hex);
	int span = d->high - d->low, above = d->map->level[hex] - d->low;
	int shade = span <= 3 ? above : (above * 3 + span / 2) / span;

	if (d->map->cover[hex] & HEX_OFF) return GROUND_OFF;
	if (t && t->ground != GROUND_NONE && (shade <= 0 || t->ground != GROUND_FIELDS)) return t->ground;
	return shade <= 0 ? GROUND_OPEN : shade == 1 ? GROUND_HIGH : shade == 2 ? GROUND_HIGHER : GROUND_HIGHEST;
}

static void find_levels(struct drawing *d)
{
	d->low = INT_MAX, d->high = INT_MIN;
	for (int hex = 0; hex < d->map->count; hex++) {
		int level = d->map->level[hex];

		if (d->map->cover[hex] & HEX_OFF) continue;
		d->low = level < d->low ? level : d->low;
		d->high = level > d->high ? level : d->high;
	}
}

struct stroke {
	int8_t x, y;
	char c;
};

/* From the middle of a cell towards each neighbour: two characters that meet those of the neighbour's
   cell. */
static const struct stroke pointy_way[6][2] = {
	{{2, 0, '/'}, {2, 0, '/'}},
	{{2, 1, '-'}, {3, 1, '-'}},
	{{2, 1, '\\'}, {2, 1, '\\'}},
	{{1, 1, '/'}, {1, 1, '/'}},
	{{0, 1, '-'}, {1, 1, '-'}},
	{{1, 0, '\\'}, {1, 0, '\\'}},
};
static const struct stroke flat_way[6][2] = {
	{{1, 0, '|'}, {1, 0, '|'}},
	{{2, 0, '-'}, {3, 0, '-'}},
	{{2, 1, '-'}, {3, 1, '-'}},
	{{1, 1, '|'}, {1, 1, '|'}},
	{{0, 1, '-'}, {1, 1, '-'}},
	{{0, 0, '-'}, {1, 0, '-'}},
};
/* Where a hexside's water, wall or slope is marked. */
static const struct stroke pointy_side[6] = {{3, 0, 0}, {3, 1, 0}, {3, 1, 0}, {0, 1, 0}, {0, 0, 0},
	{0, 0, 0}};
static const struct stroke flat_side[6] = {{2, 0, 0}, {3, 0, 0}, {3, 1, 0}, {2, 1, 0}, {0, 1, 0}, {0, 0, 0}};

static void put(const struct drawing *d, int x, int y, char c, enum ink ink, bool bold)
{
	char s[2] = {c, 0};

	sheet_write(&d->sheet, x, y, s, ink, GROUND_NONE, bold);
}

static void draw_sides(const struct drawing *d, int hex, int x, int y)
{
	const struct stroke *at = d->map->grid.flat ? flat_side : pointy_side;

	for (int dir = 0; dir < 6; dir++) {
		int edge = d->map->edge[hex * 6 + dir];

		if (edge & (EDGE_STREAM | EDGE_RIVER | EDGE_CANAL))
			put(d, x + at[dir].x, y + at[dir].y, edge & (EDGE_BRIDGE | EDGE_FORD) ? '=' : '~', INK_BLUE,
				(edge & EDGE_RIVER) != 0);
		else if (edge & (EDGE_WALL | EDGE_WORK | EDGE_FORT | EDGE_ABATIS | EDGE_HEDGE))
			put(d, x + at[dir].x, y + at[dir].y, 'x', INK_RED, false);
	}
}

static void draw_ways(const struct drawing *d, int hex, int x, int y)
{
	const struct stroke(*way)[2] = d->map->grid.flat ? flat_way : pointy_way;

	for (int dir = 0; dir < 6; dir++) {
		bool rail = d->map->rail && d->map->rail[hex * 6 + dir];
		int kind = d->map->way[hex * 6 + dir];

		for (int i = 0; i < 2 && (kind != WAY_NONE || rail); i++)
			put(d, x + way[dir][i].x, y + way[dir][i].y, kind != WAY_NONE ? way[dir][i].c : '+',
				rail ? INK_RED : INK_BROWN, kind == WAY_TURNPIKE);
	}
}

static void draw_terrain(const struct drawing *d, int hex, int x, int y)
{
	const struct terrain *t = terrain_of(d->map, hex);
	enum ground_look ground = ground_of(d, hex);
	const char *glyph = !t ? NULL : d->window->utf8 ? t->utf8 : t->ascii;

	for (int k = 0; k < CELL_H; k++) sheet_write(&d->sheet, x, y + k, "    ", INK_DARK, ground, false);
	if (d->map->cover[hex] & HEX_OFF) return;
	if (d->map->cover[hex] & (HEX_STREAM | HEX_RIVER))
		sheet_write(&d->sheet, x + 1, y, "~~", INK_BLUE, GROUND_NONE, false);
	else if (glyph)
		for (int i = 1; i <= 2; i++) sheet_write(&d->sheet, x + i, y, glyph, t->ink, GROUND_NONE, false);
	else sheet_write(&d->sheet, x + 1, y, d->window->utf8 ? "·" : ".", INK_FAINT, GROUND_NONE, false);
	if (!d->window->many_colours && d->map->level[hex] > d->low)
		put(d, x, y, (char)('0' + (d->map->level[hex] - d->low) % 10), INK_FAINT, false);
	draw_sides(d, hex, x, y);
	draw_ways(d, hex, x, y);
	if (d->canvas->numbers)
		sheet_write(&d->sheet, x, y + 1, d->map->number[hex], INK_FAINT, GROUND_NONE, false);
	else if ((d->map->cover[hex] & (HEX_SETTLEMENT | HEX_TOWN)) && d->map->name[hex]) {
		char name[20];

		snprintf(name, sizeof name, "%.*s", utf8_bytes(d->map->name[hex], 4), d->map->name[hex]);
		sheet_write(&d->sheet, x, y + 1, name, INK_RED, GROUND_NONE, false);
	}
}

/* --- pieces --------------------------------------------------------------------------------------------- */

/* Three letters: of the name's last word, so that "4th Battery" is not "4th"; digits before it if it has
   any. */
void piece_short_name(const struct muster *m, const struct window *w, const struct view_piece *p, char out[4])
{
	const char *name = p->symbol == SYMBOL_HIDDEN ? "???" : m->piece[p->id].name, *last = strrchr(name, ' ');
	int n = 0;

	if (last && name[0] >= '0' && name[0] <= '9') out[n++] = name[0];
	for (const char *c = last ? last + 1 : name; *c && n < 3; c++)
		if ((unsigned char)*c < 0x80) out[n++] = *c;
	out[n] = '\0';
	for (int i = 0; i < n && !w->colour; i++) /* capitals against small letters, where there are no colours */
		if (p->side == 0 && out[i] >= 'a' && out[i] <= 'z') out[i] = (char)(out[i] - 32);
		else if (p->side == 1 && out[i] >= 'A' && out[i] <= 'Z') out[i] = (char)(out[i] + 32);
}

static void badge_glyphs(const struct drawing *d, const struct view_piece *p, char *out, size_t room)
{
	const struct sign *badge = d->m->rules->signs ? d->m->rules->signs->badge : NULL;

	out[0] = '\0';
	for (int i = 0; badge && i < 32 && badge[i].name; i++)
		if (p->badges >> i & 1 && badge[i].glyph && strlen(out) + strlen(badge[i].glyph) < room)
			strcat(out, badge[i].glyph);
}

static void draw_piece(const struct drawing *d, const struct view_piece *p, int stack, int x, int y)
{
	static const char *const pointy[] = {"↗", "→", "↘", "↙", "←", "↖"}, *const flat[] = {"↑", "↗", "↘", "↓",
																			"↙", "↖"};
	struct look look =
		p->side >= 0 ? side_look(d->m->battle, p->side) : (struct look){INK_BLACK, GROUND_YELLOW};
	char name[4], badges[16], numbers[16] = "", line[64];

	piece_short_name(d->m, d->window, p, name);
	badge_glyphs(d, p, badges, sizeof badges);
	for (int i = 0; i < VIEW_SLOTS && p->slot[i][0]; i++)
		if (strlen(numbers) + strlen(p->slot[i]) <= 3) strcat(numbers, p->slot[i]);
	sheet_write(&d->sheet, x, y, "    ", look.ink, look.ground, false);
	sheet_write(&d->sheet, x, y + 1, "    ", look.ink, look.ground, false);
	sheet_write(&d->sheet, x, y, name, look.ink, look.ground, p->acts);
	if (stack > 1) put(d, x + 3, y, (char)(stack > 9 ? '+' : '0' + stack), look.ink, false);
	else if (p->facing >= 0 && p->facing < 6 && d->window->utf8)
		sheet_write(&d->sheet, x + 3, y, d->map->grid.flat ? flat[p->facing] : pointy[p->facing], look.ink,
			GROUND_NONE, false);
	snprintf(line, sizeof line, "%c%s%s", symbol_letter(p->symbol), numbers, badges);
	if (utf8_width(line) > CELL_W && badges[0]) /* a state matters more than the last number */
		snprintf(line, sizeof line, "%c%.*s%s", symbol_letter(p->symbol), 2, numbers, badges);
	line[utf8_bytes(line, CELL_W)] = '\0';
	sheet_write(&d->sheet, x, y + 1, line, look.ink, look.ground, false);
}

static void draw_marks(const struct drawing *d)
{
	const struct sign *mark = d->m->rules->signs ? d->m->rules->signs->mark : NULL;
	int kinds = 0;

	while (mark && mark[kinds].name) kinds++;
	for (int i = 0; i < d->view->marks; i++) {
		const struct view_mark *v = &d->view->mark[i];
		struct look look =
			v->side >= 0 ? side_look(d->m->battle, v->side) : (struct look){INK_BLACK, GROUND_YELLOW};
		char glyph[20];

		if (v->place < 0 || v->place >= d->map->count || v->mark >= kinds) continue;
		snprintf(glyph, sizeof glyph, "%.*s", utf8_bytes(mark[v->mark].glyph, 1), mark[v->mark].glyph);
		sheet_write(&d->sheet, hex_x(d->map, v->place) + 3, hex_y(d->map, v->place), glyph, look.ink,
			look.ground, true);
	}
}

/* --- what is shown on top of it ------------------------------------------------------------------------- */

static void draw_value(const struct drawing *d, int hex, const char *words, enum ground_look ground)
{
	char line[16];

	snprintf(line, sizeof line, "%-4.4s", words);
	if (strlen(words) < 3) snprintf(line, sizeof line, " %-3s", words);
	sheet_write(&d->sheet, hex_x(d->map, hex), hex_y(d->map, hex) + 1, line, INK_BLACK, ground, true);
}

static void draw_overlay(const struct drawing *d)
{
	for (int hex = 0; hex < d->map->count; hex++) {
		char words[16];

		if (d->canvas->overlay[hex] < 0) continue;
		snprintf(words, sizeof words, "%d", d->canvas->overlay[hex]);
		draw_value(d, hex, words, GROUND_SHOWN);
	}
}

/* The numbers of orders, each where it leads. The last is drawn first, so that the first one stays. */
static void draw_orders(const struct drawing *d, const struct game *g, int side)
{
	for (int i = d->canvas->orders->n - 1; i >= 0; i--) {
		struct saying s;
		char words[16];

		order_say(d->m, g, side, &d->canvas->orders->list[i], &s);
		if (s.place < 0 || s.place >= d->map->count) continue;
		snprintf(words, sizeof words, "%d", i + 1);
		draw_value(d, s.place, words, GROUND_ORDER);
	}
}

static void find_tops(struct drawing *d)
{
	for (int i = 0; i < d->map->count; i++) d->top[i] = -1;
	for (int i = 0; i < d->view->pieces; i++) {
		const struct view_piece *p = &d->view->piece[i];

		for (int k = 0; k < p->places && k < 2; k++) {
			int hex = p->place[k];

			if (hex < 0 || hex >= d->map->count) continue;
			d->stack[hex]++;
			if (d->top[hex] < 0 || p->order < d->view->piece[d->top[hex]].order) d->top[hex] = i;
		}
	}
}

/* --- the part that is printed --------------------------------------------------------------------------- */

struct extent {
	int col, row, cols, rows;
}; /* hexes */

static struct extent in_play(const struct hexmap *map)
{
	int left = map->grid.cols, right = -1, up = map->grid.rows, down = -1;

	for (int hex = 0; hex < map->count; hex++) {
		int col = hex_col(map, hex), row = hex_row(map, hex);

		if (map->cover[hex] & HEX_OFF) continue;
		left = col < left ? col : left, right = col > right ? col : right;
		up = row < up ? row : up, down = row > down ? row : down;
	}
	return right < 0 ? (struct extent){0, 0, map->grid.cols, map->grid.rows}
	                 : (struct extent){left, up, right - left + 1, down - up + 1};
}

/* The middle of what there is to decide: where orders lead and acting pieces stand; otherwise of all
   pieces. */
static int middle_hex(const struct drawing *d, const struct game *g, int side)
{
	int64_t col = 0, row = 0, n = 0;

	for (int i = 0; d->canvas->orders && i < d->canvas->orders->n; i++) {
		struct saying s;

		order_say(d->m, g, side, &d->canvas->orders->list[i], &s);
		if (s.place >= 0 && s.place < d->map->count)
			col += hex_col(d->map, s.place), row += hex_row(d->map, s.place), n++;
	}
	for (int only = 1; only >= 0 && n == 0; only--)
		for (int i = 0; i < d->view->pieces; i++) {
			const struct view_piece *p = &d->view->piece[i];

			if (p->places && p->place[0] >= 0 && p->place[0] < d->map->count && (p->acts || !only))
				col += hex_col(d->map, p->place[0]), row += hex_row(d->map, p->place[0]), n++;
		}
	return n ? (int)(row / n) * d->map->grid.cols + (int)(col / n) : d->map->count / 2;
}

static int slide(int middle, int size, int from, int all)
{
	int start = middle - size / 2;

	if (start > from + all - size) start = from + all - size;
	return start < from ? from : start;
}

static struct extent crop(const struct drawing *d, int focus, int lines)
{
	struct extent e = in_play(d->map);
	/* headline, header */
	int cols = (d->window->columns - MARGIN - CELL_W / 2 - 1) / CELL_W,
		rows = (lines - 2 - d->map->grid.flat) / CELL_H;

	if (d->canvas->whole) return e;
	if (cols < e.cols) e.col = slide(hex_col(d->map, focus), cols, e.col, e.cols), e.cols = cols;
	if (rows < e.rows) e.row = slide(hex_row(d->map, focus), rows, e.row, e.rows), e.rows = rows;
	return e;
}

static void print_header(const struct drawing *d, struct extent e, FILE *out)
{
	const struct hexgrid *grid = &d->map->grid;
	int shift = !grid->flat && shifted(grid, e.row) ? CELL_W / 2 : 0;

	fprintf(out, "%s%*s", paint(d->window, DIM), MARGIN + shift, "");
	for (int c = 0; c < e.cols; c++)
		fprintf(out, " %.2s ", d->map->number[e.row * grid->cols + e.col + c] + (grid->row_first ? 2 : 0));
	fprintf(out, "%s\n", paint(d->window, PLAIN));
}

static void print_part(const struct drawing *d, struct extent e, FILE *out)
{
	char label[HEX_MOST][3] = {{0}};
	const char *left[2 * HEX_MOST] = {0};

	for (int r = 0; r < e.rows; r++) {
		snprintf(label[r], sizeof label[r], "%.2s",
			d->map->number[(e.row + r) * d->map->grid.cols + e.col] + (d->map->grid.row_first ? 0 : 2));
		left[r * CELL_H] = label[r];
	}
	print_header(d, e, out);
	sheet_print(&d->sheet, e.col * CELL_W, e.row * CELL_H,
		e.cols * CELL_W + (d->map->grid.flat ? 0 : CELL_W / 2), e.rows * CELL_H + (d->map->grid.flat ? 1 : 0),
		left, d->window, out);
}

static void draw_hexes(struct drawing *d, const struct game *g, int side)
{
	find_tops(d);
	find_levels(d);
	for (int hex = 0; hex < d->map->count; hex++) {
		int x = hex_x(d->map, hex), y = hex_y(d->map, hex);

		draw_terrain(d, hex, x, y);
		if (d->top[hex] >= 0) draw_piece(d, &d->view->piece[d->top[hex]], d->stack[hex], x, y);
	}
	draw_marks(d);
	if (d->canvas->overlay) draw_overlay(d);
	else if (d->canvas->orders) draw_orders(d, g, side);
}

void terminal_map(const struct muster *m, const struct game *g, int side, const struct canvas *c,
	const struct window *w, int lines, FILE *out)
{
	struct play p = {.m = m};
	struct view *v = calloc(1, sizeof *v);
	struct drawing d = {.m = m, .map = m->map, .canvas = c, .window = w, .view = v};

	if (!v) abort();
	play_view(&p, g, side, v);
	fprintf(out, "%s%s%s\n", paint(w, BOLD), v->headline, paint(w, PLAIN));
	if (!m->map) {
		terminal_field(m, v, w, lines, out);
		free(v);
		return;
	}
	d.sheet = sheet_new(m->map->grid.cols * CELL_W + CELL_W / 2, m->map->grid.rows * CELL_H + CELL_H / 2);
	d.top = calloc((size_t)m->map->count, sizeof *d.top);
	d.stack = calloc((size_t)m->map->count, sizeof *d.stack);
	if (!d.top || !d.stack) abort();
	draw_hexes(&d, g, side);
	print_part(&d, crop(&d, c->focus >= 0 ? c->focus : middle_hex(&d, g, side), lines), out);
	free(d.top);
	free(d.stack);
	sheet_free(&d.sheet);
	free(v);
}
