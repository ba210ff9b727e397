/* The charts of data/rules/from_divisions/tables.yaml. Every number is required; a mistake is a fault with
   its place. */
#include <stdio.h>
#include <string.h>

#include "engine/mustering.h"
#include "rules/from_divisions/from_divisions.h"

#define T(section, key, member, min, max) {section, key, offsetof(struct fd_charts, member), min, max}
#define COST(key, member) T("costs", key, member, 0, 20)
#define FACTOR(key, member) T("strength", key, member, 1, 16)
static const struct chart_number numbers[] = {
	T("", "turn_minutes", turn_minutes, 1, 600),
	T("", "hex", hex, 100, 5000),
	T("", "level", level, 1, 1000),
	T("", "levels", levels, 0, 9),
	T("", "steep", steep, 1, 1000),
	T("allowance", "infantry", allowance[FOOT], 1, 40),
	T("allowance", "cavalry", allowance[HORSE], 1, 40),
	T("allowance", "leader", allowance[LEADER], 1, 40),
	COST("road", road),
	COST("clear", clear[FOOT]),
	COST("clear", clear[HORSE]),
	COST("clear_leader", clear[LEADER]),
	COST("forest", forest[FOOT]),
	COST("forest", forest[HORSE]),
	COST("forest_leader", forest[LEADER]),
	COST("village", village[FOOT]),
	COST("village_cavalry", village[HORSE]),
	COST("village_leader", village[LEADER]),
	COST("swamp", swamp[FOOT]),
	COST("swamp_cavalry", swamp[HORSE]),
	COST("swamp_leader", swamp[LEADER]),
	COST("creek", creek[FOOT]),
	COST("creek", creek[HORSE]),
	COST("creek_leader", creek[LEADER]),
	COST("stream", stream[FOOT]),
	COST("stream_cavalry", stream[HORSE]),
	COST("stream_leader", stream[LEADER]),
	COST("slope", slope[FOOT]),
	COST("slope", slope[HORSE]),
	COST("steep", steep_up[FOOT]),
	COST("steep_cavalry", steep_up[HORSE]),
	COST("leave_zone", leave_zone),
	COST("face", face),
	COST("attack", attack),
	COST("resume", resume),
	FACTOR("rear", s_rear),
	FACTOR("disorganised", s_disorganised),
	FACTOR("tired", s_tired),
	FACTOR("cavalry", s_cavalry),
	FACTOR("light", s_light),
	FACTOR("square", s_square),
	FACTOR("charge", s_charge),
	FACTOR("countercharge", s_countercharge),
	FACTOR("bridge", s_bridge),
	FACTOR("slope", s_slope),
	FACTOR("steep", s_steep),
	FACTOR("creek", s_creek),
	FACTOR("stream", s_stream),
	FACTOR("forest", s_forest),
	FACTOR("village", s_village),
	FACTOR("town", s_town),
	FACTOR("chateau", s_chateau),
	FACTOR("chateau_detachment", s_chateau_detachment),
	FACTOR("swamp", s_swamp),
	FACTOR("work", s_work),
	T("", "stacking", stacking, 2, 100),
	T("", "stragglers", stragglers, 0, 5),
	T("", "morale_cap", morale_cap, 0, 9),
	T("", "artillery_cap", artillery_cap, 0, 20),
	T("", "odds_cap", odds_cap, 1, 9),
	T("", "three_hexes", three_hexes, -9, 9),
	T("", "square_die", square_die, 0, 9),
	T("", "enfilade", enfilade, 0, 9),
	T("wear", "march", w_march, 0, 9),
	T("wear", "double", w_double, 0, 9),
	T("wear", "cavalry", w_cavalry, 0, 9),
	T("wear", "driven", w_driven, 0, 9),
	T("wear", "smashed", w_smashed, 0, 9),
	T("wear", "rest", w_rest, 0, 9),
	T("command", "leader", range_leader, 0, 50),
	T("command", "chief", range_chief, 0, 50),
	T("command", "limit", limit, 1, 12),
	T("", "evade", evade, 0, 9),
	T("", "smashed_retreat", smashed_retreat, 0, 9),
	T("hold", "village", hold_village, 0, 3),
	T("hold", "town", hold_town, 0, 3),
	T("battery", "most", b_most, 1, 99),
	T("battery", "range", b_range, 1, 2),
	T("battery", "target", b_target, 1, 99),
	T("initiative", "end", track, 1, 9),
	T("army", "start", army_start, 1, 99),
	T("army", "shaken", army_shaken, 0, 99),
	T("army", "division", army_division, 0, 9),
	T("army", "eliminated", army_eliminated, 0, 9),
	T("army", "cavalry", army_cavalry, 0, 9),
	T("victory", "casualty", v_casualty, 0, 20),
	T("victory", "straggler", v_straggler, 0, 20),
	T("victory", "decisive", v_decisive, 1, 99),
	T("victory", "plain", v_plain, 1, 99),
	T("victory", "slight", v_slight, 1, 99),
};

