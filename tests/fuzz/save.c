/* Save files: loaded, replayed, and written again. What loads must load again from what it writes. */
#include "fuzz.h"

#include "engine/match.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct loaded l, again;
	struct faults f = {0};
	struct text save = {0};
	if (match_load_text("data", "fuzz.save", (const char *)bytes, n, -1, &l, &f)) {
		match_save(l.match, &save);
		if (!match_load_text("data", "again.save", save.s, save.n, -1, &again, &f)) {
			faults_print(&f, stderr);
			abort();
		}
		loaded_free(&again);
		loaded_free(&l);
	} else if (!f.n) {
		abort(); /* refused without a reason */
	}
	text_free(&save);
	faults_free(&f);
	return 0;
}
