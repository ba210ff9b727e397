/* The numbers of tables.yaml that the card does not have: scale, moves, ground, command, sight, victory. */
#include <string.h>

#include "rules/tabletop_1859/mustering.h"

#define AT(member) offsetof(struct tt_numbers, member)

static const struct {
	const char *chart, *entry, *key;
	size_t offset;
	int times;
} numbers[] = {
	{"scale", "metres", "value", AT(metres), 1},
	{"scale", "minutes", "value", AT(minutes), 1},
	{"scale", "men", "value", AT(men), 1},
	{"scale", "horse", "value", AT(horse), 1},
	{"scale", "guns", "value", AT(guns), 1},
	{"scale", "frontage", "value", AT(frontage), 1},
	{"scale", "depth", "value", AT(depth), 1},
	{"scale", "table_w", "value", AT(tabletop_w), 10},
	{"scale", "table_h", "value", AT(tabletop_h), 10},
	{"fire", "partial", "value", AT(partial), 1},
	{"fire", "arc", "value", AT(arc), 1},
	{"fire", "under_fire", "value", AT(under_fire), 10},
	{"charge", "against_one", "value", AT(against_one), 1},
	{"charge", "support", "value", AT(support), 10},
	{"moves", "line", "value", AT(line), 10},
	{"moves", "column", "value", AT(column), 10},
	{"moves", "march", "value", AT(march), 10},
	{"moves", "skirmish", "value", AT(skirmish), 10},
	{"moves", "cavalry", "value", AT(cavalry), 10},
	{"moves", "foot_guns", "value", AT(foot_guns), 10},
	{"moves", "horse_guns", "value", AT(horse_guns), 10},
	{"moves", "commander", "value", AT(commander), 10},
	{"moves", "change", "value", AT(change), 1},
	{"ground", "woods", "share", AT(slow), 1},
	{"ground", "slope", "extra", AT(extra), 10},
	{"command", "brigade", "value", AT(brigade), 10},
	{"command", "division", "value", AT(division), 10},
	{"command", "superior", "value", AT(superior), 10},
	{"sight", "open", "value", AT(open), 10},
	{"sight", "dim", "value", AT(dim), 10},
	{"sight", "into", "value", AT(into), 10},
	{"sight", "contour", "value", AT(contour), 1},
	{"sight", "clear", "value", AT(clear), 10},
	{"stop", NULL, "value", AT(stop), 10},
	{"losses", "corps", "value", AT(corps_broken), 1},
	{"victory", "stand", "value", AT(stand_points), 1},
	{"victory", "guns", "value", AT(gun_points), 1},
	{"half_scale", NULL, "value", AT(half_scale), 1},
};

bool tt_read_numbers(struct node tables, struct tt_numbers *n, struct faults *f)
{
	bool good = true;
	for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
		struct node chart = node_find(tables, numbers[i].chart),
					entry = numbers[i].entry ? node_find(chart, numbers[i].entry) : chart;
		struct node value = node_find(entry, numbers[i].key);
		int64_t number = 0;
		if (!value.doc)
			fault_add(f, node_mark(tables), "%s %s is missing", numbers[i].chart,
				numbers[i].entry ? numbers[i].entry : "");
		good = value.doc && node_int(value, 1, 10000, &number, f) && good;
		int32_t tenths = (int32_t)number * numbers[i].times;
		memcpy((char *)n + numbers[i].offset, &tenths, sizeof tenths);
	}
	return good;
}
