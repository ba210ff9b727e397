/* From bytes to a tree of entries in an arena. libyaml reads a text twice: first as events, to refuse
   what we never want (aliases, tags, deep nesting, a second document) before anything is built from it,
   and so that no small file can become a huge one; then as documents, which are copied and dropped. */
#include "base/yaml.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "base/text.h"

enum { FILE_MOST = 8 * 1024 * 1024, DEPTH_MOST = 32 };

enum entry_kind { ENTRY_SCALAR, ENTRY_LIST, ENTRY_MAP };

struct entry {
	enum entry_kind kind;
	int line, column;
	const char *scalar;
	int count;       /* elements of a list, pairs of a map */
	const int *kids; /* a map's go key, value, key, value … */
};

struct yaml {
	const char *name;
	const struct entry *entry; /* the first is the root */
};

struct source {
	struct arena *a;
	const char *name;
	const char *bytes;
	size_t n;
	struct faults *f;
};

static struct mark place(const struct source *s, yaml_mark_t m)
{
	return (struct mark){.file = s->name, .line = (int)m.line + 1, .column = (int)m.column + 1};
}

/* Where byte `offset` stands; columns count characters, as libyaml's do. */
static struct mark place_of_byte(const struct source *s, size_t offset)
{
	struct mark m = {.file = s->name, .line = 1, .column = 1};

	for (size_t i = 0; i < offset && i < s->n; i++) {
		bool newline = s->bytes[i] == '\n', inside = (s->bytes[i] & 0xc0) == 0x80;

		m.line += newline;
		m.column = newline ? 1 : m.column + !inside;
	}
	return m;
}

