/* Dice: the game's own are the ChaCha20 stream of its seed; dictated ones are taken as they come; both are
   fair or refused. */
#include "engine_help.h"

#include <sodium.h>

static const struct play alone = {0};

static struct game *seeded(uint64_t number)
{
	struct game *g = calloc(1, sizeof *g);
	uint8_t seed[32];
	assert_non_null(g);
	seed_from_number(number, seed);
	dice_seed(g, seed);
	return g;
}

static int d6(const struct play *p, struct game *g) { return roll_die(p, g, 0, 6, "", "a test"); }

/* Worked out again here, straight from libsodium: bytes below 252, modulo 6. */
static void rolled_dice_are_the_chacha_stream_of_the_seed(void **state)
{
	struct game *g = seeded(1859);
	uint8_t key[32], stream[1024];
	static const uint8_t nonce[crypto_stream_chacha20_NONCEBYTES];
	(void)state;
	seed_from_number(1859, key);
	crypto_stream_chacha20(stream, sizeof stream, nonce, key);
	for (size_t i = 0; i < sizeof stream; i++)
		if (stream[i] < 252) assert_int_equal(d6(&alone, g), stream[i] % 6 + 1);
	free(g);
}

static void the_same_seed_gives_the_same_dice_on_every_machine(void **state)
{
	static const int known[] = {1, 3, 5, 4, 6, 3, 1, 1, 1, 1, 5, 1, 4, 3, 3, 5, 1, 5, 5, 2, 4, 1, 6, 3};
	struct game *g = seeded(1);
	(void)state;
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) assert_int_equal(d6(&alone, g), known[i]);
	free(g);
}

static void a_clone_carries_the_future_dice(void **state)
{
	struct game *g = seeded(7), *clone = malloc(sizeof *g);
	(void)state;
	for (int i = 0; i < 100; i++) d6(&alone, g);
	memcpy(clone, g, sizeof *g);
	for (int i = 0; i < 500; i++) assert_int_equal(d6(&alone, g), d6(&alone, clone));
	free(g), free(clone);
}

static void fair(struct game *g, int sides, double most)
{
	int count[301] = {0}, n = 600000;
	double chi = 0, due = (double)n / sides;
	for (int i = 0; i < n; i++)
		count[roll(&alone, g,
			&(struct throw){.kind = THROW_PICK,
				.n = sides,
				.why = "a test",
				.who = NO_UNIT,
				.whom = NO_UNIT})]++;
	for (int i = 0; i < sides; i++) chi += (count[i] - due) * (count[i] - due) / due;
	assert_true(chi < most);
}

/* Chi square with 5, 9 and 299 degrees of freedom; the seed is fixed, so this can only fail if the code
   changes. */
static void every_face_is_equally_likely(void **state)
{
	static const struct {
		int sides;
		double most;
	} dice[] = {{6, 20.5}, {10, 27.9}, {300, 382.0}};
	struct game *g = seeded(42);
	(void)state;
	for (int k = 0; k < 3; k++) fair(g, dice[k].sides, dice[k].most);
	dice_imagine(g);
	for (int k = 0; k < 3; k++) fair(g, dice[k].sides, dice[k].most);
	free(g);
}

static int shot(struct game *g, int who, int whom, const char *rule)
{
	return roll(&alone, g,
		&(struct throw){.kind = THROW_SUM,
			.n = 8,
			.sides = 10,
			.rule = rule,
			.why = "a test",
			.who = who,
			.whom = whom});
}

