/* Small musters that are made once and kept: what the harnesses for save files and imports play on. */
#ifndef TESTS_FUZZ_MUSTERS_H
#define TESTS_FUZZ_MUSTERS_H

#include "fuzz.h"

#include "engine/match.h"
#include "engine/optional.h"

#define KEPT_MOST 48

struct kept_muster {
	const struct rules *rules;
	char scenario[64];
	int8_t option[OPTIONS_MOST];
	struct muster *m;
};
static struct kept_muster kept_musters[KEPT_MOST];
static int kept;

/* The crossroads, or NULL with a fault: another battle, or more sets of options than are kept. */
static inline const struct muster *kept_find(void *own, const struct save_head *h, struct faults *f)
{
	static struct arena *arena;
	static const struct battle *crossroads;
	(void)own;
	if (!arena) arena = arena_new(), crossroads = battle_load(arena, "tests/battles/crossroads", f);
	for (int i = 0; i < kept; i++)
		if (kept_musters[i].rules == h->rules && strcmp(kept_musters[i].scenario, h->scenario) == 0 &&
			memcmp(kept_musters[i].option, h->option, sizeof h->option) == 0)
			return kept_musters[i].m;
	if (strcmp(h->battle, "crossroads") == 0 && battle_find_scenario(crossroads, h->scenario) >= 0 &&
		kept < KEPT_MOST) {
		struct muster *m = muster_make(arena, h->rules, "data", crossroads, h->scenario, h->option, f);
		if (!m) return NULL;
		struct kept_muster *k = &kept_musters[kept++];
		k->rules = h->rules, k->m = m;
		memcpy(k->scenario, h->scenario, sizeof k->scenario), memcpy(k->option, h->option, sizeof k->option);
		return m;
	}
	fault_add(f, (struct mark){"fuzz", 0, 0}, "no such muster is kept");
	return NULL;
}

/* The crossroads under the nth rule system, with the standard options. */
static inline const struct muster *kept_standard(int system)
{
	struct save_head h = {.rules = all_rules[system], .battle = "crossroads", .scenario = "meeting"};
	struct faults f = {0};
	for (int i = 0; i < h.rules->options; i++) h.option[i] = (int8_t)h.rules->option[i].standard;
	const struct muster *m = kept_find(NULL, &h, &f);
	if (!m) abort();
	return m;
}

static inline void must_be_sound(const struct match *t)
{
	struct play p = {t->m, NULL, NULL};
	struct text wrong = {0};
	play_sound(&p, t->g, &wrong);
	if (wrong.n) fprintf(stderr, "unsound: %s\n", wrong.s), abort();
	text_free(&wrong);
}

#endif
