/* From a connection to a handler and back: reads a request, finds its route, lets the guards look at it, runs
   it here or hands it to another thread, and sends the answer. */
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/marks.h"
#include "table/sitting.h"
#include "table/told.h"

#define TEXT_OF(number) #number
#define VERSION_TEXT(number) TEXT_OF(number)
#define WIRE_TEXT VERSION_TEXT(WIRE_VERSION)

void *(*body_realloc)(void *, size_t) = realloc;

/* --- answers -------------------------------------------------------------------------------------------- */

#define FAULT(F, IF) \
	F(error, TEXT(text)) \
	IF(rule && *rule, rule, TEXT(rule))

void error_fields(const char *text, const char *rule, struct json *j) { WRITE_FIELDS(FAULT) }

const struct wire_type table_http_types[] = {TYPE("Fault", "What could not be done.", FAULT), {0}};

static void error_write(struct request *q, int status, const char *rule, const char *text)
{
	struct json answer = answer_begin(q);
	error_fields(text, rule, &answer);
	answer_end(q, &answer);
	q->status = status;
}

enum handled answer_error(struct request *q, int status, const char *fmt, ...)
{
	char text[512];
	va_list args;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	error_write(q, status, NULL, text);
	return ANSWERED;
}

enum handled answer_refusal(struct request *q, int status, const struct refusal *r)
{
	return error_write(q, status, r->rule, r->text), ANSWERED;
}

struct json answer_begin(struct request *q)
{
	struct json j = {.out = &q->out};
	text_clear(&q->out);
	json_open(&j, NULL, '{');
	return j;
}

enum handled answer_end(struct request *q, struct json *j)
{
	json_close(j, '}');
	q->status = 200;
	return ANSWERED;
}

/* Nothing of ours may be framed, sniffed, cached by others or read by other sites; only the page itself may
   run scripts. */
static void headers(struct MHD_Response *r, const char *type)
{
	if (strcmp(type, "application/json") == 0) MHD_add_response_header(r, "X-Fratelli-Wire", WIRE_TEXT);
	bool page = strncmp(type, "text/html", 9) == 0, picture = strncmp(type, "image/svg", 9) == 0;
	MHD_add_response_header(r, "Content-Type", type);
	MHD_add_response_header(r, "X-Content-Type-Options", "nosniff");
	MHD_add_response_header(r, "Cross-Origin-Resource-Policy", "same-origin");
	MHD_add_response_header(r, "Content-Security-Policy",
		page
			? "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self'; media-src 'self'; "
			  "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
		: picture ? "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
				  : "default-src 'none'; frame-ancestors 'none'");
	if (!page) return;
	MHD_add_response_header(r, "Referrer-Policy", "no-referrer");
	MHD_add_response_header(r, "Cross-Origin-Opener-Policy", "same-origin");
	MHD_add_response_header(r, "Permissions-Policy",
		"camera=(), microphone=(), geolocation=(), payment=(), usb=()");
}

struct page {
	atomic_int refs;
	struct MHD_Response *response;
	const char *type;
	const char *zipped; /* its bytes, if they are compressed; the response's */
	size_t n;
};

static struct page *page_of(struct MHD_Response *r, const char *type)
{
	struct page *p = calloc(1, sizeof *p);
	if (!p || !r) abort();
	atomic_init(&p->refs, 1);
	p->response = r, p->type = type;
	headers(r, type);
	return p;
}

struct page *page_make(const char *bytes, size_t n, const char *type)
{
	return page_of(MHD_create_response_from_buffer(n, (void *)(uintptr_t)bytes, MHD_RESPMEM_MUST_COPY), type);
}

struct page *page_zipped(const char *bytes, size_t n, const char *type)
{
	struct text zipped = {0};
	zip_pack(bytes, n, &zipped);
	struct page *p =
		page_of(MHD_create_response_from_buffer(zipped.n, zipped.s, MHD_RESPMEM_MUST_FREE), type);
	p->zipped = zipped.s, p->n = zipped.n;
	page_header(p, "Content-Encoding", "gzip");
	page_header(p, "Vary", "Accept-Encoding");
	return p;
}

void page_header(struct page *p, const char *name, const char *value)
{
	MHD_add_response_header(p->response, name, value);
}

void page_header_instead(struct page *p, const char *name, const char *value)
{
	for (const char *old; (old = MHD_get_response_header(p->response, name));)
		MHD_del_response_header(p->response, name, old);
	MHD_add_response_header(p->response, name, value);
}

