/* Is what the service says what the page was told that it says? Reads the page's types
   (web/src/service/words.ts) and holds every JSON that a test gets against them: a member that is missing, of
   another kind, or not declared is told, and the test fails. So neither side can drift from the other. */
#ifndef SERVICE_WORDS_H
#define SERVICE_WORDS_H

#include <jansson.h>
#include <stdbool.h>

extern bool words_unchecked; /* for measurements: nothing is compared */
void words_check(const char *method, const char *path, int status, json_t *said);
int words_wrong(void); /* how many answers were not as declared */
/* Does it fit the type of that name? If not, `why` has where and what. For the test of the comparison
   itself. */
bool words_fit(json_t *said, const char *type, char *why, size_t room);
void words_unseen(void); /* prints what is declared and was never said: WORDS_UNSEEN=1 at the end of a test */
const char *words_idle(void); /* a declared type that no answer has; NULL: there is none */
/* Is it known what that route answers? One that is new must be declared, or named as one without a type. */
bool words_cover(const char *method, const char *path);
int words_version(void); /* the WIRE of the page */

#endif