static void imagined_dice_fall_by_who_throws_at_whom_and_why(void **state)
{
	int same = 0;
	(void)state;
	for (uint64_t seed = 1; seed <= 50; seed++) {
		struct game *g = seeded(seed), *other = seeded(seed);
		dice_imagine(g), dice_imagine(other);
		int first = shot(g, 3, 7, "8.1"), second = shot(g, 3, 7, "8.1");
		for (int i = 0; i < (int)seed % 5; i++)
			shot(other, 4, 7, "8.1"), shot(other, 3, 8, "8.1"), shot(other, 3, 7, "12.3");
		assert_int_equal(shot(other, 3, 7, "8.1"), first); /* whatever was thrown before */
		assert_int_equal(shot(other, 3, 7, "8.1"), second);
		same += first == second;
		free(g), free(other);
	}
	assert_true(same < 15); /* but not always the same */
}

static void what_matters_of_a_throw_is_what_comes_back(void **state)
{
	const int face[] = {3, 5, 6, 1, 2, 6, 4, 4};
	struct feed feed = {.kind = FEED_DICTATED, .face = face, .faces = 8};
	struct play p = {.feed = &feed};
	struct game g = {0};
	const uint16_t weight[] = {1, 0, 5};
	(void)state;
	assert_int_equal(roll(&p, &g, &(struct throw){.kind = THROW_SUM, .n = 2, .sides = 6}), 8);
	assert_int_equal(roll(&p, &g, &(struct throw){.kind = THROW_AT_LEAST, .n = 2, .sides = 6, .mark = 5}), 1);
	assert_int_equal(roll(&p, &g, &(struct throw){.kind = THROW_AT_MOST, .n = 1, .sides = 6, .mark = 2}), 1);
	assert_int_equal(roll(&p, &g, &(struct throw){.kind = THROW_WEIGHED, .n = 3, .weight = weight}), 2);
	assert_int_equal(roll(&p, &g, &(struct throw){.kind = THROW_FACES, .n = 2, .sides = 6}), 3 * 6 + 3);
	assert_false(feed.short_of || feed.wrong[0]);
	assert_int_equal(g.dice.rolls, 5);
}

static void too_few_or_impossible_faces_are_noticed(void **state)
{
	const int face[] = {4, 7};
	struct feed feed = {.kind = FEED_DICTATED, .face = face, .faces = 2};
	struct play p = {.feed = &feed};
	struct game g = {0};
	(void)state;
	d6(&p, &g);
	assert_false(feed.wrong[0]);
	d6(&p, &g);
	assert_true(feed.wrong[0]);
	assert_false(feed.short_of);
	roll_hits(&p, &g, 0, 3, 5, NO_UNIT, NO_UNIT, "5.3", "fire");
	assert_true(feed.short_of);
	assert_int_equal(feed.wanted.n, 3);
	assert_string_equal(feed.wanted.rule, "5.3");
}

static void a_commitment_fits_its_seed_and_no_other(void **state)
{
	uint8_t seed[32], other[32], a[32], b[32];
	char words[65];
	(void)state;
	seed_random(seed);
	seed_commitment(seed, a), seed_commitment(seed, b);
	assert_memory_equal(a, b, 32);
	assert_memory_not_equal(a, seed, 32);
	memcpy(other, seed, 32);
	other[31] ^= 1;
	seed_commitment(other, b);
	assert_memory_not_equal(a, b, 32);
	seed_write(seed, words);
	assert_true(seed_read(words, other));
	assert_memory_equal(seed, other, 32);
	words[5] = 'x';
	assert_false(seed_read(words, other));
	assert_false(seed_read("ab", other));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rolled_dice_are_the_chacha_stream_of_the_seed),
		cmocka_unit_test(the_same_seed_gives_the_same_dice_on_every_machine),
		cmocka_unit_test(a_clone_carries_the_future_dice),
		cmocka_unit_test(every_face_is_equally_likely),
		cmocka_unit_test(imagined_dice_fall_by_who_throws_at_whom_and_why),
		cmocka_unit_test(what_matters_of_a_throw_is_what_comes_back),
		cmocka_unit_test(too_few_or_impossible_faces_are_noticed),
		cmocka_unit_test(a_commitment_fits_its_seed_and_no_other),
	};
	if (sodium_init() < 0) return 1;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
