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

static bool is_plain(char c) { return c >= 0x20 && c < 0x7f && c != '"' && c != '\\'; }

/* Goes on with what cannot be written as it is. */
static void add_escaped(struct text *out, const char *s)
{
	while (*s) {
		int n = is_plain(*s) ? 1 : utf8_length(s);

		if (is_plain(*s)) text_char(out, *s);
		else if (n == 1) add_ascii(out, *s);
		else if (n > 1) text_addn(out, s, (size_t)n);
		else text_add(out, "\xef\xbf\xbd");
		s += n ? n : 1;
	}
}

/* Writes s at `to`, where there is room for it, its quotes and two bytes more. Returns where it ends; there
   is room for two bytes more again. Nearly always all of s can be written as it is. */
static char *quote(struct text *out, char *to, const char *s)
{
	*to++ = '"';
	while (is_plain(*s)) *to++ = *s++;
	if (*s) {
		text_ends(out, to);
		add_escaped(out, s);
		to = text_room(out, 3);
	}
	*to++ = '"';
	return to;
}

static void add_quoted(struct text *out, const char *s)
{
	text_ends(out, quote(out, text_room(out, strlen(s) + 4), s));
}

/* What stands before every value: the comma that is due, and the key. */
static void begin(struct json *j, const char *key)
{
	char *to = text_room(j->out, (key ? strlen(key) : 0) + 5);

	if (j->comma) *to++ = ',';
	if (key) {
		to = quote(j->out, to, key);
		*to++ = ':';
	}
	text_ends(j->out, to);
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

size_t json_text(struct json *j, const char *key)
{
	begin(j, key);
	text_char(j->out, '"');
	return j->out->n;
}

void json_text_end(struct json *j, size_t from)
{
	const char *s = text_str(j->out) + from;

	while (is_plain(*s)) s++;
	if (*s) {
		char *rest = strdup(s);

		if (!rest) abort();
		text_ends(j->out, j->out->s + (s - j->out->s));
		add_escaped(j->out, rest);
		free(rest);
	}
	text_char(j->out, '"');
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
