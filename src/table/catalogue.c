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
#include "table/told.h"

#define SYSTEMS_MOST 32
#define SECONDS_A_DECISION 7 /* a guess: some are a click, some a council of war */

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

#define PAIRING(F, IF) \
	F(battle, TEXT(p->b->id)) \
	F(scenario, TEXT(scenario)) \
	F(system, TEXT(p->r->id)) \
	F(grade, TEXT(wire_grade(m->grade))) \
	F(why, TEXT_OR_NULL(m->grade_why)) \
	F(pieces, NUMBER(m->pieces)) \
	F(decisions, NUMBER(decisions)) \
	F(guess_minutes, NUMBER((decisions * SECONDS_A_DECISION + 30) / 60)) \
	IF(true, balance, PART("Balance", balance_write(p->balance, p->b, scenario, j)))

static void pairing_write(const struct pairing *p, const struct muster *m, struct json *j)
{
	const char *scenario = p->b->scenario[p->scenario].id;
	int decisions = decisions_of(m);
	WRITE_OBJECT(PAIRING);
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

#define LEVEL(F, IF) \
	F(name, TEXT(mind_names[i])) \
	F(title, TEXT(computer_title((enum mind_level)i))) \
	F(text, TEXT(computer_text((enum mind_level)i)))

static void level_json(int i, struct json *j) { WRITE_OBJECT(LEVEL); }

/* What was made of each before. */
static void pairings(const struct catalogue *c, struct json *j)
{
	for (int i = 0, some = 0; i < c->n; i++)
		if (c->list[i].json.n) text_addf(j->out, some++ ? ",%s" : "%s", text_str(&c->list[i].json));
}

static int systems(void)
{
	int n = 0;
	while (all_rules[n]) n++;
	return n;
}

#define CATALOGUE(F, IF) \
	F(battles, LIST("BattleInfo", EACH(t->battles, wire_battle(t->battle[i], j)))) \
	F(systems, LIST("SystemInfo", EACH(systems(), wire_system(all_rules[i], j)))) \
	F(skills, LIST("Level", EACH(MIND_PLAYERS, level_json(i, j)))) \
	F(pairings, LIST("Pairing", pairings(t->catalogue, j)))

static void catalogue_json(struct table *t, struct json *j) { WRITE_OBJECT(CATALOGUE); }

static struct page *catalogue_page(struct table *t)
{
	struct text out = {0};
	catalogue_json(t, &(struct json){.out = &out});
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
static void tags(const char *s, struct json *j)
{
	for (const char *end; *s == '[' && (end = strchr(s, ']')); s = end + 1 + strspn(end + 1, " ")) {
		struct text tag = {0};
		text_addn(&tag, s + 1, (size_t)(end - s - 1));
		json_str(j, NULL, text_str(&tag));
		text_free(&tag);
	}
}

static const char *after_tags(const char *s)
{
	for (const char *end; *s == '[' && (end = strchr(s, ']'));) s = end + 1 + strspn(end + 1, " ");
	return s;
}

#define STATEMENT(F, IF) \
	F(section, TEXT(s->heading ? s->heading : "")) \
	F(id, TEXT(s->id)) \
	F(tags, LIST("string", tags(s->text, j))) \
	F(text, TEXT(after_tags(s->text)))

static void statement_json(const struct statement *s, struct json *j) { WRITE_OBJECT(STATEMENT); }

static void book_write(const struct rulebook *b, struct json *j)
{
	json_open(j, NULL, '[');
	for (int i = 0; i < b->n; i++) statement_json(&b->list[i], j);
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

const struct wire_type table_catalogue_types[] = {
	TYPE("Pairing", NULL, PAIRING),
	TYPE("Level", NULL, LEVEL),
	TYPE("Catalogue", NULL, CATALOGUE),
	TYPE("Statement", NULL, STATEMENT),
	{0},
};
