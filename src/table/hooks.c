/* Webhooks: a player who is away is told that it is their move, by a small POST to an address of their
   choice.

   The address is a stranger's choice and the call is made from inside our network, so it is treated with
   suspicion: http and https only, no user names, no redirects, no proxies, and the address that is really
   connected to must be a public one (looked at when the socket is made, so that a name cannot change its
   mind), unless the server was started for a LAN. Nothing secret is said. A seat is called at most once a
   minute and a host not too often; a call that fails is tried twice more. Whether it was heard changes
   nothing at the table.

   A call is written down in the transaction of the order after which the seat is asked, and struck out once
   it was made. So one that waits outlives the service and its node. It may be made twice, if the service dies
   before it is struck out: then both times it has the same id.

   One thread does it all, with curl's multi interface. It is started by the first call. */
#include <curl/curl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table/handlers.h"
#include "table/hooks.h"

#define CALLS_MOST 256 /* that wait */
#define AT_ONCE 16
#define TRIES 3
#define A_MINUTE (60 * 1000000ull)
#define AGAIN_US (2 * 1000000ull) /* after a failure; ten times that after another */
#define ANSWER_MOST 4096
#define OURS_S 120 /* for which a call is its node's: longer than all its tries take */

/* --- calls ---------------------------------------------------------------------------------------------- */

struct call {
	struct call *next;
	char game[ID_MOST];
	int64_t number, n; /* the game's, and how many entries it had when the seat was asked */
	int side, tries;
	uint64_t due;
	/* while it is made */
	CURL *curl;
	struct curl_slist *headers;
	bool lan;
	size_t heard;
};

struct hooks {
	struct table *t;
	pthread_mutex_t lock;
	pthread_t thread;
	bool running, stop;
	struct call *waiting; /* in no order: they are few */
	int n;
	CURLM *multi;        /* the thread's own, but for waking it; as is … */
	struct call *active; /* … what is under way */
	int under_way;
};

/* Asked each time a socket is needed, with the address that it will be connected to. */
static curl_socket_t open_socket(void *own, curlsocktype purpose, struct curl_sockaddr *a)
{
	const struct call *c = own;
	(void)purpose;
	if (!c->lan && !address_public(&a->addr)) return CURL_SOCKET_BAD;
	return socket(a->family, a->socktype | SOCK_CLOEXEC, a->protocol);
}

/* What it answers is of no interest. */
static size_t swallow(char *bytes, size_t size, size_t n, void *own)
{
	struct call *c = own;
	(void)bytes;
	c->heard += size * n;
	return c->heard > ANSWER_MOST ? 0 : size * n;
}

/* The same for every try, on every node. Made with the game's secret, since the number of entries may tell
   what the other side does in silence. */
static void call_id(const struct sitting *s, const struct call *c, char out[33])
{
	unsigned char hash[16];
	char what[60];
	snprintf(what, sizeof what, "fratelli call %d %lld", c->side, (long long)c->n);
	crypto_generichash(hash, sizeof hash, (const unsigned char *)what, strlen(what), s->seed, sizeof s->seed);
	sodium_bin2hex(out, 33, hash, sizeof hash);
}

static void body_write(const struct table *t, const struct sitting *s, const struct call *c, struct text *out)
{
	const struct battle *b = table_battle((struct table *)(uintptr_t)t, s->battle);
	int which = b ? battle_find_scenario(b, s->scenario) : -1;
	char words[300], link[300], id[33];
	struct json j = {.out = out};
	snprintf(words, sizeof words, "It is your move: %.100s, %.100s.", b ? b->title : s->battle,
		which >= 0 ? b->scenario[which].title : s->scenario);
	json_open(&j, NULL, '{');
	json_str(&j, "text", words), json_str(&j, "content", words), json_str(&j, "game", s->id);
	call_id(s, c, id);
	json_str(&j, "id", id);
	if (t->with.host) {
		snprintf(link, sizeof link, "https://%.200s/#/game/%s", t->with.host, s->id);
		json_str(&j, "url", link);
	}
	json_close(&j, '}');
}

/* Is it still this seat's move, and nobody there to see it? Then what to say and where. */
static bool still_wanted(struct table *t, const struct call *c, char url[HOOK_MOST + 1], struct text *body)
{
	bool wanted = false;
	struct sitting *s = sitting_take(t, c->game);
	if (!s) return false;
	if (sitting_wait(t, s)) {
		const char *hook = s->seat[c->side].hook;
		wanted = hook[0] && s->match->g->waiting >> c->side & 1 && !presence_of(t, s, c->side);
		if (wanted) {
			strcpy(url, hook);
			s->called[c->side] = now_us();
			body_write(t, s, c, body);
		}
		pthread_mutex_unlock(&s->lock);
	}
	sitting_drop(t, s);
	return wanted;
}

