/* See pg_link.h. */
#include "table/pg_link.h"

#include <endian.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/table.h"

#define AGAIN_US 500000   /* after a connection was tried in vain */
#define PATIENCE_MS 15000 /* for an answer; the server gives up before that */

/* --- parameters ----------------------------------------------------------------------------------------- */

static int param(struct pg_params *p, const void *value, size_t n, int format, Oid type)
{
	int i = p->n++;
	if (i >= PG_PARAMS) abort();
	p->value[i] = value, p->length[i] = (int)n, p->format[i] = format, p->type[i] = type;
	return i;
}

void params_int(struct pg_params *p, int64_t value)
{
	int i = param(p, NULL, sizeof value, 1, PG_INT8);
	p->number[i] = htobe64((uint64_t)value);
	p->value[i] = (const char *)&p->number[i];
}

void params_text(struct pg_params *p, const char *value) { param(p, value, 0, 0, PG_TEXT); }
void params_bytes(struct pg_params *p, const void *bytes, size_t n) { param(p, bytes, n, 1, PG_BYTEA); }
void params_array(struct pg_params *p, const struct text *array, Oid type)
{
	param(p, array->s, array->n, 1, type);
}

void params_read(struct pg_params *p, int wanted, const char *kinds, va_list args)
{
	static const char none[1];
	*p = (struct pg_params){0};
	for (; *kinds; kinds++) switch (*kinds) {
		case 'i': params_int(p, va_arg(args, int64_t)); break;
		case 't': params_text(p, va_arg(args, const char *)); break;
		case 'b': {
			const void *bytes = va_arg(args, const void *);
			size_t n = va_arg(args, size_t);
			param(p, bytes ? bytes : none, n, 1, PG_BYTEA);
			break;
		}
		default: param(p, NULL, 0, 0, 0);
		}
	while (p->n < wanted) param(p, NULL, 0, 0, 0);
}

static void be32(struct text *t, int32_t value)
{
	uint32_t n = htobe32((uint32_t)value);
	text_addn(t, (const char *)&n, sizeof n);
}

/* The number of dimensions, whether there are NULLs, the type, and of the one dimension its length and the
   number of its first element. */
void array_begin(struct text *t, Oid element)
{
	text_clear(t);
	be32(t, 1), be32(t, 1), be32(t, (int32_t)element), be32(t, 0), be32(t, 1);
}

void array_int(struct text *t, int64_t value)
{
	uint64_t n = htobe64((uint64_t)value);
	be32(t, sizeof n);
	text_addn(t, (const char *)&n, sizeof n);
}

void array_text(struct text *t, const char *value)
{
	struct text clean = {0};
	if (value) text_utf8(&clean, value);
	be32(t, value ? (int32_t)clean.n : -1);
	text_addn(t, text_str(&clean), clean.n);
	text_free(&clean);
}

void array_end(struct text *t, int n)
{
	uint32_t length = htobe32((uint32_t)n);
	memcpy(t->s + 12, &length, sizeof length);
}

int64_t result_int(const PGresult *r, int row, int column)
{
	const char *v = PQgetvalue(r, row, column);
	uint64_t n8;
	uint32_t n4;
	uint16_t n2;
	switch (PQgetlength(r, row, column)) {
	case 8: return memcpy(&n8, v, sizeof n8), (int64_t)be64toh(n8);
	case 4: return memcpy(&n4, v, sizeof n4), (int32_t)be32toh(n4);
	case 2: return memcpy(&n2, v, sizeof n2), (int16_t)be16toh(n2);
	case 1: return *v;
	default: return 0;
	}
}

/* --- the connection ------------------------------------------------------------------------------------- */

static void forget_answers(struct pg_link *l)
{
	for (int i = 0; i < l->answers; i++) PQclear(l->answer[i]), l->answer[i] = NULL;
	l->answers = l->queued = 0;
}

void link_drop(struct pg_link *l)
{
	forget_answers(l);
	if (l->c) PQfinish(l->c);
	l->c = NULL;
	memset(l->prepared, 0, sizeof l->prepared);
}

static void note_error(struct pg_link *l, const char *code, const char *words)
{
	snprintf(l->code, sizeof l->code, "%s", code ? code : "");
	snprintf(l->why, sizeof l->why, "%.*s", (int)strcspn(words, "\n"), words);
}

/* A node that is cut off or stopped must not keep others waiting for what it has locked. Games are many and
   plans are made when they are few, so the server is told that an index is always the better way. */
static const char settings[] =
	"SET idle_in_transaction_session_timeout = '5s'; SET lock_timeout = '5s'; SET statement_timeout = '12s'; "
	"SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off; SET client_min_messages = warning";

