/* The reference card, cell by cell: both hit tables, the result table, the melee table, and every modifier,
   against the numbers written down here a second time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "rules/tabletop_1859/card_read.h"

static struct card card;

static int read_it(void **state)
{
	struct arena *a = arena_new();
	struct faults f = {0};
	struct yaml *y = yaml_load(a, "data/rules/tabletop_1859/tables.yaml", &f);

	(void)state;
	memset(&card, 0x7f, sizeof card);
	if (!y || !tt_card_fill(yaml_root(y), &card, &f)) return 1;
	arena_free(a);
	return 0;
}

static struct card_shot shoot(int weapon, int firing, int range, int is, const char *refused)
{
	struct card_shot s;
	const char *no = tt_card_fire(&card, &(struct card_fire){weapon, firing, range, is}, &s);

	if (refused) assert_string_equal(no, refused);
	else assert_null(no);
	return s;
}

static int need(int weapon, int firing, int range, int is)
{
	return shoot(weapon, firing, range, is, NULL).need[0];
}

static void every_number_is_filled(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof card / sizeof(int32_t); i++)
		assert_int_not_equal(((int32_t *)&card)[i], 0x7f7f7f7f);
}

static void art_1_to_16_every_cell(void **state)
{
	static const int to[4] = {30, 80, 150, 250},
					 hit[4][4] = {{7, 8, 9, 10}, {6, 7, 8, 9}, {4, 5, 6, 7}, {3, 4, 5, 6}};

	(void)state;
	for (int row = 0; row < 4; row++)
		for (int n = 1; n <= 4; n++) {
			/* AMB-21 */
			assert_int_equal(need(WEAPON_RIFLED, n, to[row], 0), hit[row][n - 1]);
			assert_int_equal(need(WEAPON_RIFLED, n, row ? to[row - 1] + 1 : 0, 0), hit[row][n - 1]);
		}
}

static void rifle_1_to_12_every_cell(void **state)
{
	static const int to[3] = {30, 50, 80}, hit[3][4] = {{4, 5, 7, 8}, {3, 4, 6, 7}, {2, 3, 5, 6}};

	(void)state;
	for (int row = 0; row < 3; row++)
		for (int n = 1; n <= 4; n++) {
			assert_int_equal(need(WEAPON_JAEGER, n, to[row], 0), hit[row][n - 1]);
			assert_int_equal(need(WEAPON_JAEGER, n, row ? to[row - 1] + 1 : 0, 0), hit[row][n - 1]);
		}
}

static void each_weapon_has_its_limit(void **state)
{
	(void)state;
	shoot(WEAPON_ROCKETS, 1, 80, 0, NULL), shoot(WEAPON_ROCKETS, 1, 81, 0, "art.17");
	shoot(WEAPON_SMOOTHBORE, 1, 150, 0, NULL), shoot(WEAPON_SMOOTHBORE, 1, 151, 0, "art.18");
	shoot(WEAPON_RIFLED, 1, 250, 0, NULL), shoot(WEAPON_RIFLED, 1, 251, 0, "art.13");
	shoot(WEAPON_RIFLE, 1, 50, 0, NULL), shoot(WEAPON_RIFLE, 1, 51, 0, "rifle.13");
	shoot(WEAPON_JAEGER, 1, 80, 0, NULL), shoot(WEAPON_JAEGER, 1, 81, 0, "rifle.9");
	shoot(WEAPON_ITALIAN, 1, 10, 0, NULL), shoot(WEAPON_ITALIAN, 1, 11, 0, "rifle.18");
	shoot(WEAPON_RIFLE, 0, 10, 0, "rifle.1"), shoot(WEAPON_RIFLED, 0, 10, 0, "art.1");
}

struct shift {
	int is, by;
	const char *rule;
};