static bool host_pass(struct table *t, const char *url)
{
	char host[HOOK_MOST + 1];
	hook_host(url, host);
	return limit_pass(t->limits, LIMIT_HOOK, host, strlen(host));
}

static void set_up(struct hooks *h, struct call *c, const char *url, const struct text *body)
{
	c->curl = curl_easy_init();
	if (!c->curl) abort();
	c->lan = h->t->with.lan_hooks, c->heard = 0;
	c->headers = curl_slist_append(NULL, "Content-Type: application/json");
	curl_easy_setopt(c->curl, CURLOPT_URL, url);
	curl_easy_setopt(c->curl, CURLOPT_PRIVATE, c);
	curl_easy_setopt(c->curl, CURLOPT_PROTOCOLS_STR, "http,https");
	curl_easy_setopt(c->curl, CURLOPT_DISALLOW_USERNAME_IN_URL, 1L);
	curl_easy_setopt(c->curl, CURLOPT_FOLLOWLOCATION, 0L);
	curl_easy_setopt(c->curl, CURLOPT_PROXY, "");
	curl_easy_setopt(c->curl, CURLOPT_FRESH_CONNECT, 1L);
	curl_easy_setopt(c->curl, CURLOPT_FORBID_REUSE, 1L);
	curl_easy_setopt(c->curl, CURLOPT_NOSIGNAL, 1L);
	curl_easy_setopt(c->curl, CURLOPT_CONNECTTIMEOUT_MS, 3000L);
	curl_easy_setopt(c->curl, CURLOPT_TIMEOUT_MS, 5000L);
	curl_easy_setopt(c->curl, CURLOPT_OPENSOCKETFUNCTION, open_socket);
	curl_easy_setopt(c->curl, CURLOPT_OPENSOCKETDATA, c);
	curl_easy_setopt(c->curl, CURLOPT_WRITEFUNCTION, swallow);
	curl_easy_setopt(c->curl, CURLOPT_WRITEDATA, c);
	curl_easy_setopt(c->curl, CURLOPT_USERAGENT, "Fratelli");
	curl_easy_setopt(c->curl, CURLOPT_HTTPHEADER, c->headers);
	curl_easy_setopt(c->curl, CURLOPT_COPYPOSTFIELDS, text_str(body));
}

/* --- in the store --------------------------------------------------------------------------------------- */

#define MADE INT64_MIN

/* At the writer: takes a call that nobody sees to, or strikes one out that was made. */
struct errand {
	struct deed deed; /* first */
	struct call *call;
	int64_t until; /* of the one that is taken; MADE: it is struck out */
	bool ours;
};

static bool run_errand(struct table *t, struct deed *d)
{
	struct errand *e = (struct errand *)d;
	const struct call *c = e->call;
	if (e->until == MADE)
		return store_put(t->store, Q_DROP_CALL, "iii", c->number, (int64_t)c->side, c->n) == PUT_DONE;
	bool fine = store_put(t->store, Q_TAKE_CALL, "iiii", now_s() + OURS_S, c->number, (int64_t)c->side,
					e->until) == PUT_DONE;
	e->ours = fine && store_changed(t->store) == 1;
	return fine;
}

static void wait_first(struct hooks *h, struct call *c);

static void errand_done(struct table *t, struct deed *d, bool kept)
{
	struct errand *e = (struct errand *)d;
	if (kept && e->ours) wait_first(t->hooks, e->call);
	else free(e->call);
	free(e);
}

static void send_errand(struct table *t, struct call *c, int64_t until)
{
	struct errand *e = calloc(1, sizeof *e);
	if (!e) abort();
	*e = (struct errand){.deed = {.apply = run_errand, .done = errand_done}, .call = c, .until = until};
	deed_submit(t, &e->deed);
}

static void strike_out(struct table *t, struct call *c) { send_errand(t, c, MADE); }

static void call_row(void *to, const struct row *r)
{
	struct call *c = calloc(1, sizeof *c);
	if (!c) abort();
	c->number = row_int(r, 0), c->side = row_int(r, 1) == 1, c->n = row_int(r, 2), c->due = now_us();
	snprintf(c->game, sizeof c->game, "%s", row_text(r, 4));
	send_errand(to, c, row_int(r, 3));
}

void hooks_look(struct table *t, bool all)
{
	store_get(t->store, Q_CALLS, call_row, t, "i", all ? INT64_MAX : now_s());
}

