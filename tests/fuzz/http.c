/* Requests to every route: method, path and query are the first line, the body is the rest; the byte before
   says who asks. So that a request gets beyond the door, `*` in the path is a game, and in the body @n is
   that game's number of entries, @k a new key and @o an order that is allowed. Nothing may end the process,
   and every answer has a status that we give. */
#include "service.h"

#include "engine/rules.h"

enum {
	AS_OTHER = 1,
	WITHOUT_COOKIE = 2,
	WITHOUT_CSRF = 4,
	ZIPPED = 8,
	FORWARDED = 16,
	UPGRADES = 32,
	AS_IT_IS = 64
};
#define GAMES 14
#define FRESH_EVERY 512 /* requests; then the games are new ones */

static struct guest guest[2];
static char game_id[GAMES][ID_MOST];
static uint64_t requests;

static void fresh_games(void)
{
	int systems = 0;
	while (all_rules[systems]) systems++;
	guest_meet(&guest[0]), guest_meet(&guest[1]); /* they may have signed out */
	for (int i = 0; i < GAMES; i++)
		game_new_by(&guest[0], all_rules[i / 2 % systems]->id, i % 2 ? "friend" : "me", game_id[i]);
}

static int known_status(int status)
{
	static const int ours[] = {101, 200, 204, 304, 400, 401, 403, 404, 405, 409, 411, 413, 421, 422, 426, 429,
		500, 503, 507};
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		if (ours[i] == status) return 1;
	return 0;
}

/* What the player of that game sees: the number of entries, and one of the orders. */
static void look(const char *id, uint64_t pick, int *n, char *order, size_t room)
{
	struct MHD_Connection c = {.cookie = guest[0].cookie, .csrf = guest[0].csrf};
	char path[80];
	void *own;
	snprintf(path, sizeof path, "/api/games/%s/view", id);
	service_ask(&c, "GET", path, NULL, 0, &own);
	const char *text = text_str(&c.body), *at = strstr(text, "\"n\":");
	int words = 0;
	*n = at ? atoi(at + 4) : 0, order[0] = 0;
	for (at = text; (at = strstr(at, "\"words\":\"")); at++) words++;
	at = text;
	for (uint64_t k = words ? pick % (uint64_t)words + 1 : 0; k; k--) at = strstr(at, "\"words\":\"") + 9;
	if (words) snprintf(order, room, "%.*s", (int)strcspn(at, "\""), at);
	service_done(&c, &own);
}

static void fill_in(struct text *out, const char *at, const char *end, const char *id)
{
	char order[200] = "";
	int n = -1;
	uint64_t pick = requests * 2654435761u;
	for (; at < end; at++) {
		char what = *at == '@' && at + 1 < end ? at[1] : 0;
		if ((what == 'n' || what == 'o') && n < 0) look(id, pick, &n, order, sizeof order);
		if (what == 'n') text_addf(out, "%d", n), at++;
		else if (what == 'o') text_add(out, order), at++;
		else if (what == 'k') text_addf(out, "k%llu", (unsigned long long)requests), at++;
		else text_char(out, *at);
	}
}

static void read_args(struct MHD_Connection *c, char *query)
{
	for (char *arg; c->args < ARGS_MOST && (arg = strsep(&query, "&"));) {
		char *value = strchr(arg, '=');
		if (value) *value++ = 0;
		c->name[c->args] = arg, c->value[c->args++] = value;
	}
}

static void path_of(const char *line, size_t n, const char *id, struct text *path)
{
	for (size_t i = 0; i < n && line[i]; i++) {
		if (line[i] == '*') text_add(path, id);
		else text_char(path, line[i]);
	}
}

/* A line that names no route would only ever be told so. Unless it is to be asked as it is, the sum of its
   letters chooses a route instead; its query stays. */
static void name_a_route(uint8_t flags, const char *line, struct text *out)
{
	static const char *const methods[] =
		{[METHOD_GET] = "GET", [METHOD_POST] = "POST", [METHOD_DELETE] = "DELETE"};
	const struct route *chosen = NULL;
	char pattern[200];
	unsigned sum = 0;
	for (int i = 0; i < route_count && !chosen; i++) {
		size_t n =
			(size_t)snprintf(pattern, sizeof pattern, "%s %s", methods[routes[i].method], routes[i].path);
		if (strncmp(line, pattern, n) == 0 && (!line[n] || line[n] == '?')) chosen = &routes[i];
	}
	for (const char *c = line; *c; c++) sum += (unsigned char)*c;
	if (chosen || flags & AS_IT_IS) {
		text_add(out, line);
		return;
	}
	chosen = &routes[sum % (unsigned)route_count];
	if (strstr(chosen->path, "hint")) chosen = &routes[0]; /* it thinks for seconds, and has no body */
	text_addf(out, "%s %s%s", methods[chosen->method], chosen->path,
		strchr(line, '?') ? strchr(line, '?') : "");
}

static void request(uint8_t flags, const char *line, size_t n, const char *body, const char *end,
	const char *id)
{
	const struct guest *g = &guest[flags & AS_OTHER ? 1 : 0];
	struct MHD_Connection c = {.cookie = flags & WITHOUT_COOKIE ? NULL : g->cookie,
		.csrf = flags & WITHOUT_CSRF ? NULL : g->csrf,
		.zipped = flags & ZIPPED,
		.forwarded = flags & FORWARDED,
		.upgrade = flags & UPGRADES ? "websocket" : NULL};
	char method[12] = "";
	size_t blank = strcspn(line, " \n");
	struct text path = {0}, filled = {0};
	void *own;
	snprintf(method, sizeof method, "%.*s", (int)(blank < 11 ? blank : 11), line);
	path_of(line + (blank < n ? blank + 1 : n), blank < n ? n - blank - 1 : 0, id, &path);
	char *query = path.n ? strchr(path.s, '?') : NULL;
	if (query) *query = 0, read_args(&c, query + 1);
	fill_in(&filled, body, end, id);
	service_ask(&c, method, text_str(&path), text_str(&filled), filled.n, &own);
	if (c.answered && !known_status(c.status)) fprintf(stderr, "status %d\n", c.status), abort();
	bool signed_out = c.status == 401 && c.cookie;
	if (c.peer >= 0) {
		close(c.peer);
		pthread_mutex_lock(&service_lock);
		while (!c.closed) pthread_cond_wait(&service_moved, &service_lock);
		pthread_mutex_unlock(&service_lock);
	}
	service_done(&c, &own);
	text_free(&path), text_free(&filled);
	if (signed_out) fresh_games();
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	if (!service_cls) service_start();
	if (n < 3 || n > 60000) return 0;
	if (requests++ % FRESH_EVERY == 0) fresh_games();
	char *text = malloc(n);
	memcpy(text, bytes + 1, n - 1), text[n - 1] = 0;
	char *stop = memchr(text, '\n', n - 1), *end = text + n - 1, *body = stop ? stop + 1 : end;
	if (stop) *stop = 0;
	struct text line = {0};
	name_a_route(bytes[0], text, &line);
	request(bytes[0], text_str(&line), line.n, body, end, game_id[requests % GAMES]);
	text_free(&line), free(text);
	return 0;
}
