/* Overrides of every kind, in process: random games of a rule system, and at random points of them any field
   of any element is set to any value. What is refused must be refused with a reason and leave the game as it
   was. What is accepted must lead to a game that goes on by the rules to its end, with every invariant true
   after every order, and whose log replays to the same state.

     fuzz_override [-n N] [-f FIRST_SEED] [-j JOBS] [SYSTEM…]    N tries of an override for each system
   (20,000)
     fuzz_override -s SEED SYSTEM                              that game again, in this process, with what is
   tried

   Games are played in child processes, a hundred to each, so that one that dies is counted and named and the
   others go on. Exit 1 if any game died or went wrong. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "engine/match.h"
#include "engine/optional.h"

#define GAMES_EACH 100       /* of a child */
#define DECISIONS_MOST 60000 /* of a game */
#define FIELDS_MOST 12
#define OVERRIDES_MOST 40 /* tried in one game */
#define SHOWN_MOST 12

struct field_of_play {
	const char *battle, *scenario;
};
static const struct field_of_play grounds[] = {
	/* small ones, so that a game is short and pieces meet; and
                                                   some with what only they have */
	{"crossroads", NULL},
	{"crossroads", NULL},
	{"field_of_mars", NULL},
	{"river_fort", NULL},
	{"spia", NULL},
	{"marchfeld", NULL},
	{"solferino", "cemetery"},
	{"solferino", "rocca"},
	{"bull_run", "matthews_hill"},
	{"raab", "kismegyer"},
};

struct counts {    /* shared with the children */
	uint64_t seed; /* of the game being played */
	uint64_t tried, accepted, games, decisions;
	int wrong;
	char what[600]; /* the last thing that was done, or what is wrong */
};

struct system {
	const struct rules *rules;
	int musters;
	struct muster *muster[2 * FIELDS_MOST];
};

static bool show;

/* --- musters -------------------------------------------------------------------------------------------- */

static void any_options(const struct rules *r, struct rng *rng, int8_t *option)
{
	for (int i = 0; i < r->options; i++)
		option[i] = (int8_t)(r->option[i].min +
							 (int)rng_below(rng, (uint32_t)(r->option[i].max - r->option[i].min + 1)));
}

/* Each ground with the standard options, and again with any. */
static void muster_all(struct system *s, struct arena *a, const struct rules *r)
{
	struct rng rng = {7};
	*s = (struct system){.rules = r};
	for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++) {
		struct faults f = {0};
		char dir[200];
		snprintf(dir, sizeof dir, "data/battles/%s", grounds[i].battle);
		if (access(dir, R_OK)) snprintf(dir, sizeof dir, "tests/battles/%s", grounds[i].battle);
		const struct battle *b = battle_load(a, arena_copy(a, dir, strlen(dir)), &f);
		for (int any = 0; b && any < 2; any++) {
			int8_t option[OPTIONS_MOST] = {0};
			any_options(r, &rng, option);
			struct muster *m = muster_make(a, r, "data", b, grounds[i].scenario, any ? option : NULL, &f);
			if (m) s->muster[s->musters++] = m;
		}
		faults_free(&f);
	}
}

/* --- one override --------------------------------------------------------------------------------------- */

static int elements(const struct muster *m, const struct field *f)
{
	int n = field_elements(m, f);
	return n ? n : 1;
}

/* Mostly one that may be changed, or few changes would be made. */
static const struct field *any_field(const struct rules *r, struct rng *rng)
{
	const struct field *f = &r->field[rng_below(rng, (uint32_t)r->fields)];
	for (int i = 0; i < 40 && !field_by_hand(r, f) && rng_below(rng, 8); i++)
		f = &r->field[rng_below(rng, (uint32_t)r->fields)];
	return f;
}

/* A place on a table near where somebody stands: by chance alone nobody would come near another. */
static int32_t near_somebody(const struct muster *m, const struct game *g, const struct field *f,
	struct rng *rng)
{
	if (!field_elements(m, f)) return 0;
	int32_t at = field_get(m, g, f, (int)rng_below(rng, (uint32_t)elements(m, f)));
	if (m->map || at < 0) return at;
	int x = PLACE_X(at) + (int)rng_below(rng, 61) - 30, y = PLACE_Y(at) + (int)rng_below(rng, 61) - 30;
	return PLACE_XY(x < 0 ? 0 : x, y < 0 ? 0 : y);
}

