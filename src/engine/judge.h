/* How good a position is: what the system measured (feature.h), weighed. For the opponent, studies and
   tuning. */
#ifndef ENGINE_JUDGE_H
#define ENGINE_JUDGE_H

#include "engine/chances.h"
#include "engine/rules.h"

/* How good the state is for `side`, in thousandths of a won game: twice the chance to win, less one. Only a
   battle that is over has
   -1000 or 1000. weights NULL: the system's own. */
int judge(const struct play *p, const struct game *g, int side, const struct weights *w);
/* The same in millionths, for comparing orders: a single march changes little. */
int judge_finely(const struct play *p, const struct game *g, int side, const struct weights *w);
int judge_features(const struct features *f, int side, const struct weights *w); /* in millionths */
/* The same with as much of the learned chances in it as the weights ask for. c NULL: none are known. */
int judge_mixed(const struct features *f, int side, const struct weights *w, const struct chances *c);
int64_t judge_sum(const struct features *f, int side, const struct weights *w); /* log odds, in millionths */
int judge_squash(int64_t z); /* millionths of tanh(z / 2), for z in millionths; never quite a million */
/* The learned chances of a side, in thousandths that add up to 1000; false: they are not known here. */
bool judge_outlook(const struct play *p, const struct game *g, int side, struct outlook *out);

/* weights.yaml: `strength: {early: 3000, late: 2000}` …; a feature not named counts nothing. False with
   faults. */
bool weights_read(struct node root, struct weights *w, struct faults *f);
bool weights_load(const char *path, struct weights *w, struct faults *f);
void weights_write(const struct weights *w, struct text *out);

#endif
