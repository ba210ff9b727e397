/* Bringing a battle and a rule system together: finds the system's data, sets the options, lets the system
   muster, and takes one hash over everything the game depends on. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <xxhash.h>

#include "engine/judge.h"
#include "engine/play.h"

#define DATA_FILE_MOST (4u << 20)

const struct rules *rules_find(const char *id)
{
	for (int i = 0; all_rules[i]; i++)
		if (strcmp(all_rules[i]->id, id) == 0) return all_rules[i];
	return NULL;
}

/* Reads an optional data file; absent if there is none. Its bytes go into the hash, if there is one. */
static struct node data_file(struct arena *a, const char *path, XXH3_state_t *hash, struct faults *f)
{
	struct text bytes = {0};
	struct node root = {0};
	if (access(path, F_OK) != 0) return root;
	if (!text_read_file(&bytes, path, DATA_FILE_MOST)) {
		fault_add(f, (struct mark){path, 0, 0}, "cannot be read");
	} else {
		const struct yaml *doc = yaml_parse(a, path, text_str(&bytes), bytes.n, f);
		if (doc) root = yaml_root(doc);
		if (hash) XXH3_64bits_update(hash, text_str(&bytes), bytes.n);
	}
	text_free(&bytes);
	return root;
}

static struct node special_file(struct arena *a, const struct muster *m, const char *dir, XXH3_state_t *hash,
	struct faults *f)
{
	const char *path = arena_printf(a, "%s/%s.yaml", dir, m->battle->id);
	if (access(path, F_OK) != 0) path = arena_printf(a, "%s/%s.yaml", m->battle->dir, m->rules->id);
	return data_file(a, path, hash, f);
}

static bool choose_options(struct muster *m, const int8_t *options, struct faults *f)
{
	assert(m->rules->options <= OPTIONS_MOST);
	for (int i = 0; i < m->rules->options; i++) {
		const struct option *o = &m->rules->option[i];
		m->option[i] = options ? options[i] : (int8_t)o->standard;
		if (m->option[i] >= o->min && m->option[i] <= o->max) continue;
		fault_add(f, (struct mark){m->rules->id, 0, 0}, "option %s: %d to %d expected, not %d", o->name,
			o->min, o->max, m->option[i]);
		return false;
	}
	return true;
}

static bool choose_scenario(struct muster *m, const char *id, struct faults *f)
{
	int which = id ? battle_find_scenario(m->battle, id) : 0;
	if (which < 0) {
		struct text known = {0};
		for (int i = 0; i < m->battle->scenarios; i++)
			text_addf(&known, "%s%s", i ? ", " : "", m->battle->scenario[i].id);
		fault_add(f, (struct mark){m->battle->dir, 0, 0}, "there is no scenario '%.80s'; there are %s", id,
			text_str(&known));
		text_free(&known);
		return false;
	}
	m->scenario = &m->battle->scenario[which];
	return true;
}

/* How well the system fits: `grade` and `why` of its file for the battle, or for one scenario under `grades`:
   {san_martino: {grade: possible, why: …}}. A system may have said so itself. */
static void read_grade(struct muster *m, struct node said, struct faults *f)
{
	static const char *const names[] = {[GRADE_TEST] = "test only",
		[GRADE_POSSIBLE] = "possible",
		[GRADE_RECOMMENDED] = "recommended",
		NULL};
	int grade;
	if (!node_find(said, "grade").doc || !node_name(node_find(said, "grade"), names, &grade, f)) return;
	m->grade = (enum grade)grade;
	node_text(node_find(said, "why"), &m->grade_why, f);
}

/* Without weights every feature counts alike: enough to play by until they are tuned. */
static void weigh(struct muster *m, struct arena *a, const char *dir, struct faults *f)
{
	struct node root = data_file(a, arena_printf(a, "%s/weights.yaml", dir), NULL, f);
	for (int i = 0; i < FEATURES; i++) m->weights.early[i] = m->weights.late[i] = 1000;
	if (root.doc) weights_read(root, &m->weights, f);
	root = data_file(a, arena_printf(a, "%s/frozen.yaml", dir), NULL, f);
	m->frozen = m->weights;
	if (root.doc) weights_read(root, &m->frozen, f);
	root = data_file(a, arena_printf(a, "%s/chances.yaml", dir), NULL, f);
	if (!root.doc) return;
	struct chances *c = ARENA_NEW(a, struct chances);
	bool known = false;
	if (chances_read(root, m->battle->id, m->scenario->id, c, &known, f) && known) m->chances = c;
}

/* Which row of the system's answers a verb is to a question. The tables are ours: what is wrong in them is a
   mistake of the program. */
static const uint8_t *index_answers(const struct rules *r, struct arena *a)
{
	uint8_t *row = arena_get(a, (size_t)r->questions * (size_t)r->verbs + 1);
	assert(r->answers < UINT8_MAX);
	for (int q = 0; q < r->questions; q++) assert(r->question[q].list);
	for (int i = 0; i < r->answers; i++) {
		const struct answer *one = &r->answer[i];
		assert(one->question < r->questions && one->verb < r->verbs && one->carry);
		assert(!row[one->question * r->verbs + one->verb]);
		row[one->question * r->verbs + one->verb] = (uint8_t)(i + 1);
	}
	return row;
}

struct muster *muster_make(struct arena *a, const struct rules *r, const char *data_dir,
	const struct battle *b, const char *scenario, const int8_t *options, struct faults *f)
{
	int before = f->n;
	if (sodium_init() < 0) abort();
	struct muster *m = ARENA_NEW(a, struct muster);
	m->rules = r, m->battle = b, m->answer = index_answers(r, a);
	if (!choose_scenario(m, scenario, f) || !choose_options(m, options, f)) return NULL;

	XXH3_state_t *hash = XXH3_createState();
	if (!hash) abort();
	XXH3_64bits_reset(hash);
	XXH3_64bits_update(hash, &b->hash, sizeof b->hash);
	XXH3_64bits_update(hash, m->scenario->id, strlen(m->scenario->id));
	XXH3_64bits_update(hash, m->option, sizeof m->option);
	const char *dir = arena_printf(a, "%s/rules/%s", data_dir, r->id);
	struct mustering with = {.arena = a,
		.faults = f,
		.tables = data_file(a, arena_printf(a, "%s/tables.yaml", dir), hash, f),
		.traits = data_file(a, arena_printf(a, "%s/traits.yaml", dir), hash, f)};
	m->special = special_file(a, m, dir, hash, f);
	weigh(m, a, dir, f);
	m->hash = XXH3_64bits_digest(hash);
	XXH3_freeState(hash);

	m->grade = GRADE_POSSIBLE,
	m->grade_why = "Mustered by the general rules; nobody has studied it under these.";
	if (f->n > before || !r->muster(m, &with) || f->n > before) return NULL;
	read_grade(m, m->special, f);
	read_grade(m, node_find(node_find(m->special, "grades"), m->scenario->id), f);
	if (f->n > before) return NULL;
	assert(m->state_bytes >= sizeof(struct game) && m->state_bytes <= STATE_MOST && m->state_bytes % 8 == 0);
	assert(m->pieces <= PIECES_MOST);
	return m;
}