/* Is this seat to be called? It is asked now and was not before, and nobody is there. */
static bool to_be_called(struct table *t, const struct sitting *s, int side)
{
	return (s->match->g->waiting & ~s->asked) >> side & 1 && s->seat[side].hook[0] &&
	       !presence_of(t, s, side);
}

bool hooks_put(struct table *t, struct sitting *s)
{
	bool fine = true;
	for (int side = 0; side < SIDES && fine; side++)
		if (to_be_called(t, s, side))
			fine = store_put(t->store, Q_ADD_CALL, "iiii", s->number, (int64_t)side, (int64_t)s->match->n,
					   now_s() + OURS_S) == PUT_DONE;
	return fine;
}

/* --- making calls --------------------------------------------------------------------------------------- */

static void wait_again(struct hooks *h, struct call *c, uint64_t due)
{
	c->due = due;
	pthread_mutex_lock(&h->lock);
	c->next = h->waiting, h->waiting = c, h->n++;
	pthread_mutex_unlock(&h->lock);
}

static void begin_call(struct hooks *h, struct call *c)
{
	struct text body = {0};
	char url[HOOK_MOST + 1];
	if (!still_wanted(h->t, c, url, &body)) {
		strike_out(h->t, c);
	} else if (!host_pass(h->t, url)) {
		wait_again(h, c, now_us() + A_MINUTE);
	} else {
		c->tries++;
		set_up(h, c, url, &body);
		curl_multi_add_handle(h->multi, c->curl);
		c->next = h->active, h->active = c, h->under_way++;
		count(COUNT_HOOKS);
	}
	text_free(&body);
}

/* Whether it was heard or not. The call itself is the caller's now. */
static void hang_up(struct hooks *h, struct call *c)
{
	struct call **at = &h->active;
	while (*at != c) at = &(*at)->next;
	*at = c->next, h->under_way--;
	curl_multi_remove_handle(h->multi, c->curl);
	curl_easy_cleanup(c->curl), curl_slist_free_all(c->headers);
	c->curl = NULL, c->headers = NULL;
}

/* --- the thread ----------------------------------------------------------------------------------------- */

static void end_call(struct hooks *h, struct call *c, CURLcode result)
{
	long status = 0;
	curl_easy_getinfo(c->curl, CURLINFO_RESPONSE_CODE, &status);
	hang_up(h, c);
	/* Who answered at all has heard it, unless it says that it could not; who may not be called is not called
	   again. */
	bool failed = status ? status >= 500 || status == 429 : result != CURLE_OK && result != CURLE_WRITE_ERROR;
	if (!failed || c->tries >= TRIES) strike_out(h->t, c);
	else wait_again(h, c, now_us() + AGAIN_US * (c->tries > 1 ? 10 : 1));
}

/* One whose time has come; NULL. */
static struct call *take_due(struct hooks *h)
{
	struct call *due = NULL;
	uint64_t now = now_us();
	pthread_mutex_lock(&h->lock);
	for (struct call **at = &h->waiting; *at && !due;) {
		if ((*at)->due <= now) due = *at, *at = due->next, h->n--;
		else at = &(*at)->next;
	}
	pthread_mutex_unlock(&h->lock);
	return due;
}

static int milliseconds_to_next(struct hooks *h)
{
	uint64_t now = now_us(), next = now + A_MINUTE;
	pthread_mutex_lock(&h->lock);
	for (const struct call *c = h->waiting; c; c = c->next)
		if (c->due < next) next = c->due;
	pthread_mutex_unlock(&h->lock);
	return next > now ? (int)((next - now) / 1000) + 1 : 1;
}

static bool stopping(struct hooks *h)
{
	pthread_mutex_lock(&h->lock);
	bool stop = h->stop;
	pthread_mutex_unlock(&h->lock);
	return stop;
}

static void *hooks_main(void *arg)
{
	struct hooks *h = arg;
	while (!stopping(h)) {
		struct call *c;
		int running, left;
		while (h->under_way < AT_ONCE && (c = take_due(h))) begin_call(h, c);
		curl_multi_perform(h->multi, &running);
		for (CURLMsg *m; (m = curl_multi_info_read(h->multi, &left));) {
			CURLcode result = m->data.result;
			curl_easy_getinfo(m->easy_handle, CURLINFO_PRIVATE, (char **)&c);
			end_call(h, c, result);
		}
		curl_multi_poll(h->multi, NULL, 0, h->under_way < AT_ONCE ? milliseconds_to_next(h) : 1000, NULL);
	}
	while (h->active) {
		struct call *c = h->active;
		hang_up(h, c), free(c);
	}
	return NULL;
}

