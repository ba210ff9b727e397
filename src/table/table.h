/* What the files of this room share: the table itself, a request, and the threads that carry them out. For
   this room only.

   Threads: libmicrohttpd's (they read requests, answer the quick ones, and never wait), one writer
   (everything that changes the store, many games in one transaction), a few workers (whatever may take long),
   one for live connections. A request is in one thread's hands at a time. It is suspended before it is handed
   over; whoever finishes it resumes it. */
#ifndef TABLE_TABLE_H
#define TABLE_TABLE_H

#include <jansson.h>
#include <microhttpd.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/json.h"
#include "engine/match.h"
#include "table/names.h"
#include "table/serve.h"
#include "table/store.h"

#define ID_MOST 24 /* of a game's id, with its NUL */
#define BODY_MOST (64u << 10)
#define IMPORT_MOST (8u << 20)
#define SESSION_DAYS 90

struct table;
struct request;
struct sitting;
struct workers;

/* --- deeds: what changes the store (writer.c) ----------------------------------------------------------- */
struct deed {
	struct deed *next;
	int64_t game;      /* that it is about, for its mark; 0: none */
	bool again;        /* it was carried out before, and nothing of that was kept */
	bool entered, put; /* it has added to a log; it has written something else */
	/* Inside the transaction. False: the store failed, and nothing of this transaction is kept. A request
	   that is refused returns true and changes nothing. */
	bool (*apply)(struct table *t, struct deed *d);
	/* After the commit (kept), or after it failed. May free the deed. Before that it may be applied again, if
	   nothing of it was kept: another node was first, or the store was lost for a moment. */
	void (*done)(struct table *t, struct deed *d, bool kept);
};
void deed_submit(struct table *t, struct deed *d);   /* first in, first out */
void deed_later(struct table *t, struct deed *d);    /* from done: it failed, and is to be tried again once
                                                        something is kept. Its memory is free()d at the end */
void deed_entered(struct table *t);                  /* from apply: it has added to a log */
void deed_touch(struct table *t, struct sitting *s); /* from apply: this game has changed in memory; its lock
                                                        is held */
void writer_start(struct table *t);
void writer_prepare(struct table *t); /* … without a thread: then call writer_turn */
bool writer_turn(struct table *t);    /* carries out what waits, up to a batch. False: nothing waited */
int writer_waiting(struct table *t);  /* deeds in the queue */
void writer_stop(struct table *t);    /* finishes what is in the queue; afterwards every deed fails */

/* --- jobs: what may take long (workers.c) --------------------------------------------------------------- */
struct job {
	struct job *next;
	uint64_t who; /* for whom: nobody keeps a crew to himself, and whoever was served longest ago comes
	                 first */
	void (*run)(struct table *t, struct job *j); /* may free the job */
};
bool job_submit(struct workers *w, struct job *j); /* false: too much is waiting already */
int workers_cores(struct workers *w); /* of the machine, for each job that is being done now: one at least */
struct workers *workers_new(struct table *t, int n, int nice);
void workers_stop(struct workers *w); /* finishes what is in the queue; afterwards every job is refused; then
                                         free() */

/* --- a person (people.c) -------------------------------------------------------------------------------- */
struct person {
	int64_t id;
	char name[NAME_MOST * 4 + 1]; /* "" for a guest */
};

/* --- a request (http.c) --------------------------------------------------------------------------------- */
enum method { METHOD_GET, METHOD_POST, METHOD_DELETE, METHOD_OTHER };
enum {                /* route.flags */
	ROUTE_OPEN = 1,   /* needs no session */
	ROUTE_GAME = 2,   /* the first * of the path is a game, and it must be there */
	ROUTE_SEAT = 4,   /* only for who holds a seat in it */
	ROUTE_SLOW = 8,   /* on a worker */
	ROUTE_JSON = 16,  /* its body is a JSON object */
	ROUTE_HEAVY = 64, /* … and may take a second of it: on an analyst */
	ROUTE_LARGE = 32, /* its body may be as large as a save file */
};
enum handled { ANSWERED, LATER /* somebody else has it now: do not touch it again */ };

struct route {
	enum method method;
	const char *path; /* * stands for one segment */
	enum handled (*handle)(struct request *q);
	int flags;
};
extern const struct route routes[];
extern const int route_count;

#define HELD_BOTH 3u /* both sides: they play at one screen */