static void check_shift(int weapon, int range, int plain, const struct shift *shift)
{
	struct card_shot s = shoot(weapon, 2, range, shift->is, NULL);

	assert_int_equal(s.need[0], plain - shift->by);
	if (!shift->rule) {
		assert_int_equal(s.because.n, 0);
		return;
	}
	assert_int_equal(s.because.n, 1);
	assert_string_equal(tt_card_words[s.because.which[0]].rule, shift->rule);
	assert_int_equal(s.because.value[0], shift->by);
}

static void art_20_to_27_each_modifier(void **state)
{
	static const struct shift shift[] = {{IS_COVERED, 1, "art.20"}, {IS_PARTIAL, 1, "art.22"},
		{IS_DISORGANISED, 1, "art.22"}, {IS_PARTIAL | IS_DISORGANISED, 1, "art.22"}, /* AMB-04 */
		{IS_MOVING_CAVALRY, 1, "art.23"}, {IS_UNDER_FIRE, 1, "art.24"}, {IS_ENFILADED, -1, "art.25"},
		{IS_COLUMN, -1, "art.26"}, {IS_ENFILADED | IS_COLUMN, -1, "art.25"}, /* art.27 */
		{IS_IN_WORKS, 0, NULL}, {IS_GUNS_OR_CAVALRY, 0, NULL}};

	(void)state;
	for (size_t i = 0; i < sizeof shift / sizeof *shift; i++) check_shift(WEAPON_RIFLED, 100, 5, &shift[i]);
	check_shift(WEAPON_SMOOTHBORE, 50, 7, &(struct shift){0, 0, NULL}); /* art.21, AMB-03 */
	check_shift(WEAPON_SMOOTHBORE, 51, 7, &(struct shift){0, 1, "art.21"});
	check_shift(WEAPON_SMOOTHBORE, 150, 5, &(struct shift){0, 1, "art.21"});
	check_shift(WEAPON_ROCKETS, 80, 7, &(struct shift){0, 0, NULL});
}

static void rifle_14_to_20_each_modifier(void **state)
{
	static const struct shift shift[] = {{IS_COVERED, 1, "rifle.14"}, {IS_PARTIAL, 1, "rifle.15"},
		{IS_IN_WORKS, -1, "rifle.19"}, {IS_ENFILADED, -2, "rifle.20"}, {IS_COLUMN, -2, "rifle.20"},
		{IS_ENFILADED | IS_COLUMN, -2, "rifle.20"}, {IS_MOVING_CAVALRY, 0, NULL}, {IS_UNDER_FIRE, 0, NULL}};

	(void)state;
	for (size_t i = 0; i < sizeof shift / sizeof *shift; i++) check_shift(WEAPON_RIFLE, 30, 5, &shift[i]);
	check_shift(WEAPON_ITALIAN, 10, 5, &(struct shift){0, 2, "rifle.17"});
}

static void rifle_16_a_disorganised_unit_fires_with_one_stand(void **state)
{
	struct card_shot s = shoot(WEAPON_RIFLE, 4, 30, IS_DISORGANISED, NULL);

	(void)state;
	assert_int_equal(s.groups, 1);
	assert_int_equal(s.points[0], 1);
	assert_int_equal(s.need[0], 3);
	assert_string_equal(tt_card_words[s.because.which[0]].rule, "rifle.16");
	assert_int_equal(shoot(WEAPON_RIFLED, 4, 30, IS_DISORGANISED, NULL).points[0], 4);
}

static void rifle_24_points_double_near_guns_and_cavalry(void **state)
{
	static const int groups[5][2] = {{0, 0}, {2, 0}, {4, 0}, {4, 2}, {4, 4}}; /* AMB-07 */

	(void)state;
	for (int n = 1; n <= 4; n++) {
		struct card_shot s = shoot(WEAPON_RIFLE, n, 30, IS_GUNS_OR_CAVALRY, NULL);

		assert_int_equal(s.groups, n > 2 ? 2 : 1);
		for (int i = 0; i < s.groups; i++) assert_int_equal(s.points[i], groups[n][i]);
		assert_int_equal(shoot(WEAPON_RIFLE, n, 31, IS_GUNS_OR_CAVALRY, NULL).points[0], n);
		assert_int_equal(shoot(WEAPON_RIFLED, n, 30, IS_GUNS_OR_CAVALRY, NULL).groups, 1);
	}
}

