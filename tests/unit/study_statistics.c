/* Statistics against values worked out elsewhere. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "study/statistics.h"

#define near(a, b, within) assert_true(fabs((a) - (b)) <= (within))

static void wilson_is_as_in_the_textbooks(void **state)
{
	static const struct {
		double k, n, low, high;
	} known[] = {
		/* R: prop.test(k, n, correct = FALSE) */
		{0, 10, 0, 0.277533},
		{5, 10, 0.236593, 0.763407},
		{10, 10, 0.722467, 1},
		{80, 100, 0.711170, 0.866633},
		{1, 29, 0.006113, 0.171755},
	};
	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		struct interval w = wilson(known[i].k, known[i].n);
		near(w.low, known[i].low, 1e-5);
		near(w.high, known[i].high, 1e-5);
	}
	assert_true(wilson(0, 0).low == 0 && wilson(0, 0).high == 1);
}

static void spreads_and_quantiles(void **state)
{
	double value[] = {9, 2, 4, 4, 5, 7, 4, 5};
	struct spread s = spread_of(value, 8);
	(void)state;
	near(s.mean, 5, 1e-12);
	near(s.deviation, 2.138090, 1e-6);
	near(s.error, 1.481595, 1e-5);
	numbers_sort(value, 8);
	near(quantile(value, 8, 0), 2, 1e-12);
	near(quantile(value, 8, 0.5), 4.5, 1e-12);
	near(quantile(value, 8, 0.9), 7.6, 1e-12);
	near(quantile(value, 8, 1), 9, 1e-12);
	assert_true(quantile(value, 0, 0.5) == 0 && spread_of(value, 0).mean == 0);
}

static void elo_of_two_is_the_logarithm_of_the_odds(void **state)
{
	static const struct {
		double share, apart;
	} known[] = {{0.5, 0}, {0.64, 99.9510}, {0.75, 190.8485}, {10.0 / 11, 400}};
	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		double p = known[i].share, score[] = {0, 100 * p, 100 - 100 * p, 0}, games[] = {0, 100, 100, 0},
			   elo[2], error[2];
		elo_fit(2, score, games, 0, elo, error);
		near(elo[0] - elo[1], known[i].apart, 1e-3);
		near(elo[0] + elo[1], 0, 1e-6);
		/* the difference's deviation is 1 / sqrt(n p q); each of two is half of it from their mean */
		near(error[0], NORMAL_95 * 400 / log(10) / sqrt(100 * p * (1 - p)) / 2, 1e-3);
	}
}

/* Three players whose results are exactly what the model expects come out at their own strengths. */
static void elo_finds_the_strengths_that_made_the_scores(void **state)
{
	const double strength[] = {150, 20, -170};
	double score[9] = {0}, games[9] = {0}, elo[3], error[3];
	(void)state;
	for (int i = 0; i < 3; i++)
		for (int j = 0; j < 3; j++)
			if (i != j)
				games[i * 3 + j] = 200,
							  score[i * 3 + j] = 200 / (1 + pow(10, (strength[j] - strength[i]) / 400));
	elo_fit(3, score, games, 0, elo, error);
	for (int i = 0; i < 3; i++) near(elo[i], strength[i], 1e-3);
	assert_true(error[0] > 20 && error[0] < 40);
}

static void who_wins_everything_is_strong_but_not_infinitely(void **state)
{
	double score[] = {0, 20, 0, 0}, games[] = {0, 20, 20, 0}, elo[2], error[2];
	(void)state;
	elo_fit(2, score, games, 1, elo, error);
	near(elo[0] - elo[1], 400 * log10(20.5 / 0.5), 1e-3); /* one drawn game more */
	assert_true(isfinite(error[0]));
}

static void steps_are_nice(void **state)
{
	(void)state;
	near(nice_step(100, 4), 50, 1e-9);
	near(nice_step(100, 5), 20, 1e-9);
	near(nice_step(2712, 5), 1000, 1e-9);
	near(nice_step(0.9, 4), 0.5, 1e-9);
	near(nice_step(0, 4), 1, 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wilson_is_as_in_the_textbooks),
		cmocka_unit_test(spreads_and_quantiles),
		cmocka_unit_test(elo_of_two_is_the_logarithm_of_the_odds),
		cmocka_unit_test(elo_finds_the_strengths_that_made_the_scores),
		cmocka_unit_test(who_wins_everything_is_strong_but_not_infinitely),
		cmocka_unit_test(steps_are_nice),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
