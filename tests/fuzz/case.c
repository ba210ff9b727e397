/* Case files: run as they come. A case may fail, and a file may be refused; nothing may crash. The first byte
   chooses the rule system, whose name is that of the folder in which the file lies. */
#include "fuzz.h"

#include <sys/stat.h>

#include "engine/cases.h"
#include "engine/rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	char name[100], path[200];
	struct case_results results = {0};
	struct faults f = {0};
	size_t systems = 0;
	while (all_rules[systems]) systems++;
	if (n < 2) return 0;
	const char *system = all_rules[bytes[0] % systems]->id;
	snprintf(path, sizeof path, "%s/%s", fuzz_folder(), system), mkdir(path, 0700);
	snprintf(name, sizeof name, "%s/case.yaml", system);
	fuzz_write(name, bytes + 1, n - 1);
	snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
	static struct case_shelf *shelf; /* musters do not change; what broken files left on it goes now and
	                                    then */
	static int used;
	if (shelf && ++used % 1000 == 0) case_shelf_free(shelf), shelf = NULL;
	if (!shelf) shelf = case_shelf_new();
	cases_run("data", "tests/battles", path, shelf, &results, &f);
	case_results_free(&results);
	faults_free(&f);
	return 0;
}