static void open_parser(const struct source *s, yaml_parser_t *p)
{
	if (!yaml_parser_initialize(p)) abort();
	yaml_parser_set_encoding(p, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(p, (const unsigned char *)s->bytes, s->n);
}

static void fault_of_parser(const struct source *s, const yaml_parser_t *p)
{
	const char *problem = p->problem ? p->problem : "unknown problem";

	if (p->error == YAML_MEMORY_ERROR) abort();
	if (p->error == YAML_READER_ERROR)
		fault_add(s->f, place_of_byte(s, p->problem_offset), "expected UTF-8 text, found a bad byte: %s",
			problem);
	else
		fault_add(s->f, place(s, p->problem_mark), "expected YAML, found a mistake: %s%s%s", problem,
			p->context ? " " : "", p->context ? p->context : "");
}

static bool has_tag(const yaml_event_t *e)
{
	switch (e->type) {
	case YAML_SCALAR_EVENT: return e->data.scalar.tag;
	case YAML_SEQUENCE_START_EVENT: return e->data.sequence_start.tag;
	case YAML_MAPPING_START_EVENT: return e->data.mapping_start.tag;
	default: return false;
	}
}

struct vetting {
	int depth, documents;
	bool one; /* only one document is due */
};

/* What is wrong with this event, or NULL. */
static const char *objection(const yaml_event_t *e, struct vetting *v)
{
	if (e->type == YAML_SEQUENCE_START_EVENT || e->type == YAML_MAPPING_START_EVENT) v->depth++;
	if (e->type == YAML_SEQUENCE_END_EVENT || e->type == YAML_MAPPING_END_EVENT) v->depth--;
	if (v->depth > DEPTH_MOST) return "expected lists and maps at most 32 deep, found deeper ones";
	if (e->type == YAML_ALIAS_EVENT) return "expected the value itself, found an alias";
	if (has_tag(e)) return "expected a value, found a tag";
	if (e->type == YAML_SCALAR_EVENT && memchr(e->data.scalar.value, 0, e->data.scalar.length))
		return "expected text, found a NUL byte in it";
	if (e->type == YAML_DOCUMENT_START_EVENT && ++v->documents > 1 && v->one)
		return "expected one document, found a second";
	return NULL;
}

/* The pass over events: true if the text may be built. Counts the documents. */
static bool vet(const struct source *s, bool one, int *documents)
{
	struct vetting v = {.one = one};
	const char *wrong = NULL;
	bool readable = true, more = true;
	yaml_parser_t p;

	open_parser(s, &p);
	while (readable && more && !wrong) {
		yaml_event_t e;

		readable = yaml_parser_parse(&p, &e);
		if (!readable) {
			fault_of_parser(s, &p);
			break;
		}
		wrong = objection(&e, &v);
		if (wrong) fault_add(s->f, place(s, e.start_mark), "%s", wrong);
		more = e.type != YAML_STREAM_END_EVENT;
		yaml_event_delete(&e);
	}
	yaml_parser_delete(&p);
	*documents = v.documents;
	return readable && !wrong;
}

static const int *copy_list(struct arena *a, const yaml_node_t *from, int *count)
{
	const yaml_node_item_t *item = from->data.sequence.items.start;
	int *kids;

	*count = (int)(from->data.sequence.items.top - item);
	kids = ARENA_ARRAY(a, int, *count);
	for (int i = 0; i < *count; i++) kids[i] = item[i] - 1;
	return kids;
}

static const int *copy_map(struct arena *a, const yaml_node_t *from, int *count)
{
	const yaml_node_pair_t *pair = from->data.mapping.pairs.start;
	int *kids;

	*count = (int)(from->data.mapping.pairs.top - pair);
	kids = ARENA_ARRAY(a, int, 2 * *count);
	for (int i = 0; i < *count; i++) {
		kids[2 * i] = pair[i].key - 1;
		kids[2 * i + 1] = pair[i].value - 1;
	}
	return kids;
}

static struct entry copy_entry(struct arena *a, const yaml_node_t *from)
{
	struct entry e = {.line = (int)from->start_mark.line + 1, .column = (int)from->start_mark.column + 1};

	if (from->type == YAML_SCALAR_NODE) {
		e.kind = ENTRY_SCALAR;
		e.scalar = arena_copy(a, (const char *)from->data.scalar.value, from->data.scalar.length);
	} else if (from->type == YAML_SEQUENCE_NODE) {
		e.kind = ENTRY_LIST;
		e.kids = copy_list(a, from, &e.count);
	} else {
		e.kind = ENTRY_MAP;
		e.kids = copy_map(a, from, &e.count);
	}
	return e;
}

/* The document in our own form; it must have a root. */
static struct yaml *copy_document(const struct source *s, const yaml_document_t *d)
{
	int n = (int)(d->nodes.top - d->nodes.start);
	struct entry *entries = ARENA_ARRAY(s->a, struct entry, n);
	struct yaml *y = ARENA_NEW(s->a, struct yaml);

	for (int i = 0; i < n; i++) entries[i] = copy_entry(s->a, &d->nodes.start[i]);
	*y = (struct yaml){.name = s->name, .entry = entries};
	return y;
}

static int by_key(const void *a, const void *b)
{
	const struct entry *const *p = a, *const *q = b;
	int keys = strcmp((*p)->scalar, (*q)->scalar);

	return keys ? keys : (*p > *q) - (*p < *q);
}

/* Sorts the keys, so that even a huge map is done quickly. */
static bool keys_differ(const struct source *s, const struct yaml *y, const struct entry *map)
{
	const struct entry **keys = ARENA_ARRAY(s->a, const struct entry *, map->count);
	bool differ = true;

	for (int i = 0; i < map->count; i++) keys[i] = &y->entry[map->kids[2 * i]];
	qsort(keys, (size_t)map->count, sizeof *keys, by_key);
	for (int i = 1; i < map->count; i++) {
		if (strcmp(keys[i - 1]->scalar, keys[i]->scalar) != 0) continue;
		fault_add(s->f, (struct mark){s->name, keys[i]->line, keys[i]->column},
			"expected each key once, found \"%.40s\" again", keys[i]->scalar);
		differ = false;
	}
	return differ;
}

static bool keys_are_words(const struct source *s, const struct yaml *y, const struct entry *map)
{
	for (int i = 0; i < map->count; i++) {
		const struct entry *key = &y->entry[map->kids[2 * i]];

		if (key->kind == ENTRY_SCALAR) continue;
		fault_add(s->f, (struct mark){s->name, key->line, key->column},
			"expected a key, found a list or map");
		return false;
	}
	return true;
}

static bool check_keys(const struct source *s, const struct yaml *y, int n)
{
	bool good = true;

	for (int i = 0; i < n; i++)
		if (y->entry[i].kind == ENTRY_MAP)
			good &= keys_are_words(s, y, &y->entry[i]) && keys_differ(s, y, &y->entry[i]);
	return good;
}

/* The next document of the stream, or NULL with a fault. */
static struct yaml *load_next(const struct source *s, yaml_parser_t *p)
{
	struct yaml *y = NULL;
	yaml_document_t d;

	if (!yaml_parser_load(p, &d)) {
		fault_of_parser(s, p);
		return NULL;
	}
	if (yaml_document_get_root_node(&d)) {
		y = copy_document(s, &d);
		if (!check_keys(s, y, (int)(d.nodes.top - d.nodes.start))) y = NULL;
	} else {
		fault_add(s->f, (struct mark){s->name, 1, 1}, "expected a YAML document, found nothing");
	}
	yaml_document_delete(&d);
	return y;
}

static struct source source(struct arena *a, const char *name, const char *bytes, size_t n, struct faults *f)
{
	return (struct source){.a = a, .name = arena_copy(a, name, strlen(name)), .bytes = bytes, .n = n, .f = f};
}

struct yaml *yaml_parse(struct arena *a, const char *name, const char *bytes, size_t n, struct faults *f)
{
	struct source s = source(a, name, bytes, n, f);
	struct yaml *y;
	yaml_parser_t p;
	int documents;

	if (!vet(&s, true, &documents)) return NULL;
	open_parser(&s, &p);
	y = load_next(&s, &p);
	yaml_parser_delete(&p);
	return y;
}

struct yaml **yaml_parse_all(struct arena *a, const char *name, const char *bytes, size_t n, int *count,
	struct faults *f)
{
	struct source s = source(a, name, bytes, n, f);
	struct yaml **all;
	bool good = true;
	yaml_parser_t p;

	if (!vet(&s, false, count)) return NULL;
	all = ARENA_ARRAY(a, struct yaml *, *count);
	open_parser(&s, &p);
	for (int i = 0; i < *count; i++) {
		all[i] = load_next(&s, &p);
		good &= all[i] != NULL;
	}
	yaml_parser_delete(&p);
	return good ? all : NULL;
}

static bool read_bytes(struct arena *a, const char *path, struct text *t, struct faults *f)
{
	if (text_read_file(t, path, FILE_MOST)) return true;
	fault_add(f, (struct mark){.file = arena_copy(a, path, strlen(path))}, "expected a readable file: %s",
		strerror(errno));
	return false;
}

struct yaml *yaml_load(struct arena *a, const char *path, struct faults *f)
{
	struct text t = {0};
	struct yaml *y = read_bytes(a, path, &t, f) ? yaml_parse(a, path, text_str(&t), t.n, f) : NULL;

	text_free(&t);
	return y;
}

struct yaml **yaml_load_all(struct arena *a, const char *path, int *count, struct faults *f)
{
	struct text t = {0};
	struct yaml **all =
		read_bytes(a, path, &t, f) ? yaml_parse_all(a, path, text_str(&t), t.n, count, f) : NULL;

	text_free(&t);
	return all;
}

struct node yaml_root(const struct yaml *y)
{
	assert(y);
	return (struct node){.doc = y, .id = 0};
}

static const struct entry *entry_of(struct node n) { return n.doc ? &n.doc->entry[n.id] : NULL; }

struct mark node_mark(struct node n)
{
	const struct entry *e = entry_of(n);

	return e ? (struct mark){.file = n.doc->name, .line = e->line, .column = e->column} : (struct mark){0};
}

bool node_is_map(struct node n) { return n.doc && entry_of(n)->kind == ENTRY_MAP; }

bool node_is_list(struct node n) { return n.doc && entry_of(n)->kind == ENTRY_LIST; }

bool node_is_scalar(struct node n) { return n.doc && entry_of(n)->kind == ENTRY_SCALAR; }

const char *node_scalar(struct node n) { return n.doc ? entry_of(n)->scalar : NULL; }

int node_count(struct node n) { return n.doc ? entry_of(n)->count : 0; }

struct node node_at(struct node n, int i)
{
	if (i < 0 || i >= node_count(n)) return (struct node){0};
	return (struct node){.doc = n.doc, .id = entry_of(n)->kids[node_is_map(n) ? 2 * i + 1 : i]};
}

struct node node_key(struct node n, int i)
{
	if (!node_is_map(n) || i < 0 || i >= node_count(n)) return (struct node){0};
	return (struct node){.doc = n.doc, .id = entry_of(n)->kids[2 * i]};
}

struct node node_find(struct node n, const char *key)
{
	for (int i = 0; node_is_map(n) && i < node_count(n); i++)
		if (strcmp(node_scalar(node_key(n, i)), key) == 0) return node_at(n, i);
	return (struct node){0};
}
