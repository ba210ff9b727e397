/* A game at the table: who sits where, and while it is in use its match. The log in the store is the truth; a
   match is only a cache of it and comes back by replaying it.

   One thread at a time uses a match: it holds the sitting's lock, and only briefly; whoever thinks long
   copies the state first. While an order is applied but not yet on the disk the sitting is dirty, and nobody
   is shown anything of it: quick requests wait in a list until the commit, and then go on in libmicrohttpd's
   threads; workers wait for `clean`. */
#ifndef TABLE_SITTING_H
#define TABLE_SITTING_H

#include "engine/odds.h"
#include "opponent/opponent.h"
#include "table/hooks.h"
#include "table/table.h"
#include "wire/wire.h"

enum seat_kind { SEAT_OPEN, SEAT_PERSON, SEAT_COMPUTER };
struct seat {
	enum seat_kind kind;
	int64_t person;
	char who[NAME_MOST * 4 + 1];
	uint8_t secret[32];
	bool resigned;            /* this side has given the battle up */
	int invited;              /* how many invitations were made before the one that counts */
	enum mind_level level;    /* of a computer */
	char hook[HOOK_MOST + 1]; /* called when it is asked; "" */
};

#define VIEWERS 5 /* spectator; side 0 alone, side 1 alone; both, looking as 0 or as 1 */

struct quiet {               /* what is kept quiet of a log (secret.c) */
	int secret_from;         /* the entry with which both sides were asked, while nothing has come of it;
	                            -1 */
	int hidden[SIDES];       /* standing orders of the other side, at the end of the log, that this side must
	                            not notice yet */
	uint8_t question[SIDES]; /* as after the last entry */
	uint8_t waiting_shown;   /* bit a side: who is asked, as spectators may know */
};

struct key_mark {
	uint64_t key;
	int from, to;
	char *answer;
}; /* a request that has acted: its entries */

struct sitting {
	int64_t number;
	char id[ID_MOST];
	char battle[64], system[64], scenario[64];
	int version;
	int8_t option[OPTIONS_MOST];
	uint8_t seed[32];
	int64_t owner;
	bool own_dice;             /* the players roll dice of their own and type them in */
	int64_t parent;            /* 0, or the game of which it is a fork … */
	int parent_n, parent_side; /* … as that side knew it before that entry */

	pthread_mutex_t lock; /* of what follows */
	pthread_cond_t clean;
	struct seat seat[SIDES];
	struct mustered *mustered; /* while there is a match */
	struct match *match;       /* NULL: not loaded */
	struct loading *loading;   /* how far it has been replayed, if it is being loaded in slices */
	char damaged[200];         /* why it cannot be replayed at all; "" */
	int stuck_at;              /* the entry that the present rules play differently, or not at all … */
	char stuck
		[400]; /* … and what is said of it; "": none. The match has what comes before it, and nothing is added */
	bool dirty, thinking, counted;
	bool entered;     /* this transaction has added to its log */
	atomic_bool duty; /* of all nodes this one thinks for its computer */
	bool behind;      /* another node has changed it while it was dirty or being loaded, or while nobody here
	                     looked at it */
	int lag;          /* … so many times */
	atomic_bool leave_off, hint_off, hinting; /* the computer, or the adviser, should leave off; the adviser
	                                             is at work */
	/* of computers; the one thinking has it */
	struct head {
		struct mind *mind;
		struct mustered *mustered;
		bool guided;
	} head[SIDES];
	struct quiet quiet;     /* see secret.c */
	unsigned asked;         /* bit a side, as of the last commit */
	uint64_t called[SIDES]; /* when its hook was; 0: never */
	int n;                  /* entries on the disk */
	atomic_int shown[4];    /* … as many of them as who holds that may know of */
	uint32_t version_shown;
	struct {
		uint32_t version;
		struct page *page;
	} view[VIEWERS];
	int keys, key_room;
	struct key_mark *key;
	struct request *waiting; /* quick requests that wait for the commit, last first */
	struct sitting *touched; /* the writer's list of this transaction */

