/* Reads tables.yaml: every number of the book, each marked fact or reconstruction in the data. A chart that
   lacks a number it should have is a fault; only what came later than the book has a default. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

static const char *const hex_words[] = {"woods", "settlement", "marsh", "fields", "orchard", "water",
	"stream", "bridge", "ford", "town", "building", "hilltop", NULL}; /* in the order of HEX_WOODS … */
static const char *const edge_words[] = {"stream", "river", "canal", "bridge", "ford", "slope_up",
	"slope_down", "hedge", "wall",
	/* in the order of EDGE_STREAM … */
	"abatis", "work", "fort", "trees", NULL};

struct reading {
	struct node root;
	struct faults *f;
	struct mark at;
};

static int word_index(const char *const *words, const char *word)
{
	for (int i = 0; word && words[i]; i++)
		if (strcmp(words[i], word) == 0) return i;
	return -1;
}

static struct node find2(struct node n, const char *section, const char *key)
{
	struct node at = node_find(n, section);
	return key && at.doc ? node_find(at, key) : at;
}

/* The number under section.key.name; `usual` where it may be absent, -99 where it may not. */
static int number(const struct reading *x, const char *section, const char *key, const char *name, int usual)
{
	struct node at = find2(x->root, section, key);
	struct node leaf = at.doc ? node_find(at, name) : at;
	int64_t n = usual;
	if (leaf.doc) node_int(leaf, -20, 100, &n, x->f);
	else if (usual == -99)
		fault_add(x->f, x->at, "the chart %s%s%s has no '%s'", section, key ? "." : "", key ? key : "", name);
	return (int)n;
}

static void read_movement(const struct reading *x, struct chart *n)
{
	for (int arm = 0; arm < ARMS; arm++) n->rate[arm] = number(x, "movement", arm_names[arm], "rate", -99);
	n->rate_commander = number(x, "movement", "commander", "rate", -99);
	n->road_bonus[WAY_TRACK] = number(x, "roads", "track", "bonus", 0);
	n->road_bonus[WAY_ROAD] = number(x, "roads", "road", "bonus", -99);
	n->road_bonus[WAY_TURNPIKE] = number(x, "roads", "turnpike", "bonus", -99);
	n->difficult = number(x, "costs", "difficult", "extra", -99);
	n->road_climb = number(x, "costs", "road_climb", "extra", -99);
	n->road_woods = number(x, "costs", "road_woods", "extra", -99);
	n->off_road = number(x, "costs", "off_road_across_stream", "extra", -99);
	n->withdrawing = number(x, "costs", "withdrawing", "extra", -99);
	n->night_move = number(x, "night", "movement", "value", -99);
}

static void read_attack(const struct reading *x, struct chart *n)
{
	n->unformed_dice = number(x, "unformed", NULL, "dice", -99);
	n->unformed_least = number(x, "unformed", NULL, "least", -99);
	n->flinch_open = number(x, "flinch", "dice_open", "value", -99);
	n->flinch_cover = number(x, "flinch", "dice_cover", "value", -99);
	n->surrounded = number(x, "flinch", "surrounded_by", "value", -99);
	n->works = number(x, "works", NULL, "strength", -99);
	n->shot_on = number(x, "commanders", "shot_on", "value", -99);
	n->initiative_on = number(x, "commanders", "initiative_on", "value", -99);
	n->attack_least = number(x, "attack", "least", "value", -99);
	n->attack_most = number(x, "attack", "most", "value", -99);
	n->height = number(x, "height", NULL, "range", -99);
	n->night_sight = number(x, "night", "sight", "value", -99);
	n->night_command = number(x, "night", "command", "value", -99);
	n->fatigue_attack = number(x, "fatigue", "attack", "value", -99);
	n->fatigue_rest = number(x, "fatigue", "rest", "value", -99);
	n->range_penalty = number(x, "range_penalty", NULL, "value", -99);
}