bool link_ready(struct pg_link *l)
{
	const char *const keys[] = {"dbname", "application_name", "connect_timeout", "tcp_user_timeout",
		"keepalives_idle", "keepalives_interval", "keepalives_count", NULL};
	const char *const values[] = {l->where, l->name, "2", "4000", "3", "1", "3", NULL};
	if (l->c && PQstatus(l->c) == CONNECTION_OK) return true;
	link_drop(l);
	if (l->tried && now_us() - l->tried < AGAIN_US) return false;
	l->c = PQconnectdbParams(keys, values, 1);
	PGresult *r = l->c && PQstatus(l->c) == CONNECTION_OK ? PQexec(l->c, settings) : NULL;
	bool fine = r && PQresultStatus(r) == PGRES_COMMAND_OK && PQenterPipelineMode(l->c) &&
	            PQsetnonblocking(l->c, 1) == 0;
	PQclear(r);
	if (fine) return l->server = PQbackendPID(l->c), l->tried = 0, true;
	note_error(l, "", l->c ? PQerrorMessage(l->c) : "no memory");
	link_drop(l);
	l->tried = now_us();
	return false;
}

/* --- statements ----------------------------------------------------------------------------------------- */

static int next_answer(struct pg_link *l, int prepares)
{
	if (l->queued == PG_ANSWERS) abort();
	l->prepares[l->queued] = prepares;
	return l->queued++;
}

static int queue(struct pg_link *l, int number, const char *sql, const struct pg_params *p)
{
	char name[20];
	if (l->queued == 0) forget_answers(l);
	if (number < 0)
		return PQsendQueryParams(l->c, sql, p->n, p->type, p->value, p->length, p->format, 1),
		       next_answer(l, -1);
	snprintf(name, sizeof name, "q%d", number);
	if (!l->prepared[number]) PQsendPrepare(l->c, name, sql, p->n, p->type), next_answer(l, number);
	l->prepared[number] = true;
	PQsendQueryPrepared(l->c, name, p->n, p->value, p->length, p->format, 1);
	return next_answer(l, -1);
}

/* PostgreSQL refuses a text that is no UTF-8, and with it everything that others have asked for in the same
   transaction. Strangers choose the bytes of a browser's name or a game's, so they are made clean here. */
int link_queue(struct pg_link *l, int number, const char *sql, const struct pg_params *p)
{
	struct pg_params clean = p ? *p : (struct pg_params){0};
	struct text text[PG_PARAMS] = {0};
	for (int i = 0; i < clean.n; i++)
		if (clean.type[i] == PG_TEXT && clean.value[i] && !is_utf8(clean.value[i]))
			text_utf8(&text[i], clean.value[i]), clean.value[i] = text_str(&text[i]);
	int at = queue(l, number, sql, &clean);
	for (int i = 0; i < clean.n; i++) text_free(&text[i]);
	return at;
}

/* Until there is something to read, or room for what is still to be sent. */
static bool wait_for_it(struct pg_link *l, uint64_t until)
{
	int unsent = PQflush(l->c);
	uint64_t now = now_us();
	if (unsent < 0 || now >= until) return false;
	struct pollfd p = {.fd = PQsocket(l->c), .events = (short)(POLLIN | (unsent ? POLLOUT : 0))};
	poll(&p, 1, (int)((until - now) / 1000) + 1);
	return PQconsumeInput(l->c);
}

/* The next answer; NULL with *end: no more will come. */
static PGresult *next_result(struct pg_link *l, uint64_t until, bool *end)
{
	for (;;) {
		while (PQisBusy(l->c))
			if (!wait_for_it(l, until)) return *end = true, NULL;
		PGresult *r = PQgetResult(l->c);
		if (r) return r;
		if (PQstatus(l->c) != CONNECTION_OK || now_us() >= until) return *end = true, NULL;
	}
}

static bool lost(struct pg_link *l)
{
	note_error(l, "", PQerrorMessage(l->c));
	link_drop(l);
	return false;
}

bool link_run(struct pg_link *l)
{
	uint64_t until = now_us() + PATIENCE_MS * 1000ull;
	bool end = false, fine = true;
	l->code[0] = l->why[0] = 0;
	if (!l->c || !PQpipelineSync(l->c)) return l->c ? lost(l) : false;
	for (;;) {
		PGresult *r = next_result(l, until, &end);
		if (end) return lost(l);
		ExecStatusType status = PQresultStatus(r);
		if (status == PGRES_PIPELINE_SYNC) return PQclear(r), l->queued = 0, fine;
		bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
		if (!good && status != PGRES_PIPELINE_ABORTED) {
			const char *code = PQresultErrorField(r, PG_DIAG_SQLSTATE);
			/* 57P: the server stops */
			if (!code || strncmp(code, "57P", 3) == 0 || PQstatus(l->c) != CONNECTION_OK)
				return PQclear(r), lost(l);
			note_error(l, code, PQresultErrorField(r, PG_DIAG_MESSAGE_PRIMARY));
		}
		fine &= good;
		int at = l->answers++;
		l->answer[at] = good ? r : NULL;
		if (good) continue;
		if (l->prepares[at] >= 0) l->prepared[l->prepares[at]] = false;
		PQclear(r);
	}
}

bool link_plain(struct pg_link *l, const char *sql) { return link_queue(l, -1, sql, NULL), link_run(l); }
