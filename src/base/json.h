/* Writes JSON straight into a text, without building a tree. Commas are placed for you. */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

struct json {
	struct text *out;
	bool comma;
};

void json_open(struct json *j, const char *key, char bracket);     /* '{' or '['; key NULL inside a list or at
                                                                      the top */
void json_close(struct json *j, char bracket);                     /* '}' or ']' */
void json_str(struct json *j, const char *key, const char *value); /* NULL value writes null; escapes; bad
                                                                      UTF-8 becomes U+FFFD */
/* A text that somebody else writes, straight into j->out: between these two. The first returns what the
   second wants. */
size_t json_text(struct json *j, const char *key);
void json_text_end(struct json *j, size_t from);
void json_int(struct json *j, const char *key, int64_t value);
void json_double(struct json *j, const char *key, double value); /* finite, %.17g shortened */
void json_bool(struct json *j, const char *key, bool value);
void json_none(struct json *j, const char *key);

#endif
