/* Studies of the crossroads: the same games whatever the number of threads, resumed where they stopped, and
   nothing lost. */
#include "engine_help.h"

#include <unistd.h>

#include "study/own.h"

#define GAMES 12

static struct study study_of(const struct muster *m, int64_t games)
{
	return (struct study){.m = m,
		.games = games,
		.seed = 40,
		.player = {{.level = MIND_RECRUIT, .nodes = 30}, {.level = MIND_RANDOM}}};
}

static void run_in(struct study *s, const char *dir, int jobs)
{
	const struct study_how how = {.dir = dir, .jobs = jobs, .flags = CONTEST_LUCK};
	struct text wrong = {0};
	if (!study_run(s, &how, &wrong)) fail_msg("%s", text_str(&wrong));
	text_free(&wrong);
}

static void folder_new(char *out, size_t room)
{
	snprintf(out, room, "/tmp/study_XXXXXX");
	assert_non_null(mkdtemp(out));
}

static void folder_remove(const char *dir)
{
	static const char *const files[] = {"journal.jsonl", "games.csv", "turns.csv", "fights.csv", "losses.csv",
		"summary.json", "report.html"};
	char path[200];
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		snprintf(path, sizeof path, "%s/%s", dir, files[i]);
		unlink(path);
	}
	rmdir(dir);
}

static struct text file_of(const char *dir, const char *name)
{
	struct text t = {0};
	char path[200];
	snprintf(path, sizeof path, "%s/%s", dir, name);
	assert_true(text_read_file(&t, path, 100u << 20));
	return t;
}

static struct text lines_of(const struct study *s)
{
	struct text t = {0};
	for (int i = 0; i < s->n; i++) record_write(s->m, &s->record[i], &t);
	return t;
}

static void the_number_of_threads_changes_nothing(void **state)
{
	struct study one = study_of(muster_of(state), GAMES), four = study_of(muster_of(state), GAMES);
	run_in(&one, NULL, 1), run_in(&four, NULL, 4);
	struct text a = lines_of(&one), b = lines_of(&four);
	assert_int_equal(one.n, GAMES);
	assert_string_equal(a.s, b.s);
	assert_int_equal(study_differences(&one), 0);
	text_free(&a), text_free(&b), study_free(&one), study_free(&four);
}

static void a_record_is_read_as_it_was_written(void **state)
{
	struct study s = study_of(muster_of(state), 3);
	run_in(&s, NULL, 1);
	for (int i = 0; i < s.n; i++) {
		struct text line = {0}, again = {0};
		struct record r;
		record_write(s.m, &s.record[i], &line);
		assert_true(record_read(s.m, line.s, line.n - 1, &r));
		record_write(s.m, &r, &again);
		assert_string_equal(line.s, again.s);
		for (size_t cut = 0; cut + 2 < line.n; cut += 11) {
			struct record half;
			if (record_read(s.m, line.s, cut, &half))
				fail_msg("cut off at %zu of %zu it is read", cut, line.n);
		}
		record_free(&r), text_free(&line), text_free(&again);
	}
	study_free(&s);
}

static void what_a_record_says_adds_up(void **state)
{
	struct study s = study_of(muster_of(state), GAMES);
	run_in(&s, NULL, 2);
	for (int i = 0; i < s.n; i++) {
		const struct record *r = &s.record[i];
		const struct turn_row *last = &r->row[r->rows - 1];
		int64_t fallen = 0;
		assert_int_equal(r->game, i);
		assert_int_equal(r->seed, 40 + i);
		assert_int_equal(r->row[0].turn, 0);
		assert_int_equal(last->turn, r->turns);
		assert_int_equal(last->judge, r->winner == 0 ? 1000 : r->winner == 1 ? -1000 : 0);
		for (int side = 0; side < SIDES; side++) assert_int_equal(last->lost[side], r->lost[side]);
		for (int f = 0; f < s.m->battle->formations; f++) fallen += r->fallen[f];
		assert_int_equal(fallen, r->lost[0] + r->lost[1]);
		assert_true(r->decisions >= r->questions[0] + r->questions[1]);
		assert_true(record_decided(r) <= r->turns && (record_decided(r) > 0) == (r->winner < SIDES));
	}
	study_free(&s);
}

/* A killed study leaves some whole lines and perhaps half of one; going on from any of them gives the same
   files. */
static void a_killed_study_goes_on_to_the_same_files(void **state)
{
	char whole[40], cut[40], path[80];
	struct study s = study_of(muster_of(state), GAMES);
	folder_new(whole, sizeof whole), folder_new(cut, sizeof cut);
	run_in(&s, whole, 1);
	assert_true(study_write(&s, whole));
	study_free(&s);
	struct text journal = file_of(whole, "journal.jsonl"), games = file_of(whole, "games.csv"),
				turns = file_of(whole, "turns.csv");
	snprintf(path, sizeof path, "%s/journal.jsonl", cut);
	for (size_t n = 0; n < journal.n; n += journal.n / 5) {
		FILE *f = fopen(path, "wb");
		assert_non_null(f);
		assert_int_equal(fwrite(journal.s, 1, n, f), n);
		fclose(f);
		s = study_of(muster_of(state), GAMES);
		run_in(&s, cut, 3);
		assert_int_equal(s.n, GAMES);
		assert_true(study_write(&s, cut));
		struct text again = file_of(cut, "games.csv"), rows = file_of(cut, "turns.csv");
		assert_string_equal(again.s, games.s);
		assert_string_equal(rows.s, turns.s);
		text_free(&again), text_free(&rows), study_free(&s);
	}
	text_free(&journal), text_free(&games), text_free(&turns);
	folder_remove(whole), folder_remove(cut);
}

