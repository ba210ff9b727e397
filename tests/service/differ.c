/* Differential secrecy, over HTTP and live. Two services run on two copies of one store, with the same people
   in the same game.

   - Where both sides are asked at once: in one copy west has answered, in the other it has not (or
   otherwise). East, a spectator and the
     game's owner, who has no seat, get the same bytes from both, whatever they ask for, before east has
   answered and after.
   - Where something is hidden: the other side's part of the game is replaced by another one that is possible
   as far as east can know
     (that is what a fork does, with dice of its own). Again all get the same bytes. */
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "client.h"

enum { WEST, EAST, OWNER, WATCHER, PEOPLE };
static const char *const names[PEOPLE] = {"west", "east", "an owner without a seat", "a spectator"};

struct world { /* a service with its store, and everybody in it */
	struct service s;
	struct client c[PEOPLE];
	int live[PEOPLE];
	struct text heard[PEOPLE];
	char path[256];
};

static char id[32], data[100];
static const char *battle = "crossroads", *sides[2] = {"west", "east"};

static const char *const looks[] = {
	"/api/games/%s",
	"/api/games/%s/view",
	"/api/games/%s/log",
	"/api/games/%s/log?from=1",
	"/api/games/%s/view?at=0",
	"/api/games/%s/proof",
	"/api/games/%s/chat",
	"/api/games/%s/override",
	"/api/games/%s/report",
	"/api/games/%s/plans",
	"/api/games",
	"/api/games/%s/save",
	"/api/games/%s/webhook",
	"/api/games/%s/about?order=done",
};

/* Everything that one person can see, the board's places and pieces too. */
static void look(struct client *c, const char *game, struct text *out)
{
	char path[300], body[300];
	if (c->fd >= 0)
		close(c->fd), c->fd = -1; /* others have looked meanwhile, perhaps for long: the service ends idle
		                             connections */
	for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
		snprintf(path, sizeof path, looks[i], game);
		int code = client_call(c, "GET", path, NULL);
		text_addf(out, "%s %d %s\n", looks[i], code, text_str(&c->body));
	}
	client_callf(c, "GET", NULL, "/api/games/%s/view", game);
	int n = int_at(c, "n"), undo = int_at(c, "undo");
	for (int at = n > 3 ? n - 3 : 0; at <= n + 1; at++) {
		int code = client_callf(c, "GET", NULL, "/api/games/%s/view?at=%d", game, at);
		text_addf(out, "at %d: %d %s\n", at, code, text_str(&c->body));
	}
	static const char *const posts[][2] = {{"orders", "{\"n\":9999,\"key\":\"probe\",\"orders\":[\"done\"]}"},
		{"odds", "{\"orders\":[\"done\"]}"},
		{"standing", "{\"n\":9999,\"key\":\"probe\",\"name\":\"defence\",\"choice\":\"hold\"}"}};
	for (size_t i = 0; i < sizeof posts / sizeof *posts; i++) {
		int code = client_callf(c, "POST", posts[i][1], "/api/games/%s/%s", game, posts[i][0]);
		text_addf(out, "%s %d %s\n", posts[i][0], code, text_str(&c->body));
	}
	/* One may not take back what one may not; that must say the same too. */
	snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"back\",\"to\":%d}", n, undo > 0 ? undo - 1 : 0);
	int code = client_callf(c, "POST", body, "/api/games/%s/undo", game);
	text_addf(out, "undo %s %d %s\n", body, code, text_str(&c->body));
}

