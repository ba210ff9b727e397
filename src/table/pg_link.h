/* One connection to PostgreSQL: statements are queued and sent together (libpq's pipeline mode), and nobody
   waits for ever. For store_pg.c only. */
#ifndef TABLE_PG_LINK_H
#define TABLE_PG_LINK_H

#include <libpq-fe.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

#define PG_PARAMS 16
#define PG_ANSWERS 320 /* a transaction and all its news */
#define PG_PREPARED 160

/* Parameters of a statement, in PostgreSQL's binary form. */
struct pg_params {
	int n;
	const char *value[PG_PARAMS];
	int length[PG_PARAMS], format[PG_PARAMS];
	Oid type[PG_PARAMS];
	uint64_t number[PG_PARAMS]; /* what int64_t values point to */
};
void params_read(struct pg_params *p, int wanted, const char *kinds, va_list args); /* kinds as in store.h */
void params_int(struct pg_params *p, int64_t value);
void params_text(struct pg_params *p, const char *value);
void params_bytes(struct pg_params *p, const void *bytes, size_t n);        /* may be NULL */
void params_array(struct pg_params *p, const struct text *array, Oid type); /* see array_* */

/* Arrays: begin one, add its elements, and end it with their number. */
void array_begin(struct text *t, Oid element);
void array_int(struct text *t, int64_t value);
void array_text(struct text *t, const char *value); /* may be NULL */
void array_end(struct text *t, int n);
#define PG_INT8 20
#define PG_TEXT 25
#define PG_BYTEA 17
#define PG_INT8_ARRAY 1016
#define PG_TEXT_ARRAY 1009

struct pg_link {
	const char *where; /* the database */
	char *name;        /* what this connection is called there */
	PGconn *c;         /* NULL: there is none */
	uint64_t tried;    /* when it was last tried in vain, in microseconds */
	int server;        /* the process that serves it */
	bool prepared[PG_PREPARED];
	int answers, queued;
	int prepares[PG_ANSWERS];     /* the number of the statement that this one of the queue prepares; -1:
	                                 none */
	PGresult *answer[PG_ANSWERS]; /* of the last link_run, in the order in which they were queued; NULL: left
	                                 out after an error before it */
	char code[6], why[300];       /* of the last error; "" */
};

bool link_ready(struct pg_link *l); /* connects if need be and if it was not tried a moment ago */
void link_drop(struct pg_link *l);
/* Queues a statement; returns its place among the answers. number: under which it stays prepared; -1: it is
   not. */
int link_queue(struct pg_link *l, int number, const char *sql, const struct pg_params *p);
/* Sends what is queued and waits for all answers. False: an error; see code. With code "" the connection is
   lost, and what became of it nobody knows. */
bool link_run(struct pg_link *l);
bool link_plain(struct pg_link *l, const char *sql); /* one statement, alone; false as above */
int64_t result_int(const PGresult *r, int row, int column);

#endif
