/* Everything about a piece or a place, in one request: what it may do is what the view offers, where it can
   go is where its orders lead, why it may not is what the rules say to the order itself, odds and threats are
   those of the other requests. In drill; tests/service/every.c asks in every system, differ.c in secret. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "client.h"

static struct client c;
static char id[32];
static int keys;

static const char *word(const json_t *o, const char *name)
{
	const char *s = json_string_value(json_object_get(o, name));
	return s ? s : "";
}

static json_t *ask(const char *query)
{
	client_callf(&c, "GET", NULL, "/api/games/%s/%s", id, query);
	return json_incref(c.json);
}

static json_t *about(const char *name, const char *value, const char *more)
{
	char query[400];
	snprintf(query, sizeof query, "about?%s=%s%s", name, value, more);
	for (char *s = query; *s; s++)
		if (*s == ' ') *s = '+';
	return ask(query);
}

static int send_orders(int n, const char *list)
{
	struct text body = {0};
	text_addf(&body, "{\"n\":%d,\"key\":\"%d\",\"whole\":true,\"orders\":%s}", n, keys++, list);
	int code = client_callf(&c, "POST", text_str(&body), "/api/games/%s/orders", id);
	text_free(&body);
	return code;
}

/* The first piece that the view offers to take up; its id. To the question in which pieces march: both sides
   name their guards before. */
static void come_to_march(char piece[60])
{
	for (int i = 0; i < 40; i++) {
		json_t *view = ask("view"), *o;
		size_t k;
		json_array_foreach(json_object_get(view, "orders"), k, o)
		{
			if (strcmp(word(o, "role"), "pick") == 0 &&
				strcmp(word(json_object_get(view, "question"), "name"), "march") == 0) {
				snprintf(piece, 60, "%s", word(o, "piece"));
				json_decref(view);
				return;
			}
		}
		char list[200];
		snprintf(list, sizeof list, "[\"%s\"]",
			word(json_array_get(json_object_get(view, "orders"), 0), "words"));
		send_orders((int)json_integer_value(json_object_get(view, "n")), list);
		json_decref(view);
	}
	verdict(false, "pieces march");
}

/* Its orders are those of the view. */
static void try_orders(const char *piece)
{
	json_t *view = ask("view"), *said = about("piece", piece, ""), *o;
	size_t i, n = 0;
	bool same = true;
	json_array_foreach(json_object_get(view, "orders"), i, o) if (strcmp(word(o, "piece"), piece) == 0)
		same &= json_equal(o, json_array_get(json_object_get(said, "orders"), n++)) != 0;
	verdict(same && n > 0 && n == json_array_size(json_object_get(said, "orders")),
		"what a piece may do is what the view offers it (%zu orders)", n);
	verdict(json_is_null(json_object_get(said, "why")), "and there is no reason why it could not act");
	json_decref(view), json_decref(said);
}

static bool stands(const json_t *view, const char *piece, const char *place)
{
	size_t i;
	json_t *p;
	json_array_foreach(json_object_get(view, "pieces"), i,
		p) if (strcmp(word(p, "id"), piece) ==
			   0) return strcmp(json_string_value(json_array_get(json_object_get(p, "place"), 0)), place) ==
		0;
	return false;
}

/* The orders to every place are sent as they are; each leads there, and is taken back. */
static void try_reach(const char *piece)
{
	json_t *said = about("piece", piece, ""), *end;
	const char *place;
	int ends = 0, came = 0, n = (int)json_integer_value(json_object_get(said, "n"));
	json_object_foreach(json_object_get(said, "reach"), place, end)
	{
		char *list = json_dumps(json_object_get(end, "orders"), JSON_COMPACT), body[100];
		ends++;
		if (send_orders(n, list) == 200 && stands(json_object_get(c.json, "view"), piece, place) &&
			(size_t)int_at(&c, "done") == json_array_size(json_object_get(end, "orders")))
			came++;
		else printf("# %s: %s\n", list, text_str(&c.body));
		snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"u%d\",\"to\":%d}", int_at(&c, "n"), keys++, n);
		client_callf(&c, "POST", body, "/api/games/%s/undo", id);
		n = int_at(&c, "n");
		free(list);
	}
	verdict(ends > 3 && came == ends, "%s can go to %d places, and the orders lead to %d of them", piece,
		ends, came);
	json_decref(said);
}

/* Each place of the board is either reached, or there is a reason with words. */
static void try_reasons(const char *piece)
{
	client_callf(&c, "GET", NULL, "/api/games/%s", id);
	json_t *board = json_incref(c.json), *whole = about("piece", piece, ""), *h;
	size_t i;
	int reasons = 0, wrong = 0;
	json_array_foreach(json_object_get(json_object_get(board, "map"), "hexes"), i, h)
	{
		char more[60];
		snprintf(more, sizeof more, "&place=%s", word(h, "n"));
		json_t *said = about("piece", piece, more);
		const json_t *why = json_object_get(said, "why");
		bool reached = json_object_get(json_object_get(whole, "reach"), word(h, "n"));
		if (reached != json_is_null(why) ||
			reached != (json_object_size(json_object_get(said, "reach")) == 1))
			wrong++, printf("# %s: %s\n", word(h, "n"), text_str(&c.body));
		if (!reached) reasons++, wrong += strlen(word(why, "text")) < 10 || !*word(why, "rule");
		json_decref(said);
	}
	verdict(reasons > 10 && wrong == 0, "beyond them there is a reason with its rule, %d times", reasons);
	json_decref(board), json_decref(whole);
}