static void read_campaign(const struct reading *x, struct chart *n)
{
	static const char *const results[] = {"", "tactical", "decisive", "complete"};
	n->flank_on = number(x, "reserves", "flank_on", "value", -99);
	n->rear_on = number(x, "reserves", "rear_on", "value", -99);
	n->rested_on = number(x, "reserves", "rested_on", "value", -99);
	n->shift = number(x, "reserves", "shift", "value", -99);
	n->clear_hexes = number(x, "readdress", "clear_hexes", "value", -99);
	n->march_roll = number(x, "readdress", "march_roll", "value", -99);
	n->group = number(x, "readdress", "group", "value", 4);
	n->tactical = number(x, "victory", "tactical", "from", -99);
	n->decisive = number(x, "victory", "decisive", "from", -99);
	n->complete = number(x, "victory", "complete", "from", -99);
	n->objectives = number(x, "victory", "objectives", "value", -99);
	for (int i = 1; i < 4; i++) n->continued[i] = number(x, "continued", results[i], "units", 2 * i);
}

/* move.7: what is difficult, as bits of the hex map; streams and steep rises are told apart by their own
   rules. */
static void read_difficult(const struct reading *x, struct chart *n)
{
	struct node list = node_find(x->root, "difficult");
	for (int i = 0; i < node_count(list); i++) {
		const char *word = node_scalar(node_key(list, i));
		struct node off = node_find(node_at(list, i), "difficult");
		bool on = true;
		if (off.doc) node_bool(off, &on, x->f);
		int bit = word_index(hex_words, word);
		if (bit >= 0 && on && strcmp(word, "stream") != 0) n->difficult_cover |= 1 << bit;
		else if (bit < 0 && strcmp(word, "steep_rise") != 0)
			fault_add(x->f, node_mark(node_key(list, i)), "'%s' is no feature of a hex", word ? word : "");
	}
}

/* cover.2, cover.3, cover.4: the value of each kind, and which features of hexes and hexsides give it. */
static int read_cover(const struct reading *x, struct chart *n, const char *kind)
{
	int value = number(x, "cover", kind, "value", -99);
	struct node of = find2(x->root, "cover", kind);
	of = of.doc ? node_find(of, "of") : of;
	for (int i = 0; i < node_count(of); i++) {
		const char *word = node_scalar(node_at(of, i));
		int hex = word_index(hex_words, word), edge = word_index(edge_words, word);
		if (hex >= 0) n->cover_hex[hex] = (uint8_t)value;
		else if (edge >= 0) n->cover_edge[edge] = (uint8_t)value;
		else
			fault_add(x->f, node_mark(node_at(of, i)), "'%s' is no feature of a hex or a hexside",
				word ? word : "");
	}
	return value;
}

/* AMB-30: what blocks a line of sight. */
static void read_sight(const struct reading *x, struct chart *n)
{
	struct node list = node_find(x->root, "sight");
	n->block_cover = list.doc ? 0 : HEX_WOODS | HEX_SETTLEMENT | HEX_TOWN;
	for (int i = 0; i < node_count(list); i++) {
		int bit = word_index(hex_words, node_scalar(node_key(list, i)));
		struct node off = node_find(node_at(list, i), "blocks");
		bool on = true;
		if (off.doc) node_bool(off, &on, x->f);
		if (bit >= 0) n->block_cover |= on ? 1 << bit : 0;
		else fault_add(x->f, node_mark(node_key(list, i)), "no feature of a hex");
	}
}

bool baa_charts_read(struct chart *n, const struct mustering *with)
{
	int before = with->faults->n;
	struct reading x = {with->tables, with->faults,
		with->tables.doc ? node_mark(with->tables) : (struct mark){"tables.yaml", 0, 0}};
	read_movement(&x, n);
	read_attack(&x, n);
	read_campaign(&x, n);
	read_difficult(&x, n);
	n->soft = read_cover(&x, n, "soft");
	n->hard = read_cover(&x, n, "hard");
	n->fort = read_cover(&x, n, "fortification");
	read_sight(&x, n);
	return with->faults->n == before;
}
