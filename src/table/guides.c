/* The guided battles at this table: loaded when the first is asked for, listed, and begun. A game is a guided
   one by what it is: the guide's battle, rules, scenario and dice, with a person on its side. */
#include <stdlib.h>
#include <string.h>

#include "table/guide.h"
#include "table/handlers.h"
#include "table/told.h"

struct guides {
	struct arena *arena;
	int n;
	const struct guide *list[32];
};

static const struct battle *find_battle(void *with, const char *id) { return table_battle(with, id); }

static struct guides *guides_make(struct table *t)
{
	struct guides *all = calloc(1, sizeof *all);
	if (!all) abort();
	all->arena = arena_new();
	for (const struct rules *const *r = all_rules; *r && all->n < 32; r++) {
		struct faults faults = {0};
		const struct guide *g = guide_load(all->arena, *r, t->with.data, find_battle, t, &faults);
		if (g) all->list[all->n++] = g;
		if (faults.n)
			note("the guide %s:%d:%d is left out: %s", faults.list[0].at.file, faults.list[0].at.line,
				faults.list[0].at.column, faults.list[0].what);
		faults_free(&faults);
	}
	return all;
}

void guides_free(struct guides *g)
{
	if (!g) return;
	arena_free(g->arena);
	free(g);
}

static const struct guides *guides_ready(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	struct guides *there = t->guides, *made = NULL;
	pthread_mutex_unlock(&t->lock);
	if (there) return there;
	made = guides_make(t);
	pthread_mutex_lock(&t->lock);
	if (!t->guides) t->guides = made, made = NULL;
	there = t->guides;
	pthread_mutex_unlock(&t->lock);
	guides_free(made);
	return there;
}

static const struct guide *guide_of(struct table *t, const struct sitting *s)
{
	if ((s->seat[0].kind == SEAT_COMPUTER) == (s->seat[1].kind == SEAT_COMPUTER)) return NULL;
	const struct guides *all = guides_ready(t);
	for (int i = 0; i < all->n; i++) {
		const struct guide *g = all->list[i];
		if (strcmp(g->rules->id, s->system) == 0 && strcmp(g->battle, s->battle) == 0 &&
			strcmp(g->scenario, s->scenario) == 0 && memcmp(g->seed, s->seed, sizeof g->seed) == 0 &&
			s->seat[g->side].kind == SEAT_PERSON && s->seat[!g->side].kind == SEAT_COMPUTER)
			return g;
	}
	return NULL;
}

void guide_json(struct table *t, const struct sitting *s, struct json *j)
{
	const struct guide *g = guide_of(t, s);
	if (!g) return;
	json_open(j, "guide", '{');
	guide_write(g, j);
	json_close(j, '}');
}

/* The same opponent each time. */
bool guide_seed(struct table *t, const struct sitting *s, uint64_t *seed)
{
	const struct guide *g = guide_of(t, s);
	if (g) *seed = (uint64_t)g->number;
	return g != NULL;
}

#define GUIDE_INFO(F, IF) \
	F(system, TEXT(g->rules->id)) \
	F(title, TEXT(g->title)) \
	F(intro, TEXT(g->intro)) \
	F(battle, TEXT(g->battle)) \
	F(scenario, TEXT(g->scenario)) \
	F(side, WORD("Side", side)) \
	F(steps, NUMBER(g->steps))

static void guide_info(const struct guide *g, const char *side, struct json *j) { WRITE_OBJECT(GUIDE_INFO); }

const struct wire_type table_guides_types[] = {TYPE("GuideInfo", NULL, GUIDE_INFO), {0}};

enum handled handle_guides(struct request *q)
{
	const struct guides *all = guides_ready(q->t);
	struct json j = {.out = &q->out};
	json_open(&j, NULL, '[');
	for (int i = 0; i < all->n; i++) {
		const struct guide *g = all->list[i];
		guide_info(g, table_battle(q->t, g->battle)->side[g->side].id, &j);
	}
	json_close(&j, ']');
	q->status = 200;
	return ANSWERED;
}

enum handled handle_guide_begin(struct request *q)
{
	const struct guides *all = guides_ready(q->t);
	const struct guide *g = NULL;
	struct text why = {0};
	int8_t options[OPTIONS_MOST] = {0};
	for (int i = 0; i < all->n && !g; i++)
		if (strcmp(all->list[i]->rules->id, q->segment[0]) == 0) g = all->list[i];
	if (!g) return answer_error(q, 404, "There is no guided battle for these rules.");
	if (!may_found(q)) return ANSWERED;
	struct founding *f = founding_new(q);
	for (int i = 0; i < g->rules->options; i++) options[i] = (int8_t)g->rules->option[i].standard;
	memcpy(f->seed, g->seed, sizeof f->seed);
	f->seat[g->side] = (struct seat){.kind = SEAT_PERSON, .person = q->who.id};
	f->seat[!g->side] = (struct seat){.kind = SEAT_COMPUTER, .level = g->level};
	f->mustered = muster_take(q->t, g->battle, g->rules->id, g->scenario, options, &why);
	if (!f->mustered) answer_error(q, 422, "%.300s", text_str(&why));
	text_free(&why);
	return f->mustered ? found_game(q) : ANSWERED;
}