	/* under the lock of games */
	int users;                 /* requests and jobs at work on it */
	atomic_int watchers;       /* live connections */
	atomic_int present[SIDES]; /* … of who holds that side */
	atomic_bool gone;          /* deleted: nobody finds it any more */
	uint64_t used;
	struct sitting *next;
};

struct games *games_new(void);
void games_free(struct table *t);

/* The game with a reference, NULL if there is none. Drop it. */
struct sitting *sitting_take(struct table *t, const char *id);
void sitting_keep(struct table *t, struct sitting *s); /* one more reference */
void sitting_drop(struct table *t, struct sitting *s);
void sitting_watch(struct table *t, struct sitting *s, int by); /* a live connection comes (1) or goes (-1) */
int games_loaded(struct table *t);
void games_gone(struct table *t, int64_t number);                   /* in a deed: it has been deleted */
void games_forget(struct table *t, int64_t number, int64_t person); /* in a deed: their name and webhook, in
                                                                       memory */
void sitting_newest(struct table *t, struct sitting *s); /* lock held: follows if it is behind and may */
/* Another node has changed it, or may have: seats and log are read on from where they stand. Lock held; left
   for later while it is dirty. */
void sitting_follow(struct table *t, struct sitting *s);
int games_on_duty(struct table *t, int64_t *list, int most); /* numbers of games in memory for whose computer
                                                                this node thinks */
void games_take_duty(struct table *t, int64_t number); /* … for this one too from now on: it is brought into
                                                          memory */
void games_follow(struct table *t, int64_t number);    /* 0: all. For what is in memory */
void games_catch_up(struct table *t); /* where the store is a copy that others change (src/offline): those in
                                         memory are brought up to date. One thread */
int fork_depth(struct table *t, const struct sitting *s); /* 0: it is no fork */
#define FORK_DEPTH 8

bool sitting_load(struct table *t, struct sitting *s); /* with its lock held; replays if need be. False:
                                                          damaged */
/* The same for about so many microseconds. LOAD_MORE: unlock, let others work, and come again. */
enum load {
	LOAD_DONE,
	LOAD_MORE,
	LOAD_FAILED
} sitting_load_some(struct table *t, struct sitting *s, uint64_t us);
#define LOAD_SLICE_US 30000
#define LOAD_SLICE_ENTRIES 2000 /* and not more entries than that, however quick it is */
void sitting_unload(struct table *t, struct sitting *s);       /* with its lock held */
void sitting_reload_seats(struct table *t, struct sitting *s); /* with its lock held */
void seats_newest(struct table *t, struct sitting *s);         /* … if another node may have changed them */

/* Locks the request's game for reading something out of it. False if that cannot be now: return *h. */
bool sitting_enter(struct request *q, enum handled *h);
enum handled load_and_handle(struct request *q); /* brings the game back from its log first, a slice at a
                                                    time */
bool sitting_lock(struct request *q);            /* false: not now; a worker should try */
/* unlocks; `then` is called after the commit that is under way */
enum handled sitting_queue(struct request *q, enum handled (*then)(struct request *q));
void sitting_leave(struct request *q);
bool sitting_wait(struct table *t, struct sitting *s);  /* for workers: locks when clean and loaded; false:
                                                           damaged, not locked */
bool sitting_pause(struct table *t, struct sitting *s); /* for long work under the lock: lets others in, the
                                                           writer above all; then as sitting_wait */

unsigned sitting_held(const struct sitting *s, int64_t person);
bool sitting_alone(const struct sitting *s, int64_t person); /* holds both sides */
bool sitting_own(const struct sitting *s, int64_t person);   /* plays alone or against a computer: nobody else
                                                                is at the table */
/* How many entries a viewer may know of. held as in request. (secret.c) */
int sitting_seen(const struct sitting *s, unsigned held);
int sitting_settled(const struct sitting *s, unsigned held); /* … and so many of them will keep their
                                                                numbers */