static void ask_about(struct client *c, const char *game, struct text *out, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
static void ask_about(struct client *c, const char *game, struct text *out, const char *fmt, ...)
{
	char what[300];
	va_list args;
	va_start(args, fmt);
	vsnprintf(what, sizeof what, fmt, args);
	va_end(args);
	int code = client_callf(c, "GET", NULL, "/api/games/%s/about?%s", game, what);
	text_addf(out, "about %s %d %s\n", what, code, text_str(&c->body));
}

/* Some piece of the battle, whether one sees it or not. */
static const char *board_piece(const json_t *board, size_t i)
{
	const json_t *pieces = json_object_get(board, "pieces");
	return json_string_value(json_object_get(json_array_get(pieces, i * 7 % json_array_size(pieces)), "id"));
}

/* Blanks as a query writes them. */
static const char *plus(char *words)
{
	for (char *s = words; *s; s++)
		if (*s == ' ') *s = '+';
	return words;
}

/* Over the board: everything about pieces and places, ours and theirs; sight; reasons of what is offered. */
static void look_deeper(struct client *c, const char *game, struct text *out)
{
	json_t *board, *view, *v;
	size_t i;
	client_callf(c, "GET", NULL, "/api/games/%s", game);
	board = json_incref(c->json);
	client_callf(c, "GET", NULL, "/api/games/%s/view", game);
	view = json_incref(c->json);
	json_array_foreach(json_object_get(board, "overlays"), i, v)
	{
		const json_t *piece = json_array_get(json_object_get(view, "pieces"), i);
		ask_about(c, game, out, "overlays=%s&piece=%s", json_string_value(json_object_get(v, "name")),
			json_string_value(json_object_get(piece, "id")));
	}
	json_array_foreach(json_object_get(view, "pieces"), i, v)
	{
		const char *place = json_string_value(json_array_get(json_object_get(v, "place"), 0));
		const char *piece = json_string_value(json_object_get(v, "id"));
		/* on a large board odds may be sampled for want of time, and then they differ */
		const char *long_work = strcmp(battle, "crossroads") ? "" : "&threats=1&odds=1";
		if (i % 4 || !place) continue;
		ask_about(c, game, out, "piece=%s%s", piece, long_work);
		ask_about(c, game, out, "piece=%s&by=stack", piece);
		ask_about(c, game, out, "piece=%s&place=%s%s", board_piece(board, i), place, long_work);
		int code = client_callf(c, "GET", NULL, "/api/games/%s/sight?from=%s&to=%s", game, place, place);
		text_addf(out, "sight %d %s\n", code, text_str(&c->body));
	}
	json_array_foreach(json_object_get(view, "orders"), i, v)
	{
		char words[200];
		if (i >= 6) break;
		snprintf(words, sizeof words, "%s", json_string_value(json_object_get(v, "words")));
		ask_about(c, game, out, "order=%s", plus(words));
	}
	json_decref(board), json_decref(view);
}

/* What is kept of one has the seconds of one's own orders: these differ. */
static void look_at_kept(struct client *c, struct text *out)
{
	client_call(c, "GET", "/api/kept", NULL);
	json_t *order, *list = json_object_get(c->json, "orders");
	size_t i;
	json_array_foreach(list, i, order) json_object_del(order, "at");
	char *orders = json_dumps(list, JSON_COMPACT);
	text_addf(out, "kept %s\n", orders);
	free(orders);
	client_callf(c, "GET", NULL, "/api/games/%s/view", id);
	for (int n = int_at(c, "n") - 1, to = n + 3; n < to; n++) {
		client_callf(c, "GET", NULL, "/api/kept?game=%s&side=1&n=%d", id, n > 0 ? n : 0);
		text_addf(out, "from %d: %zu\n", n, json_array_size(json_object_get(c->json, "orders")));
	}
}

/* A fork of what one may know; in it one holds both sides, and sees who is asked. */
static void look_at_fork(struct client *c, struct text *out)
{
	char body[60], fork[32];
	client_callf(c, "GET", NULL, "/api/games/%s/view", id);
	snprintf(body, sizeof body, "{\"at\":%d}", int_at(c, "n"));
	int code = client_callf(c, "POST", body, "/api/games/%s/fork", id);
	text_addf(out, "fork %d", code);
	if (code != 200) return;
	snprintf(fork, sizeof fork, "%s", text_at(c, "id"));
	for (int side = 0; side < 2; side++) {
		client_callf(c, "GET", NULL, "/api/games/%s/view?as=%s", fork, sides[side]);
		text_addf(out, " as %s: mine %d, n %d, %zu orders;", sides[side],
			json_is_true(json_object_get(c->json, "mine")), int_at(c, "n"),
			json_array_size(json_object_get(c->json, "orders")));
	}
	client_callf(c, "DELETE", NULL, "/api/games/%s", fork); /* out of the list again */
}

static void difference(const char *a, const char *b)
{
	const char *line = a;
	for (; *a && *a == *b; a++, b++)
		if (*a == '\n') line = a + 1;
	printf("# in: %.60s\n# …%.200s\n# …%.200s\n", line, a, b);
}

static void compare(const char *who, const char *when, struct text *a, struct text *b)
{
	bool same = a->n == b->n && memcmp(text_str(a), text_str(b), a->n) == 0;
	if (!same) difference(text_str(a), text_str(b));
	verdict(same && a->n > 0, "%s gets the same bytes from both, %s (%zu)", who, when, a->n);
	text_free(a), text_free(b);
}

/* --- setting up ----------------------------------------------------------------------------------------- */

static void claim(struct client *c, const char *side, const json_t *invites)
{
	char body[200];
	snprintf(body, sizeof body, "{\"secret\":\"%s\"}", json_string_value(json_object_get(invites, side)));
	client_callf(c, "POST", body, "/api/games/%s/claim", id);
}

static void begin(struct world *w, const char *system, const char *options)
{
	char body[300];
	store_path(w->path, sizeof w->path, "differ");
	service_start(&w->s, w->path, &(struct serving){.data = strcmp(battle, "crossroads") ? NULL : data},
		NULL);
	for (int i = 0; i < PEOPLE; i++) client_meet(&w->c[i], w->s.port);
	snprintf(body, sizeof body,
		"{\"battle\":\"%s\",\"system\":\"%s\",\"options\":{%s},\"seats\":{\"%s\":\"friend\",\"%s\":\"friend\"}}",
		battle, system, options, sides[0], sides[1]);
	client_call(&w->c[OWNER], "POST", "/api/games", body);
	snprintf(id, sizeof id, "%s", text_at(&w->c[OWNER], "id"));
	json_t *invites = json_incref(json_object_get(w->c[OWNER].json, "invites"));
	claim(&w->c[WEST], sides[0], invites), claim(&w->c[EAST], sides[1], invites);
	json_decref(invites);
}

static bool asked(struct client *c)
{
	client_callf(c, "GET", NULL, "/api/games/%s/view", id);
	return json_is_true(json_object_get(c->json, "mine"));
}

static void end(struct world *w)
{
	for (int i = 0; i < PEOPLE; i++) {
		if (w->live[i]) close(w->live[i]);
		client_leave(&w->c[i]), text_free(&w->heard[i]);
	}
	service_stop(&w->s, SIGTERM);
	store_remove(w->path);
}

static void copy_file(const char *from, const char *to)
{
	char part[65536];
	size_t n;
	FILE *a = fopen(from, "rb"), *b = fopen(to, "wb");
	if (!a || !b) abort();
	while ((n = fread(part, 1, sizeof part, a)) > 0) fwrite(part, 1, n, b);
	fclose(a), fclose(b);
}

/* A second world like the first, which is started again. */
static void twin(struct world *a, struct world *b)
{
	service_stop(&a->s, SIGTERM);
	store_path(b->path, sizeof b->path, "twin");
	copy_file(a->path, b->path);
	service_start(&a->s, a->path, &(struct serving){.data = data}, NULL);
	service_start(&b->s, b->path, &(struct serving){.data = data}, NULL);
	for (int i = 0; i < PEOPLE; i++) {
		client_leave(&a->c[i]);
		a->c[i].port = a->s.port;
		b->c[i] = a->c[i], b->c[i].port = b->s.port;
	}
}

static void listen_in(struct world *w, const char *game)
{
	int status;
	for (int i = 0; i < PEOPLE; i++) w->live[i] = live_open(&w->c[i], game, 0, NULL, &status);
	for (int i = 0; i < PEOPLE; i++) live_meanwhile(w->live[i], "nothing");
}

/* What came over the live connections, presence aside: that depends on who was quicker to come. */
static void hear(struct world *w)
{
	char m[2000];
	int opcode;
	for (int i = 0; i < PEOPLE; i++)
		for (int fence = 0; fence < 2; fence++) {
			live_send(w->live[i], 9, "fence", 5);
			do {
				if (live_read(w->live[i], m, sizeof m, 60000, &opcode) < 0) break;
				if (opcode == 1 && !strstr(m, "presence")) text_addf(&w->heard[i], "%s\n", m);
			} while (opcode != 10);
		}
}

static void compare_all(struct world *a, struct world *b, const char *game, int from, const char *when)
{
	hear(a), hear(b);
	for (int i = from; i < PEOPLE; i++) {
		struct text x = {0}, y = {0};
		look(&a->c[i], game, &x), look(&b->c[i], game, &y);
		look_at_kept(&a->c[i], &x), look_at_kept(&b->c[i], &y);
		if (i == EAST) look_at_fork(&a->c[i], &x), look_at_fork(&b->c[i], &y);
		text_addf(&x, "live: %s", text_str(&a->heard[i])), text_addf(&y, "live: %s", text_str(&b->heard[i]));
		compare(names[i], when, &x, &y);
	}
}

/* --- asked at once -------------------------------------------------------------------------------------- */

static bool answer(struct client *c, int which)
{
	char body[400];
	if (!asked(c)) return false;
	const json_t *orders = json_object_get(c->json, "orders");
	snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"%d %d\",\"orders\":[\"%s\"]}", int_at(c, "n"),
		int_at(c, "n"), which,
		json_string_value(
			json_object_get(json_array_get(orders, (size_t)which % json_array_size(orders)), "words")));
	return client_callf(c, "POST", body, "/api/games/%s/orders", id) == 200;
}

