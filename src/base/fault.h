/* Errors in data files: collected with file:line:column until all checks are done,
   printed together, and then nothing of the file is used. */
#ifndef BASE_FAULT_H
#define BASE_FAULT_H

#include <stdio.h>

struct mark {
	const char *file; /* fault_add keeps a copy */
	int line, column; /* from 1; 0 when unknown */
};

struct fault {
	struct mark at;
	char *what;
};

/* Zero-initialised is empty and ready. */
struct faults {
	struct fault *list;
	int n, room;
};

void fault_add(struct faults *f, struct mark at, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
void faults_print(const struct faults *f, FILE *out); /* `file:line:column: what`, in order of file and
                                                         place */
void faults_free(struct faults *f);

#endif