/* An entry of the log has a number of its own for who holds a side, while both are asked in secret. From the
   entry to the number, and back. */
int sitting_number(const struct sitting *s, unsigned held, int entry);
int sitting_entry(const struct sitting *s, unsigned held, int number);
/* bit a side: who is asked, as far as they may know */
unsigned sitting_asked(const struct sitting *s, const struct game *g, unsigned held);
/* the earliest entry that may be taken back; sitting_seen: none */
int sitting_undo_limit(const struct sitting *s, unsigned held, int as);
void sitting_begun(struct sitting *s); /* call when the match is new, before its entries are read */
/* Call after every entry that was added to the match, with what was waiting before it. */
void sitting_noted(struct sitting *s, uint8_t waiting_before, int events_before);
/* entries.after: bits 0-1 who is asked, 2 over, 3-4 the winner (2 = draw). Where AFTER_TELLS is set also: 5-6
   who is asked as spectators may know; AFTER_SECRET: both were asked at once and nothing has come of it yet;
   9-24, 25-40, 41-56 how many entries spectators, side 0 and side 1 may not know of. */
#define AFTER_OVER (1 << 2)
#define AFTER_TELLS (1 << 7)
#define AFTER_SECRET (1 << 8)
int after_of(const struct match *t); /* without what AFTER_TELLS tells */
int64_t sitting_after(const struct sitting *s);
int after_winner(int64_t after); /* where it is over */
int after_hidden(int64_t after, unsigned held);
unsigned after_asked(int64_t after, unsigned held);

/* For workers: a copy of the state for q->as to look at, with what it may not know replaced by something
   possible; free it. NULL and answered if the game is damaged. The muster stays as long as the request
   (ask.c). */
int sitting_resigned(const struct sitting *s); /* the side that gave the battle up, or NOBODY; with the
                                                  lock */
struct game *imagine(struct request *q, const struct muster **m);

/* New games. */
struct founding {
	struct mustered *mustered;
	uint8_t seed[32];
	struct seat seat[SIDES];
	bool own_dice;
	bool founded; /* false: the owner has too many */
	int64_t owner, parent;
	int parent_n, parent_side;
	char id[ID_MOST];
	struct text told; /* members of the answer beside its id */
};
bool game_found(struct table *t, struct founding *f); /* in a deed; false: the store failed. Look at founded
                                                         then */
struct founding *founding_new(struct request *q);     /* the request's own from now on */
bool may_found(struct request *q);                    /* false: answered */
#define SECRET_LETTERS 32
void invitation(const uint8_t seed[32], const char *id, int side, int nth, char secret[SECRET_LETTERS + 1]);
enum handled found_with_log(struct request *q, struct match *log); /* the founding, with all these entries, a
                                                                      slice at a time; frees the log */
enum handled found_game(
	struct request *q); /* hands the founding to the writer; answers {"id": …} and what it has told */

/* Computer players (computer.c). */
int level_find(const char *name); /* of mind_names; -1 */
const char *computer_title(enum mind_level level);
const char *computer_text(enum mind_level level);    /* what to expect of it */
void computer_distract(struct sitting *s);           /* the game moves on without it */
void games_distract(struct table *t);                /* all of them: the service stops */
void heads_free(struct table *t, struct sitting *s); /* what they remember; nobody is using the game */
/* A choice that is made elsewhere (t->think_elsewhere): there, the order of a computer's side and what it
   says of its plan; returns the number of entries it answers, -1 if it is not asked. Here, it is given like
   any other; n -1: it came to nothing. */
int computer_choice(struct table *t, struct sitting *s, int side, struct text *order, struct text *plan);
void computer_thought(struct table *t, struct sitting *s, int side, int n, const char *order,
	const char *plan);
bool computer_asked(const struct sitting *s);           /* lock held, and there is a match */
void computer_wake(struct table *t, struct sitting *s); /* if it is a computer's turn, one will think; lock
                                                           held */

