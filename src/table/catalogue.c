/* What there is to play: battles, systems and every pairing with its grade; maps as pictures; rule books. Made once, on a worker,
   and kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ground/svg.h"
#include "table/handlers.h"
#include "table/rulebook.h"

#define KEPT_MOST 64
static const char *const grades[] = {[GRADE_TEST] = "test only", [GRADE_POSSIBLE] = "possible", [GRADE_RECOMMENDED] = "recommended"};

/* --- the catalogue --------------------------------------------------------------------------------------------------------- */

static void clock_json(struct json *j, const char *key, int minutes)
{
	char text[16];
	snprintf(text, sizeof text, "%02d:%02d", minutes / 60 % 24, minutes % 60);
	json_str(j, key, text);
}

static void battle_json(const struct battle *b, struct json *j)
{
	json_open(j, NULL, '{');
	json_str(j, "id", b->id), json_str(j, "title", b->title), json_str(j, "date", b->date), json_str(j, "where", b->where), json_str(j, "text", b->text);
	json_open(j, "sides", '[');
	for (int i = 0; i < SIDES; i++) {
		json_open(j, NULL, '{');
		json_str(j, "id", b->side[i].id), json_str(j, "title", b->side[i].title), json_str(j, "colour", b->side[i].colour);
		json_close(j, '}');
	}
	json_close(j, ']');
	json_open(j, "scenarios", '[');
	for (int i = 0; i < b->scenarios; i++) {
		const struct scenario *s = &b->scenario[i];
		json_open(j, NULL, '{');
		json_str(j, "id", s->id), json_str(j, "title", s->title), json_str(j, "text", s->text);
		clock_json(j, "starts", s->starts), clock_json(j, "ends", s->ends);
		json_int(j, "minutes", s->ends - s->starts);
		json_close(j, '}');
	}
	json_close(j, ']');
	json_close(j, '}');
}

