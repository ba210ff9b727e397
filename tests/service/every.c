/* Every battle under every rule system of the catalogue, through the service: what it shows is sound, every
   order it offers is allowed, every overlay and sign can be drawn. No system is named here: a new one is
   tested without an edit. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"

#define ORDERS 40

static struct client c;
static char id[32];
static json_t *board;
static int boxes; /* that were asked about */

static const char *word(const json_t *o, const char *name)
{
	const char *s = json_string_value(json_object_get(o, name));
	return s ? s : "";
}

static bool listed(const json_t *list, const char *name, const char *member)
{
	size_t i;
	json_t *e;
	json_array_foreach(list, i,
		e) if (strcmp(member ? word(e, member) : json_string_value(e), name) == 0) return true;
	return false;
}

static bool is_place(const char *name)
{
	return json_object_get(board, "table") ||
	       listed(json_object_get(json_object_get(board, "map"), "hexes"), name, "n") ||
	       listed(json_object_get(board, "boxes"), name, NULL);
}

/* Everything a view names is explained on the board. */
static int view_wrong(const json_t *view)
{
	size_t i, k;
	json_t *p, *e;
	int wrong = json_integer_value(json_object_get(view, "n")) < 0 || !*word(view, "headline");
	json_array_foreach(json_object_get(view, "pieces"), i, p)
	{
		wrong += !listed(json_object_get(board, "pieces"), word(p, "id"), "id") || !*word(p, "symbol");
		json_array_foreach(json_object_get(p, "place"), k, e) wrong += !is_place(json_string_value(e));
	}
	json_array_foreach(json_object_get(view, "marks"), i, p) wrong +=
		!listed(json_object_get(json_object_get(board, "signs"), "mark"), word(p, "mark"), "name") ||
		!is_place(word(p, "place"));
	json_array_foreach(json_object_get(view, "orders"), i, p)
	{
		wrong += !*word(p, "words") || !*word(p, "text") || !*word(p, "role");
		wrong += *word(p, "place") && !is_place(word(p, "place"));
	}
	return wrong;
}

static int overlays_wrong(const json_t *view)
{
	size_t i;
	json_t *o;
	int wrong = 0;
	const char *piece = word(json_array_get(json_object_get(view, "pieces"), 0), "id");
	json_array_foreach(json_object_get(board, "overlays"), i, o)
	{
		bool needs = json_is_true(json_object_get(o, "needs_unit"));
		int code = client_callf(&c, "GET", NULL, "/api/games/%s/about?overlays=%s%s%s", id, word(o, "name"),
			needs ? "&piece=" : "", needs ? piece : "");
		if (code != 200) wrong++, printf("# overlay %s: %d %s\n", word(o, "name"), code, text_str(&c.body));
	}
	return wrong;
}

/* Whoever is in a box beside the board cannot be attacked there; the question is answered all the same. */
static int boxes_wrong(void)
{
	size_t i;
	json_t *box;
	int wrong = 0;
	json_array_foreach(json_object_get(board, "boxes"), i, box)
	{
		char name[100];
		snprintf(name, sizeof name, "%s", json_string_value(box));
		for (char *s = name; *s; s++)
			if (*s == ' ') *s = '_';
		int about = client_callf(&c, "GET", NULL, "/api/games/%s/about?place=%s&threats=1", id, name);
		int alone = client_callf(&c, "GET", NULL, "/api/games/%s/threats?place=%s", id, name);
		if (about != 200 || alone != 200)
			wrong++, printf("# box %s: %d %d %s\n", name, about, alone, text_str(&c.body));
		boxes++;
	}
	return wrong;
}

static const json_t *hex_named(const char *name)
{
	size_t i;
	json_t *h;
	json_array_foreach(json_object_get(json_object_get(board, "map"), "hexes"), i,
		h) if (strcmp(word(h, "n"), name) == 0) return h;
	return NULL;
}

/* Some hex next to that one; "". */
static const char *neighbour(const char *name, uint64_t *rng)
{
	const json_t *here = hex_named(name);
	double size = json_number_value(json_object_get(json_object_get(board, "map"), "size"));
	size_t i, start = here ? rnd(rng) % 6 : 0, seen = 0;
	const char *last = "";
	json_t *h;
	json_array_foreach(json_object_get(json_object_get(board, "map"), "hexes"), i, h)
	{
		double dx =
			here ? json_number_value(json_object_get(h, "x")) - json_number_value(json_object_get(here, "x"))
				 : 1e9;
		double dy =
			here ? json_number_value(json_object_get(h, "y")) - json_number_value(json_object_get(here, "y"))
				 : 1e9;
		if (h == here || dx * dx + dy * dy > 1.21 * size * size) continue;
		last = word(h, "n");
		if (seen++ == start) break;
	}
	return last;
}