static void try_at_once(const char *system, const char *options)
{
	struct world a = {0}, b = {0};
	char when[200];
	uint64_t rng = 11;
	begin(&a, system, options);
	for (int i = 0; i < 400 && !(asked(&a.c[WEST]) && asked(&a.c[EAST])); i++)
		game_play(&a.c[WEST], id, 1, &rng), game_play(&a.c[EAST], id, 1, &rng);
	verdict(asked(&a.c[WEST]) && asked(&a.c[EAST]), "%s asks both at once", system);
	client_callf(&a.c[EAST], "GET", NULL, "/api/games/%s/view", id); /* its own trail has something to take
	                                                                    back, if the rules let it */
	twin(&a, &b);
	listen_in(&a, id), listen_in(&b, id);

	verdict(answer(&a.c[WEST], 0), "west answers in one of them");
	snprintf(when, sizeof when, "%s: whether west has answered once or not at all", system);
	compare_all(&a, &b, id, EAST, when);

	bool more = answer(&a.c[EAST], 1), more_b = answer(&b.c[EAST], 1);
	verdict(more && more_b, "east answers in both");
	if (asked(&b.c[EAST])) { /* it has more to answer: the secret lasts */
		snprintf(when, sizeof when, "%s: the same when east has answered once", system);
		compare_all(&a, &b, id, EAST, when);
		while (answer(&a.c[WEST], 1)) continue;
		snprintf(when, sizeof when, "%s: the same when west has answered everything in one", system);
		compare_all(&a, &b, id, EAST, when);
	}
	end(&a), end(&b);
}

