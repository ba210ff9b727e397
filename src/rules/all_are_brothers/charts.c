/* Reads the charts: tables.yaml, where each entry says whether it is printed in the book or our
   reconstruction. A missing one is a fault; whoever owns the boxed game types the printed chart in and
   nothing here changes. */
#include <stdlib.h>

#include "rules/all_are_brothers/all_are_brothers.h"

struct node aab_find2(struct node n, const char *a, const char *b)
{
	struct node at = n.doc ? node_find(n, a) : n;
	return at.doc && b ? node_find(at, b) : at;
}

/* "a.b" in tables.yaml: its `value`. */
static struct node leaf(const struct mustering *with, const char *path)
{
	char a[40];
	const char *dot = strchr(path, '.');
	size_t n = dot ? (size_t)(dot - path) : strlen(path);
	assert(n < sizeof a);
	memcpy(a, path, n), a[n] = 0;
	struct node at = aab_find2(with->tables, a, dot ? dot + 1 : NULL);
	if (at.doc && node_is_map(at)) at = node_find(at, "value");
	if (!at.doc)
		fault_add(with->faults, (struct mark){"tables.yaml", 0, 0}, "%s: {value: …} was expected", path);
	return at;
}

struct number {
	const char *path;
	size_t at;
	int min, max, count;
};
#define N(path, member, min, max) {path, offsetof(struct chart, member), min, max, 0}
#define L(path, member, min, max, count) {path, offsetof(struct chart, member), min, max, count}
static const struct number numbers[] = {
	N("fire_shifts.high_quality", high_quality, -9, 9),
	N("fire_shifts.canister", canister, -9, 9),
	N("fire_shifts.flanking", flanking, -9, 9),
	N("fire_shifts.extended", extended, -9, 9),
	N("fire_shifts.obscured", obscured, -9, 9),
	N("fire_shifts.low_ammo", low_ammo, -9, 9),
	N("fire_shifts.repeated", repeated, -9, 9),
	N("fire_shifts.woods", woods, -9, 9),
	N("fire_shifts.village", village, -9, 9),
	N("fire_shifts.town", town, -9, 9),
	N("fire_shifts.up_slope", up_slope, -9, 9),
	N("fire_shifts.bersaglieri", bersaglieri, -9, 9),
	L("assault_upper", upper, -99, 99, 9),
	N("assault_shifts.mr", mr, -9, 9),
	N("assault_shifts.mr_by_3", mr_by_3, -9, 9),
	N("assault_shifts.flank", flank, -9, 9),
	N("assault_shifts.woods", a_woods, -9, 9),
	N("assault_shifts.village", a_village, -9, 9),
	N("assault_shifts.town", a_town, -9, 9),
	N("assault_shifts.up_slope", a_up_slope, -9, 9),
	N("assault_shifts.stream", a_stream, -9, 9),
	N("assault_shifts.canal", a_canal, -9, 9),
	N("assault_shifts.cold_steel", cold_steel, -9, 9),
	L("odds", odds, -9, 9, 7),
	L("terrain.clear", terrain[T_CLEAR], -1, 20, 3),
	L("terrain.cultivated", terrain[T_CULTIVATED], -1, 20, 3),
	L("terrain.woods", terrain[T_WOODS], -1, 20, 3),
	L("terrain.village", terrain[T_VILLAGE], -1, 20, 3),
	L("terrain.town", terrain[T_TOWN], -1, 20, 3),
	L("hexsides.up_slope", edge[0], -1, 20, 3),
	L("hexsides.down_slope", edge[1], -1, 20, 3),
	L("hexsides.stream", edge[2], -1, 20, 3),
	L("hexsides.canal", edge[3], -1, 20, 3),
	L("hexsides.river", edge[4], -1, 20, 3),
	N("ranges.infantry", infantry_range, 1, 1),
	N("ranges.artillery", gun_range, 1, LINE_MOST),
	N("ranges.artillery_extended", gun_extended, 1, LINE_MOST),
	N("ranges.medium", medium_range, 1, LINE_MOST),
	N("ranges.medium_extended", medium_extended, 1, LINE_MOST),
	N("stacking.limit", limit, 1, 60),
	N("stacking.front", front, 1, 6),
	N("charge.light", charge[1], 0, 9),
	N("charge.medium", charge[2], 0, 9),
	N("charge.heavy", charge[3], 0, 9),
	N("check.engaged", engaged, -9, 9),
	N("check.hesitation", hesitation, -9, 9),
	N("dust", dust, 0, 9),
	N("storm_from", storm_from, 1, 60),
	N("vp.broken", vp_broken, 0, 20),
	N("vp.demoralized", vp_demoralized, 0, 40),
	L("victory", level, 0, 200, 2),
};