static int32_t any_value(const struct muster *m, const struct game *g, const struct field *f, int element,
	struct rng *rng)
{
	const struct by_hand *h = field_by_hand(m->rules, f);
	switch (rng_below(rng, 10)) {
	case 8:
		return h && f->value == VALUE_NUMBER
		         ? h->min + (int32_t)rng_below(rng, (uint32_t)(h->max - h->min + 1))
		         : (int32_t)rng_below(rng, 2);
	case 0: return (int32_t)rng_next(rng);
	case 1: return (int32_t)rng_below(rng, 300) - 20;
	case 2: return (int32_t)rng_below(rng, 4) - 2;
	case 3: return f->scope != FIELD_GAME ? near_somebody(m, g, f, rng) : field_get(m, g, f, 0) + 1;
	case 4:
		return f->value == VALUE_PLACE && m->map ? (int32_t)rng_below(rng, (uint32_t)m->map->count)
		                                         : near_somebody(m, g, f, rng);
	case 5: return (int32_t)rng_below(rng, (uint32_t)m->pieces + 1) - 1;
	case 6: return !field_elements(m, f) ? 0 : field_get(m, g, f, element) + (int32_t)rng_below(rng, 5) - 2;
	default: return (int32_t)rng_below(rng, 12);
	}
}

static void complain(struct counts *c, const char *what, const char *detail)
{
	char before[400];
	snprintf(before, sizeof before, "%.399s", c->what);
	c->wrong++;
	snprintf(c->what, sizeof c->what, "%s: %.150s (after: %.390s)", what, detail, before);
}

static void check_sound(const struct match *t, struct counts *c)
{
	struct play p = {t->m, NULL, NULL};
	struct text wrong = {0};
	play_sound(&p, t->g, &wrong);
	if (wrong.n) complain(c, "unsound", wrong.s);
	text_free(&wrong);
}

static void try_override(struct match *t, struct rng *rng, struct counts *c)
{
	const struct rules *r = t->m->rules;
	const struct field *f = any_field(r, rng);
	int odd = rng_below(rng, 30) == 0, element = (int)rng_below(rng, (uint32_t)elements(t->m, f)) +
	                                             (odd ? (int)rng_below(rng, 400) - 200 : 0);
	bool there = element >= 0 && element < elements(t->m, f);
	int32_t value = any_value(t->m, t->g, f, there ? element : 0, rng);
	struct refusal why = {0};
	uint64_t before = play_hash(t->m, t->g);
	int n = t->n, events = t->events.n;
	snprintf(c->what, sizeof c->what, "entry %d of %s %s: %s of %d becomes %d", n, t->m->battle->id,
		t->m->scenario->id, f->name, element, value);
	c->tried++;
	bool fine = match_override(t, (int)rng_below(rng, SIDES), f, element, value, "the umpire says so", &why);
	if (show) printf("%s: %s%s\n", c->what, fine ? "done" : "refused: ", why.text);
	if (fine) {
		c->accepted++;
		check_sound(t, c);
		return;
	}
	if (!why.text[0]) complain(c, "refused without a reason", "");
	if (play_hash(t->m, t->g) != before || t->n != n || t->events.n != events)
		complain(c, "a refused override left a trace", why.text);
}

/* --- one game ------------------------------------------------------------------------------------------- */

/* What a file of this game holds must lead to the same state. */
static void check_replay(const struct match *t, struct counts *c)
{
	struct match *again = match_new(t->m, t->seed);
	struct text line = {0};
	struct faults f = {0};
	for (int i = 0; i < t->n; i++) match_entry_write(t, i, &line);
	if (!match_entries_read(again, "replay", text_str(&line), line.n, &f))
		complain(c, "the log is refused", f.n ? f.list[0].what : "");
	else if (again->n != t->n || play_hash(t->m, again->g) != play_hash(t->m, t->g))
		complain(c, "the log comes to another state", "");
	text_free(&line), faults_free(&f), match_free(again);
}

static void game(const struct system *s, uint64_t seed, struct counts *c)
{
	struct rng rng = {seed * 0x9e3779b97f4a7c15ull + 1};
	const struct muster *m = s->muster[seed % (uint64_t)s->musters];
	uint8_t bytes[32];
	struct refusal why;
	int tries = OVERRIDES_MOST;
	uint32_t every = 1 + rng_below(&rng, 60), quiet = rng_below(&rng, 4) ? rng_below(&rng, 400) : 0;
	seed_from_number(seed, bytes);
	c->seed = seed, c->games++;
	snprintf(c->what, sizeof c->what, "it began");
	struct match *t = match_new(m, bytes);
	for (uint32_t n = 0; t->turn != NOBODY && !c->wrong && n < DECISIONS_MOST; n++) {
		if (tries && n >= quiet && rng_below(&rng, every) == 0) tries--, try_override(t, &rng, c);
		if (t->turn == NOBODY || c->wrong) break;
		struct order o = t->legal.list[rng_below(&rng, (uint32_t)t->legal.n)];
		if (!match_order(t, t->turn, &o, &why)) complain(c, "a listed order is refused", why.text);
		else check_sound(t, c);
		c->decisions++;
	}
	if (!c->wrong && t->turn != NOBODY) complain(c, "endless", "");
	if (!c->wrong && seed % 8 == 0) check_replay(t, c);
	match_free(t);
}