/* What is said of an order is what the order itself is answered with. */
static void try_verdicts(void)
{
	static const char *const words[] = {"halt", "done", "step arnaud 0101", "fire arnaud adler",
		"march adler", "guard arnaud", "hold"};
	int same = 0, refused = 0, n = (int)(sizeof words / sizeof *words);
	for (int i = 0; i < n; i++) {
		json_t *said = about("order", words[i], "");
		const json_t *there = json_object_get(said, "there");
		char list[100], body[100];
		snprintf(list, sizeof list, "[\"%s\"]", words[i]);
		int code = send_orders((int)json_integer_value(json_object_get(said, "n")), list);
		const json_t *no = json_object_get(c.json, "refused");
		if (code == 422) refused++;
		same += code == 422 ? json_is_false(json_object_get(there, "allowed")) &&
		                          strcmp(word(no, "text"), word(there, "text")) == 0 &&
		                          strcmp(word(no, "rule"), word(there, "rule")) == 0
		      : code == 200 ? json_is_true(json_object_get(there, "allowed"))
		                    : false;
		snprintf(body, sizeof body, "{\"n\":%d,\"key\":\"v%d\",\"to\":%d}", int_at(&c, "n"), keys++,
			(int)json_integer_value(json_object_get(said, "n")));
		if (code == 200) client_callf(&c, "POST", body, "/api/games/%s/undo", id);
		json_decref(said);
	}
	verdict(same == n && refused > 3,
		"what is said of an order is what the order is answered with (%d of %d, %d refused)", same, n,
		refused);
}

/* Plays until somebody may fire; the odds of it are those that POST odds gives. */
static void try_odds(void)
{
	uint64_t rng = 5;
	int same = 0, asked = 0;
	for (int i = 0; i < 400 && asked < 5; i++) {
		json_t *view = ask("view"), *o, *shot = NULL;
		size_t k;
		json_array_foreach(json_object_get(view, "orders"), k,
			o) if (!shot && (!strcmp(word(o, "role"), "fire") || !strcmp(word(o, "role"), "assault"))) shot =
			o;
		if (shot && *word(shot, "piece")) {
			char body[300];
			json_t *said = about("piece", word(shot, "piece"), "&odds=1");
			snprintf(body, sizeof body, "{\"orders\":[\"%s\"],\"carried\":true}", word(shot, "words"));
			client_callf(&c, "POST", body, "/api/games/%s/odds", id);
			asked++;
			same += json_equal(json_object_get(json_object_get(said, "odds"), word(shot, "words")), c.json);
			json_decref(said);
		}
		json_decref(view);
		if (!game_play(&c, id, 1, &rng)) break;
	}
	verdict(asked > 0 && same == asked, "its odds are those of the orders (%d of %d)", same, asked);
}

/* Parts of it can be asked for singly, and say the same. */
static void try_parts(const char *piece)
{
	char order[100], body[200], query[200];
	snprintf(order, sizeof order, "guard %s", piece);
	snprintf(body, sizeof body, "{\"order\":\"%s\"}", order);
	snprintf(query, sizeof query, "&threats=1&overlays=zones&order=guard+%s", piece);
	json_t *said = about("place", "0605", query), *there = json_object_get(said, "there");
	const json_t *zones = json_object_get(json_object_get(said, "overlays"), "zones");
	verdict(json_is_array(json_object_get(said, "threats")) && json_object_get(zones, "values"),
		"a place has its threats and overlays");
	json_t *part = ask("overlay?name=zones");
	verdict(json_equal(part, zones), "an overlay by itself is the same");
	json_decref(part);
	part = ask("threats?place=0605");
	verdict(json_equal(part, json_object_get(said, "threats")), "threats by themselves are the same");
	json_decref(part);
	client_callf(&c, "POST", body, "/api/games/%s/why", id);
	json_object_del(there, "words");
	verdict(c.status == 200 && json_equal(c.json, there), "and whether an order may be given");
	json_decref(said);
	json_decref(ask("reach?piece=adler"));
	verdict(c.status == 404, "what is no part of the interface is not there");
}

int main(void)
{
	struct service service;
	char path[256], piece[60] = "";
	store_path(path, sizeof path, "about");
	service_start(&service, path, NULL, NULL);
	client_meet(&c, service.port);
	game_make(&c, "me", "me", id);
	come_to_march(piece);
	try_orders(piece);
	try_reach(piece);
	try_reasons(piece);
	try_verdicts();
	try_parts(piece);
	try_odds();
	verdict(service_stop(&service, SIGTERM) == 0, "the service ends well");
	client_leave(&c);
	store_remove(path);
	return verdicts_end();
}