static void number_read(struct chart *n, const struct number *k, const struct mustering *with)
{
	struct node at = leaf(with, k->path);
	int *to = (int *)(void *)((char *)n + k->at);
	int64_t value;
	if (!at.doc) return;
	if (k->count && node_count(at) != k->count) {
		fault_add(with->faults, node_mark(at), "%s: %d numbers were expected", k->path, k->count);
		return;
	}
	for (int i = 0; i < (k->count ? k->count : 1); i++)
		if (node_int(k->count ? node_at(at, i) : at, k->min, k->max, &value, with->faults))
			to[i] = (int)value;
}

static const char *const fire_words[] = {"-", "M", "M+1", "M+2", "M+3", "CH", "CH+M", "2CH", NULL};
static const char *const assault_words[] = {"A3", "A2*", "A2", "A1", "A1(D1)", "TF", "D1(A1)", "D1", "D2",
	"D2*", "D3", NULL};

/* A row of ten words. */
static void row_read(struct node at, const char *const *words, uint8_t row[10], struct faults *f)
{
	const char *text = at.doc ? node_scalar(at) : NULL;
	int n = 0;
	for (const char *s = text; s && *s && n < 11;) {
		size_t len = strcspn(s, " ");
		int w = 0;
		while (words[w] && (strlen(words[w]) != len || strncmp(words[w], s, len) != 0)) w++;
		if (!words[w]) {
			fault_add(f, node_mark(at), "'%.*s' is no result of this chart", (int)len, s);
			return;
		}
		if (n < 10) row[n] = (uint8_t)w;
		n++, s += len + strspn(s + len, " ");
	}
	if (n != 10)
		fault_add(f, at.doc ? node_mark(at) : (struct mark){"tables.yaml", 0, 0},
			"ten results were expected, not %d", n);
}

static void chart_read(const struct mustering *with, const char *name, const char *const *words,
	uint8_t chart[11][10])
{
	struct node list = aab_find2(with->tables, name, NULL);
	if (node_count(list) != 11) {
		fault_add(with->faults, (struct mark){"tables.yaml", 0, 0},
			"%s: eleven rows were expected, for 2 to 12", name);
		return;
	}
	for (int i = 0; i < 11; i++)
		row_read(node_find(node_at(list, i), "value"), words, chart[i], with->faults);
}

/* 17.2a: numbers by turn. */
static void thunder_read(struct chart *n, const struct mustering *with)
{
	struct node map = leaf(with, "thunderstorm");
	for (int i = 0; i < node_count(map); i++) {
		int64_t turn, number;
		if (node_int(node_key(map, i), 1, 63, &turn, with->faults) &&
			node_int(node_at(map, i), 0, 10, &number, with->faults))
			n->thunder[turn] = (int)number;
	}
}

static void cards_read(struct chart *n, const struct mustering *with)
{
	static const char *const pools[] = {"austrian", "french", "sardinian", NULL};
	struct node map = aab_find2(with->tables, "events", NULL);
	for (int i = 0; i < CARDS; i++) n->card_pool[i] = -1;
	for (int i = 0; i < node_count(map); i++) {
		int card, pool;
		int64_t count;
		struct node own = node_at(map, i);
		if (!node_name(node_key(map, i), aab_card_names, &card, with->faults)) continue;
		if (!node_name(node_find(own, "pool"), pools, &pool, with->faults) ||
			!node_int(node_find(own, "value"), 0, 20, &count, with->faults))
			continue;
		n->card[card] = (int)count, n->card_pool[card] = pool;
	}
}

/* "the column from +1 to +2": how a column of the Assault Combat Table is named. */
void aab_columns_name(struct arena *a, struct aab_book *b)
{
	const int *upper = b->n.upper;
	b->assault_column[0] = arena_printf(a, "the column %d or less of the Assault Combat Table", upper[0]);
	for (int i = 1; i < 9; i++)
		b->assault_column[i] =
			arena_printf(a, "the column %+d to %+d of the Assault Combat Table", upper[i - 1] + 1, upper[i]);
	b->assault_column[9] =
		arena_printf(a, "the column %+d or more of the Assault Combat Table", upper[8] + 1);
}

bool aab_charts_read(struct chart *n, const struct mustering *with)
{
	int before = with->faults->n;
	if (!with->tables.doc) {
		fault_add(with->faults, (struct mark){"data/rules/all_are_brothers/tables.yaml", 0, 0},
			"the charts are missing");
		return false;
	}
	chart_read(with, "fire", fire_words, n->fire);
	chart_read(with, "assault", assault_words, n->assault);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) number_read(n, &numbers[i], with);
	thunder_read(n, with);
	cards_read(n, with);
	return with->faults->n == before;
}