/* --- hidden --------------------------------------------------------------------------------------------- */

static void sql(const char *path, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void sql(const char *path, const char *fmt, ...)
{
	char text[500];
	sqlite3 *db;
	va_list args;
	va_start(args, fmt);
	vsnprintf(text, sizeof text, fmt, args);
	va_end(args);
	sqlite3_open(path, &db), sqlite3_busy_timeout(db, 5000);
	if (sqlite3_exec(db, text, NULL, NULL, NULL))
		fprintf(stderr, "%s: %s\n", text, sqlite3_errmsg(db)), exit(2);
	sqlite3_close(db);
}

/* Two forks of what east knows. In the store their seats and owner are made those of the game they came
   from. */
static void fork_for(struct world *w, char out[32])
{
	char body[60];
	client_callf(&w->c[EAST], "GET", NULL, "/api/games/%s/view", id);
	snprintf(body, sizeof body, "{\"at\":%d}", int_at(&w->c[EAST], "n"));
	client_callf(&w->c[EAST], "POST", body, "/api/games/%s/fork", id);
	snprintf(out, 32, "%s", text_at(&w->c[EAST], "id"));
	sql(w->path,
		"UPDATE seats SET person = (SELECT person FROM seats s JOIN games g ON g.number = s.game WHERE g.id = '%s' AND s.side = 0) "
		"WHERE side = 0 AND game = (SELECT number FROM games WHERE id = '%s'); UPDATE games SET made = 0, owner = (SELECT owner FROM games WHERE id = '%s') WHERE id = '%s'",
		id, out, id, out);
}

/* Without what must differ: the game's own id and the commitment to its dice. */
static void plain(struct text *t, const char *game)
{
	char *at = t->s;
	while (at && (at = strstr(at, game))) memset(at, '#', strlen(game));
	for (at = t->s; at && (at = strstr(at, "\"commitment\":\"")); at++) memset(at + 14, '#', 64);
}

/* One order of who is asked: an attack if there is one, or else any but "done". */
static void fight(struct client *c, uint64_t *rng)
{
	char body[400];
	if (!asked(c)) return;
	const json_t *orders = json_object_get(c->json, "orders"), *chosen = NULL;
	size_t n = json_array_size(orders), first = rnd(rng) % n;
	for (size_t i = 0; i < n; i++) {
		const json_t *o = json_array_get(orders, (first + i) % n);
		const char *role = json_string_value(json_object_get(o, "role"));
		bool attack = strcmp(role, "assault") == 0 || strcmp(role, "fire") == 0,
			 done = strcmp(role, "done") == 0 || strcmp(role, "stop") == 0;
		if (attack || !chosen || (!done && rnd(rng) % 2)) chosen = o;
		if (attack) break;
	}
	snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"%llx\",\"orders\":[\"%s\"]}", int_at(c, "n"),
		(unsigned long long)rnd(rng), json_string_value(json_object_get(chosen, "words")));
	client_callf(c, "POST", body, "/api/games/%s/orders", id);
}

