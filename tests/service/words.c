/* See words.h. The types are read as TypeScript writes them, as far as words.ts uses it: interfaces,
   `extends`, unions, literals, lists, pairs, Record. */
#include "words.h"

#include <ctype.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define WORDS_FILE "web/src/service/words.ts"
#define TOLD_MOST 12

enum kind { STRING, NUMBER, BOOLEAN, NONE, LITERAL, NAME, LIST, TUPLE, RECORD, OBJECT, UNION };
struct type {
	enum kind kind;
	char name[48];         /* LITERAL, NAME */
	struct type *of;       /* LIST, RECORD: of what; TUPLE, UNION: the first */
	struct type *next;     /* of a TUPLE or UNION */
	struct member *member; /* OBJECT */
};
struct member {
	char name[48];
	bool optional;
	atomic_bool seen;
	struct type *type;
	struct member *next;
};
struct named {
	char name[48], base[48];
	bool reached; /* some answer has it (words_idle) */
	struct type *type;
	struct named *next;
};

static struct named *all;
static int version = -1;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_int wrong;
bool words_unchecked;

/* --- reading -------------------------------------------------------------------------------------------- */

static const char *at;

static void skip(void)
{
	for (;;) {
		at += strspn(at, " \t\r\n");
		if (strncmp(at, "//", 2) == 0) at += strcspn(at, "\n");
		else if (strncmp(at, "/*", 2) == 0) at = strstr(at, "*/") + 2;
		else return;
	}
}

static bool is(const char *word)
{
	size_t n = strlen(word);
	skip();
	if (strncmp(at, word, n) ||
		(isalpha((unsigned char)word[0]) && (isalnum((unsigned char)at[n]) || at[n] == '_')))
		return false;
	at += n;
	return true;
}

static void need(const char *word)
{
	if (!is(word)) fprintf(stderr, "%s: '%s' was expected before: %.40s\n", WORDS_FILE, word, at), exit(2);
}

static void name_read(char out[48])
{
	size_t n = 0;
	skip();
	while (n < 47 && (isalnum((unsigned char)*at) || *at == '_')) out[n++] = *at++;
	out[n] = 0;
	if (!n) fprintf(stderr, "%s: a name was expected before: %.40s\n", WORDS_FILE, at), exit(2);
}

static struct type *type_new(enum kind kind)
{
	struct type *t = calloc(1, sizeof *t);
	if (!t) abort();
	t->kind = kind;
	return t;
}

static struct type *type_read(void);

static struct type *object_read(void)
{
	struct type *t = type_new(OBJECT);
	struct member **last = &t->member;
	while (!is("}")) {
		struct member *m = *last = calloc(1, sizeof *m);
		if (!m) abort();
		name_read(m->name);
		m->optional = is("?");
		need(":");
		m->type = type_read();
		last = &m->next;
		if (!is(";")) is(",");
	}
	return t;
}

static struct type *tuple_read(void)
{
	struct type *t = type_new(TUPLE), **last = &t->of;
	while (!is("]")) {
		*last = type_read(), last = &(*last)->next;
		is(",");
	}
	return t;
}

static struct type *record_read(void)
{
	struct type *t = type_new(RECORD);
	need("<");
	struct type *key = type_read(); /* any text: it is not compared */
	need(","), t->of = type_read(), need(">");
	t->of->next = key;
	return t;
}

static struct type *one_read(void)
{
	static const struct {
		const char *word;
		enum kind kind;
	} plain[] = {{"string", STRING}, {"number", NUMBER}, {"boolean", BOOLEAN}, {"null", NONE}};
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		if (is(plain[i].word)) return type_new(plain[i].kind);
	if (is("Record")) return record_read();
	if (is("{")) return object_read();
	if (is("[")) return tuple_read();
	if (is("(")) {
		struct type *inner = type_read();
		need(")");
		return inner;
	}
	struct type *t = type_new(NAME);
	if (is("'")) {
		t->kind = LITERAL;
		name_read(t->name);
		need("'");
	} else {
		name_read(t->name);
	}
	return t;
}

static struct type *listed_read(void)
{
	struct type *t = one_read();
	while (is("[]")) {
		struct type *list = type_new(LIST);
		list->of = t, t = list;
	}
	return t;
}

static struct type *type_read(void)
{
	struct type *u = type_new(UNION), **last = &u->of;
	is("|");
	do *last = listed_read(), last = &(*last)->next;
	while (is("|"));
	return u;
}

static void named_read(bool interface)
{
	struct named *n = calloc(1, sizeof *n);
	if (!n) abort();
	name_read(n->name);
	if (interface && is("extends")) name_read(n->base);
	if (interface) need("{"), n->type = object_read();
	else need("="), n->type = type_read(), is(";");
	n->next = all, all = n;
}

static void constant_read(void)
{
	char name[48];
	name_read(name);
	if (strcmp(name, "WIRE") == 0) need("="), skip(), version = atoi(at);
	at += strcspn(at, "\n");
}