#define REQUEST_NAME 48
struct request {
	struct deed deed; /* first: a request may be a deed */
	struct request *next_waiting;
	struct table *t;
	struct MHD_Connection *connection;
	const struct route *route;
	enum method method;
	char segment[2][64]; /* what stood for the * of the path */
	struct text body;
	bool too_big, starved, suspended, answered, local, misframed; /* starved: there was no memory for its
	                                                                 body */
	size_t came_bytes;                                            /* of the body, with what was thrown away */
	struct upload *upload; /* the room that is set aside for a large one; NULL: none */
	struct upload *fetch;  /* … for a large answer, until it is read */
	bool (*apply)(struct table *t, struct deed *d); /* at the writer */
	bool unfinished;                                /* set by apply: call it again, in another transaction */
	bool forget; /* once committed: what is remembered of people is stale */
	enum {
		ENDS_NOTHING,
		ENDS_SESSION,
		ENDS_OTHERS,
		ENDS_ALL
	} ends; /* … and live connections: of the session `ended`, or of the person */
	uint8_t ended[32];
	uint64_t came;           /* microseconds */
	char name[REQUEST_NAME]; /* in the log (log.c) */
	uint64_t from;           /* its address, as a number; 0: not asked for yet */
	uint8_t token[32];       /* hash of the session's */
	struct person who;
	bool known; /* there is a session */
	json_t *json;
	struct sitting *game;
	unsigned held;             /* bit a side that the person holds: 0 a spectator, HELD_BOTH alone */
	struct mustered *mustered; /* ours until we are answered, if the handler needs it without the game's
	                              lock */
	int as;                    /* the side as which it looks; NOBODY: a spectator */
	int seen;                  /* of imagine(): the number of entries of what it was given */
	int news_from;             /* the entry from which its answer tells the log */
	/* Called on libmicrohttpd's thread when the request comes back from another, before the answer is sent:
	   it completes the answer. NULL: it is whole. */
	enum handled (*last)(struct request *q);
	void *own;                                    /* the handler's, between its parts … */
	void (*own_free)(struct table *t, void *own); /* … and how it is freed; NULL: free() */
	/* the answer */
	int status;
	struct text out;
	const char *type;             /* static */
	struct page *page;            /* if it is one that was made before; a reference is ours */
	struct MHD_Response *upgrade; /* to a live connection */
	char cookie[200];
};