/* Whether west sees two different games. Then there is something that it hides. */
static bool hides(struct world *w, const char *one, const char *other)
{
	struct text x = {0};
	client_callf(&w->c[WEST], "GET", NULL, "/api/games/%s/view", one);
	text_add(&x, text_str(&w->c[WEST].body));
	client_callf(&w->c[WEST], "GET", NULL, "/api/games/%s/view", other);
	bool differ = strcmp(text_str(&x), text_str(&w->c[WEST].body)) != 0;
	text_free(&x);
	return differ;
}

static void compare_forks(struct world *w, const char *one, const char *other, const char *when)
{
	for (int i = EAST; i < PEOPLE; i++) {
		struct text x = {0}, y = {0};
		look(&w->c[i], one, &x), look(&w->c[i], other, &y);
		if (i == EAST) look_deeper(&w->c[i], one, &x), look_deeper(&w->c[i], other, &y);
		/* the list of games holds both: it is compared above */
		char *list = strstr(x.s, "/api/games 200"), *list_y = strstr(y.s, "/api/games 200");
		if (list && list_y)
			memset(list, ' ', strcspn(list, "\n")), memset(list_y, ' ', strcspn(list_y, "\n"));
		plain(&x, one), plain(&y, other);
		compare(names[i], when, &x, &y);
	}
}

/* Plays until so many pairs of forks were compared in which west hides something. */
static void try_hidden(const char *system, int step, int pairs)
{
	struct world a = {0};
	char one[32], other[32], when[200];
	int found = 0;
	for (int game = 1; game <= 20 && found < pairs; game++) {
		uint64_t rng = (uint64_t)game;
		begin(&a, system, "");
		for (int rounds = step; rounds <= 900 && found < pairs; rounds += step) {
			for (int i = 0; i < step; i++) fight(&a.c[WEST], &rng), fight(&a.c[EAST], &rng);
			client_callf(&a.c[EAST], "GET", NULL, "/api/games/%s/view", id);
			if (json_is_true(json_object_get(a.c[EAST].json, "over"))) break; /* nothing is hidden any more */
			fork_for(&a, one), fork_for(&a, other);
			if (!hides(&a, one, other)) continue;
			snprintf(when, sizeof when, "%s after %d rounds, whatever west hides", system, rounds);
			compare_forks(&a, one, other, when);
			found++;
		}
		end(&a);
	}
	verdict(found == pairs, "%s: %d of %d pairs of games in which west hides something", system, found,
		pairs);
}

int main(void)
{
	small_data(data, sizeof data);
	try_at_once("drill", "");
	try_at_once("all_are_brothers", "\"plotted_orders\":1");
	try_at_once("tabletop_1859", "");
	try_hidden("drill", 4, 1);
	battle = "raab", sides[0] = "french", sides[1] = "austrian";
	try_hidden("from_divisions", 30, 1);
	small_data_remove(data);
	return verdicts_end();
}
