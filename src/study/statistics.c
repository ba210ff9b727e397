/* The few statistics that studies need, on plain numbers. */
#include "study/statistics.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct interval wilson(double successes, double trials)
{
	if (trials <= 0) return (struct interval){0, 1};
	double z2 = NORMAL_95 * NORMAL_95, share = successes / trials;
	double middle = (share + z2 / (2 * trials)) / (1 + z2 / trials);
	double half =
		NORMAL_95 / (1 + z2 / trials) * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials));
	return (struct interval){successes <= 0 ? 0 : middle - half, successes >= trials ? 1 : middle + half};
}

struct spread spread_of(const double *value, int n)
{
	double sum = 0, squares = 0;
	if (n == 0) return (struct spread){0};
	for (int i = 0; i < n; i++) sum += value[i];
	for (int i = 0; i < n; i++) squares += (value[i] - sum / n) * (value[i] - sum / n);
	double deviation = n > 1 ? sqrt(squares / (n - 1)) : 0;
	return (struct spread){sum / n, deviation, NORMAL_95 * deviation / sqrt(n)};
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

void numbers_sort(double *value, int n) { qsort(value, (size_t)n, sizeof *value, by_size); }

double quantile(const double *sorted, int n, double share)
{
	if (n == 0) return 0;
	double at = share * (n - 1);
	int i = (int)at;
	return i + 1 < n ? sorted[i] + (at - i) * (sorted[i + 1] - sorted[i]) : sorted[n - 1];
}

double nice_step(double range, int most)
{
	static const double nice[] = {1, 2, 5, 10};
	if (range <= 0 || most < 1) return 1;
	double power = pow(10, floor(log10(range / most)));
	for (int i = 0; i < 4; i++)
		if (nice[i] * power * most >= range * (1 - 1e-9)) return nice[i] * power;
	return 10 * power;
}

/* --- Elo ------------------------------------------------------------------------------------------------ */

struct matrix {
	int n;
	double at[ELO_PLAYERS_MOST][ELO_PLAYERS_MOST];
};

/* Gauss and Jordan; the matrix is positive definite, so no pivot is zero. */
static struct matrix inverse(struct matrix a)
{
	struct matrix b = {.n = a.n};
	for (int i = 0; i < a.n; i++) b.at[i][i] = 1;
	for (int i = 0; i < a.n; i++) {
		double pivot = a.at[i][i];
		for (int k = 0; k < a.n; k++) a.at[i][k] /= pivot, b.at[i][k] /= pivot;
		for (int row = 0; row < a.n; row++) {
			double times = a.at[row][i];
			if (row == i || times == 0) continue;
			for (int k = 0; k < a.n; k++)
				a.at[row][k] -= times * a.at[i][k], b.at[row][k] -= times * b.at[i][k];
		}
	}
	return b;
}

/* How steep the likelihood is in each player's strength, and its information (negative curvature). Strengths
   are natural logarithms here. The information says nothing of a common shift of all, so 1/n is added
   everywhere to fix it. */
static void likelihood(int n, const double *score, const double *games, double prior, const double *s,
	double *slope, struct matrix *information)
{
	*information = (struct matrix){.n = n};
	for (int i = 0; i < n; i++) {
		slope[i] = 0;
		for (int j = 0; j < n; j++) {
			information->at[i][j] += 1.0 / n;
			if (i == j || games[i * n + j] <= 0) continue;
			double played = games[i * n + j] + prior, expected = 1 / (1 + exp(s[j] - s[i]));
			slope[i] += score[i * n + j] + prior / 2 - played * expected;
			information->at[i][i] += played * expected * (1 - expected);
			information->at[i][j] -= played * expected * (1 - expected);
		}
	}
}

void elo_fit(int n, const double *score, const double *games, double prior, double *elo, double *error)
{
	assert(n > 0 && n <= ELO_PLAYERS_MOST);
	double s[ELO_PLAYERS_MOST] = {0}, slope[ELO_PLAYERS_MOST], scale = 400 / log(10);
	struct matrix information, covariance;
	for (int round = 0; round < 200; round++) { /* Newton, with steps that cannot run away */
		double most = 0;
		likelihood(n, score, games, prior, s, slope, &information);
		covariance = inverse(information);
		for (int i = 0; i < n; i++) {
			double step = 0;
			for (int j = 0; j < n; j++) step += covariance.at[i][j] * slope[j];
			step = fmax(-1, fmin(1, step));
			s[i] += step, most = fmax(most, fabs(step));
		}
		if (most < 1e-10) break;
	}
	double mean = 0;
	for (int i = 0; i < n; i++) mean += s[i] / n;
	for (int i = 0; i < n; i++) {
		elo[i] = scale * (s[i] - mean);
		error[i] = NORMAL_95 * scale * sqrt(fmax(0, covariance.at[i][i] - 1.0 / n));
	}
}
