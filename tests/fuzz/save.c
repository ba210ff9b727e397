/* Save files: loaded, replayed, and written again. What loads must load again from what it writes, to the
   same state. Musters are made once and kept, and no file is opened. */
#include "musters.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct faults f = {0};
	struct match *t = match_load_on(kept_find, NULL, "fuzz.save", (const char *)bytes, n, 400, &f);
	if (t) {
		struct text save = {0};
		must_be_sound(t);
		match_save(t, &save);
		struct match *again = match_load_on(kept_find, NULL, "again.save", save.s, save.n, -1, &f);
		if (!again || play_hash(t->m, t->g) != play_hash(t->m, again->g)) faults_print(&f, stderr), abort();
		match_free(again), text_free(&save);
	} else if (!f.n) {
		abort(); /* refused without a reason */
	}
	match_free(t), faults_free(&f);
	return 0;
}