struct page *page_keep(struct page *p)
{
	atomic_fetch_add(&p->refs, 1);
	return p;
}

void page_drop(struct page *p)
{
	if (!p || atomic_fetch_sub(&p->refs, 1) != 1) return;
	MHD_destroy_response(p->response);
	free(p);
}

bool accepts_zipped(struct request *q)
{
	const char *accept = MHD_lookup_connection_value(q->connection, MHD_HEADER_KIND, "Accept-Encoding");
	return accept && strstr(accept, "gzip");
}

enum handled answer_page(struct request *q, struct page *p)
{
	q->status = 200;
	if (!p->zipped || accepts_zipped(q)) q->page = page_keep(p);
	else zip_unpack(p->zipped, p->n, &q->out), q->type = p->type;
	return ANSWERED;
}

static struct MHD_Response *response_of(struct request *q)
{
	struct MHD_Response *r = MHD_create_response_from_buffer(q->out.n, q->out.s, MHD_RESPMEM_MUST_FREE);
	if (!r) abort();
	q->out = (struct text){0};
	headers(r, q->type);
	MHD_add_response_header(r, "Cache-Control", "no-store");
	if (q->cookie[0]) MHD_add_response_header(r, "Set-Cookie", q->cookie);
	if (q->status == 429) MHD_add_response_header(r, "Retry-After", "2");
	if (q->name[0]) MHD_add_response_header(r, "X-Request-ID", q->name);
	if (q->misframed) MHD_add_response_header(r, "Connection", "close");
	return r;
}

static enum MHD_Result send_answer(struct request *q)
{
	if (q->page) return MHD_queue_response(q->connection, (unsigned)q->status, q->page->response);
	/* what was written down is acknowledged always */
	if (q->method == METHOD_GET || (q->route && q->route->flags & ROUTE_HEAVY)) fetch_begin(q);
	struct MHD_Response *r = q->upgrade ? q->upgrade : response_of(q);
	q->upgrade = NULL;
	enum MHD_Result sent = MHD_queue_response(q->connection, (unsigned)q->status, r);
	MHD_destroy_response(r);
	return sent;
}

/* --- handing over --------------------------------------------------------------------------------------- */

void request_wait(struct request *q)
{
	if (q->suspended) return;
	q->suspended = true;
	MHD_suspend_connection(q->connection);
}

void request_finish(struct request *q)
{
	struct MHD_Connection *c = q->connection;
	q->answered = true;
	q->suspended = false;
	MHD_resume_connection(c);
}

static void deed_done(struct table *t, struct deed *d, bool kept)
{
	struct request *q = (struct request *)d;
	if (kept && q->unfinished) {
		deed_submit(t, d); /* the next slice, after whoever has come since */
		return;
	}
	if (kept && q->forget) people_forget(t);
	if (kept && q->ends)
		live_end(t, q->ends == ENDS_SESSION ? 0 : q->who.id,
			q->ends == ENDS_SESSION  ? q->ended
			: q->ends == ENDS_OTHERS ? q->token
									 : NULL);
	if (!kept) {
		struct text why = {0};
		store_why(t->store, &why);
		q->cookie[0] = 0, q->last = NULL;
		error_write(q, 507, NULL, text_str(&why));
		text_free(&why);
	}
	latency_note(now_us() - q->came);
	request_finish(q);
}

/* Other nodes are told what they remember wrongly from then on. */
static bool deed_apply(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	char line[120], token[65] = "-";
	bool fine = q->apply(t, d);
	if (q->forget) store_tell(t->store, "people");
	if (!q->ends) return fine;
	if (q->ends != ENDS_ALL)
		sodium_bin2hex(token, sizeof token, q->ends == ENDS_SESSION ? q->ended : q->token, 32);
	snprintf(line, sizeof line, "ends %lld %s", (long long)(q->ends == ENDS_SESSION ? 0 : q->who.id), token);
	store_tell(t->store, line);
	return fine;
}

enum handled request_to_writer(struct request *q, bool (*apply)(struct table *, struct deed *))
{
	request_wait(q);
	q->apply = apply;
	q->deed.apply = deed_apply, q->deed.done = deed_done, q->deed.game = q->game ? q->game->number : 0;
	deed_submit(q->t, &q->deed);
	return LATER;
}

void request_run(struct request *q, enum handled (*f)(struct request *q))
{
	struct busy before = mark_turn(q->game ? q->game->number : 0, MARK_ASKED);
	if (f(q) == ANSWERED) request_finish(q);
	mark_back(before);
}

