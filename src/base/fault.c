/* Faults are gathered in the order in which the checks find them and told in the order in which
   an author reads his files. */
#include "base/fault.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static void make_room(struct faults *f)
{
	if (f->n < f->room) return;
	f->room = f->room ? 2 * f->room : 16;
	f->list = realloc(f->list, (size_t)f->room * sizeof *f->list);
	if (!f->list) abort();
}

void fault_add(struct faults *f, struct mark at, const char *fmt, ...)
{
	va_list args;
	char *what;
	int n;

	va_start(args, fmt);
	n = vasprintf(&what, fmt, args);
	va_end(args);
	if (n < 0) abort();
	make_room(f);
	if (at.file && !(at.file = strdup(at.file))) /* a fault outlives the document it was found in */
		abort();
	f->list[f->n++] = (struct fault){.at = at, .what = what};
}

static int by_place(const void *a, const void *b)
{
	const struct fault *const *p = a, *const *q = b;
	struct mark m = (*p)->at, o = (*q)->at;
	int files = strcmp(m.file ? m.file : "", o.file ? o.file : "");

	if (files) return files;
	if (m.line != o.line) return m.line < o.line ? -1 : 1;
	if (m.column != o.column) return m.column < o.column ? -1 : 1;
	return (*p > *q) - (*p < *q); /* both in one list: as they were found */
}

static void print_one(const struct fault *one, FILE *out)
{
	if (one->at.file) fprintf(out, "%s:", one->at.file);
	if (one->at.file && one->at.line > 0) fprintf(out, "%d:%d:", one->at.line, one->at.column);
	fprintf(out, "%s%s\n", one->at.file ? " " : "", one->what);
}

void faults_print(const struct faults *f, FILE *out)
{
	const struct fault **sorted = calloc((size_t)f->n + 1, sizeof *sorted);

	if (!sorted) abort();
	for (int i = 0; i < f->n; i++) sorted[i] = &f->list[i];
	qsort(sorted, (size_t)f->n, sizeof *sorted, by_place);
	for (int i = 0; i < f->n; i++) print_one(sorted[i], out);
	free(sorted);
}

void faults_free(struct faults *f)
{
	for (int i = 0; i < f->n; i++) {
		free(f->list[i].what);
		free((char *)f->list[i].at.file);
	}
	free(f->list);
	*f = (struct faults){0};
}