static void amb_02_more_than_four_form_further_groups(void **state)
{
	struct card_shot s = shoot(WEAPON_RIFLED, 6, 80, 0, NULL);

	(void)state;
	assert_int_equal(s.groups, 2);
	assert_int_equal(s.points[0], 4), assert_int_equal(s.points[1], 2);
	assert_int_equal(s.need[0], 9), assert_int_equal(s.need[1], 7);
	s = shoot(WEAPON_RIFLE, 99, 30, IS_GUNS_OR_CAVALRY, NULL);
	assert_int_equal(s.groups, CARD_GROUPS);
}

static void amb_01_never_and_always_are_the_ends(void **state)
{
	(void)state;
	assert_int_equal(need(WEAPON_RIFLED, 4, 30, IS_ENFILADED), 10);
	assert_int_equal(need(WEAPON_RIFLED, 4, 30, IS_COVERED), 9);
	assert_int_equal(
		need(WEAPON_SMOOTHBORE, 1, 150, IS_COVERED | IS_PARTIAL | IS_MOVING_CAVALRY | IS_UNDER_FIRE), 0);
}

static struct card_effect hit(int morale, int arm, int is, int white)
{
	struct card_effect e;

	tt_card_effect(&card, &(struct card_hit){morale, arm, is}, white, &e);
	return e;
}

static void fcrt_1_to_24_every_cell(void **state)
{
	/* results of faces 1 to 10 */
	static const char *const row[4] = {"0112233445", "0122233445", "0123334455", "0123344455"};
	static const int back[6] = {120, 80, 50, 30, 0, 0};

	(void)state;
	for (int morale = 6; morale <= 9; morale++)
		for (int face = 1; face <= 10; face++) {
			struct card_effect e = hit(morale, CARD_INFANTRY, 0, face);
			int result = row[morale - 6][face - 1] - '0';

			assert_int_equal(e.result, result);
			assert_int_equal(e.back, back[result]);
			assert_int_equal(e.routs, result == 0);
			assert_int_equal(e.disorganised, result <= 2);
			assert_int_equal(e.losses, result <= 1);
			assert_int_equal(e.stopped, result == 4);
			assert_int_equal(e.chooses, 0);
		}
}

static void fcrt_26_to_28_modify_the_white_die(void **state)
{
	struct card_list l = {0};

	(void)state;
	assert_int_equal(tt_card_hit_modifier(&card, &(struct card_hit){7, 0, IS_LED}, NULL), 1);
	assert_int_equal(tt_card_hit_modifier(&card, &(struct card_hit){7, 0, IS_DISORGANISED}, NULL), -2);
	assert_int_equal(tt_card_hit_modifier(&card, &(struct card_hit){7, 0, IS_ROUTED | IS_DISORGANISED}, NULL),
		-2);
	/* AMB-08 */
	assert_int_equal(tt_card_hit_modifier(&card, &(struct card_hit){7, 0, IS_FLANKED | IS_DISORGANISED}, &l),
		-4);
	assert_int_equal(l.n, 2);
	assert_string_equal(tt_card_words[l.which[0]].rule, "fcrt.27"),
		assert_string_equal(tt_card_words[l.which[1]].rule, "fcrt.28");
	assert_int_equal(hit(6, 0, IS_FLANKED, 2).result, RESULT_ROUT); /* AMB-01 */
	assert_int_equal(hit(6, 0, IS_LED, 10).result, RESULT_NO_EFFECT);
	assert_int_equal(hit(6, 0, IS_LED, 1).result, RESULT_BACK_LOSS);
}