/* Answers. Each returns ANSWERED so that a handler can end with it. */
enum handled answer_error(struct request *q, int status, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
enum handled answer_refusal(struct request *q, int status, const struct refusal *r);
struct json answer_begin(struct request *q);                /* {"…: write the members … */
enum handled answer_end(struct request *q, struct json *j); /* … and close it: 200 */
/* An answer that can be given many times: each holder has a reference. */
struct page;
struct page *page_make(const char *bytes, size_t n, const char *type); /* type: static */
/* kept compressed; who cannot read that gets it plain */
struct page *page_zipped(const char *bytes, size_t n, const char *type);
void page_header(struct page *p, const char *name, const char *value);
void page_header_instead(struct page *p, const char *name, const char *value);
struct page *page_keep(struct page *p);
void page_drop(struct page *p);                              /* may be NULL */
enum handled answer_page(struct request *q, struct page *p); /* takes a reference of its own */
bool accepts_zipped(struct request *q);
void zip_pack(const char *bytes, size_t n, struct text *out); /* zip.c */
void zip_unpack(const char *bytes, size_t n, struct text *out);
/* Pages kept by name (shelf.c). */
struct page *shelf_find(struct table *t, const char *name); /* with a reference; NULL */
/* takes a reference of its own */
void shelf_put(struct table *t, const char *name, struct page *page, bool stays);
int shelf_count(struct table *t);
void shelf_clear(struct table *t);

/* Handing over. The request must not be touched afterwards. */
enum handled request_to_writer(struct request *q, bool (*apply)(struct table *, struct deed *));
enum handled request_to_analyst(struct request *q, enum handled (*then)(struct request *q));
enum handled request_to_worker(struct request *q, enum handled (*then)(struct request *q));
/* to a worker; false: none takes it, and it is ours still */
bool request_lend(struct request *q, enum handled (*then)(struct request *q));
void request_wait(struct request *q); /* it waits for somebody who will call request_finish */
/* for imports: whoever waits there is in nobody's way */
enum handled request_to_gate(struct request *q, enum handled (*then)(struct request *q));
enum handled request_to_thinker(struct request *q, enum handled (*then)(struct request *q));
/* on any thread but libmicrohttpd's: runs and, if answered, sends */
void request_run(struct request *q, enum handled (*f)(struct request *q));
void request_finish(struct request *q); /* the answer is ready: send it. For other threads than
                                           libmicrohttpd's */
const char *request_query(struct request *q, const char *name); /* an argument of the URL; NULL */
/* of the URL; false if it is there and wrong */
bool request_number(struct request *q, const char *name, int min, int max, int *out);

/* Large bodies, and large answers (uploads.c). */
struct uploads *uploads_new(void);
void uploads_free(struct uploads *u);
bool upload_begin(struct request *q); /* sets room aside for what it says that it will send; false:
                                         answered */
void fetch_begin(struct request *q);  /* sets room aside for an answer that is large, or answers that there is
                                         none */
void upload_end(struct request *q);   /* of both */

void http_prepare(void);                      /* once, before any thread */
extern void *(*body_realloc)(void *, size_t); /* for bodies, whose size strangers choose; tests let it fail */
enum MHD_Result http_access(void *cls, struct MHD_Connection *c, const char *url, const char *method,
	const char *version, const char *data, size_t *size, void **own);
void http_completed(void *cls, struct MHD_Connection *c, void **own, enum MHD_RequestTerminationCode code);

/* What JSON bodies hold. NULL or false where it is missing or of another kind. */
const char *body_text(const struct request *q, const char *name, size_t most);
bool body_int(const struct request *q, const char *name, int64_t min, int64_t max, int64_t *out);

/* --- who may (guard.c, people.c, limits.c) -------------------------------------------------------------- */
bool guard_host(struct request *q);    /* Host and Origin are ours; otherwise answered */
bool guard_session(struct request *q); /* finds the session; a POST carries its csrf; otherwise answered */
void csrf_of(const uint8_t token[32], char out[65]);
struct people *people_new(void);
void people_free(struct people *p);
bool people_find(struct table *t, const uint8_t token[32], struct person *who);
void people_forget(struct table *t);                        /* names have changed */
void people_share(struct people *p, const uint8_t key[16]); /* all nodes of a table have the same */
void people_heard_home(struct table *t, const char *words); /* of another node: see people_at_home */

/* --- connections (callers.c) ---------------------------------------------------------------------------- */
enum stage { STAGE_HEAD, STAGE_BODY, STAGE_OURS /* it waits for us, or is a live one */, STAGE_FETCH };
struct callers *callers_new(struct table *t);
void callers_free(struct callers *g);
void callers_stage(struct MHD_Connection *c, enum stage stage);
void callers_came(struct MHD_Connection *c, size_t bytes); /* of a body */
void callers_reap(struct callers *g);                      /* ends what takes too long; call it now and then,
                                                              from one thread */
/* Whether a body that began at `since` takes too long, or too little of it comes. In microseconds; `stretch`
   is when the present stretch began, if that was after `since`, and `bytes` what came in it. */
bool body_drags(uint64_t since, uint64_t now, uint64_t *stretch, atomic_ullong *bytes);
struct misframed {
	int status;
	const char *why;
}; /* why NULL: nothing is wrong */
/* what is wrong with how its request is framed */
struct misframed callers_wrong(struct MHD_Connection *c, const char *method, const char *version);
/* For libmicrohttpd. */
enum MHD_Result callers_admit(void *cls, const struct sockaddr *a, socklen_t length);
void callers_notified(void *cls, struct MHD_Connection *c, void **own,
	enum MHD_ConnectionNotificationCode code);
void *callers_line(void *cls, const char *uri, struct MHD_Connection *c);
/* Whom limits count as one: an IPv4 address, or the /64 of an IPv6 address. The number of bytes; 0 if there
   is none. */
size_t household(const struct sockaddr *a, uint8_t out[16]);
size_t household_written(const char *text, uint8_t out[16]);

/* Whom the caller asks for is believed: a proxy, on this machine if only this machine reaches us, or the one
   that was named. */
bool from_proxy(const struct table *t, const struct sockaddr *a);

struct limits;
#define LIMITS_KEY 16
struct limits *limits_new(int rate);
void limits_free(struct limits *l);
/* All nodes count together: they have the same key, and tell each other what was spent. */
void limits_share(struct limits *l, const uint8_t key[LIMITS_KEY], void (*tell)(void *to, const char *line),
	void *to);
void limits_heard(struct limits *l, const char *words);
enum limit {
	LIMIT_REQUEST,
	LIMIT_SIGN_IN,
	LIMIT_NAME /* tries at one name from where nobody has signed in to it */,
	LIMIT_GUEST,
	LIMIT_MAKE,
	LIMIT_DRAW,
	LIMIT_HOOK,
	LIMIT_HINT,
	LIMIT_SAY,  /* what is written down besides orders */
	LIMIT_WORK, /* a worker's time: one for each piece of work, and one for every 50 ms that it took */
	LIMITS
};
bool limit_pass(struct limits *l, enum limit what, const void *who, size_t n); /* false: too often */
/* what it came to, afterwards */
void limit_spend(struct limits *l, enum limit what, const void *who, size_t n, float tokens);
bool limit_request(struct request *q, enum limit what); /* by its address */
uint64_t request_from(struct request *q);               /* its address, or household, as a number */

/* --- the lists the lobby shows, and musters (catalogue.c, maps.c, musters.c) ---------------------------- */
struct mustered { /* a battle under a system: shared by every game of it */
	struct mustered *next;
	struct arena *arena;
	struct muster *m;
	char scenario[64];
	int users;
	uint64_t used;
};
struct mustered *muster_take(struct table *t, const char *battle, const char *system, const char *scenario,
	const int8_t *options, struct text *why);
struct mustered *muster_keep(struct table *t, struct mustered *m); /* one more user */
void muster_drop(struct table *t, struct mustered *m);
struct catalogue;
void catalogue_open(struct table *t);
void catalogue_close(struct table *t);
void catalogue_warm(struct table *t); /* it and the maps are made before anybody asks */
/* The nth pairing that can be played, the recommended ones first; false if there are not so many. Only once
   the catalogue is whole. */
bool catalogue_pairing(struct table *t, int nth, const struct battle **b, int *scenario,
	const struct rules **r);
void maps_warm(struct table *t);                                    /* maps.c */
const struct battle *table_battle(struct table *t, const char *id); /* NULL */

/* --- the table ------------------------------------------------------------------------------------------ */
struct table {
	struct serving with;
	struct store *store;
	int store_lock; /* the store is ours: see store_lock */
	struct people *people;
	struct limits *limits;
	struct games *games;
	struct live *live;
	struct callers *callers;
	struct hooks *hooks;
	struct assets *assets;
	struct writer *writer;
	struct workers *workers, *analysts, *thinkers, *porters;
	struct gate *gate;
	struct aside *aside; /* games that are not loaded */
	struct nodes *nodes; /* what other nodes do; NULL: there are none, as is … */
	struct presence *presence;
	struct MHD_Daemon *daemon;
	bool loopback; /* bound to this machine alone */
	/* NULL: computers think on our thinkers */
	void (*think_elsewhere)(struct table *t, const struct sitting *s, int side);
	atomic_bool stopping;
	atomic_bool unwritten; /* the last transaction failed */
	uint64_t started;
	struct uploads *uploads; /* large bodies and answers under way */

	struct arena *arena; /* battles, for as long as we run */
	int battles;
	const struct battle **battle;
	pthread_mutex_t lock; /* of what follows */
	struct mustered *mustered;
	struct catalogue *catalogue;
	struct guides *guides; /* guides.c; NULL until asked for */
	struct kept *shelf;    /* shelf.c */
};

void open_battles(struct table *t); /* opening.c */
bool forget_old(struct table *t);   /* false: the store cannot be written */

uint64_t now_us(void);     /* a clock that only goes forward */
int64_t now_s(void);       /* of the day; it may go back */
extern int64_t *now_shift; /* seconds that are added, in memory that tests share with us; NULL */
void random_name(char *out, size_t letters); /* letters and digits, and the NUL */
void secret_hash(const char *secret, uint8_t out[32]);
/* a line of the log, on stderr; never a secret */
void note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
void log_as_json(void);
void request_named(struct request *q);       /* gives it its name */
void request_noted(const struct request *q); /* it was answered */

/* --- what operators see (metrics.c) --------------------------------------------------------------------- */
enum count {
	COUNT_REQUESTS,
	COUNT_ORDERS,
	COUNT_REFUSED,
	COUNT_COMMITS,
	COUNT_FAILED_COMMITS,
	COUNT_LIMITED,
	COUNT_LIVE,
	COUNT_LOADED,
	COUNT_SLICES,
	COUNT_DROPPED,
	COUNT_HOOKS,
	COUNT_LATE,
	COUNT_FOLLOWED,
	COUNT_NEWS,
	COUNT_BROKEN,
	COUNTS
};
extern atomic_long counts[COUNTS];
static inline void count(enum count c) { atomic_fetch_add_explicit(&counts[c], 1, memory_order_relaxed); }
void latency_note(uint64_t us); /* of an order, from request to acknowledgement */
void commit_note(uint64_t us);  /* of a transaction's commit */
enum handled handle_alive(struct request *q);
enum handled handle_health(struct request *q);
enum handled handle_metrics(struct request *q);

#endif