struct errand {
	struct job job;
	struct request *q;
	uint64_t from;
	enum handled (*then)(struct request *);
};

static void errand_run(struct table *t, struct job *j)
{
	struct errand e = *(struct errand *)j;
	uint64_t begun = now_us();
	free(j);
	request_run(e.q, e.then);
	limit_spend(t->limits, LIMIT_WORK, &e.from, sizeof e.from, (float)(now_us() - begun) / 50000);
}

/* The request must wait already. False: too much is waiting there. */
static bool send_errand(struct workers *crew, struct request *q, enum handled (*then)(struct request *q))
{
	struct errand *e = malloc(sizeof *e);
	if (!e) abort();
	/* Behind a proxy, and from the network, a household is one; on this machine each person is. */
	uint64_t who = q->local ? (uint64_t)q->who.id : q->from;
	*e = (struct errand){.job = {.run = errand_run, .who = who}, .q = q, .from = q->from, .then = then};
	if (job_submit(crew, &e->job)) return true;
	free(e);
	return false;
}

static enum handled request_to(struct workers *crew, struct request *q,
	enum handled (*then)(struct request *q))
{
	if (!q->suspended && !limit_request(q, LIMIT_WORK))
		return answer_error(q, 429, "Too much at once; wait a moment.");
	bool was = q->suspended;
	request_wait(q);
	if (send_errand(crew, q, then)) return LATER;
	answer_error(q, 503, "The server is busy; try again in a moment.");
	if (was) return ANSWERED;
	request_finish(q);
	return LATER;
}

bool request_lend(struct request *q, enum handled (*then)(struct request *q))
{
	request_wait(q);
	return send_errand(q->t->workers, q, then);
}

enum handled request_to_worker(struct request *q, enum handled (*then)(struct request *q))
{
	return request_to(q->t->workers, q, then);
}
enum handled request_to_analyst(struct request *q, enum handled (*then)(struct request *q))
{
	return request_to(q->t->analysts, q, then);
}
enum handled request_to_gate(struct request *q, enum handled (*then)(struct request *q))
{
	return request_to(q->t->porters, q, then);
}
enum handled request_to_thinker(struct request *q, enum handled (*then)(struct request *q))
{
	return request_to(q->t->thinkers, q, then);
}

/* --- what a request says -------------------------------------------------------------------------------- */

const char *request_query(struct request *q, const char *name)
{
	return MHD_lookup_connection_value(q->connection, MHD_GET_ARGUMENT_KIND, name);
}

bool request_number(struct request *q, const char *name, int min, int max, int *out)
{
	const char *s = request_query(q, name);
	char *end;
	if (!s) return true;
	long n = strtol(s, &end, 10);
	if (end == s || *end || n < min || n > max) return false;
	*out = (int)n;
	return true;
}

const char *body_text(const struct request *q, const char *name, size_t most)
{
	const char *s = json_string_value(json_object_get(q->json, name));
	return s && json_string_length(json_object_get(q->json, name)) <= most &&
	               strlen(s) == json_string_length(json_object_get(q->json, name))
	         ? s
	         : NULL;
}

bool body_int(const struct request *q, const char *name, int64_t min, int64_t max, int64_t *out)
{
	const json_t *v = json_object_get(q->json, name);
	if (!json_is_integer(v) || json_integer_value(v) < min || json_integer_value(v) > max) return false;
	*out = json_integer_value(v);
	return true;
}

/* --- the way in ----------------------------------------------------------------------------------------- */

static bool path_fits(const char *pattern, const char *path, char segment[2][64])
{
	int k = 0;
	while (*pattern && *pattern == *path) pattern++, path++;
	while (*pattern == '*') {
		size_t n = strcspn(path, "/");
		if (n == 0 || n >= 64 || k == 2) return false;
		memcpy(segment[k], path, n);
		segment[k++][n] = 0;
		path += n, pattern++;
		while (*pattern && *pattern == *path) pattern++, path++;
	}
	return !*pattern && !*path;
}

static const struct route *route_find(struct request *q, const char *path, bool *other_method)
{
	for (int i = 0; i < route_count; i++) {
		if (!path_fits(routes[i].path, path, q->segment)) continue;
		if (routes[i].method == q->method) return &routes[i];
		*other_method = true;
	}
	return NULL;
}

static enum handled handle_now(struct request *q) { return q->route->handle(q); }

