/* What the files of the PostgreSQL store share: store_pg.c (opening, transactions, reading), pg_news.c (what
   nodes tell each other, and duties) and pg_outcome.c (what became of a commit whose connection broke). For
   these alone. */
#ifndef TABLE_PG_STORE_H
#define TABLE_PG_STORE_H

#include <pthread.h>

#include "table/pg_link.h"
#include "table/store_back.h"

#define READERS 4

/* Statements of our own, numbered after the queries. */
enum {
	OWN_LOCK = QUERY_COUNT,
	OWN_ENTER,
	OWN_XACT,
	OWN_NOTIFY,
	OWN_NAMES,
	OWN_ALONE,
	OWN_TAKE,
	OWN_END,
	OWN_KEEP,
	OWN_WANT,
	OWN_ORPHANS,
	OWN_END_OF_LIST
};

struct pg {
	struct store store; /* first */
	char *where, node[17];
	char *sql[QUERY_COUNT];
	int params[QUERY_COUNT];
	struct pg_link writes, hears, reads[READERS];
	bool reading[READERS];
	pthread_mutex_t lock; /* of reading */
	pthread_cond_t free;
	atomic_bool down; /* the writer has no connection */
	/* the transaction */
	bool begun, again, unknown;
	int changed;
	uint64_t xact; /* its number; 0: not known */
	struct new_entry *entry;
	int entries, entry_room;
	struct text lines; /* … their lines and answers; entry has offsets in it until it is sent */
	int64_t *lost, *stake;
	int losts, stakes;
	int64_t *duty[2]; /* games: 0 nobody's, 1 ours */
	int duties[2];
	struct text news;
	bool listening;
};

static inline struct pg *own(struct store *s) { return (struct pg *)s; }

void pg_queue_begin(struct pg *s);        /* unless the transaction has begun */
void pg_lose(struct pg *s, int64_t game); /* its entries were not kept: another node was first */

/* pg_news.c */
void pg_queue_news(struct pg *s, struct pg_link *l, const char *lines);
void pg_queue_duties(struct pg *s);
void pg_duty(struct store *of, int64_t game, bool ours);
void pg_duties(struct store *of, const int64_t *keep, int kept, const int64_t *want, int wanted,
	void (*taken)(void *to, int64_t game), void *to);
void pg_tell(struct store *of, const char *line);
bool pg_spread(struct store *of, const char *lines);
bool pg_hear(struct store *of, int milliseconds, store_heard *heard, void *to);

/* pg_outcome.c: of the commit that was sent to this server process. KEPT_UNKNOWN: it cannot be found out
   now. */
enum keeping pg_find_out(struct pg *s, int server);

#endif