static struct node value_of(struct node n) { return node_is_map(n) ? node_find(n, "value") : n; }

/* "R 1 +0 +0 A" */
static bool read_result(struct node n, struct fd_result *r, struct faults *f)
{
	const char *s;
	char kind, initiative;
	int hexes, defender, attacker;
	if (!node_text(value_of(n), &s, f)) return false;
	if (sscanf(s, "%c %d %d %d %c", &kind, &hexes, &defender, &attacker, &initiative) != 5 ||
		!strchr("ER", kind) || !strchr("DA-", initiative) || hexes < 0 || hexes > 3)
		return fault_add(f, node_mark(n), "a result was expected, like \"R 1 +0 +0 A\""), false;
	*r = (struct fd_result){.retreats = kind == 'R',
		.hexes = (uint8_t)hexes,
		.defender = (int8_t)defender,
		.attacker = (int8_t)attacker,
		.initiative = (int8_t)(initiative == 'A'   ? 1
							   : initiative == 'D' ? -1
												   : 0)};
	return true;
}

/* 7.3c … 7.3k: one word of an effect. */
static bool read_word(const char *w, struct fd_effect *e)
{
	int n = *w >= '1' && *w <= '9' ? *w - '0' : 1;
	char last = w[strlen(w) - 1];
	if (*w == 'D') {
		e->disorder = w[1] ? (uint8_t)(w[1] - '0') : 7;
		e->check = last == 'L';
		return e->disorder >= 1 && e->disorder <= 7;
	}
	if (*w == 'i') *(last == 'c' ? &e->inferior_casualties : &e->inferior_stragglers) = 1;
	else if (last == 'c') e->casualties = (uint8_t)n;
	else if (last == 's') e->stragglers = (uint8_t)n;
	else if (last == 'F') e->fatigue = (uint8_t)n;
	else return *w == '-';
	return true;
}

static bool read_effect(struct node n, struct fd_effect *e, struct faults *f)
{
	const char *s;
	char words[64], *rest = words, *w;
	if (!node_text(value_of(n), &s, f)) return false;
	snprintf(words, sizeof words, "%s", s);
	*e = (struct fd_effect){0};
	while ((w = strsep(&rest, " ")) != NULL)
		if (*w && !read_word(w, e))
			return fault_add(f, node_mark(n), "an effect was expected, like \"D4L 1s 2F\""), false;
	return true;
}

/* The most steps that an effect can cost a stack. */
static int steps_of(const struct fd_effect *e)
{
	return e->check + e->casualties + e->inferior_casualties + e->stragglers + e->inferior_stragglers;
}

static void read_lists(struct node root, struct fd_charts *c, struct faults *f)
{
	static const char *const columns[COLUMNS] =
		{[ENGAGED] = "engaged", [ADVANCE] = "advance", [RETREAT] = "retreat"};
	static const char *const arms[3] = {"infantry", "cavalry", "militia"};
	struct node results = value_of(node_find(root, "results")), effects = node_find(root, "effects"),
				fatigue = node_find(root, "fatigue");
	if (node_count(results) != 11) fault_add(f, node_mark(root), "'results' needs eleven rows");
	for (int i = 0; i < 11 && i < node_count(results); i++)
		read_result(node_at(results, i), &c->result[i], f);
	for (int k = 0; k < COLUMNS; k++) {
		struct node column = value_of(node_find(effects, columns[k]));
		if (node_count(column) != 9) fault_add(f, node_mark(effects), "'%s' needs nine rows", columns[k]);
		for (int i = 0; i < 9 && i < node_count(column); i++)
			if (read_effect(node_at(column, i), &c->effect[k][i], f) && steps_of(&c->effect[k][i]) > c->worst)
				c->worst = steps_of(&c->effect[k][i]);
	}
	for (int k = 0; k < 3; k++) {
		struct node boxes = value_of(node_find(fatigue, arms[k]));
		int64_t white, grey;
		if (node_count(boxes) != 2)
			fault_add(f, node_mark(root), "'fatigue' of %s needs white and grey boxes", arms[k]);
		else if (node_int(node_at(boxes, 0), 1, 20, &white, f) &&
				 node_int(node_at(boxes, 1), 0, 20, &grey, f))
			c->white[k] = (int32_t)white, c->grey[k] = (int32_t)grey;
	}
}

bool fd_read_tables(const struct mustering *with, struct fd_charts *c)
{
	struct node root = with->tables;
	int before = with->faults->n;
	if (!muster_numbers(with, "from_divisions", numbers, sizeof numbers / sizeof *numbers, c)) return false;
	read_lists(root, c, with->faults);
	return with->faults->n == before;
}
