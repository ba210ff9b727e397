/* JSON as it leaves the program. Whatever bytes a name may hold, what comes out is valid JSON in
   valid UTF-8: the page and the tests parse it with strict readers. */
#include "base/json.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_ascii(struct text *out, char c)
{
	static const char plain[] = "\"\\\b\f\n\r\t", letter[] = "\"\\bfnrt";
	const char *found = strchr(plain, c);

	if (found) {
		text_char(out, '\\');
		text_char(out, letter[found - plain]);
	} else if ((unsigned char)c < 0x20 || c == 0x7f) {
		text_addf(out, "\\u%04x", (unsigned)c);
	} else {
		text_char(out, c);
	}
}

/* How many bytes of s can be written as they are: nearly always all of them. */
static size_t plain_length(const char *s)
{
	size_t n = 0;

	while (s[n] >= 0x20 && s[n] < 0x7f && s[n] != '"' && s[n] != '\\') n++;
	return n;
}

static void add_quoted(struct text *out, const char *s)
{
	text_char(out, '"');
	while (*s) {
		size_t plain = plain_length(s);

		text_addn(out, s, plain);
		s += plain;
		if (!*s) break;
		int n = utf8_length(s);

		if (n == 1) add_ascii(out, *s);
		else if (n > 1) text_addn(out, s, (size_t)n);
		else text_add(out, "\xef\xbf\xbd");
		s += n ? n : 1;
	}
	text_char(out, '"');
}

/* What stands before every value: the comma that is due, and the key. */
static void begin(struct json *j, const char *key)
{
	if (j->comma) text_char(j->out, ',');
	if (key) {
		add_quoted(j->out, key);
		text_char(j->out, ':');
	}
	j->comma = true;
}

void json_open(struct json *j, const char *key, char bracket)
{
	assert(bracket == '{' || bracket == '[');
	begin(j, key);
	text_char(j->out, bracket);
	j->comma = false;
}

void json_close(struct json *j, char bracket)
{
	assert(bracket == '}' || bracket == ']');
	text_char(j->out, bracket);
	j->comma = true;
}

void json_str(struct json *j, const char *key, const char *value)
{
	if (!value) {
		json_none(j, key);
		return;
	}
	begin(j, key);
	add_quoted(j->out, value);
}

void json_int(struct json *j, const char *key, int64_t value)
{
	char digits[24], *at = digits + sizeof digits;
	uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

	begin(j, key);
	do *--at = (char)('0' + rest % 10);
	while (rest /= 10);
	if (value < 0) *--at = '-';
	text_addn(j->out, at, (size_t)(digits + sizeof digits - at));
}

void json_double(struct json *j, const char *key, double value)
{
	char number[32];

	assert(isfinite(value));
	for (int digits = 15; digits <= 17; digits++) {
		snprintf(number, sizeof number, "%.*g", digits, value);
		if (strtod(number, NULL) == value) break;
	}
	begin(j, key);
	text_add(j->out, number);
}

void json_bool(struct json *j, const char *key, bool value)
{
	begin(j, key);
	text_add(j->out, value ? "true" : "false");
}

void json_none(struct json *j, const char *key)
{
	begin(j, key);
	text_add(j->out, "null");
}
