/* Raab: on the kilometre grid of the study its places lie in their hexes, the brook runs where it must, only
   the two heights are high; the armies add up to what the sources count, nobody stands in a river, and an
   army that does nothing does not lead. */
#include "battle_help.h"

enum cut { STUDY, BROTHERS_AT_ARMS, CUTS };

/* docs/battles/raab.md: 15 x 11 flat-top hexes of a kilometre, 0101 in the north-west, even columns half a
   hex south */
static const char study_grid[] =
	"grid: {hex: 1000, top: flat, shift: odd, origin: [500, 500], cols: 15, rows: 11, numbers: ccrr, "
	"first: [1, 1], level_step: 20, level_base: 100, max_level: 1, streams: sides, woods: 50}\n";

static int open_field(void **state)
{
	struct field *x = field_open(state, "data/battles/raab");

	field_cut(x, yaml_parse(x->a, "study", study_grid, sizeof study_grid - 1, &x->f));
	field_cut(x, yaml_load(x->a, "data/rules/brothers_at_arms/raab.yaml", &x->f));
	x->bars = HEX_WATER | HEX_WOODS;
	x->open_ranks = INT32_MAX;
	return field_ready(x, CUTS);
}

/* What lies on the side between two neighbouring hexes of the study's grid. */
static int side_between(const struct hexmap *m, const char *one, const char *other)
{
	int a = hex_of(m, one), b = hex_of(m, other);

	for (int d = 0; d < 6; d++)
		if (m->next[a * 6 + d] == b) return m->edge[a * 6 + d];
	fail_msg("%s and %s are no neighbours", one, other);
	return 0;
}

static void places_lie_in_the_hexes_of_the_study(void **state)
{
	const struct field *x = *state;
	const struct hexmap *m = x->map[STUDY];
	static const struct {
		const char *name, *hex;
	} where[] = {
		{"Kismegyer", "0806"},
		{"Szabadhegy", "0905"},
		{"Raab", "0702"},
		{"Csanak", "0509"},
		{"Ménfő", "0408"},
		{"Kisbarát", "0710"},
		{"Nagybarát", "0711"},
		{"Entrenched camp", "0502"},
		{"Pápa road", "0211"},
	};

	for (size_t i = 0; i < sizeof where / sizeof *where; i++)
		assert_string_equal(m->number[hexmap_at(m, place(x, where[i].name))], where[i].hex);
	assert_true(m->cover[hex_of(m, "0806")] & HEX_BUILDING);
	assert_true(m->cover[hex_of(m, "0905")] & HEX_SETTLEMENT);
	assert_true(m->cover[hex_of(m, "0702")] & HEX_TOWN);
}

static void distances_are_those_of_the_study(void **state)
{
	const struct field *x = *state;
	const struct hexmap *m = x->map[STUDY];
	int farm = hexmap_at(m, place(x, "Kismegyer"));

	assert_int_equal(hex_range(m, hexmap_at(m, place(x, "Csanak")), farm), 4);
	assert_int_equal(hex_range(m, hexmap_at(m, place(x, "Pápa road")), farm), 8);
	assert_int_equal(hex_range(m, hexmap_at(m, place(x, "Szabadhegy")), hex_of(m, "1507")), 6);
}

/* The brook covers the farm and the whole front from the hills to the river; only the two roads have
   bridges. */
static void the_brook_lies_before_the_austrians(void **state)
{
	const struct field *x = *state;
	const struct hexmap *m = x->map[STUDY];
	static const char *const wet[][2] = {
		{"0806", "0807"},
		{"0707", "0806"},
		{"0706", "0806"},
		{"0706", "0805"},
		{"0705", "0805"},
		{"0603", "0604"},
		{"0908", "1008"},
		{"0908", "1007"},
		{"0907", "0908"},
		{"1008", "1009"},
		{"1009", "1109"},
	};
	int bridges = 0;

	for (size_t i = 0; i < sizeof wet / sizeof *wet; i++)
		if (!(side_between(m, wet[i][0], wet[i][1]) & EDGE_STREAM))
			fail_msg("no water between %s and %s", wet[i][0], wet[i][1]);
	assert_true(side_between(m, "0907", "0908") & EDGE_BRIDGE);
	assert_true(side_between(m, "0603", "0604") & EDGE_BRIDGE);
	for (int i = 0; i < m->count * 6; i++)
		bridges += (m->edge[i] & (EDGE_STREAM | EDGE_BRIDGE)) == (EDGE_STREAM | EDGE_BRIDGE);
	assert_int_equal(bridges, 4); /* each side counted from both hexes */
}

