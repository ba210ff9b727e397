/* Solferino: the hexes that the books quote lie where the books mean them, the ground is the ground of the
   fight, nobody stands off a map or in the lake, and an army that does nothing does not lead. */
#include "battle_help.h"

enum system { VAE_VICTIS, ALL_ARE_BROTHERS, BROTHERS_AT_ARMS, SYSTEMS };

static const char *const grid_files[SYSTEMS] = {
	"data/rules/vae_victis/solferino.yaml",
	"data/rules/all_are_brothers/solferino.yaml",
	"data/rules/brothers_at_arms/solferino.yaml",
};

static int open_field(void **state)
{
	struct field *x = field_open(state, "data/battles/solferino");

	for (int s = 0; s < SYSTEMS; s++) field_cut(x, yaml_load(x->a, grid_files[s], &x->f));
	x->bars = HEX_WATER;
	x->open_ranks = 6;
	return field_ready(x, SYSTEMS);
}

/* How many hexes from `hex` to the nearest piece of a road between two eastings. */
static int hexes_to_road(const struct field *x, const struct hexmap *m, int hex, const char *road, int west,
	int east)
{
	const struct ground *g = x->b->ground;
	int least = 255;

	for (int i = 0; i < g->lines; i++)
		for (int k = 1; g->line[i].name && strcmp(g->line[i].name, road) == 0 && k < g->line[i].n; k++)
			for (int t = 0; t <= 100; t++) {
				struct point p = g->line[i].points[k - 1], q = g->line[i].points[k];
				struct point at = {p.x + (q.x - p.x) * t / 100, p.y + (q.y - p.y) * t / 100};
				int there = at.x >= west && at.x <= east ? hexmap_at(m, at) : HEX_NONE;
				if (there != HEX_NONE && hex_range(m, hex, there) < least) least = hex_range(m, hex, there);
			}
	return least;
}

static void vae_victis_entries_lie_on_their_roads(void **state)
{
	const struct field *x = *state;
	const struct hexmap *m = x->map[VAE_VICTIS];
	int castiglione = place(x, "Castiglione").x, medole = place(x, "Medole").x,
		guidizzolo = place(x, "Guidizzolo").x;
	int sheet = x->b->ground->width;

	assert_true(hexes_to_road(x, m, hex_of(m, "1623"), "Mantua road", 0, castiglione) <= 1); /* the Guard */
	/* Fourth Corps */
	assert_true(hexes_to_road(x, m, hex_of(m, "2722"), "Carpenedolo road", 0, medole) <= 1);
	/* Seventh Corps */
	assert_true(hexes_to_road(x, m, hex_of(m, "3101"), "Volta road", guidizzolo, sheet) <= 1);
	/* Eleventh Corps */
	assert_true(hexes_to_road(x, m, hex_of(m, "3603"), "Mantua road", guidizzolo, sheet) <= 1);
	/* Third Corps */
	assert_true(hex_range(m, hex_of(m, "3522"), hexmap_at(m, place(x, "Castel Goffredo"))) <= 1);
	assert_true(hex_range(m, hex_of(m, "3101"), hexmap_at(m, place(x, "Foresto"))) <= 1);
}

static void rochefort_stands_north_west_of_medole(void **state)
{
	const struct field *x = *state;
	const struct hexmap *m = x->map[VAE_VICTIS];
	struct point at = hexmap_centre(m, hex_of(m, "2719")), medole = place(x, "Medole");
	const struct unit *rochefort = &x->b->unit[battle_find_unit(x->b, "rochefort")];

	assert_true(at.x < medole.x && at.y < medole.y);
	assert_in_range(isqrt64(point_distance2(at, medole)), 1000, 2500);
	for (int i = 0; i < x->b->scenario[0].postings; i++) {
		const struct posting *p = &x->b->scenario[0].posting[i];
		if (p->kind == POSTING_UNIT && &x->b->unit[p->who] == rochefort)
			assert_true(hex_range(m, hex_of(m, "2719"), hexmap_at(m, p->at)) <= 1);
	}
}

static void the_postings_that_enter_do_so_by_the_quoted_hexes(void **state)
{
	const struct field *x = *state;
	const struct hexmap *m = x->map[VAE_VICTIS];
	static const struct {
		const char *unit, *hex;
	} entries[] = {
		{"maneque", "1623"},
		{"marion", "1623"},
		{"charriere", "2722"},
		{"ofarrell", "2722"},
		{"saurin", "2722"},
		{"doens", "3522"},
		{"collineau", "3522"},
		{"gablenz", "3101"},
		{"baltin", "3603"},
		{"klapka", "3603"},
	};

	for (size_t e = 0; e < sizeof entries / sizeof *entries; e++)
		for (int i = 0; i < x->b->scenario[0].postings; i++) {
			const struct posting *p = &x->b->scenario[0].posting[i];
			if (p->kind != POSTING_UNIT || strcmp(x->b->unit[p->who].id, entries[e].unit) != 0) continue;
			assert_true(p->arrives >= 0);
			assert_true(hex_range(m, hex_of(m, entries[e].hex), hexmap_at(m, p->at)) <= 1);
		}
}