static void read_words(void)
{
	struct text t = {0};
	if (!text_read_file(&t, WORDS_FILE, 1 << 20)) fprintf(stderr, "%s cannot be read\n", WORDS_FILE), exit(2);
	for (at = text_str(&t); skip(), *at;) {
		need("export");
		if (is("interface")) named_read(true);
		else if (is("type")) named_read(false);
		else if (is("const")) constant_read();
		else need("interface");
	}
	text_free(&t);
}

/* --- comparing ------------------------------------------------------------------------------------------ */

struct place {
	char path[200];
	char *why;
	size_t room;
};

static bool misfit(const struct place *p, const char *what)
{
	snprintf(p->why, p->room, "%s: %s", p->path[0] ? p->path : "all of it", what);
	return false;
}

static struct place inside(const struct place *p, const char *name)
{
	struct place in = {.why = p->why, .room = p->room};
	snprintf(in.path, sizeof in.path, "%.140s%s%.50s", p->path, p->path[0] ? "." : "", name);
	return in;
}

static const struct named *find(const char *name)
{
	for (const struct named *n = all; n; n = n->next)
		if (strcmp(n->name, name) == 0) return n;
	fprintf(stderr, "%s: there is no type %s\n", WORDS_FILE, name), exit(2);
}

static bool fits(json_t *v, const struct type *t, const struct place *p);

static struct member *member_find(const struct type *t, const char *base, const char *name)
{
	for (struct member *m = t->member; m; m = m->next)
		if (strcmp(m->name, name) == 0) return m;
	return base && *base ? member_find(find(base)->type, find(base)->base, name) : NULL;
}

static bool has_all(json_t *v, const struct type *t, const char *base, const struct place *p)
{
	for (const struct member *m = t->member; m; m = m->next)
		if (!m->optional && !json_object_get(v, m->name)) {
			struct place in = inside(p, m->name);
			return misfit(&in, "is declared and was not said");
		}
	return !base || !*base || has_all(v, find(base)->type, find(base)->base, p);
}

static bool object_fits(json_t *v, const struct type *t, const char *base, const struct place *p)
{
	const char *key;
	json_t *value;
	if (!json_is_object(v)) return misfit(p, "an object is declared");
	json_object_foreach(v, key, value)
	{
		struct member *m = member_find(t, base, key);
		struct place in = inside(p, key);
		if (!m) return misfit(&in, "was said and is not declared");
		if (!fits(value, m->type, &in)) return false;
		m->seen = true;
	}
	return has_all(v, t, base, p);
}

static bool record_fits(json_t *v, const struct type *of, const struct place *p)
{
	const char *key;
	json_t *value;
	if (!json_is_object(v)) return misfit(p, "an object is declared");
	json_object_foreach(v, key, value)
	{
		struct place in = inside(p, key);
		if (!fits(value, of, &in)) return false;
	}
	return true;
}

static bool list_fits(json_t *v, const struct type *t, const struct place *p)
{
	const struct type *of = t->of;
	size_t i;
	json_t *value;
	if (!json_is_array(v)) return misfit(p, "a list is declared");
	json_array_foreach(v, i, value)
	{
		char number[24];
		snprintf(number, sizeof number, "%zu", i);
		struct place in = inside(p, number);
		if (!of) return misfit(p, "the list is too long");
		if (!fits(value, of, &in)) return false;
		if (t->kind == TUPLE) of = of->next;
	}
	return t->kind == LIST || !of || misfit(p, "the list is too short");
}

static bool union_fits(json_t *v, const struct type *first, const struct place *p)
{
	for (const struct type *t = first; t; t = t->next)
		if (fits(v, t, p)) return true;
	return false;
}

static bool fits(json_t *v, const struct type *t, const struct place *p)
{
	switch (t->kind) {
	case STRING: return json_is_string(v) || misfit(p, "a text is declared");
	case NUMBER: return json_is_number(v) || misfit(p, "a number is declared");
	case BOOLEAN: return json_is_boolean(v) || misfit(p, "true or false is declared");
	case NONE: return json_is_null(v) || (p->why[0] != 0 ? false : misfit(p, "null is declared"));
	case LITERAL:
		return (json_is_string(v) && strcmp(json_string_value(v), t->name) == 0) ||
		       misfit(p, "is none of the words that are declared");
	case LIST:
	case TUPLE: return list_fits(v, t, p);
	case RECORD: return record_fits(v, t->of, p);
	case OBJECT: return object_fits(v, t, NULL, p);
	case UNION: return union_fits(v, t->of, p);
	case NAME: break;
	}
	const struct named *n = find(t->name);
	if (n->type->kind == OBJECT) return object_fits(v, n->type, n->base, p);
	return fits(v, n->type, p);
}

bool words_fit(json_t *said, const char *type, char *why, size_t room)
{
	pthread_once(&once, read_words);
	struct place p = {.why = why, .room = room};
	struct type list = {.kind = LIST}, one = {.kind = NAME};
	size_t n = strcspn(type, "[");
	snprintf(one.name, sizeof one.name, "%.*s", (int)n, type);
	list.of = &one;
	why[0] = 0;
	return fits(said, type[n] ? &list : &one, &p);
}