static const json_t *view_piece(const json_t *view, const char *id_wanted)
{
	size_t i;
	json_t *p;
	json_array_foreach(json_object_get(view, "pieces"), i,
		p) if (strcmp(word(p, "id"), id_wanted) == 0) return p;
	return NULL;
}

static int marches, marched; /* asked for; with orders to give */

/* Everybody who can be taken up in one hex marches to the next: what is proposed is allowed, as a whole. */
static int march_wrong(const json_t *view, uint64_t *rng)
{
	const char *from = "", *first = "";
	char body[4000] = "", *orders, one[100];
	size_t i;
	json_t *o;
	json_array_foreach(json_object_get(view, "orders"), i, o)
	{
		const char *at = json_string_value(
			json_array_get(json_object_get(view_piece(view, word(o, "piece")), "place"), 0));
		if (strcmp(word(o, "role"), "pick") || !at || !hex_named(at) || (*from && strcmp(from, at)) ||
			strlen(body) > 1000)
			continue;
		if (!*from) from = at, first = word(o, "piece");
		snprintf(one, sizeof one, "\"%s\"", word(o, "piece"));
		if (strstr(body, one)) continue;
		snprintf(body + strlen(body), sizeof body - strlen(body), "%s%s", *body ? "," : "", one);
	}
	const char *to = neighbour(from, rng);
	if (!*first || !*to) return 0;
	char asked[4200];
	snprintf(asked, sizeof asked, "{\"pieces\":[%s],\"path\":[\"%s\"],\"column\":%s}", body, to,
		rnd(rng) % 2 ? "true" : "false");
	marches++;
	if (client_callf(&c, "POST", asked, "/api/games/%s/march", id) != 200) {
		if (c.status == 400) return 0; /* more than march at once */
		return printf("# march %s: %d %s\n", asked, c.status, text_str(&c.body)), 1;
	}
	if (!json_array_size(json_object_get(c.json, "orders"))) return 0;
	marched++;
	orders = json_dumps(json_object_get(c.json, "orders"), JSON_COMPACT);
	struct text send = {0};
	text_addf(&send, "{\"n\":%d,\"key\":\"m%llx\",\"whole\":true,\"orders\":%s}", int_at(&c, "n"),
		(unsigned long long)rnd(rng), orders);
	int wrong = client_callf(&c, "POST", text_str(&send), "/api/games/%s/orders", id) != 200;
	if (wrong) printf("# march %s: %s: %d %s\n", asked, orders, c.status, text_str(&c.body));
	free(orders), text_free(&send);
	return wrong;
}

/* An order that is offered is allowed, and it is said what it means. */
static int there_wrong(const char *words)
{
	char query[200];
	size_t n = strlen(words);
	for (size_t i = 0; i <= n; i++) query[i] = words[i] == ' ' ? '+' : words[i];
	client_callf(&c, "GET", NULL, "/api/games/%s/about?order=%s", id, query);
	const json_t *there = json_object_get(c.json, "there");
	if (json_is_true(json_object_get(there, "allowed")) && *word(there, "say") &&
		strcmp(word(there, "words"), words) == 0)
		return 0;
	return printf("# %s: %s\n", words, text_str(&c.body)), 1;
}

static int ways, led; /* asked for; places that were marched to */

/* The last of these orders, sent as they are: whether all of it was done, or a surprise came before the
   end. */
static int orders_wrong(int n, const json_t *orders, uint64_t *rng)
{
	char *list = json_dumps(orders, JSON_COMPACT);
	struct text send = {0};
	text_addf(&send, "{\"n\":%d,\"key\":\"r%llx\",\"whole\":true,\"orders\":%s}", n,
		(unsigned long long)rnd(rng), list);
	int wrong = client_callf(&c, "POST", text_str(&send), "/api/games/%s/orders", id) != 200;
	if (wrong) printf("# %s: %d %s\n", list, c.status, text_str(&c.body));
	free(list), text_free(&send);
	return wrong;
}

