/* The charts of data/rules/vae_victis/tables.yaml. Every number is required; a mistake is a fault with its
   place. */
#include "engine/mustering.h"
#include "rules/vae_victis/vae_victis.h"

#define T(section, key, member, min, max) {section, key, offsetof(struct vv_tables, member), min, max}
static const struct chart_number numbers[] = {
	T("", "turn_minutes", turn_minutes, 1, 600),
	T("", "hex", hex, 100, 5000),
	T("", "level", level, 1, 1000),
	T("", "levels", levels, 0, 4),
	T("", "check", chart.check, 2, 12),
	T("allowance", "infantry", allowance[FOOT], 1, 20),
	T("allowance", "cavalry", allowance[HORSE], 1, 20),
	T("allowance", "artillery", allowance[GUNS], 1, 20),
	T("allowance", "headquarters", hq, 1, 12),
	T("allowance", "chief", chief, 1, 12),
	T("allowance", "city", chart.city, 0, 4),
	T("heat", "infantry", chart.heat[FOOT], 0, 10),
	T("heat", "cavalry", chart.heat[HORSE], 0, 10),
	T("costs", "clear", clear, 1, 20),
	T("costs", "level", level_cost, 0, 20),
	T("costs", "crest", crest_cost, 0, 20),
	T("costs", "woods_infantry", woods[FOOT], 0, 20),
	T("costs", "woods_cavalry", woods[HORSE], 0, 20),
	T("costs", "woods_artillery", woods[GUNS], 0, 20),
	T("costs", "marsh", marsh, 0, 20),
	T("costs", "water", water_cost, 0, 20),
	T("costs", "trees", trees, 0, 20),
	T("costs", "minor_road", minor_road, 1, 20),
	T("costs", "major_road", major_road, 1, 20),
	T("costs", "railroad", railroad, 1, 20),
	T("protection", "woods", woods_protection, 1, 9),
	T("protection", "village", village_protection, 1, 9),
	T("protection", "city", city_protection, 1, 9),
	T("shifts", "step_lost", chart.step_lost, -9, 9),
	T("shifts", "flank", chart.flank, -9, 9),
	T("shifts", "uphill", chart.uphill, -9, 9),
	T("shifts", "downhill", chart.downhill, -9, 9),
	T("shifts", "crest", chart.crest, -9, 9),
	T("shifts", "water", chart.water, -9, 9),
	T("die", "excess", chart.excess, 0, 9),
	T("die", "adjacent_artillery", chart.adjacent_artillery, 0, 9),
	T("die", "heavy", chart.heavy, 0, 9),
	T("morale", "protection", chart.m_protection, -9, 9),
	T("morale", "leader", chart.m_leader, -9, 9),
	T("morale", "flank", chart.m_flank, -9, 9),
	T("morale", "step_lost", chart.m_step_lost, -9, 9),
	T("morale", "out_of_command", chart.m_command, -9, 9),
	T("morale", "heat", chart.m_heat, -9, 9),
	T("morale", "demoralised", chart.m_demoralised, -9, 9),
	T("morale", "leader_adjacent", chart.m_adjacent, -9, 9),
	T("morale", "enemy_artillery", chart.m_artillery, -9, 9),
	T("", "after_heat", chart.after_heat, 0, 9),
	T("victory", "major", chart.major, 1, 99),
	T("victory", "minor", chart.minor, 1, 99),
	T("victory", "formations", chart.formations, 1, 99),
	T("replacement", "bonus", chart.new_bonus, -9, 9),
	T("replacement", "command", chart.new_command, -9, 9),
	T("replacement", "least", chart.new_least, 0, 9),
};

/* CT0 … CT8: a column is six results in a string. */
static bool read_column(struct node n, uint8_t out[6], struct faults *f)
{
	static const char *const names[] =
		{[NOTHING] = "-", [TEST] = "T", [DISORDER] = "D", [DISORDER_LOSS] = "D+1"};
	const char *s;
	if (node_is_map(n)) n = node_find(n, "value");
	if (!node_text(n, &s, f)) return false;
	for (int die = 0; die < 6; die++) {
		size_t length = strcspn(s, " ");
		int k = 0;
		while (k < 4 && (strlen(names[k]) != length || strncmp(names[k], s, length))) k++;
		if (k == 4) return fault_add(f, node_mark(n), "six of - T D D+1 were expected"), false;
		out[die] = (uint8_t)k;
		s += length, s += strspn(s, " ");
	}
	return !*s || (fault_add(f, node_mark(n), "six results were expected, not more"), false);
}

static bool read_combat(struct node list, struct vv_tables *t, struct faults *f)
{
	if (!node_is_list(list) || node_count(list) != 9)
		return fault_add(f, node_mark(list), "nine columns were expected"), false;
	for (int i = 0; i < 9; i++)
		if (!read_column(node_at(list, i), t->chart.table[i], f)) return false;
	return true;
}

static bool read_protection(struct node list, struct vv_tables *t, struct faults *f)
{
	if (node_is_map(list)) list = node_find(list, "value");
	if (!node_is_list(list) || node_count(list) != 5)
		return fault_add(f, node_mark(list), "five values, for the levels 0 to 4, were expected"), false;
	for (int i = 0; i < 5; i++) {
		int64_t value;
		if (!node_int(node_at(list, i), 1, 9, &value, f)) return false;
		t->clear_protection[i] = (int32_t)value;
	}
	return true;
}

/* WXa … WXg */
static bool read_weather(struct node list, struct vv_tables *t, struct arena *a, struct faults *f)
{
	struct vv_weather *w = ARENA_ARRAY(a, struct vv_weather, node_count(list));
	t->weather = w;
	for (int i = 0; i < node_count(list); i++) {
		struct node n = node_at(list, i);
		if (!node_time(node_find(n, "from"), &w[i].from, f) ||
			!node_number(n, "heat", 1, 99, &w[i].heat, f) || !node_number(n, "storm", 1, 99, &w[i].storm, f))
			return false;
		const char *storm = w[i].storm < 99 ? arena_printf(a, ", thunderstorm from %d", w[i].storm) : "";
		w[i].row = arena_printf(a, "the weather table's row of %d:00 (heat from %d%s)", w[i].from / 60,
			w[i].heat, storm);
		t->weathers++;
	}
	return true;
}

bool vv_read_tables(const struct mustering *with, struct vv_tables *t)
{
	struct node root = with->tables;
	int before = with->faults->n;
	if (!muster_numbers(with, "vae_victis", numbers, sizeof numbers / sizeof *numbers, t)) return false;
	read_combat(node_find(root, "combat"), t, with->faults);
	read_protection(node_find(node_find(root, "protection"), "clear"), t, with->faults);
	read_weather(node_find(root, "weather"), t, with->arena, with->faults);
	return with->faults->n == before;
}