static void fcrt_29_a_nought_then_an_even_number_kills(void **state)
{
	(void)state;
	for (int face = 1; face <= 10; face++) {
		assert_int_equal(tt_card_endangers(&card, false, face), face == 10);
		assert_int_equal(tt_card_kills(face), face % 2 == 0);
	}
	/* charge.27 */
	for (int face = 1; face <= 6; face++) assert_int_equal(tt_card_endangers(&card, true, face), face == 6);
}

static void fcrt_30_infantry_in_works_chooses(void **state)
{
	struct card_effect e;

	(void)state;
	for (int face = 1; face <= 10; face++) {
		e = hit(7, CARD_INFANTRY, IS_IN_WORKS, face);
		assert_int_equal(e.chooses, e.result >= RESULT_BACK_LOSS && e.result <= RESULT_BACK); /* AMB-10 */
		assert_int_equal(hit(7, CARD_CAVALRY, IS_IN_WORKS, face).chooses, 0);
		assert_int_equal(hit(7, CARD_ARTILLERY, IS_IN_WORKS, face).chooses, 0);
	}
	e = hit(7, CARD_INFANTRY, IS_IN_WORKS, 2), tt_card_choose(&e, CHOICE_FALL_BACK);
	assert_int_equal(e.back, 80), assert_int_equal(e.disorganised, 1), assert_int_equal(e.losses, 1),
		assert_int_equal(e.chooses, 0);
	e = hit(7, CARD_INFANTRY, IS_IN_WORKS, 2), tt_card_choose(&e, CHOICE_DISORGANISE);
	/* what else the result says stands */
	assert_int_equal(e.back, 0), assert_int_equal(e.disorganised, 1), assert_int_equal(e.losses, 1);
	e = hit(7, CARD_INFANTRY, IS_IN_WORKS, 2), tt_card_choose(&e, CHOICE_LOSE);
	assert_int_equal(e.back, 0), assert_int_equal(e.disorganised, 1), assert_int_equal(e.losses, 2);
	e = hit(7, CARD_INFANTRY, IS_IN_WORKS, 7), tt_card_choose(&e, CHOICE_LOSE);
	assert_int_equal(e.back, 0), assert_int_equal(e.disorganised, 0), assert_int_equal(e.losses, 1);
	for (int choice = CHOICE_FALL_BACK; choice <= CHOICE_LOSE; choice++) {
		assert_true(tt_card_may_choose((enum card_choice)choice, false));
		assert_int_equal(tt_card_may_choose((enum card_choice)choice, true), choice != CHOICE_DISORGANISE);
	}
}

static void fcrt_31_to_33_cavalry_and_guns(void **state)
{
	static const int back[6] = {120, 100, 100, 100, 100, 0};

	(void)state;
	for (int face = 1; face <= 10; face++) {
		struct card_effect horse = hit(8, CARD_CAVALRY, 0, face), guns = hit(8, CARD_ARTILLERY, 0, face);

		assert_int_equal(horse.back, back[horse.result]);
		assert_int_equal(horse.stopped, 0);
		assert_int_equal(guns.under_fire, guns.result == RESULT_STOP);
	}
}

static void amb_02_hits_together_give_the_worst_and_every_loss(void **state)
{
	struct card_effect e = hit(7, CARD_INFANTRY, 0, 2), back = hit(7, CARD_INFANTRY, 0, 3),
					   rout = hit(7, CARD_INFANTRY, 0, 1);

	(void)state;
	tt_card_together(&e, &back);
	assert_int_equal(e.back, 80), assert_int_equal(e.losses, 1), assert_int_equal(e.routs, 0);
	tt_card_together(&e, &rout);
	assert_int_equal(e.back, 120), assert_int_equal(e.losses, 2), assert_int_equal(e.routs, 1),
		assert_int_equal(e.result, RESULT_ROUT);
}

