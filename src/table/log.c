/* What the service says on stderr: a line each. As JSON (`--log-json`) each line is an object, and every
   request has one. A request has a name: the proxy's (X-Request-ID), or one of ours; its answer tells it.
   Never a secret: of a request there is its route, without what stands for the *, and of a game its number in
   the store. */
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "table/sitting.h"

static atomic_bool as_json;

void log_as_json(void) { atomic_store(&as_json, true); }

static void say(const char *text, void (*more)(struct json *j, const struct request *q),
	const struct request *q)
{
	char at[40];
	struct timespec now;
	struct tm tm;
	struct text out = {0};
	struct json j = {.out = &out};
	clock_gettime(CLOCK_REALTIME, &now);
	size_t n = strftime(at, sizeof at, "%FT%T", gmtime_r(&now.tv_sec, &tm));
	snprintf(at + n, sizeof at - n, ".%03dZ", (int)(now.tv_nsec / 1000000 % 1000));
	json_open(&j, NULL, '{');
	json_str(&j, "at", at);
	if (text) json_str(&j, "text", text);
	if (more) more(&j, q);
	json_close(&j, '}');
	fprintf(stderr, "%s\n", text_str(&out));
	text_free(&out);
}

void note(const char *fmt, ...)
{
	char line[600], at[32];
	time_t now = time(NULL);
	struct tm tm;
	va_list args;
	va_start(args, fmt);
	vsnprintf(line, sizeof line, fmt, args);
	va_end(args);
	if (atomic_load(&as_json)) {
		say(line, NULL, NULL);
		return;
	}
	strftime(at, sizeof at, "%FT%TZ", gmtime_r(&now, &tm));
	fprintf(stderr, "%s %s\n", at, line);
}

/* --- requests ------------------------------------------------------------------------------------------- */

static bool name_fits(const char *name)
{
	static const char set[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
	size_t n = strlen(name);
	return n >= 1 && n < REQUEST_NAME && strspn(name, set) == n;
}

void request_named(struct request *q)
{
	static atomic_uint boot, nth;
	const union MHD_ConnectionInfo *from =
		MHD_get_connection_info(q->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	const char *given = MHD_lookup_connection_value(q->connection, MHD_HEADER_KIND, "X-Request-ID");
	if (given && name_fits(given) && from_proxy(q->t, from ? from->client_addr : NULL)) {
		strcpy(q->name, given);
		return;
	}
	unsigned none = 0;
	if (!atomic_load(&boot)) atomic_compare_exchange_strong(&boot, &none, randombytes_random() | 1);
	snprintf(q->name, sizeof q->name, "%08x-%x", atomic_load(&boot), atomic_fetch_add(&nth, 1));
}

static void request_write(struct json *j, const struct request *q)
{
	static const char *const methods[] = {"GET", "POST", "DELETE", "other"};
	json_str(j, "request", q->name);
	json_str(j, "method", methods[q->method]);
	json_str(j, "route", q->route ? q->route->path : "");
	if (q->game) json_int(j, "game", q->game->number);
	json_int(j, "status", q->status);
	json_int(j, "us", (int64_t)(now_us() - q->came));
}

void request_noted(const struct request *q)
{
	if (atomic_load(&as_json)) say(NULL, request_write, q);
	else if (q->status >= 500) note("request %s: %d", q->name, q->status);
}
