/* For tests of the play service: a service in a process of its own, and a small client over real sockets. */
#ifndef SERVICE_CLIENT_H
#define SERVICE_CLIENT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/text.h"
#include "table/serve.h"

/* --- verdicts: a line each, as ./check reads them ------------------------------------------------------- */
extern int verdicts_failed;
void verdict(bool fine, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
int verdicts_end(void); /* the exit code */

/* --- the service ---------------------------------------------------------------------------------------- */
struct service {
	pid_t pid;
	int port;
	char store[256];
};
/* Starts it on a free port. `first` (may be NULL) runs in its process before anything else. with: what
   differs from the usual; may be NULL. */
void service_start(struct service *s, const char *store, const struct serving *with, void (*first)(void));
/* port 0: it did not start */
void service_try(struct service *s, const char *store, const struct serving *with, void (*first)(void));
int service_stop(struct service *s, int signal);           /* what waitpid says */
void store_path(char *out, size_t room, const char *name); /* a fresh one in a folder of its own */
void store_remove(const char *path);
int store_count(const char *path, const char *sql); /* the number that it asks for */
void store_sql(const char *path, const char *sql);  /* runs it in the store, beside the service */
/* A data folder with every rule system and one small battle (serving.data), where all that is in data/ would
   take long. */
void small_data(char *out, size_t room);
void small_data_remove(const char *path);

/* --- a client ------------------------------------------------------------------------------------------- */
struct client {
	int port, fd; /* -1: not connected; the next call connects */
	char cookie[100], csrf[80];
	const char *host, *origin; /* NULL: the usual ones; origin "" sends none */
	const char *encoding;      /* Accept-Encoding; NULL: none */
	const char *from;          /* X-Forwarded-For; NULL: none */
	bool no_csrf;
	int status;            /* of the last answer; 0: none came */
	struct text body, raw; /* raw: the headers */
	json_t *json;          /* of the last answer, if it was JSON */
};
void client_meet(struct client *c, int port);                                              /* a new guest */
int client_call(struct client *c, const char *method, const char *path, const char *body); /* the status */
int client_callf(struct client *c, const char *method, const char *body, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
void client_leave(struct client *c);
int dial(int port); /* a plain connection */
/* In two parts, so that many may be under way. */
void client_send(struct client *c, const char *method, const char *path, const char *body, size_t n);
int client_read(struct client *c);

const char *text_at(const struct client *c, const char *name); /* a member of the answer; "" */
int int_at(const struct client *c, const char *name);          /* -1 */

/* A game of drill at the crossroads; seats as in POST /api/games. The id into `id`; invitations stay in
   c->json. */
void game_make(struct client *c, const char *west, const char *east, char id[32]);
/* false if it cannot be made */
bool game_try(struct client *c, const char *west, const char *east, char id[32]);
/* Plays up to `most` random orders offered in the client's view; returns how many were acknowledged. Stops at
   the end or when it is not asked. */
int game_play(struct client *c, const char *id, int most, uint64_t *rng);
uint64_t rnd(uint64_t *state);

/* --- a live connection ---------------------------------------------------------------------------------- */
/* the socket, or -1 */
int live_open(const struct client *c, const char *id, int since, const char *origin, int *status);
void live_send(int fd, int opcode, const void *bytes, size_t n);
/* the length of a message; -1 ended, -2 nothing came */
int live_read(int fd, char *out, size_t room, int timeout_ms, int *opcode);
/* Reads until a message holds these words; false if the connection ends before, or nothing comes for long. */
bool live_until(int fd, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Everything that was on its way has come: two pings are answered. True if a message with these words was
   among it. */
bool live_meanwhile(int fd, const char *words);

#endif