/* A piece that can move is asked about, in one of its manners; what leads to some place is sent as it is. */
static int about_wrong(const json_t *view, uint64_t *rng)
{
	const json_t *orders = json_object_get(view, "orders"), *o = NULL, *manners;
	size_t n = json_array_size(orders), first = n ? rnd(rng) % n : 0;
	for (size_t i = 0; i < n; i++) {
		o = json_array_get(orders, (first + i) % n);
		if (*word(o, "piece") && (!strcmp(word(o, "role"), "pick") || !strcmp(word(o, "role"), "move")))
			break;
		o = NULL;
	}
	if (!o) return 0;
	ways++;
	if (client_callf(&c, "GET", NULL, "/api/games/%s/about?piece=%s", id, word(o, "piece")) != 200)
		return printf("# about %s: %s\n", word(o, "piece"), text_str(&c.body)), 1;
	manners = json_object_get(c.json, "manners");
	char by[200] = "";
	if (json_array_size(manners) > 1)
		snprintf(by, sizeof by, "%s",
			word(json_array_get(manners, rnd(rng) % json_array_size(manners)), "by"));
	for (char *s = by; *s; s++) *s = *s == ' ' ? '+' : *s;
	if (*by &&
		client_callf(&c, "GET", NULL, "/api/games/%s/about?piece=%s&by=%s", id, word(o, "piece"), by) != 200)
		return printf("# about %s by %s: %s\n", word(o, "piece"), by, text_str(&c.body)), 1;
	json_t *reach = json_object_get(c.json, "reach");
	if (json_object_get(c.json, "why") == NULL || !json_is_null(json_object_get(c.json, "why")))
		return printf("# about %s, which can act: %s\n", word(o, "piece"), text_str(&c.body)), 1;
	size_t ends = json_object_size(reach), chosen = ends ? rnd(rng) % ends : 0;
	void *end = json_object_iter(reach);
	while (chosen--) end = json_object_iter_next(reach, end);
	if (!end || !strcmp(by, "stack")) return 0;
	led++;
	json_t *kept = json_incref(json_object_iter_value(end));
	int wrong = orders_wrong((int)json_integer_value(json_object_get(view, "n")),
		json_object_get(kept, "orders"), rng);
	json_decref(kept);
	return wrong;
}

static int worn; /* pieces whose counter says how they are formed */

/* Who can be put anywhere is put there as he is formed now, if his counter says it. His formation is the last
   of its signs that is a choice: an order may have the same name. */
static int put_wrong(const json_t *view)
{
	int wrong = 0;
	size_t i, k, l;
	json_t *piece, *sign, *choice;
	json_array_foreach(json_object_get(view, "pieces"), i, piece)
	{
		const json_t *put = json_object_get(json_object_get(view, "put"), word(piece, "id"));
		const char *formed = NULL;
		json_array_foreach(json_object_get(piece, "slot"), k, sign)
			json_array_foreach(json_object_get(put, "choices"), l, choice) if (json_equal(sign, choice))
				formed = json_string_value(sign);
		worn += formed != NULL;
		if (formed && strcmp(word(put, "choice"), formed))
			wrong++, printf("# %s is in %s and would be put in %s\n", word(piece, "id"), formed,
						 word(put, "choice"));
	}
	return wrong;
}

/* Plays orders that are offered; asks for the odds and the reasons of each. */
static int play_wrong(uint64_t *rng)
{
	int wrong = 0;
	json_t *news = NULL; /* the view that the last order was answered with */
	for (int i = 0; i < ORDERS; i++) {
		char body[400], words[200];
		if (client_callf(&c, "GET", NULL, "/api/games/%s/view", id) != 200)
			return printf("# view: %d %s\n", c.status, text_str(&c.body)), wrong + 1;
		json_t *view = json_incref(c.json);
		if (news && !json_equal(news, view))
			wrong++, printf("# order %d: the answer to the order before had another view\n", i);
		json_decref(news), news = NULL;
		const json_t *orders = json_object_get(view, "orders");
		size_t n = json_array_size(orders);
		if (i % 8 == 0 && view_wrong(view))
			wrong++, printf("# order %d: the view names what the board does not explain: %s\n", i,
						 text_str(&c.body));
		if (n == 0 && !json_is_true(json_object_get(view, "over")))
			wrong++, printf("# order %d: nobody is asked: %s\n", i, text_str(&c.body));
		if (n == 0) return json_decref(view), wrong;
		if (i % 8 == 0) wrong += overlays_wrong(view);
		wrong += put_wrong(view);
		if (i % 4 >= 2 && !json_object_get(board, "table")) {
			wrong += i % 4 == 3 ? march_wrong(view, rng) : about_wrong(view, rng);
			json_decref(view);
			continue;
		}
		snprintf(words, sizeof words, "%s", word(json_array_get(orders, rnd(rng) % n), "words"));
		wrong += there_wrong(words);
		snprintf(body, sizeof body, "{\"orders\":[\"%s\"]}", words);
		if (i % 4 == 0 && client_callf(&c, "POST", body, "/api/games/%s/odds", id) != 200)
			wrong++, printf("# odds %s: %s\n", words, text_str(&c.body));
		snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"%d\",\"orders\":[\"%s\"]}",
			(int)json_integer_value(json_object_get(view, "n")), i, words);
		if (client_callf(&c, "POST", body, "/api/games/%s/orders", id) != 200)
			wrong++, printf("# %s: %d %s\n", words, c.status, text_str(&c.body));
		news = json_incref(json_object_get(c.json, "view"));
		wrong += !news;
		json_decref(view);
	}
	json_decref(news);
	if (client_callf(&c, "GET", NULL, "/api/games/%s/log", id) != 200)
		wrong++, printf("# log: %d %s\n", c.status, text_str(&c.body));
	if (client_callf(&c, "GET", NULL, "/api/games/%s/save", id) != 200)
		wrong++, printf("# save: %d %s\n", c.status, text_str(&c.body));
	return wrong;
}

