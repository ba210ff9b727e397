/* Games in several threads share nothing that changes: each comes out as it does alone. */
#include "engine_help.h"

#include <pthread.h>

#define GAMES 24
struct job {
	const struct muster *m;
	struct trial trial[GAMES];
	struct text save;
};

static void *play_all(void *of)
{
	struct job *j = of;
	for (int i = 0; i < GAMES; i++) trial_run(j->m, (uint64_t)i, TRIAL_SOUND | TRIAL_REPLAY, &j->trial[i]);
	struct match *t = match_of(j->m, 5);
	struct rng rng = {8};
	for (int i = 0; i < 100 && t->turn != NOBODY; i++) {
		struct order o = t->legal.list[rng_below(&rng, (uint32_t)t->legal.n)];
		if (!match_order(t, t->turn, &o, NULL)) abort();
	}
	match_save(t, &j->save);
	match_free(t);
	return NULL;
}

static void games_in_threads_are_the_same_as_alone(void **state)
{
	struct job *job = calloc(3, sizeof *job);
	pthread_t thread[2];
	for (int k = 0; k < 3; k++) job[k].m = muster_of(state);
	play_all(&job[0]);
	for (int k = 0; k < 2; k++) assert_int_equal(pthread_create(&thread[k], NULL, play_all, &job[k + 1]), 0);
	for (int k = 0; k < 2; k++) pthread_join(thread[k], NULL);
	for (int k = 0; k < 3; k++) {
		for (int i = 0; i < GAMES; i++) {
			assert_string_equal(job[k].trial[i].wrong, "");
			assert_true(job[k].trial[i].hash == job[0].trial[i].hash);
		}
		assert_string_equal(job[k].save.s, job[0].save.s);
	}
	for (int k = 0; k < 3; k++) text_free(&job[k].save);
	free(job);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(games_in_threads_are_the_same_as_alone, table_up, table_down)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
