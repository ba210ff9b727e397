/* The card's numbers out of tables.yaml, by the paths of tt_card_chart[]. */
#include <stdlib.h>
#include <string.h>

#include "rules/tabletop_1859/card_read.h"

/* The node at the end of `path`: keys, and indices of lists, with dots between. */
static struct node follow(struct node n, const char *path)
{
	char step[64];
	size_t many;

	for (; n.doc && *path; path += many + (path[many] == '.')) {
		many = strcspn(path, ".");
		if (many >= sizeof step) return (struct node){0};
		memcpy(step, path, many);
		step[many] = '\0';
		n = node_is_list(n) ? node_at(n, atoi(step)) : node_find(n, step);
	}
	return n;
}

static bool read_number(struct node n, int times, int32_t *out, struct faults *f)
{
	const char *s = node_scalar(n);
	int64_t number;
	bool yes;

	if (s && (!strcmp(s, "yes") || !strcmp(s, "no"))) {
		if (!node_bool(n, &yes, f)) return false;
		*out = yes;
		return true;
	}
	if (!node_int(n, -100, 100, &number, f)) return false;
	*out = (int32_t)number * times;
	return true;
}

static bool read_chart(struct node tables, const struct card_chart *chart, int32_t *out, struct faults *f)
{
	struct node n = follow(tables, chart->path);

	if (!n.doc) return fault_add(f, node_mark(tables), "%s is missing", chart->path), false;
	if (chart->count == 1) return read_number(n, chart->times, out, f);
	if (node_count(n) != chart->count)
		return fault_add(f, node_mark(n), "%s: %d numbers, where %d are due", chart->path, node_count(n),
				   chart->count),
		       false;
	for (int i = 0; i < chart->count; i++)
		if (!read_number(node_at(n, i), chart->times, out + i, f)) return false;
	return true;
}

bool tt_card_fill(struct node tables, struct card *c, struct faults *f)
{
	bool good = true;

	for (const struct card_chart *chart = tt_card_chart; chart->path; chart++)
		good &= read_chart(tables, chart, (int32_t *)c + chart->offset, f);
	return good;
}