static const json_t *battle_of(const json_t *catalogue, const char *name)
{
	size_t i;
	json_t *b;
	json_array_foreach(json_object_get(catalogue, "battles"), i,
		b) if (strcmp(word(b, "id"), name) == 0) return b;
	return NULL;
}

static void try_pairing(const json_t *catalogue, const json_t *pairing, uint64_t *rng)
{
	char body[500];
	const json_t *sides = json_object_get(battle_of(catalogue, word(pairing, "battle")), "sides");
	snprintf(body, sizeof body,
		"{\"battle\":\"%s\",\"system\":\"%s\",\"scenario\":\"%s\",\"seats\":{\"%s\":\"me\",\"%s\":\"me\"}}",
		word(pairing, "battle"), word(pairing, "system"), word(pairing, "scenario"),
		word(json_array_get(sides, 0), "id"), word(json_array_get(sides, 1), "id"));
	int wrong = client_call(&c, "POST", "/api/games", body) != 200;
	if (wrong) printf("# new game: %d %s\n", c.status, text_str(&c.body));
	snprintf(id, sizeof id, "%s", text_at(&c, "id"));
	wrong += client_callf(&c, "GET", NULL, "/api/games/%s", id) != 200;
	board = json_incref(c.json);
	wrong += json_array_size(json_object_get(board, "pieces")) == 0 ||
	         (!json_object_get(board, "map") && !json_object_get(board, "table"));
	if (!wrong) wrong = boxes_wrong() + play_wrong(rng);
	json_decref(board);
	verdict(wrong == 0, "%s, %s under %s", word(pairing, "battle"), word(pairing, "scenario"),
		word(pairing, "system"));
}

int main(void)
{
	struct service s;
	char path[256], before[200] = "", now[200];
	uint64_t rng = 1;
	size_t i;
	json_t *p;
	store_path(path, sizeof path, "every");
	service_start(&s, path, NULL, NULL);
	client_meet(&c, s.port);
	/* a hundred musters: on a busy machine they take their time */
	for (int tries = 0; tries < 10 && client_call(&c, "GET", "/api/catalogue", NULL) == 0; tries++) continue;
	json_t *catalogue = json_incref(c.json);
	verdict(json_array_size(json_object_get(catalogue, "pairings")) > 0, "there is something to play");
	json_array_foreach(json_object_get(catalogue, "systems"), i, p) verdict(
		client_callf(&c, "GET", NULL, "/api/rules/%s", word(p, "id")) == 200 && json_array_size(c.json) > 0,
		"the rule book of %s", word(p, "id"));
	json_array_foreach(json_object_get(catalogue, "pairings"), i, p)
	{
		snprintf(now, sizeof now, "%s %s", word(p, "battle"), word(p, "system"));
		if (strcmp(now, before) == 0) continue;
		bool seen = false;
		for (size_t k = 0; k < i && !seen; k++) {
			const json_t *q = json_array_get(json_object_get(catalogue, "pairings"), k);
			seen = strcmp(word(q, "battle"), word(p, "battle")) == 0 &&
			       strcmp(word(q, "system"), word(p, "system")) == 0;
		}
		if (!seen) try_pairing(catalogue, p, &rng);
		snprintf(before, sizeof before, "%s", now);
	}
	json_decref(catalogue);
	verdict(marched > 20, "%d marches of many were asked for, and %d had orders to give, all of them allowed",
		marches, marched);
	verdict(boxes > 0, "%d boxes were asked about", boxes);
	verdict(worn > 0, "%d pieces that can be put anywhere say how they are formed, and go so", worn);
	verdict(led > 20, "%d pieces were asked about, and %d were led to a place by the orders in the answer",
		ways, led);
	verdict(service_stop(&s, SIGTERM) == 0, "the service ends well");
	client_leave(&c);
	store_remove(path);
	return verdicts_end();
}
