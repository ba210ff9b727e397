/* What the harnesses share. libFuzzer calls LLVMFuzzerTestOneInput with bytes that grow more and more like
   the seeds. */
#ifndef TESTS_FUZZ_H
#define TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

/* A folder of our own for the files that the loaders want to open. tests/fuzz/run names where, in memory if
   the system has such a place, and removes it. */
static inline const char *fuzz_folder(void)
{
	static char folder[64];
	if (folder[0]) return folder;
	const char *in = getenv("FUZZ_FOLDER");
	snprintf(folder, sizeof folder, "%s/fuzz_XXXXXX", in ? in : "/tmp");
	if (!mkdtemp(folder)) abort();
	return folder;
}

static inline void fuzz_write(const char *name, const void *bytes, size_t n)
{
	char path[128];
	snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
	FILE *f = fopen(path, "wb");
	if (!f || fwrite(bytes, 1, n, f) != n || fclose(f)) abort();
}

#endif
