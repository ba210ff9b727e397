/* Case files: run as they come. A case may fail, and a file may be refused; nothing may crash. */
#include "fuzz.h"

#include "engine/cases.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	char path[128];
	struct case_results results = {0};
	struct faults f = {0};
	fuzz_write("case.yaml", bytes, n);
	snprintf(path, sizeof path, "%s/case.yaml", fuzz_folder());
	cases_run("data", "tests/battles", path, &results, &f);
	case_results_free(&results);
	faults_free(&f);
	return 0;
}