/* --- for other threads ---------------------------------------------------------------------------------- */

struct hooks *hooks_new(struct table *t)
{
	struct hooks *h = calloc(1, sizeof *h);
	if (!h) abort();
	h->t = t;
	pthread_mutex_init(&h->lock, NULL);
	return h;
}

static struct call *known(const struct hooks *h, const char *game, int side)
{
	for (struct call *c = h->waiting; c; c = c->next)
		if (c->side == side && strcmp(c->game, game) == 0) return c;
	return NULL;
}

static void start_or_wake(struct hooks *h)
{
	if (h->running) {
		curl_multi_wakeup(h->multi);
		return;
	}
	curl_global_init(CURL_GLOBAL_DEFAULT);
	h->multi = curl_multi_init();
	h->running = h->multi && pthread_create(&h->thread, NULL, hooks_main, h) == 0;
}

/* The call is theirs from now on. If there are too many it stays written down, and is found there again. */
static void wait_first(struct hooks *h, struct call *c)
{
	pthread_mutex_lock(&h->lock);
	struct call *other = known(h, c->game, c->side);
	if (other && other->n < c->n) other->n = c->n;
	if (h->stop || h->n >= CALLS_MOST || other) free(c);
	else {
		c->next = h->waiting, h->waiting = c, h->n++;
		start_or_wake(h);
	}
	pthread_mutex_unlock(&h->lock);
}

static void add_call(struct hooks *h, const struct sitting *s, int side)
{
	uint64_t now = now_us(), due = s->called[side] ? s->called[side] + A_MINUTE : now;
	struct call *c = calloc(1, sizeof *c);
	if (!c) abort();
	memcpy(c->game, s->id, sizeof c->game);
	c->number = s->number, c->n = s->match->n, c->side = side, c->due = due > now ? due : now;
	wait_first(h, c);
}

void hooks_moved(struct table *t, struct sitting *s)
{
	for (int side = 0; side < SIDES; side++)
		if (to_be_called(t, s, side)) add_call(t->hooks, s, side);
	s->asked = s->match->g->waiting;
}

void hooks_stop(struct hooks *h)
{
	pthread_mutex_lock(&h->lock);
	h->stop = true;
	if (h->running) curl_multi_wakeup(h->multi);
	pthread_mutex_unlock(&h->lock);
	if (h->running) pthread_join(h->thread, NULL);
}

void hooks_free(struct hooks *h)
{
	while (h->waiting) {
		struct call *c = h->waiting;
		h->waiting = c->next;
		free(c);
	}
	if (h->multi) curl_multi_cleanup(h->multi), curl_global_cleanup();
	pthread_mutex_destroy(&h->lock);
	free(h);
}

/* --- setting one ---------------------------------------------------------------------------------------- */

static enum handled tell_hook(struct request *q, const char *url)
{
	struct json j = answer_begin(q);
	json_str(&j, "url", url);
	return answer_end(q, &j);
}

static bool put_hook(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	struct sitting *s = q->game;
	const char *url = body_text(q, "url", HOOK_MOST);
	if (s->gone) return answer_error(q, 404, "There is no such game any more."), true;
	pthread_mutex_lock(&s->lock);
	enum put put =
		store_put(t->store, Q_HOOK, "tiii", *url ? url : NULL, s->number, (int64_t)q->as, q->who.id);
	deed_touch(t, s); /* if this is not kept the seats are read again */
	strcpy(s->seat[q->as].hook, url);
	s->called[q->as] = 0;
	pthread_mutex_unlock(&s->lock);
	tell_hook(q, url);
	return put == PUT_DONE;
}

/* {"url": "https://…"}; "" for none. */
enum handled handle_webhook(struct request *q)
{
	const char *url = body_text(q, "url", HOOK_MOST),
			   *wrong = !url ? "url: an address of at most 300 characters was expected."
	                  : *url ? hook_wrong(url, q->t->with.lan_hooks)
	                         : NULL;
	if (!limit_request(q, LIMIT_SAY)) return answer_error(q, 429, "Not so fast; wait a moment.");
	return wrong ? answer_error(q, 422, "%s", wrong) : request_to_writer(q, put_hook);
}

enum handled handle_webhook_shown(struct request *q)
{
	char url[HOOK_MOST + 1];
	pthread_mutex_lock(&q->game->lock);
	strcpy(url, q->game->seat[q->as].hook);
	pthread_mutex_unlock(&q->game->lock);
	return tell_hook(q, url);
}
