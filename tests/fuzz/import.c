/* What a log may hold, in any order: orders, undos, standing orders, overrides, new seeds, dice. The first
   byte says of which rule system, the rest are lines of a save file without its head. Lines that are refused
   are left out, so that the others go on from there: nothing may end the process, every state must be sound,
   and what was accepted must replay to the same state. */
#include "musters.h"

#define ENTRIES_MOST 300

static int systems(void)
{
	int n = 0;
	while (all_rules[n]) n++;
	return n;
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	static const uint8_t seed[32] = {18, 59};
	if (n < 2) return 0;
	const struct muster *m = kept_standard(bytes[0] % systems());
	struct match *t = match_new(m, seed), *again = match_new(m, seed);
	struct text log = {0};
	struct faults f = {0};
	const char *at = (const char *)bytes + 1, *end = (const char *)bytes + n;
	for (const char *stop; at < end && t->n < ENTRIES_MOST; at = stop + 1) {
		int before = t->n;
		stop = memchr(at, '\n', (size_t)(end - at));
		/* dice belong to the next line */
		if (stop && at[0] == 'd' && end - stop > 1) stop = memchr(stop + 1, '\n', (size_t)(end - stop - 1));
		if (!stop) stop = end;
		if (!match_entries_read(t, "fuzz", at, (size_t)(stop - at), &f)) {
			if (!f.n) abort(); /* refused without a reason */
			faults_free(&f);
			f = (struct faults){0};
		}
		if (t->n > before) must_be_sound(t);
	}
	for (int i = 0; i < t->n; i++) match_entry_write(t, i, &log);
	if (!match_entries_read(again, "again", text_str(&log), log.n, &f) ||
		play_hash(m, again->g) != play_hash(m, t->g))
		faults_print(&f, stderr), abort();
	match_free(t), match_free(again), text_free(&log), faults_free(&f);
	return 0;
}
