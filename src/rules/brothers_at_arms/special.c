/* The special rules of a battle, as its own file gives them: where counters may not go, whom they hold, whose
   orders go astray, who needs a roll to come on, where trains stop. Each carries the battle's own rule
   number. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

static const char *const kinds[] = {"closed", "hold", "first_order", "entry_roll", "get_off", NULL};

struct entry_keys {
	const char *rule, *text;
	int kind;
	int32_t until_bound, or_enemy_within;
	struct node pieces, arms, formations, traits, hexes, columns, rows;
};

#define NODE(key) {.name = #key, .kind = YAML_NODE, .offset = offsetof(struct entry_keys, key)}
static const struct yaml_field fields[] = {
	{.name = "rule", .kind = YAML_TEXT, .offset = offsetof(struct entry_keys, rule), .required = true},
	{.name = "text", .kind = YAML_TEXT, .offset = offsetof(struct entry_keys, text), .required = true},
	{.name = "kind",
		.kind = YAML_NAME,
		.offset = offsetof(struct entry_keys, kind),
		.required = true,
		.names = kinds},
	{.name = "until_bound",
		.kind = YAML_INT,
		.offset = offsetof(struct entry_keys, until_bound),
		.min = 1,
		.max = 99},
	{.name = "or_enemy_within",
		.kind = YAML_INT,
		.offset = offsetof(struct entry_keys, or_enemy_within),
		.min = 1,
		.max = 20},
	NODE(pieces),
	NODE(arms),
	NODE(formations),
	NODE(traits),
	NODE(hexes),
	NODE(columns),
	NODE(rows),
};

static bool lists(struct node list, const char *word)
{
	for (int i = 0; i < node_count(list); i++) {
		const char *s = node_scalar(node_at(list, i));
		if (s && strcmp(s, word) == 0) return true;
	}
	return false;
}

/* --- whom ----------------------------------------------------------------------------------------------- */

static const struct posting *posting_of(const struct muster *m, int piece)
{
	const struct piece *p = &m->piece[piece];
	for (int i = 0; i < m->scenario->postings; i++) {
		const struct posting *o = &m->scenario->posting[i];
		if (o->kind == POSTING_UNIT ? p->unit == o->who : p->leader == o->who) return o;
	}
	return NULL;
}

static bool has_trait(const struct muster *m, int piece, struct node traits)
{
	const struct posting *o = posting_of(m, piece);
	const struct unit *u = m->piece[piece].unit >= 0 ? &m->battle->unit[m->piece[piece].unit] : NULL;
	for (int i = 0; o && i < o->traits; i++)
		if (lists(traits, o->trait[i])) return true;
	for (int i = 0; u && i < u->traits; i++)
		if (lists(traits, u->trait[i])) return true;
	return false;
}

static bool in_formation(const struct muster *m, int piece, struct node formations)
{
	for (int f = m->piece[piece].formation; f != NOBODY; f = m->battle->formation[f].parent)
		if (lists(formations, m->battle->formation[f].id)) return true;
	return false;
}

static bool concerns(const struct muster *m, const struct baa_book *b, const struct entry_keys *k, int piece)
{
	if (k->pieces.doc && !lists(k->pieces, m->piece[piece].id)) return false;
	if (k->arms.doc && (!is_unit(b, piece) || !lists(k->arms, arm_names[b->piece[piece].arm]))) return false;
	if (k->formations.doc && !in_formation(m, piece, k->formations)) return false;
	return !k->traits.doc || has_trait(m, piece, k->traits);
}

static void apply_to(struct baa_book *b, const struct special *s, int which, int piece)
{
	struct profile *k = &b->piece[piece];
	switch (s->kind) {
	case SPECIAL_CLOSED:
	case SPECIAL_HOLD: k->bans |= (uint16_t)(1u << which); break;
	case SPECIAL_FIRST_ORDER: k->first_order = s->rule; break;
	case SPECIAL_ENTRY_ROLL: k->entry_roll = s->rule; break;
	case SPECIAL_GET_OFF: k->stations |= (uint16_t)(1u << which); break;
	}
}

/* --- where ---------------------------------------------------------------------------------------------- */

static void mark_hex(struct special *s, int hex) { s->hex[hex >> 6] |= 1ull << (hex & 63); }

/* The two-digit numbers printed on a hex: column and row. */
static int printed(const struct muster *m, int hex, bool column)
{
	const char *n = m->map->number[hex];
	bool first = column != m->map->grid.row_first;
	const char *at = first ? n : n + 2;
	return (at[0] - '0') * 10 + at[1] - '0';
}

static void read_band(const struct muster *m, struct node band, bool column, struct special *s,
	struct faults *f)
{
	int64_t from, to;
	if (!band.doc) return;
	if (node_count(band) != 2) {
		/* no mutants: bounds of a reader */
		fault_add(f, node_mark(band), "a band is [from, to]");
		return;
	}
	/* no mutants: bounds of a reader */
	if (!node_int(node_at(band, 0), 0, 99, &from, f) || !node_int(node_at(band, 1), 0, 99, &to, f)) return;
	for (int h = 0; h < m->map->count; h++)
		if (printed(m, h, column) >= from && printed(m, h, column) <= to) mark_hex(s, h);
}

static void read_hexes(const struct muster *m, const struct entry_keys *k, struct special *s,
	struct faults *f)
{
	for (int i = 0; i < node_count(k->hexes); i++) {
		const char *word = node_scalar(node_at(k->hexes, i));
		int hex = word ? hexmap_find(m->map, word) : HEX_NONE;
		if (hex == HEX_NONE)
			fault_add(f, node_mark(node_at(k->hexes, i)), "there is no hex '%s'", word ? word : "");
		else mark_hex(s, hex);
	}
	read_band(m, k->columns, true, s, f);
	read_band(m, k->rows, false, s, f);
}

bool baa_specials_read(struct muster *m, const struct mustering *with, struct baa_book *b)
{
	struct node list = m->special.doc ? node_find(m->special, "special") : m->special;
	int before = with->faults->n;
	for (int i = 0; i < node_count(list); i++) {
		struct entry_keys k = {0};
		if (!yaml_fields(node_at(list, i), fields, sizeof fields / sizeof *fields, &k, with->faults))
			continue;
		if (b->specials == BAA_SPECIALS) {
			/* no mutants: bounds of a reader */
			fault_add(with->faults, node_mark(node_at(list, i)), "more than %d special rules", BAA_SPECIALS);
			break;
		}
		struct special *s = &b->special[b->specials];
		*s = (struct special){.kind = (enum special_kind)k.kind,
			.rule = k.rule,
			.text = k.text,
			.until_bound = k.until_bound,
			.or_enemy_within = k.or_enemy_within};
		read_hexes(m, &k, s, with->faults);
		for (int piece = 0; piece < m->pieces; piece++)
			if (concerns(m, b, &k, piece)) apply_to(b, s, b->specials, piece);
		b->specials++;
	}
	return with->faults->n == before;
}