static void all_are_brothers_has_the_rocca_in_2312(void **state)
{
	const struct field *x = *state;
	const struct hexmap *m = x->map[ALL_ARE_BROTHERS];

	assert_string_equal(m->number[hexmap_at(m, place(x, "Rocca di Solferino"))], "2312");
	assert_true(m->cover[hex_of(m, "2312")] & (HEX_SETTLEMENT | HEX_BUILDING));
}

static void numbers_grow_to_the_south_and_to_the_west(void **state)
{
	const struct field *x = *state;

	for (int s = VAE_VICTIS; s <= ALL_ARE_BROTHERS; s++) {
		struct point first = hexmap_centre(x->map[s], hex_of(x->map[s], "0101"));
		struct point south = hexmap_centre(x->map[s], hex_of(x->map[s], "2001")),
					 west = hexmap_centre(x->map[s], hex_of(x->map[s], "0120"));
		assert_true(south.y > first.y + 5000);
		assert_true(west.x < first.x - 5000);
	}
	assert_int_equal(x->map[VAE_VICTIS]->grid.size, 600);
	assert_int_equal(x->map[ALL_ARE_BROTHERS]->grid.size, 500);
}

static void the_rocca_is_the_highest_hex_of_every_map(void **state)
{
	const struct field *x = *state;

	for (int s = 0; s < SYSTEMS; s++) {
		const struct hexmap *m = x->map[s];
		int rocca = hexmap_at(m, place(x, "Rocca di Solferino"));
		for (int hex = 0; hex < m->count; hex++)
			assert_true(hex == rocca || m->metres[hex] < m->metres[rocca]);
	}
	assert_in_range(ground_height(x->b->ground, place(x, "Rocca di Solferino")), 200, 206);
}

static void hills_stand_over_the_plain_and_the_plain_falls(void **state)
{
	const struct field *x = *state;
	const struct ground *g = x->b->ground;
	static const struct {
		const char *name;
		int least, most;
	} heights[] = {
		{"Cavriana", 155, 175},
		{"Monte Fenile", 150, 170},
		{"San Martino", 108, 120},
		{"Pozzolengo", 125, 140},
		{"Lonato", 165, 190},
		{"Madonna della Scoperta", 104, 116},
		{"Monte Medolano", 100, 107},
		{"Ca' Morino", 80, 88},
		{"Medole", 70, 78},
		{"Guidizzolo", 58, 66},
		{"Cerlongo", 45, 52},
		{"Castel Goffredo", 47, 55},
		{"Rivoltella", 62, 78},
	};

	for (size_t i = 0; i < sizeof heights / sizeof *heights; i++)
		assert_in_range(ground_height(g, place(x, heights[i].name)), heights[i].least, heights[i].most);
}

/* The totals of docs/battles/solferino.md, of those who were on the field. */
static void the_armies_add_up(void **state)
{
	const struct field *x = *state;
	const struct battle *b = x->b;
	int foot[3] = {0}, horse[3] = {0}, guns[3] = {0};

	for (int k = 0; k < b->scenario[0].postings; k++) {
		const struct posting *p = &b->scenario[0].posting[k];
		if (p->kind != POSTING_UNIT) continue;
		const struct unit *u = &b->unit[p->who];
		foot[u->nation] += u->arm == ARM_INFANTRY ? u->men : 0;
		horse[u->nation] += u->arm == ARM_CAVALRY ? u->men : 0;
		guns[u->nation] += u->guns;
	}
	assert_int_equal(foot[0], 82935);
	assert_int_equal(horse[0], 9162);
	assert_int_equal(guns[0], 240);
	assert_int_equal(foot[1], 37174);
	assert_int_equal(horse[1], 1562);
	assert_int_equal(guns[1], 80);
	assert_int_equal(foot[2], 119783);
	assert_int_equal(horse[2], 9490);
	assert_int_equal(guns[2], 433); /* 429 in the same source: XI Corps's 25 and the corps reserves are not
	                                   sure */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vae_victis_entries_lie_on_their_roads),
		cmocka_unit_test(rochefort_stands_north_west_of_medole),
		cmocka_unit_test(the_postings_that_enter_do_so_by_the_quoted_hexes),
		cmocka_unit_test(all_are_brothers_has_the_rocca_in_2312),
		cmocka_unit_test(numbers_grow_to_the_south_and_to_the_west),
		cmocka_unit_test(the_rocca_is_the_highest_hex_of_every_map),
		cmocka_unit_test(hills_stand_over_the_plain_and_the_plain_falls),
		cmocka_unit_test(everybody_stands_on_every_map_and_on_dry_land),
		cmocka_unit_test(an_army_that_does_nothing_does_not_lead),
		cmocka_unit_test(the_armies_add_up),
		cmocka_unit_test(battalions_add_up_to_their_brigade),
	};

	return cmocka_run_group_tests(tests, open_field, close_field);
}