static void only_the_rise_and_the_foothills_are_high(void **state)
{
	const struct field *x = *state;
	const struct hexmap *m = x->map[STUDY];
	static const char *const high[] = {"0905", "0906", "1004", "1005", "1105", "1106", "1205", "0311", "0410",
		"0411", "0510", "0511", "0610", "0611", "0710", "0711"};
	int count = 0;

	for (size_t i = 0; i < sizeof high / sizeof *high; i++)
		if (m->level[hex_of(m, high[i])] != 1) fail_msg("%s is not high", high[i]);
	for (int hex = 0; hex < m->count; hex++) count += m->level[hex];
	assert_int_equal(count, sizeof high / sizeof *high);
	assert_in_range(ground_height(x->b->ground, place(x, "Kismegyer")), 112, 119);
}

/* Men of an arm posted for the whole day under a formation; ARMS counts guns. */
static int under(const struct battle *b, const char *formation, int arm)
{
	int sum = 0;

	for (int k = 0; k < b->scenario[0].postings; k++) {
		const struct posting *p = &b->scenario[0].posting[k];
		const struct unit *u = p->kind == POSTING_UNIT ? &b->unit[p->who] : NULL;
		bool below = false;
		for (int f = u ? u->formation : NOBODY; f != NOBODY; f = b->formation[f].parent)
			below |= strcmp(b->formation[f].id, formation) == 0;
		if (below) sum += arm == ARMS ? u->guns : u->arm == (enum arm)arm ? u->men : 0;
	}
	return sum;
}

/* The totals of docs/battles/raab.md. */
static void the_armies_add_up(void **state)
{
	const struct battle *b = ((const struct field *)*state)->b;
	int french = under(b, "army_of_italy", ARM_INFANTRY) - under(b, "baden_brigade", ARM_INFANTRY) -
	             under(b, "lamarque_division", ARM_INFANTRY);

	assert_int_equal(french, 18877 + 9195);
	assert_int_equal(under(b, "severoli_division", ARM_INFANTRY) + under(b, "guard_division", ARM_INFANTRY),
		9195);
	assert_int_equal(under(b, "army_of_italy", ARM_CAVALRY), 10229);
	assert_int_equal(under(b, "grouchy_corps", ARM_CAVALRY), 5371);
	assert_int_equal(under(b, "army_of_italy", ARMS) - under(b, "baden_brigade", ARMS) -
						 under(b, "lamarque_division", ARMS),
		42);
	assert_int_equal(under(b, "colloredo_division", ARM_INFANTRY), 7778);
	assert_int_equal(under(b, "jellacic_division", ARM_INFANTRY), 7517);
	assert_int_equal(under(b, "frimont_division", ARM_INFANTRY), 7863);
	assert_int_equal(under(b, "besan_division", ARM_CAVALRY), 1546);
	assert_int_equal(under(b, "mecsery_corps", ARM_CAVALRY), 5947);
	assert_int_equal(under(b, "mecsery_corps", ARMS), 2);
	assert_int_equal(under(b, "inner_austria", ARMS) + under(b, "insurrection_army", ARMS), 30);
	assert_int_equal(7778 + 7517 + 7863 + 1546 + 5947 + under(b, "davidovich_division", ARM_INFANTRY) +
						 under(b, "inner_austria", ARM_ARTILLERY) +
						 under(b, "insurrection_army", ARM_ARTILLERY),
		35525);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(places_lie_in_the_hexes_of_the_study),
		cmocka_unit_test(distances_are_those_of_the_study),
		cmocka_unit_test(the_brook_lies_before_the_austrians),
		cmocka_unit_test(only_the_rise_and_the_foothills_are_high),
		cmocka_unit_test(everybody_stands_on_every_map_and_on_dry_land),
		cmocka_unit_test(an_army_that_does_nothing_does_not_lead),
		cmocka_unit_test(the_armies_add_up),
		cmocka_unit_test(battalions_add_up_to_their_brigade),
	};

	return cmocka_run_group_tests(tests, open_field, close_field);
}