static void another_study_is_not_gone_on_with(void **state)
{
	char dir[40];
	struct study s = study_of(muster_of(state), 2), other = study_of(muster_of(state), 4);
	const struct study_how how = {.dir = dir, .jobs = 1, .flags = CONTEST_LUCK};
	struct text wrong = {0};
	folder_new(dir, sizeof dir);
	run_in(&s, dir, 1);
	other.seed++;
	assert_false(study_run(&other, &how, &wrong));
	assert_non_null(strstr(text_str(&wrong), "seed"));
	text_clear(&wrong), other.seed--, other.player[1].level = PLAYER_PASS;
	assert_false(study_run(&other, &how, &wrong));
	assert_non_null(strstr(text_str(&wrong), "pass"));
	study_free(&s), study_free(&other), text_free(&wrong);
	folder_remove(dir);
}

/* Somebody else's players, or ours before they learnt something: the last game does not come out as it
   did. */
static void players_who_have_changed_do_not_go_on(void **state)
{
	char dir[40], path[80];
	struct study s = study_of(muster_of(state), 2), more = study_of(muster_of(state), 4);
	const struct study_how how = {.dir = dir, .jobs = 1, .flags = CONTEST_LUCK};
	struct text wrong = {0};
	folder_new(dir, sizeof dir);
	run_in(&s, dir, 1);
	struct text journal = file_of(dir, "journal.jsonl");
	char *hash = journal.s, *next;
	while ((next = strstr(hash + 1, "\"hash\":\""))) hash = next;
	hash[8] = hash[8] == '0' ? '1' : '0';
	snprintf(path, sizeof path, "%s/journal.jsonl", dir);
	FILE *f = fopen(path, "wb");
	fwrite(journal.s, 1, journal.n, f), fclose(f);
	assert_false(study_run(&more, &how, &wrong));
	assert_non_null(strstr(text_str(&wrong), "plays otherwise"));
	study_free(&s), study_free(&more), text_free(&wrong), text_free(&journal);
	folder_remove(dir);
}

static void a_study_is_loaded_for_comparison(void **state)
{
	char dir[40];
	struct study s = study_of(muster_of(state), 4), back = {.m = muster_of(state)};
	struct card card;
	struct text wrong = {0};
	bool changed = true;
	folder_new(dir, sizeof dir);
	run_in(&s, dir, 2);
	assert_true(card_read(dir, &card, &wrong));
	assert_string_equal(card.battle, "crossroads");
	assert_string_equal(card.system, "drill");
	assert_int_equal(card.options, back.m->rules->options);
	assert_true(study_load(dir, &back, &changed, &wrong));
	assert_false(changed);
	assert_int_equal(back.n, 4);
	assert_int_equal(back.player[0].level, MIND_RECRUIT);
	assert_int_equal(back.player[0].nodes, 30);
	struct text a = lines_of(&s), b = lines_of(&back);
	assert_string_equal(a.s, b.s);
	text_free(&a), text_free(&b), text_free(&wrong), study_free(&s), study_free(&back);
	folder_remove(dir);
}

static void a_tournament_counts_every_game_once_and_swaps_sides(void **state)
{
	struct tournament t = {.m = muster_of(state),
		.entrants = 3,
		.games = 5,
		.seed = 7,
		.entrant = {{.level = MIND_RANDOM}, {.level = MIND_RECRUIT, .nodes = 30}, {.level = PLAYER_PASS}}};
	struct tournament again = t;
	const struct study_how one = {.jobs = 1}, four = {.jobs = 4};
	tournament_run(&t, &one), tournament_run(&again, &four);
	assert_int_equal(t.meetings, 3);
	for (int i = 0; i < t.meetings; i++) {
		const struct meeting *m = &t.meeting[i], *o = &again.meeting[i];
		assert_int_equal(m->games, 6); /* an even number: each plays each side */
		assert_int_equal(m->wins + m->draws + m->losses, 6);
		assert_true(m->wins == o->wins && m->draws == o->draws && m->losses == o->losses);
		assert_true(m->low <= m->score && m->score <= m->high);
	}
	assert_int_equal(t.differences, 0);
	assert_true(t.pace[1].decisions > 0 && t.pace[1].activations > 0 && t.pace[1].nanoseconds > 0);
	assert_true(t.elo[0] == again.elo[0]);
}

/* Two equal players: over many throws luck is nobody's, and dice fall neither high nor low. */
static void luck_and_dice_have_no_favourite(void **state)
{
	struct study s = study_of(muster_of(state), 200);
	double luck[200], dice[200];
	s.player[0] = s.player[1];
	run_in(&s, NULL, 2);
	for (int side = 0; side < SIDES; side++) {
		for (int i = 0; i < s.n; i++)
			luck[i] = (double)s.record[i].luck[side], dice[i] = record_dice(&s.record[i], side);
		struct spread l = spread_of(luck, s.n), d = spread_of(dice, s.n);
		assert_true(l.mean > -2 * l.error && l.mean < 2 * l.error);
		assert_true(d.mean > -2 * d.error && d.mean < 2 * d.error);
		assert_true(d.deviation > 0.8 && d.deviation < 1.2);
	}
	study_free(&s);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, table_up, table_down)
	const struct CMUnitTest tests[] = {
		TEST(the_number_of_threads_changes_nothing),
		TEST(a_record_is_read_as_it_was_written),
		TEST(what_a_record_says_adds_up),
		TEST(a_killed_study_goes_on_to_the_same_files),
		TEST(another_study_is_not_gone_on_with),
		TEST(players_who_have_changed_do_not_go_on),
		TEST(a_study_is_loaded_for_comparison),
		TEST(a_tournament_counts_every_game_once_and_swaps_sides),
		TEST(luck_and_dice_have_no_favourite),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