/* --- children ------------------------------------------------------------------------------------------- */

static double seconds(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct child {
	pid_t pid;
	struct counts *c;
	uint64_t next, end;
};

static void child_start(struct child *k, const struct system *s)
{
	fflush(stdout);
	if ((k->pid = fork()) != 0) return;
	for (uint64_t seed = k->next; seed < k->end && !k->c->wrong; seed++) game(s, seed, k->c);
	_exit(k->c->wrong ? 3 : 0);
}

/* A child has ended. True: its games are done. Otherwise the one in hand killed it or went wrong, and the
   rest go on after it. */
static bool child_ended(struct child *k, int status, const struct rules *r, int *bad)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return true;
	if (++*bad <= SHOWN_MOST)
		printf("# %s, seed %llu: %s; %s\n", r->id, (unsigned long long)k->c->seed,
			WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "wrong", k->c->what);
	k->next = k->c->seed + 1, k->c->wrong = 0;
	return k->next >= k->end;
}

static uint64_t tried_by(const struct child *k, int jobs)
{
	uint64_t sum = 0;
	for (int i = 0; i < jobs; i++) sum += k[i].c->tried;
	return sum;
}

static bool fuzz(const struct system *s, uint64_t first, uint64_t tries, int jobs)
{
	struct child k[16] = {0};
	struct counts sum = {0};
	int bad = 0, running = 0, status;
	double from = seconds();
	for (int i = 0; i < jobs; i++)
		k[i].c = mmap(NULL, sizeof *k[i].c, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	for (int i = 0; i < jobs; i++, running++)
		k[i].next = first, k[i].end = first += GAMES_EACH, child_start(&k[i], s);
	while (running) {
		pid_t pid = wait(&status);
		int i = 0;
		while (i < jobs && k[i].pid != pid) i++;
		if (i == jobs) continue;
		if (child_ended(&k[i], status, s->rules, &bad)) k[i].next = first, k[i].end = first += GAMES_EACH;
		if (tried_by(k, jobs) < tries) child_start(&k[i], s);
		else running--;
	}
	for (int i = 0; i < jobs; i++)
		sum.tried += k[i].c->tried, sum.accepted += k[i].c->accepted, sum.games += k[i].c->games,
			sum.decisions += k[i].c->decisions;
	double took = seconds() - from;
	printf(
		"%s - overrides %s: %llu tried, %llu accepted, %llu games, %llu decisions, %d died or went wrong; %.0f s, %.0f tries a second\n",
		bad ? "not ok" : "ok", s->rules->id, (unsigned long long)sum.tried, (unsigned long long)sum.accepted,
		(unsigned long long)sum.games, (unsigned long long)sum.decisions, bad, took,
		(double)sum.tried / took);
	return !bad;
}

int main(int argc, char **argv)
{
	uint64_t tries = 20000, first = 1, shown = 0;
	int jobs = 2, flag;
	bool fine = true;
	while ((flag = getopt(argc, argv, "n:f:j:s:")) != -1) switch (flag) {
		case 'n': tries = strtoull(optarg, NULL, 10); break;
		case 'f': first = strtoull(optarg, NULL, 10); break;
		case 'j': jobs = atoi(optarg); break;
		case 's': show = true, shown = strtoull(optarg, NULL, 10); break;
		default: return 2;
		}
	if (jobs < 1 || jobs > 16) return 2;
	for (int i = 0; all_rules[i]; i++) {
		struct system s;
		bool named = optind == argc;
		for (int k = optind; k < argc; k++) named |= strcmp(argv[k], all_rules[i]->id) == 0;
		if (!named) continue;
		struct arena *a = arena_new();
		muster_all(&s, a, all_rules[i]);
		if (show) {
			struct counts c = {0};
			game(&s, shown, &c);
			printf("%s%s\n", c.wrong ? "wrong: " : "to the end; last ", c.what);
			fine &= !c.wrong;
		} else {
			fine &= fuzz(&s, first, tries, jobs);
		}
		arena_free(a);
	}
	return fine ? 0 : 1;
}