static struct card_melee fight(void) /* four French stands against four Austrian, level */
{
	return (struct card_melee){{{4, 0, CARD_INFANTRY, 7, 0, 0}, {4, 0, CARD_INFANTRY, 7, 0, 0}}, 0};
}

static struct card_score score(const struct card_melee *m, int side)
{
	struct card_score s;

	tt_card_score(&card, m, side, &s);
	return s;
}

static void charge_11_to_13_points(void **state)
{
	struct card_melee m = fight();

	(void)state;
	assert_int_equal(score(&m, 0).points, 4);
	m.side[0].disorganised = 3;
	assert_int_equal(score(&m, 0).points, 5); /* AMB-17 */
	m.side[0].arm = CARD_CAVALRY;
	assert_int_equal(score(&m, 0).points, 5);
	assert_int_equal(score(&m, 1).points, 8);
	m.side[1].arm = CARD_ARTILLERY;
	assert_int_equal(score(&m, 1).points, 8);
	m.side[1].disorganised = 1;
	assert_int_equal(score(&m, 1).points, 8);
	m.side[0].is = IS_SURPRISING;
	assert_int_equal(score(&m, 1).points, 4);
	m = fight(), m.side[1].arm = CARD_CAVALRY; /* foot that attacks cavalry has no second point */
	assert_int_equal(score(&m, 0).points, 4);
	m.side[1].is = IS_CHARGING; /* but if that charges as well */
	assert_int_equal(score(&m, 0).points, 8), assert_int_equal(score(&m, 1).points, 4);
	/* foot and horse: a stand has what stands against it */
	m = fight(), m.side[0].is = IS_MIXED, m.side[1].against_horse = 1;
	assert_int_equal(score(&m, 1).points, 5), assert_int_equal(score(&m, 0).points, 4);
	m = fight(), m.side[0].arm = CARD_CAVALRY, m.is = IS_CONTINUED; /* charge.34 */
	assert_int_equal(score(&m, 1).points, 4);
}

static void melee_shift(int own, int other, int by, const char *rule)
{
	struct card_melee m = fight();
	struct card_score s;

	m.side[0].is = own, m.side[1].is = other;
	s = score(&m, 0);
	assert_int_equal(s.total, 4 + by);
	assert_int_equal(s.because.n, !!by);
	if (by) assert_string_equal(tt_card_words[s.because.which[0]].rule, rule);
	m.is = IS_CONTINUED; /* charge.34 */
	assert_int_equal(score(&m, 0).total, 4);
}

static void charge_16_to_22_each_modifier(void **state)
{
	struct card_melee m = fight();

	(void)state;
	melee_shift(IS_LED, 0, 1, "charge.16");
	melee_shift(IS_SUPPORTED, 0, 1, "charge.17");
	melee_shift(IS_FORMED, 0, 1, "charge.19");
	melee_shift(IS_FRENCH_FOOT, 0, 1, "charge.20");
	melee_shift(IS_ITALIAN_FOOT, 0, -2, "charge.21");
	melee_shift(0, IS_FLANKED, 2, "charge.22");
	melee_shift(IS_FURIOUS | IS_SURPRISING, IS_FLANKED, 2, "charge.22"); /* AMB-12 */
	m.side[0].morale = 8; /* charge.18, also in the second turn of a town */
	assert_int_equal(score(&m, 0).total, 5), assert_int_equal(score(&m, 1).total, 4);
	m.is = IS_CONTINUED;
	assert_int_equal(score(&m, 0).total, 5);
	/* of infantry */
	m = fight(), m.side[0].arm = CARD_CAVALRY,
	m.side[0].is = IS_LED | IS_FORMED | IS_FRENCH_FOOT | IS_ITALIAN_FOOT;
	assert_int_equal(score(&m, 0).total, 4);
	m = fight(), m.side[1].arm = CARD_CAVALRY, m.side[0].is = IS_FORMED; /* against infantry */
	assert_int_equal(score(&m, 0).total, 4);
}

