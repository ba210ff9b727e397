/* Cases: rules tested in the players' language. A case is a YAML map: a position, orders, dictated dice, what
   must come out. docs/cases.md describes the format. */
#ifndef ENGINE_CASES_H
#define ENGINE_CASES_H

#include "engine/odds.h"

struct case_result {
	char *title;
	int rules;
	char **rule; /* statement ids it proves */
	bool passed;
	char *file;
	int line;
	struct text why; /* if not passed */
};
struct case_results {
	int n, room;
	struct case_result *list;
};

/* The musters that cases have asked for; files that are run one after the other share them. */
struct case_shelf;
struct case_shelf *case_shelf_new(void);
void case_shelf_free(struct case_shelf *s);

/* Runs every case of a file (a YAML list). Faults: the file itself is wrong. data_dir as for muster; test
   battles are found in test_dir (may be NULL). */
void cases_run(const char *data_dir, const char *test_dir, const char *path, struct case_shelf *shelf,
	struct case_results *out, struct faults *f);
void case_results_free(struct case_results *r);

/* The position of one case (the `index`-th, from 0), before its last order: for `fratelli legal` and
   `fratelli odds`. */
struct case_position {
	struct case_shelf *shelf;
	struct muster *m;
	struct game *g;
	int side;
	struct orders legal;
	bool has_last;
	struct order last;
	int last_side;
};
bool case_position(const char *data_dir, const char *test_dir, const char *path, int index,
	struct case_position *out, struct faults *f);
void case_position_free(struct case_position *p);

#endif
