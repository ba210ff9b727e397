/* What there is to play: battles, systems, and every pairing with its grade and its length; and the rule
   books. Made once and kept. Every pairing is mustered for it, and one game of it played at random: so
   whoever needs the list helps to make it. */
#include <assert.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rulebook.h"
#include "table/balance.h"
#include "table/handlers.h"

#define SYSTEMS_MOST 32
#define SECONDS_A_DECISION 7 /* a guess: some are a click, some a council of war */

/* --- the catalogue -------------------------------------------------------------------------------------- */

static void clock_json(struct json *j, const char *key, int minutes)
{
	char text[16];
	snprintf(text, sizeof text, "%02d:%02d", minutes / 60 % 24, minutes % 60);
	json_str(j, key, text);
}

static void battle_json(const struct battle *b, struct json *j)
{
	json_open(j, NULL, '{');
	json_str(j, "id", b->id), json_str(j, "title", b->title), json_str(j, "date", b->date),
		json_str(j, "where", b->where), json_str(j, "text", b->text);
	wire_sides(b, j);
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
	json_str(j, "id", r->id), json_str(j, "title", r->title), json_str(j, "subtitle", r->subtitle),
		json_str(j, "text", r->text);
	json_int(j, "version", r->version), json_int(j, "difficulty", r->difficulty),
		json_str(j, "turn_name", r->turn_name);
	options_json(r, j);
	json_close(j, '}');
}

/* --- pairings ------------------------------------------------------------------------------------------- */

struct pairing {
	const struct battle *b;
	int scenario;
	const struct rules *r;
	const struct balance *balance;
	enum grade grade;
	struct text json;
};

struct catalogue {
	int n;
	struct pairing *list;
	atomic_int next; /* the first that nobody has taken up */
	int made;        /* of these under the table's lock */
	pthread_cond_t whole;
	struct page *page; /* NULL until all are made */
};

/* How many questions a random game puts to its players; good players are asked about as often, a third more
   or less. */
static int decisions_of(const struct muster *m)
{
	struct play p = {m, NULL, NULL};
	struct rng rng = {1859};
	uint8_t seed[32];
	struct orders *o = malloc(sizeof *o);
	struct game *g = game_new(m);
	int n = 0;
	if (!o) abort();
	seed_from_number(1859, seed);
	play_begin(&p, g, seed);
	for (int side; (side = play_next(&p, g, o)) >= 0; n++)
		play_trusted(&p, g, side, &o->list[rng_below(&rng, (uint32_t)o->n)]);
	free(g), free(o);
	return n;
}

static void pairing_write(const struct pairing *p, const struct muster *m, struct json *j)
{
	int decisions = decisions_of(m);
	json_open(j, NULL, '{');
	json_str(j, "battle", p->b->id), json_str(j, "scenario", p->b->scenario[p->scenario].id),
		json_str(j, "system", p->r->id);
	json_str(j, "grade", wire_grade(m->grade)), json_str(j, "why", m->grade_why),
		json_int(j, "pieces", m->pieces);
	json_int(j, "decisions", decisions),
		json_int(j, "guess_minutes", (decisions * SECONDS_A_DECISION + 30) / 60);
	balance_write(p->balance, p->b, p->b->scenario[p->scenario].id, j);
	json_close(j, '}');
}

/* One scenario under one system; left out if it cannot be mustered. */
static void pairing_make(struct table *t, struct pairing *p)
{
	struct faults faults = {0};
	struct json j = {.out = &p->json};
	if (atomic_load(&t->stopping)) return; /* nobody will read it */
	struct arena *a = arena_new();
	const struct muster *m =
		muster_make(a, p->r, t->with.data, p->b, p->b->scenario[p->scenario].id, NULL, &faults);
	if (m) p->grade = m->grade, pairing_write(p, m, &j);
	else
		note("%s, %s cannot be mustered under %s: %s", p->b->id, p->b->scenario[p->scenario].id, p->r->id,
			faults.n ? faults.list[0].what : "?");
	faults_free(&faults);
	arena_free(a);
}

/* What studies have found of each system; a file with a mistake is left out. */
static const struct balance *balance_of(struct table *t, const struct rules *r)
{
	struct faults faults = {0};
	const struct balance *b = balance_load(t->arena, r, t->with.data, &faults);
	if (faults.n)
		note("the balance %s:%d:%d is left out: %s", faults.list[0].at.file, faults.list[0].at.line,
			faults.list[0].at.column, faults.list[0].what);
	faults_free(&faults);
	return b;
}

void catalogue_open(struct table *t)
{
	struct catalogue *c = t->catalogue = calloc(1, sizeof *c);
	const struct balance *balance[SYSTEMS_MOST];
	int systems = 0, scenarios = 0;
	for (; all_rules[systems]; systems++)
		assert(systems < SYSTEMS_MOST), balance[systems] = balance_of(t, all_rules[systems]);
	for (int i = 0; i < t->battles; i++) scenarios += t->battle[i]->scenarios;
	if (!c || !(c->list = calloc((size_t)(systems * scenarios) + 1, sizeof *c->list))) abort();
	pthread_cond_init(&c->whole, NULL);
	for (int i = 0; i < t->battles; i++)
		for (int s = 0; s < t->battle[i]->scenarios; s++)
			for (int k = 0; k < systems; k++)
				c->list[c->n++] = (struct pairing){.b = t->battle[i],
					.scenario = s,
					.r = all_rules[k],
					.balance = balance[k]};
}

