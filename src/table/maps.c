/* Drawn maps. A picture takes the better part of a second, so those that the page shows are drawn when the
   service starts, one after the other, the recommended battles first. Without its grid a picture depends only
   on how the hexes lie, so the scenarios of a battle share one. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ground/svg.h"
#include "table/handlers.h"

struct drawing {
	const struct battle *b;
	const struct rules *r;
	int scenario;
	bool grid, title, numbers;
};

static void drawing_name(const struct drawing *d, char *name, size_t room)
{
	snprintf(name, room, "map %s %s %d %d%d%d", d->b->id, d->r->id, d->scenario, d->grid, d->title,
		d->numbers);
}

/* What a picture without a grid depends on. */
static void sheet_name(const struct drawing *d, const struct muster *m, char *name, size_t room)
{
	const struct hexmap *map = m->map;
	if (!map)
		snprintf(name, room, "sheet %s %d table %d %d %d %d %d", d->b->id, d->title, m->tabletop_left,
			m->tabletop_top, m->tabletop_w, m->tabletop_h, m->tabletop_metres);
	else
		snprintf(name, room, "sheet %s %d %d %d %d %d %d %d", d->b->id, d->title, map->grid.flat,
			map->grid.size, map->grid.cols, map->grid.rows, map->grid.origin.x, map->grid.origin.y);
}

static struct page *draw(const struct drawing *d, const struct muster *m)
{
	struct text out = {0};
	struct svg_options how = {.title = d->title ? d->b->title : NULL,
		.subtitle = d->title ? d->b->date : NULL,
		.grid = d->grid,
		.numbers = d->numbers};
	if (!m->map)
		svg_part(&how, m->tabletop_left, m->tabletop_top, m->tabletop_w, m->tabletop_h, m->tabletop_metres);
	svg_draw(&out, d->b->ground, m->map, &how);
	struct page *page = page_zipped(text_str(&out), out.n, "image/svg+xml");
	page_header(page, "Cache-Control", "private, max-age=300");
	text_free(&out);
	return page;
}

/* Mustered for its hexes alone, then drawn, unless another scenario was drawn on the same ones. NULL if it
   cannot be mustered. */
static struct page *map_make(struct table *t, const struct drawing *d, bool stays)
{
	char sheet[300] = "";
	struct faults faults = {0};
	struct page *page = NULL;
	struct arena *a = arena_new();
	const struct muster *m =
		muster_make(a, d->r, t->with.data, d->b, d->b->scenario[d->scenario].id, NULL, &faults);
	if (m && !d->grid && !d->numbers) {
		sheet_name(d, m, sheet, sizeof sheet);
		page = shelf_find(t, sheet);
	}
	if (m && !page) {
		page = draw(d, m);
		if (sheet[0]) shelf_put(t, sheet, page, stays);
	}
	arena_free(a), faults_free(&faults);
	malloc_trim(0); /* all that was some 20 MB */
	return page;
}

/* From the shelf, or made and put there. */
static struct page *map_get(struct table *t, const struct drawing *d, bool stays)
{
	char name[300];
	drawing_name(d, name, sizeof name);
	struct page *page = shelf_find(t, name);
	if (page || !(page = map_make(t, d, stays))) return page;
	shelf_put(t, name, page, stays);
	return page;
}

/* --- before anybody asks -------------------------------------------------------------------------------- */

struct round {
	struct job job;
	int next;
};

static void draw_next(struct table *t, struct job *j)
{
	struct round *round = (struct round *)j;
	struct drawing d = {0};
	if (atomic_load(&t->stopping) || !catalogue_pairing(t, round->next++, &d.b, &d.scenario, &d.r)) {
		free(round);
		return;
	}
	page_drop(map_get(t, &d, true));
	if (!job_submit(t->thinkers, &round->job)) free(round); /* one at a time: computers think in between */
}

void maps_warm(struct table *t)
{
	struct round *round = calloc(1, sizeof *round);
	if (!round) abort();
	round->job.run = draw_next;
	if (!job_submit(t->thinkers, &round->job)) free(round);
}

/* --- for a request -------------------------------------------------------------------------------------- */

static bool truth(struct request *q, const char *name)
{
	const char *s = request_query(q, name);
	return s && strcmp(s, "0") != 0;
}

static enum handled answer_drawn(struct request *q)
{
	struct page *page = map_get(q->t, q->own, false);
	if (!page) return answer_error(q, 404, "There is no such map.");
	answer_page(q, page), page_drop(page);
	return ANSWERED;
}

enum handled handle_map(struct request *q)
{
	char *dot = strrchr(q->segment[1], '.'), name[300];
	if (!dot || strcmp(dot, ".svg")) return answer_error(q, 404, "There is no such map.");
	*dot = 0;
	struct drawing d = {.b = table_battle(q->t, q->segment[0]),
		.r = rules_find(q->segment[1]),
		.grid = truth(q, "grid"),
		.title = truth(q, "title"),
		.numbers = truth(q, "numbers")};
	const char *scenario = request_query(q, "scenario");
	d.scenario = d.b && scenario ? battle_find_scenario(d.b, scenario) : 0;
	if (!d.b || !d.r || d.scenario < 0) return answer_error(q, 404, "There is no such map.");
	drawing_name(&d, name, sizeof name);
	struct page *page = shelf_find(q->t, name);
	if (page) return answer_page(q, page), page_drop(page), ANSWERED;
	if (!limit_request(q, LIMIT_DRAW)) return answer_error(q, 429, "Too many maps at once; wait a moment.");
	struct drawing *own = q->own = malloc(sizeof *own);
	if (!own) abort();
	*own = d;
	return request_to_analyst(q, answer_drawn);
}