int words_version(void) { return pthread_once(&once, read_words), version; }

/* --- which answer is what ------------------------------------------------------------------------------- */

static const struct {
	const char *method, *path, *type;
} answers[] = {
	{"GET", "/api/me", "Me"},
	{"GET", "/api/catalogue", "Catalogue"},
	{"GET", "/api/games", "GameSummary[]"},
	{"GET", "/api/guides", "GuideInfo[]"},
	{"GET", "/api/rules/*", "Statement[]"},
	{"GET", "/api/games/*", "Board"},
	{"GET", "/api/games/*/view", "View"},
	{"GET", "/api/games/*/log", "Entry[]"},
	{"POST", "/api/games/*/orders", "Done"},
	{"POST", "/api/games/*/undo", "Done"},
	{"POST", "/api/games/*/standing", "Done"},
	{"POST", "/api/games/*/odds", "Odds"},
	{"GET", "/api/games/*/about", "About"},
	{"POST", "/api/games/*/why", "May"},
	{"GET", "/api/games/*/overlay", "OverlayValues"},
	{"GET", "/api/games/*/threats", "Threat[]"},
	{"POST", "/api/games/*/march", "MarchPlan"},
	{"GET", "/api/games/*/sight", "Sight"},
	{"POST", "/api/games/*/hint", "Advice"},
	{"GET", "/api/games/*/plans", "Plan[]"},
	{"GET", "/api/games/*/proof", "Proof"},
	{"GET", "/api/games/*/report", "Report"},
	{"GET", "/api/games/*/chat", "ChatLine[]"},
	{"GET", "/api/games/*/override", "Proposal[]"},
};

/* Routes whose answers have no type in words.ts: pages and files, and small answers such as {"id"} or {}. */
static const char *const untyped[] = {"/", "/*", "/assets/*", "/game/*", "/offline/", "/offline/*",
	"/offline/*/*", "/alive", "/health", "/metrics", "/api/account", "/api/session", "/api/password",
	"/api/reset", "/api/sessions", "/api/sessions/*", "/api/kept", "/api/map/*/*", "/api/charts/*",
	"/api/guides/*", "/api/import", "/api/games/*/live", "/api/games/*/override/accept", "/api/games/*/fork",
	"/api/games/*/save", "/api/games/*/resign", "/api/games/*/claim", "/api/games/*/invite",
	"/api/games/*/webhook", "POST /api/games", "DELETE /api/games/*", "POST /api/games/*/chat",
	"POST /api/games/*/override"};

bool words_cover(const char *method, const char *path)
{
	char both[200];
	snprintf(both, sizeof both, "%s %s", method, path);
	for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
		if (strcmp(answers[i].method, method) == 0 && strcmp(answers[i].path, path) == 0) return true;
	for (size_t i = 0; i < sizeof untyped / sizeof *untyped; i++)
		if (strcmp(untyped[i], path) == 0 || strcmp(untyped[i], both) == 0) return true;
	return false;
}

static void reach_type(const struct type *t);

static void reach_named(const char *name)
{
	struct named *n = (struct named *)find(name);
	if (n->reached) return;
	n->reached = true;
	if (n->base[0]) reach_named(n->base);
	reach_type(n->type);
}

static void reach_type(const struct type *t)
{
	if (t->kind == NAME) reach_named(t->name);
	for (const struct type *of = t->of; of; of = of->next) reach_type(of);
	for (const struct member *m = t->member; m; m = m->next) reach_type(m->type);
}

const char *words_idle(void)
{
	pthread_once(&once, read_words);
	reach_named("Failure");
	for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
		char name[48];
		snprintf(name, sizeof name, "%.*s", (int)strcspn(answers[i].type, "["), answers[i].type);
		reach_named(name);
	}
	for (const struct named *n = all; n; n = n->next)
		if (!n->reached) return n->name;
	return NULL;
}

static bool path_is(const char *pattern, const char *path)
{
	for (; *pattern; pattern++) {
		if (*pattern == '*') path += strcspn(path, "/?");
		else if (*pattern != *path++) return false;
	}
	return !*path || *path == '?';
}

void words_check(const char *method, const char *path, int status, json_t *said)
{
	char why[300] = "";
	const char *type = status == 200 && !json_object_get(said, "error") ? NULL : "Failure";
	if (words_unchecked || !said || status < 200) return;
	for (size_t i = 0; i < sizeof answers / sizeof *answers && !type; i++)
		if (strcmp(answers[i].method, method) == 0 && path_is(answers[i].path, path)) type = answers[i].type;
	if (!type || words_fit(said, type, why, sizeof why)) return;
	if (atomic_fetch_add(&wrong, 1) < TOLD_MOST)
		printf("# %s %s is no %s of the page: %s\n", method, path, type, why);
}

int words_wrong(void) { return atomic_load(&wrong); }

void words_unseen(void)
{
	for (const struct named *n = all; n; n = n->next)
		for (const struct member *m = n->type->kind == OBJECT ? n->type->member : NULL; m; m = m->next)
			if (!m->seen) printf("# never said: %s.%s\n", n->name, m->name);
}
