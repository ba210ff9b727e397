/* The few statistics that studies need, on plain numbers; nothing of war in them. */
#ifndef STUDY_STATISTICS_H
#define STUDY_STATISTICS_H

#include <stdint.h>

#define NORMAL_95 1.959964 /* 95 % of a normal distribution lie within so many deviations */

struct interval {
	double low, high;
};

/* Wilson's interval of a share, 95 %. `successes` may be a fraction (a draw is half a win); of no trials it
   is 0..1. */
struct interval wilson(double successes, double trials);

struct spread {
	double mean, deviation, error;
}; /* error: half of the mean's 95 % interval */
struct spread spread_of(const double *value, int n);

void numbers_sort(double *value, int n);
double quantile(const double *sorted, int n, double share); /* between two values in proportion; 0 of none */

/* The strengths of n players from the games between them, by the model of Bradley and Terry on Elo's scale
   (400 points are ten to one), with mean 0. score[i*n+j] is what i took from j (a draw is a half),
   games[i*n+j] how many they played. Each pair that played is given `prior` drawn games more, so that a
   player who won everything is not infinitely strong. error is half of the 95 % interval. */
#define ELO_PLAYERS_MOST 16
void elo_fit(int n, const double *score, const double *games, double prior, double *elo, double *error);

/* The smallest 1, 2 or 5 times a power of ten that cuts `range` into at most `most` parts. */
double nice_step(double range, int most);

#endif