/* Which side it looks as: ?as=, else the one that decides, else the first it holds. */
static bool choose_side(struct request *q)
{
	const struct sitting *s = q->game;
	const struct battle *b = table_battle(q->t, s->battle);
	const char *as = request_query(q, "as");
	int turn = s->match ? s->match->turn : NOBODY;
	q->as = q->held == 0 ? NOBODY : q->held == HELD_BOTH ? (turn == 1 ? 1 : 0) : (int)q->held - 1;
	if (!as) return true;
	for (int side = 0; b && side < SIDES; side++)
		if (strcmp(b->side[side].id, as) == 0 && (q->held >> side & 1)) return q->as = side, true;
	return false;
}

/* Who is it to this game, and is it there? Then on to the handler, here or on a worker. */
static enum handled handle_seated(struct request *q)
{
	if (!sitting_lock(q)) return request_to_worker(q, handle_seated);
	if (q->game->gone) {
		pthread_mutex_unlock(&q->game->lock);
		return answer_error(q, 404, "There is no such game.");
	}
	q->held = q->known ? sitting_held(q->game, q->who.id) : 0;
	if (!q->held && q->known && q->route->flags & ROUTE_SEAT) { /* another node may have given them a seat */
		seats_newest(q->t, q->game);
		q->held = sitting_held(q->game, q->who.id);
	}
	bool loaded = q->game->match, side = choose_side(q);
	pthread_mutex_unlock(&q->game->lock);
	if (!side) return answer_error(q, 403, "You do not hold that side.");
	if ((q->route->flags & ROUTE_SEAT) && !q->held)
		return answer_error(q, 403, "Only who sits at this game may do that.");
	if (!loaded && !q->suspended)
		return q->route->flags & ROUTE_HEAVY ? request_to_analyst(q, load_and_handle)
		                                     : request_to_worker(q, load_and_handle);
	if (!loaded) return load_and_handle(q);
	if (q->suspended || !(q->route->flags & (ROUTE_SLOW | ROUTE_HEAVY))) return handle_now(q);
	return q->route->flags & ROUTE_HEAVY ? request_to_analyst(q, handle_now)
	                                     : request_to_worker(q, handle_now);
}

static enum handled handle_game(struct request *q)
{
	q->game = sitting_take(q->t, q->segment[0]);
	if (!q->game && !store_reads(q->t->store))
		return answer_error(q, 503, "The server cannot reach its store; try again in a moment.");
	if (!q->game) return answer_error(q, 404, "There is no such game.");
	struct busy before = mark_turn(q->game->number, MARK_ASKED);
	enum handled h = handle_seated(q);
	mark_back(before);
	return h;
}

/* jansson calls a lack of memory a mistake in what it reads, so we ask who hands the memory out. */
static _Thread_local bool json_starved;

static void *json_take(size_t n)
{
	void *p = body_realloc(NULL, n);
	if (!p) json_starved = true;
	return p;
}

void http_prepare(void) { json_set_alloc_funcs(json_take, free); }

static enum handled begin(struct request *q)
{
	json_error_t error;
	count(COUNT_REQUESTS);
	if (atomic_load(&q->t->stopping))
		return answer_error(q, 503, "The server is stopping; it will be back in a moment.");
	if (!guard_host(q)) return ANSWERED;
	if (!limit_request(q, LIMIT_REQUEST)) return answer_error(q, 429, "Too many requests; wait a moment.");
	if (q->too_big)
		return answer_error(q, 413, "That is too large: at most %u KB.",
			(q->route->flags & ROUTE_LARGE ? IMPORT_MOST : BODY_MOST) >> 10);
	if (q->starved) return answer_error(q, 503, "The server is short of memory; try again in a moment.");
	if (!guard_session(q)) return ANSWERED;
	if (q->route->flags & ROUTE_JSON) {
		json_starved = false;
		q->json = json_loadb(text_str(&q->body), q->body.n, JSON_REJECT_DUPLICATES, &error);
		if (!q->json && json_starved)
			return answer_error(q, 503, "The server is short of memory; try again in a moment.");
		if (!json_is_object(q->json))
			return answer_error(q, 400, "A JSON object was expected%s%s.", q->json ? "" : ": ",
				q->json ? "" : error.text);
	}
	if (q->route->flags & ROUTE_GAME) return handle_game(q);
	return q->route->flags & ROUTE_SLOW ? request_to_worker(q, handle_now) : handle_now(q);
}