/* Guided battles (guides.c). */
struct guides;
void guides_free(struct guides *g); /* may be NULL */
void guide_json(struct table *t, const struct sitting *s,
	struct json *j); /* "guide", if it is one; lock held */
/* of its opponent's mind, if it is one; lock held */
bool guide_seed(struct table *t, const struct sitting *s, uint64_t *seed);

/* Live connections (live.c). */
struct live *live_new(struct table *t);
void live_stop(struct live *l); /* says goodbye to all and waits until they are gone; nobody comes in any
                                   more */
void live_free(struct live *l); /* when nobody can use it any more */
void live_moved(struct table *t, struct sitting *s); /* lock held */
/* in a deed: heard when that is on the disk, and only then */
void live_say(struct table *t, int64_t game, const char *json, bool seats_only);
/* Ends the live connections of a session (who 0), or of a person but for that session (NULL: all of theirs).
   They are told that they were signed out. */
void live_end(struct table *t, int64_t who, const uint8_t token[32]);
void live_settle(struct table *t, bool kept); /* the writer's, after each transaction */
int live_count(struct table *t);
void live_heard(struct table *t, int64_t game, const char *json, bool seats_only); /* … from another node */
void live_presence(struct table *t, int64_t game); /* somebody has come or gone at another node */

/* What other nodes of this table do (nodes.c). */
struct nodes *nodes_new(struct table *t);       /* NULL where nobody else can change the store */
void nodes_stop(struct nodes *n);               /* may be NULL, as here */
void nodes_free(struct nodes *n);               /* when nobody can use it any more */
void nodes_want(struct nodes *n, int64_t game); /* a computer is asked there: who thinks for it? */
/* A line of news that is not about what the store keeps. It goes out within a moment, or is dropped if there
   is no connection. n may be NULL. */
void nodes_tell(struct nodes *n, const char *line);

/* Who is present at other nodes (presence.c). t->presence is NULL where there are none. */
struct there { /* live connections to a game: of who holds a side, and of spectators */
	int side[SIDES], others;
};
struct presence *presence_new(struct table *t);
void presence_free(struct presence *p); /* may be NULL */
/* So many of ours are there now: others are told if that is new, and theirs are added. For live.c */
void presence_ours(struct table *t, int64_t game, struct there *there);
bool presence_of(struct table *t, const struct sitting *s, int side); /* … here or at another node */
int presence_nodes(struct table *t); /* how many other nodes were heard of in the last seconds */
/* For nodes.c: a line came from a node; once a second; and after a time without a connection. */
void presence_heard(struct table *t, const char *from, const char *line);
void presence_tick(struct table *t);
void presence_anew(struct table *t);

/* Carries one request's entries out and writes them down (orders.c). */
bool entries_put(struct table *t, struct sitting *s, int from, uint64_t key, const char *answer);
/* The body's "orders", 1 to `most` of them. How many; 0: error says what was expected. */
int body_orders(const struct request *q, const struct muster *m, struct order *o, int most, char *error,
	size_t room);
bool key_known(struct sitting *s, uint64_t key, const struct key_mark **found);
const struct key_mark *key_of(const struct sitting *s, int entry); /* the request that made it; NULL */
void key_add(struct sitting *s, uint64_t key, int from, int to, const char *answer);

/* JSON (write.c, and src/wire). Locks held. */
/* key: as in json_open */
void view_write(const struct sitting *s, const struct game *g, int at, unsigned held, int as, const char *key,
	struct json *j);
void board_write(struct table *t, const struct sitting *s, unsigned held, int64_t person, struct json *j);
int log_end(const struct sitting *s, int as, bool everything); /* the entry before which it ends for them */
/* Part of it, by the numbers that they know, without brackets. */
enum handled show_news(struct request *q); /* the end of an answer to an order: the view, and the log from
                                              q->news_from on (show.c) */
void log_write(const struct sitting *s, int from, int to, int as, bool everything, struct json *j);

#endif
