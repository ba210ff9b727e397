/* Battle files: ground, armies and battle, with a line `=====` between them. Whatever loads is mustered under
   every rule system and run to its first question; whatever does not load must say where and why. */
#include "fuzz.h"

#include "engine/play.h"

static void muster_everywhere(struct arena *a, const struct battle *b)
{
	struct orders *o = malloc(sizeof *o);
	for (int i = 0; all_rules[i]; i++) {
		struct faults f = {0};
		struct muster *m = muster_make(a, all_rules[i], "data", b, NULL, NULL, &f);
		if (!m && !f.n) abort();
		if (m) {
			struct game *g = calloc(1, m->state_bytes);
			struct play p = {m, NULL, NULL};
			static const uint8_t seed[32];
			play_begin(&p, g, seed);
			play_next(&p, g, o);
			free(g);
		}
		faults_free(&f);
	}
	free(o);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	static const char *const names[] = {"ground.yaml", "armies.yaml", "battle.yaml"};
	const uint8_t *at = bytes, *end = bytes + n;
	struct faults f = {0};
	for (int i = 0; i < 3; i++) {
		const uint8_t *stop = i < 2 ? memmem(at, (size_t)(end - at), "=====\n", 6) : NULL;
		fuzz_write(names[i], at, (size_t)((stop ? stop : end) - at));
		at = stop ? stop + 6 : end;
	}
	struct arena *a = arena_new();
	const struct battle *b = battle_load(a, fuzz_folder(), &f);
	if (!b && !f.n) abort(); /* refused without a reason */
	if (b) muster_everywhere(a, b);
	faults_free(&f);
	arena_free(a);
	return 0;
}