static enum method method_of(const char *name)
{
	static const char *const names[] =
		{[METHOD_GET] = "GET", [METHOD_POST] = "POST", [METHOD_DELETE] = "DELETE"};
	for (int i = 0; i < METHOD_OTHER; i++)
		if (strcmp(name, names[i]) == 0) return (enum method)i;
	return strcmp(name, "HEAD") == 0 ? METHOD_GET : METHOD_OTHER;
}

static struct request *request_new(struct table *t, struct MHD_Connection *c, const char *url,
	const char *method, const char *version)
{
	bool other = false;
	struct request *q = calloc(1, sizeof *q);
	if (!q) abort();
	q->t = t, q->connection = c, q->method = method_of(method), q->as = NOBODY, q->type = "application/json",
	q->came = now_us();
	request_named(q);
	q->route = route_find(q, url, &other);
	struct misframed wrong = callers_wrong(c, method, version);
	q->answered = q->misframed = wrong.why;
	if (wrong.why) {
		q->route = NULL;
		answer_error(q, wrong.status, "%s", wrong.why);
		return q;
	}
	if (q->route) {
		/* Who may not send much is told before it is read. */
		if (q->route->flags & ROUTE_LARGE)
			q->answered = !guard_host(q) || !guard_session(q) || !upload_begin(q);
		return q;
	}
	q->answered = true;
	if (other || q->method == METHOD_OTHER) answer_error(q, 405, "That cannot be done here.");
	else answer_error(q, 404, "There is nothing here.");
	return q;
}

static size_t body_most(const struct request *q)
{
	return q->route && q->route->flags & ROUTE_LARGE ? IMPORT_MOST : BODY_MOST;
}

static bool keep_body(struct text *t, const char *data, size_t n)
{
	if (t->n + n + 1 > t->room) {
		size_t room = 2 * t->room > t->n + n + 1 ? 2 * t->room : t->n + n + 32;
		char *s = body_realloc(t->s, room);
		if (!s) return false;
		t->s = s, t->room = room;
	}
	text_addn(t, data, n);
	return true;
}

/* What is too large is read on and thrown away, so that the answer reaches the sender; but not without
   end. */
static bool take_body(struct request *q, const char *data, size_t n)
{
	q->came_bytes += n;
	if (q->came_bytes > body_most(q)) q->too_big = true;
	if (!q->too_big && !q->answered && !q->starved) q->starved = !keep_body(&q->body, data, n);
	return q->came_bytes <= 2 * body_most(q);
}

/* What is left to do on our own thread, after a commit or a wait for one. */
static enum handled complete(struct request *q)
{
	enum handled (*last)(struct request *q) = q->last;
	struct busy before = mark_turn(q->game ? q->game->number : 0, MARK_ASKED);
	q->last = NULL;
	enum handled h = last(q);
	mark_back(before);
	return h;
}

enum MHD_Result http_access(void *cls, struct MHD_Connection *c, const char *url, const char *method,
	const char *version, const char *data, size_t *size, void **own)
{
	struct request *q = *own;
	if (!q) {
		q = *own = request_new(cls, c, url, method, version);
		callers_stage(c, q->misframed ? STAGE_FETCH : STAGE_BODY);
		return q->misframed ? send_answer(q) : MHD_YES; /* where its body ends nobody can say: it is not read,
		                                                   and the connection ends */
	}
	if (*size) {
		callers_came(c, *size);
		bool bearable = take_body(q, data, *size);
		*size = 0;
		return bearable ? MHD_YES : MHD_NO;
	}
	callers_stage(c, STAGE_OURS);
	if (!q->answered && begin(q) == LATER) return MHD_YES;
	if (q->last && complete(q) == LATER) return MHD_YES;
	callers_stage(c, q->upgrade ? STAGE_OURS : STAGE_FETCH);
	return send_answer(q);
}

void http_completed(void *cls, struct MHD_Connection *c, void **own, enum MHD_RequestTerminationCode code)
{
	struct request *q = *own;
	(void)cls, (void)code;
	*own = NULL;
	if (!q) return;
	request_noted(q);
	if (q->status != 101) callers_stage(c, STAGE_HEAD);
	upload_end(q);
	if (q->mustered) muster_drop(q->t, q->mustered);
	if (q->game) sitting_drop(q->t, q->game);
	if (q->upgrade) MHD_destroy_response(q->upgrade);
	page_drop(q->page);
	json_decref(q->json);
	text_free(&q->body), text_free(&q->out);
	if (q->own_free) q->own_free(q->t, q->own);
	else free(q->own);
	free(q);
}
