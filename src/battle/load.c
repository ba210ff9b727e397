/* Reading that armies and scenarios have in common: lists, ids, names of things defined elsewhere, places. */
#include "battle/load.h"

#include <string.h>

int count_list(struct loading *l, struct node list, int least)
{
	int n = node_count(list);

	if (!list.doc) return 0;
	if (node_is_list(list) && n >= least && n <= LIST_MOST) return n;
	if (!node_is_list(list)) fault_add(l->f, node_mark(list), "expected a list, found something else");
	else fault_add(l->f, node_mark(list), "expected a list of %d to %d, found %d", least, LIST_MOST, n);
	return 0;
}

struct names new_names(struct loading *l, int most)
{
	return (struct names){.list = ARENA_ARRAY(l->a, const char *, most)};
}

static bool has_name(const struct names *known, const char *name)
{
	for (int i = 0; i < known->n; i++)
		if (strcmp(known->list[i], name) == 0) return true;
	return false;
}

const char *read_id(struct loading *l, struct node n, const char *what, struct names *known)
{
	const char *id = "";

	if (n.doc && node_text(n, &id, l->f)) {
		if (id[strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789_")])
			fault_add(l->f, node_mark(n),
				"expected an id of lower-case letters, digits and _, found \"%.40s\"", id);
		else if (has_name(known, id))
			fault_add(l->f, node_mark(n), "expected an id of its own, found \"%.40s\", which another %s has",
				id, what);
	}
	known->list[known->n++] = id;
	return id;
}

const char *const *read_words(struct loading *l, struct node list, int *count)
{
	int n = count_list(l, list, 0);
	const char **words = ARENA_ARRAY(l->a, const char *, n);

	*count = 0;
	for (int i = 0; i < n; i++)
		if (node_text(node_at(list, i), &words[*count], l->f)) ++*count;
	return words;
}

int read_known(struct loading *l, struct node n, const char *what, const struct names *known)
{
	int i = NOBODY;

	if (n.doc) node_known(n, what, known->list, known->n, &i, l->f);
	return i;
}

static const struct point nowhere = {INT32_MIN, INT32_MIN};

bool is_nowhere(struct point at) { return at.x == nowhere.x && at.y == nowhere.y; }

bool is_inside(const struct scenario *s, struct point at)
{
	return at.x >= s->from.x && at.x <= s->to.x && at.y >= s->from.y && at.y <= s->to.y;
}

static struct point read_place(struct loading *l, struct node n, const char **place)
{
	int i = read_known(l, n, "a place of ground.yaml or a point [x, y]", &l->places);

	if (i == NOBODY) return nowhere;
	*place = l->places.list[i];
	return l->b->ground->place[i].at;
}

void read_spot(struct loading *l, struct node n, struct point *at, const char **place)
{
	const struct ground *g = l->b->ground;
	int32_t xy[2];

	*place = NULL;
	*at = nowhere;
	if (!n.doc || !g) return;
	if (node_is_scalar(n)) *at = read_place(l, n, place);
	else if (node_point(n, xy, l->f)) *at = (struct point){xy[0], xy[1]};
	if (is_nowhere(*at) || (at->x >= 0 && at->y >= 0 && at->x <= g->width && at->y <= g->height)) return;
	fault_add(l->f, node_mark(n), "expected a point on the ground, [0, 0] to [%d, %d], found [%d, %d]",
		g->width, g->height, at->x, at->y);
	*at = nowhere;
}