void catalogue_close(struct table *t)
{
	struct catalogue *c = t->catalogue;
	for (int i = 0; i < c->n; i++) text_free(&c->list[i].json);
	page_drop(c->page);
	pthread_cond_destroy(&c->whole);
	free(c->list), free(c);
}

/* --- the whole ------------------------------------------------------------------------------------------ */

static struct page *catalogue_page(struct table *t)
{
	struct catalogue *c = t->catalogue;
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
	for (int i = 0; i < MIND_PLAYERS; i++) {
		json_open(&j, NULL, '{');
		json_str(&j, "name", mind_names[i]), json_str(&j, "title", computer_title((enum mind_level)i)),
			json_str(&j, "text", computer_text((enum mind_level)i));
		json_close(&j, '}');
	}
	json_close(&j, ']');
	json_open(&j, "pairings", '[');
	for (int i = 0, some = 0; i < c->n; i++)
		if (c->list[i].json.n) text_addf(&out, some++ ? ",%s" : "%s", text_str(&c->list[i].json));
	json_close(&j, ']');
	json_close(&j, '}');
	struct page *page = page_zipped(text_str(&out), out.n, "application/json");
	page_header(page, "Cache-Control", "no-cache");
	text_free(&out);
	return page;
}

/* Makes what nobody has taken up yet, and waits for the rest. */
static void catalogue_ready(struct table *t)
{
	struct catalogue *c = t->catalogue;
	for (int i; (i = atomic_fetch_add(&c->next, 1)) < c->n;) {
		pairing_make(t, &c->list[i]);
		pthread_mutex_lock(&t->lock);
		if (++c->made == c->n) c->page = catalogue_page(t), pthread_cond_broadcast(&c->whole);
		pthread_mutex_unlock(&t->lock);
	}
	pthread_mutex_lock(&t->lock);
	while (c->n && !c->page) pthread_cond_wait(&c->whole, &t->lock);
	if (!c->page) c->page = catalogue_page(t); /* nothing to play at all */
	pthread_mutex_unlock(&t->lock);
}

static void warm(struct table *t, struct job *j)
{
	catalogue_ready(t);
	malloc_trim(0);
	maps_warm(t);
	free(j);
}

void catalogue_warm(struct table *t)
{
	struct job *j = calloc(1, sizeof *j);
	if (!j) abort();
	j->run = warm;
	if (!job_submit(t->thinkers, j)) free(j);
}

bool catalogue_pairing(struct table *t, int nth, const struct battle **b, int *scenario,
	const struct rules **r)
{
	const struct catalogue *c = t->catalogue;
	for (int grade = GRADE_RECOMMENDED; grade >= GRADE_TEST; grade--)
		for (int i = 0; i < c->n; i++) {
			const struct pairing *p = &c->list[i];
			if (!p->json.n || (int)p->grade != grade || nth--) continue;
			*b = p->b, *scenario = p->scenario, *r = p->r;
			return true;
		}
	return false;
}

static enum handled catalogue_answer(struct request *q)
{
	catalogue_ready(q->t);
	return answer_page(q, q->t->catalogue->page);
}

enum handled handle_catalogue(struct request *q)
{
	pthread_mutex_lock(&q->t->lock);
	bool there = q->t->catalogue->page;
	pthread_mutex_unlock(&q->t->lock);
	return there ? answer_page(q, q->t->catalogue->page) : request_to_worker(q, catalogue_answer);
}

/* --- rule books ----------------------------------------------------------------------------------------- */

/* [information] [ruling X] … in front of the text. */
static const char *tags_write(struct json *j, const char *s)
{
	json_open(j, "tags", '[');
	while (*s == '[') {
		const char *end = strchr(s, ']');
		struct text tag = {0};
		if (!end) break;
		text_addn(&tag, s + 1, (size_t)(end - s - 1));
		json_str(j, NULL, text_str(&tag));
		text_free(&tag);
		s = end + 1 + strspn(end + 1, " ");
	}
	json_close(j, ']');
	return s;
}

static void book_write(const struct rulebook *b, struct json *j)
{
	json_open(j, NULL, '[');
	for (int i = 0; i < b->n; i++) {
		const struct statement *s = &b->list[i];
		json_open(j, NULL, '{');
		json_str(j, "section", s->heading ? s->heading : "");
		json_str(j, "id", s->id);
		json_str(j, "text", tags_write(j, s->text));
		json_close(j, '}');
	}
	json_close(j, ']');
}

enum handled handle_rules(struct request *q)
{
	const struct rules *r = rules_find(q->segment[0]);
	struct text out = {0}, path = {0};
	struct json j = {.out = &out};
	struct rulebook book;
	if (!r) return answer_error(q, 404, "There is no such rule system.");
	text_addf(&path, "%s/rules/%s/rules.md", q->t->with.data, r->id);
	struct page *page = shelf_find(q->t, text_str(&path));
	if (!page && rulebook_load(text_str(&path), &book)) {
		book_write(&book, &j);
		rulebook_free(&book);
		page = page_zipped(text_str(&out), out.n, "application/json");
		page_header(page, "Cache-Control", "private, max-age=300");
		shelf_put(q->t, text_str(&path), page, true);
	}
	if (page) answer_page(q, page), page_drop(page);
	else answer_error(q, 404, "There is no text of these rules.");
	text_free(&out), text_free(&path);
	return ANSWERED;
}