static void options_json(const struct rules *r, struct json *j)
{
	json_open(j, "options", '[');
	for (int i = 0; i < r->options; i++) {
		const struct option *o = &r->option[i];
		json_open(j, NULL, '{');
		json_str(j, "name", o->name), json_str(j, "title", o->title), json_str(j, "rule", o->rule);
		json_int(j, "min", o->min), json_int(j, "max", o->max), json_int(j, "standard", o->standard);
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void system_json(const struct rules *r, struct json *j)
{
	json_open(j, NULL, '{');
	json_str(j, "id", r->id), json_str(j, "title", r->title), json_str(j, "subtitle", r->subtitle), json_str(j, "text", r->text);
	json_int(j, "version", r->version), json_int(j, "difficulty", r->difficulty), json_str(j, "turn_name", r->turn_name);
	options_json(r, j);
	json_close(j, '}');
}

/* One scenario under one system; left out if it cannot be mustered. */
static void pairing_json(struct table *t, const struct battle *b, const struct scenario *s, const struct rules *r, struct json *j)
{
	struct faults faults = {0};
	if (atomic_load(&t->stopping)) return; /* nobody will read it */
	struct arena *a = arena_new();
	const struct muster *m = muster_make(a, r, t->with.data, b, s->id, NULL, &faults);
	if (m) {
		json_open(j, NULL, '{');
		json_str(j, "battle", b->id), json_str(j, "scenario", s->id), json_str(j, "system", r->id);
		json_str(j, "grade", grades[m->grade]), json_str(j, "why", m->grade_why), json_int(j, "pieces", m->pieces);
		json_close(j, '}');
	} else {
		note("%s, %s cannot be mustered under %s: %s", b->id, s->id, r->id, faults.n ? faults.list[0].what : "?");
	}
	faults_free(&faults);
	arena_free(a);
}

static struct page *catalogue_make(struct table *t)
{
	struct text out = {0};
	struct json j = {.out = &out};
	json_open(&j, NULL, '{');
	json_open(&j, "battles", '[');
	for (int i = 0; i < t->battles; i++) battle_json(t->battle[i], &j);
	json_close(&j, ']');
	json_open(&j, "systems", '[');
	for (const struct rules *const *r = all_rules; *r; r++) system_json(*r, &j);
	json_close(&j, ']');
	json_open(&j, "skills", '[');
	for (int i = 0; i < MIND_TREE; i++) { /* the tree is a yardstick, not for players */
		json_open(&j, NULL, '{');
		json_str(&j, "name", mind_names[i]), json_str(&j, "title", computer_title((enum mind_level)i));
		json_close(&j, '}');
	}
	json_close(&j, ']');
	json_open(&j, "pairings", '[');
	for (int i = 0; i < t->battles; i++)
		for (int s = 0; s < t->battle[i]->scenarios; s++)
			for (const struct rules *const *r = all_rules; *r; r++) pairing_json(t, t->battle[i], &t->battle[i]->scenario[s], *r, &j);
	json_close(&j, ']');
	json_close(&j, '}');
	struct page *page = page_make(text_str(&out), out.n, "application/json");
	page_header(page, "Cache-Control", "no-cache");
	text_free(&out);
	return page;
}

static void catalogue_ready(struct table *t)
{
	pthread_mutex_lock(&t->lock);
	bool there = t->catalogue;
	pthread_mutex_unlock(&t->lock);
	if (there) return;
	struct page *made = catalogue_make(t);
	pthread_mutex_lock(&t->lock);
	if (!t->catalogue) t->catalogue = page_keep(made);
	pthread_mutex_unlock(&t->lock);
	page_drop(made);
}

static void warm(struct table *t, struct job *j)
{
	catalogue_ready(t);
	free(j);
}

/* Before anybody asks. */
void catalogue_warm(struct table *t)
{
	struct job *j = calloc(1, sizeof *j);
	if (!j) abort();
	j->run = warm;
	if (!job_submit(t->thinkers, j)) free(j);
}

static enum handled catalogue_answer(struct request *q)
{
	catalogue_ready(q->t);
	return answer_page(q, q->t->catalogue);
}

enum handled handle_catalogue(struct request *q)
{
	pthread_mutex_lock(&q->t->lock);
	bool there = q->t->catalogue;
	if (there) answer_page(q, q->t->catalogue);
	pthread_mutex_unlock(&q->t->lock);
	return there ? ANSWERED : request_to_worker(q, catalogue_answer);
}

/* --- what is kept by name ---------------------------------------------------------------------------------------------------- */

static bool kept_answer(struct request *q, const char *name)
{
	bool found = false;
	pthread_mutex_lock(&q->t->lock);
	for (struct kept *k = q->t->kept; k && !found; k = k->next)
		if ((found = strcmp(k->name, name) == 0)) answer_page(q, k->page);
	pthread_mutex_unlock(&q->t->lock);
	return found;
}

/* Takes the page over. */
static enum handled keep_answer(struct request *q, const char *name, struct page *page)
{
	struct kept *k = malloc(sizeof *k);
	if (!k) abort();
	page_header(page, "Cache-Control", "private, max-age=300");
	answer_page(q, page);
	pthread_mutex_lock(&q->t->lock);
	*k = (struct kept){.next = q->t->kept, .name = strdup(name), .page = page};
	q->t->kept = k;
	struct kept **end = &q->t->kept;
	for (int n = 0; n < KEPT_MOST && *end; n++) end = &(*end)->next;
	if (*end) {
		struct kept *old = *end;
		*end = old->next;
		page_drop(old->page), free(old->name), free(old);
	}
	pthread_mutex_unlock(&q->t->lock);
	return ANSWERED;
}

/* --- maps ----------------------------------------------------------------------------------------------------------------------- */

static bool truth(struct request *q, const char *name)
{
	const char *s = request_query(q, name);
	return s && strcmp(s, "0") != 0;
}

enum handled handle_map(struct request *q)
{
	char *dot = strrchr(q->segment[1], '.'), name[400];
	if (!dot || strcmp(dot, ".svg")) return answer_error(q, 404, "There is no such map.");
	*dot = 0;
	const struct battle *b = table_battle(q->t, q->segment[0]);
	const struct rules *r = rules_find(q->segment[1]);
	const char *scenario = request_query(q, "scenario");
	int which = b ? (scenario ? battle_find_scenario(b, scenario) : 0) : -1;
	if (!b || !r || which < 0) return answer_error(q, 404, "There is no such map.");
	bool grid = truth(q, "grid"), title = truth(q, "title"), numbers = truth(q, "numbers");
	snprintf(name, sizeof name, "map %s %s %d %d%d%d", b->id, r->id, which, grid, title, numbers);
	if (kept_answer(q, name)) return ANSWERED;

	int8_t options[OPTIONS_MOST] = {0};
	struct text why = {0}, out = {0};
	for (int i = 0; i < r->options; i++) options[i] = (int8_t)r->option[i].standard;
	struct mustered *m = muster_take(q->t, b->id, r->id, b->scenario[which].id, options, &why);
	if (!m) {
		answer_error(q, 404, "%.200s", text_str(&why));
		text_free(&why);
		return ANSWERED;
	}
	struct svg_options how = {.title = title ? b->title : NULL, .subtitle = title ? b->date : NULL, .grid = grid, .numbers = numbers};
	if (!m->m->map) svg_part(&how, m->m->table_left, m->m->table_top, m->m->table_w, m->m->table_h, m->m->table_metres);
	svg_draw(&out, b->ground, m->m->map, &how);
	muster_drop(q->t, m);
	keep_answer(q, name, page_make(text_str(&out), out.n, "image/svg+xml"));
	text_free(&out), text_free(&why);
	return ANSWERED;
}

/* --- rule books ------------------------------------------------------------------------------------------------------------------ */

enum handled handle_rules(struct request *q)
{
	const struct rules *r = rules_find(q->segment[0]);
	struct text file = {0}, out = {0}, path = {0};
	struct json j = {.out = &out};
	if (!r) return answer_error(q, 404, "There is no such rule system.");
	text_addf(&path, "%s/rules/%s/rules.md", q->t->with.data, r->id);
	if (kept_answer(q, text_str(&path))) {
	} else if (text_read_file(&file, text_str(&path), 4u << 20) && file.s) {
		rulebook_write(file.s, &j);
		keep_answer(q, text_str(&path), page_make(text_str(&out), out.n, "application/json"));
	} else {
		answer_error(q, 404, "There is no text of these rules.");
	}
	text_free(&file), text_free(&out), text_free(&path);
	return ANSWERED;
}