static struct card_outcome outcome(struct card_melee m, int by)
{
	struct card_outcome o;

	m.side[by < 0].ordered += abs(by);
	tt_card_outcome(&card, &m, 3, 3, &o);
	return o;
}

static void charge_23_to_33_every_margin(void **state)
{
	static const struct {
		int by, margin, loser, winner, back, routs, both;
	} row[] = {{1, MARGIN_1, 1, 1, 50, 0, 1}, {2, MARGIN_2, 1, 0, 50, 0, 1}, {3, MARGIN_2, 1, 0, 50, 0, 1},
		{4, MARGIN_2, 1, 0, 50, 0, 1}, {5, MARGIN_5, 1, 0, 120, 1, 1}, {6, MARGIN_5, 1, 0, 120, 1, 1},
		{7, MARGIN_7, 0, 0, 120, 1, 0}, {12, MARGIN_7, 0, 0, 120, 1, 0}};

	(void)state;
	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		for (int sign = -1; sign <= 1; sign += 2) {
			struct card_outcome o = outcome(fight(), sign * row[i].by);
			int won = sign < 0;

			assert_int_equal(o.margin, row[i].margin), assert_int_equal(o.winner, won);
			assert_int_equal(o.losses[!won], row[i].loser), assert_int_equal(o.losses[won], row[i].winner);
			assert_int_equal(o.back, row[i].back), assert_int_equal(o.routs, row[i].routs);
			/* charge.25, AMB-13 */
			assert_int_equal(o.disorganised[!won], 1), assert_int_equal(o.disorganised[won], row[i].both);
			assert_int_equal(o.goes_on, row[i].by >= 7 && won == 0); /* charge.31 */
			assert_int_equal(o.again + o.waits, 0);
		}
}

static void charge_14_26_32_33_34(void **state)
{
	struct card_melee m = fight();
	struct card_outcome o = outcome(m, 0);

	(void)state;
	assert_int_equal(o.again, 1), assert_int_equal(o.waits, 0), assert_int_equal(o.winner, -1);
	m.is = IS_IN_TOWN, o = outcome(m, 0);
	assert_int_equal(o.again, 0), assert_int_equal(o.waits, 1);
	m = fight(), m.side[0].arm = CARD_CAVALRY, m.side[0].ordered = 12, o = outcome(m, 7); /* charge.32 */
	assert_int_equal(o.margin, MARGIN_7), assert_int_equal(o.losses[1], 1);
	m = fight(), m.side[0].is = IS_MIXED, o = outcome(m, 7);
	assert_int_equal(o.losses[1], 1);
	m = fight(), m.side[1].is = IS_CHARGING; /* charge.31: who charged goes on */
	assert_int_equal(outcome(m, -7).goes_on, 1), assert_int_equal(outcome(m, -6).goes_on, 0),
		assert_int_equal(outcome(m, -6).by, 6);
	m = fight(), m.side[1].arm = CARD_ARTILLERY, o = outcome(m, 2); /* charge.26 */
	assert_int_equal(o.guns_lost, 1);
	assert_int_equal(outcome(m, -2).guns_lost, 0);
	m = fight(), m.side[1].is = IS_ROUTED, o = outcome(m, -9); /* charge.14 */
	assert_int_equal(o.eliminated, 1), assert_int_equal(o.winner, 0);
}

static void charge_6_to_8_the_charge_die(void **state)
{
	(void)state;
	for (int face = 1; face <= 10; face++) {
		assert_int_equal(tt_card_charge_bonus(&card, face), 5 * face);
		assert_int_equal(tt_card_surprises(&card, face), face >= 9);
		assert_int_equal(tt_card_furious(&card, true, face), face >= 9);
		assert_int_equal(tt_card_furious(&card, false, face), face == 10);
	}
}

static void rally_1_to_5(void **state)
{
	static const int full[4][5] = {{6, 4, 2, 0, 0}, {7, 5, 3, 1, 0}, {8, 6, 4, 2, 0}, {9, 7, 5, 3, 1}};
	static const int half[4][4] = {{6, 3, 0, 0}, {7, 4, 1, 0}, {8, 5, 2, 0}, {9, 6, 3, 0}};

	(void)state;
	for (int morale = 6; morale <= 9; morale++) {
		for (int lost = 0; lost < 5; lost++)
			assert_int_equal(tt_card_rally(&card, morale, lost, false), full[morale - 6][lost]);
		for (int lost = 0; lost < 4; lost++)
			assert_int_equal(tt_card_rally(&card, morale, lost, true), half[morale - 6][lost]);
	}
	for (int rating = 1; rating <= 10; rating++) assert_int_equal(tt_card_replace(&card, rating), rating - 1);
	/* AMB-15 */
	assert_true(tt_card_core(&card, CARD_INFANTRY, 2, 4)),
		assert_true(tt_card_core(&card, CARD_CAVALRY, 2, 3));
	assert_false(tt_card_core(&card, CARD_INFANTRY, 2, 5)),
		assert_false(tt_card_core(&card, CARD_ARTILLERY, 4, 4));
}

/* The cell that a shot is read in is named by its statement: row by row, four to a row. */
static void every_cell_has_its_statement(void **state)
{
	char want[16];
	(void)state;
	for (int guns = 0; guns < 2; guns++)
		for (int band = 0; band < (guns ? 4 : 3); band++)
			for (int points = 1; points <= 4; points++) {
				snprintf(want, sizeof want, "%s.%d", guns ? "art" : "rifle", band * 4 + points);
				assert_string_equal(tt_card_cell(guns, band, points), want);
			}
	for (int morale = 6; morale <= 9; morale++)
		for (int result = RESULT_ROUT; result <= RESULT_NO_EFFECT; result++) {
			snprintf(want, sizeof want, "fcrt.%d", (morale - 6) * 6 + result + 1);
			assert_string_equal(tt_card_row(&card, morale, result), want);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_number_is_filled),
		cmocka_unit_test(art_1_to_16_every_cell),
		cmocka_unit_test(rifle_1_to_12_every_cell),
		cmocka_unit_test(each_weapon_has_its_limit),
		cmocka_unit_test(art_20_to_27_each_modifier),
		cmocka_unit_test(rifle_14_to_20_each_modifier),
		cmocka_unit_test(rifle_16_a_disorganised_unit_fires_with_one_stand),
		cmocka_unit_test(rifle_24_points_double_near_guns_and_cavalry),
		cmocka_unit_test(amb_02_more_than_four_form_further_groups),
		cmocka_unit_test(amb_01_never_and_always_are_the_ends),
		cmocka_unit_test(fcrt_1_to_24_every_cell),
		cmocka_unit_test(fcrt_26_to_28_modify_the_white_die),
		cmocka_unit_test(fcrt_29_a_nought_then_an_even_number_kills),
		cmocka_unit_test(fcrt_30_infantry_in_works_chooses),
		cmocka_unit_test(fcrt_31_to_33_cavalry_and_guns),
		cmocka_unit_test(amb_02_hits_together_give_the_worst_and_every_loss),
		cmocka_unit_test(charge_11_to_13_points),
		cmocka_unit_test(charge_16_to_22_each_modifier),
		cmocka_unit_test(charge_23_to_33_every_margin),
		cmocka_unit_test(charge_14_26_32_33_34),
		cmocka_unit_test(charge_6_to_8_the_charge_die),
		cmocka_unit_test(rally_1_to_5),
		cmocka_unit_test(every_cell_has_its_statement),
	};
	return cmocka_run_group_tests(tests, read_it, NULL);
}
