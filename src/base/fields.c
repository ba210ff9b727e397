/* The forms a value may have, and whole maps of declared fields: the part of yaml.h that authors of data
   files meet. Every fault says what was expected and what was found. */
#include "base/yaml.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { FIELDS_MOST = 64, FAULTS_WITH_ADVICE = 100 };

struct found {
	char s[64];
};

/* Scalars in quotes, at most 40 bytes and nothing that would upset a terminal. */
static struct found found(struct node n)
{
	struct found out;
	char *s = out.s;

	snprintf(s, sizeof out.s, "%s", node_is_map(n) ? "a map" : node_is_list(n) ? "a list" : "nothing");
	if (!node_is_scalar(n) || !*node_scalar(n)) return out;
	snprintf(s, sizeof out.s, "\"%.40s\"%s", node_scalar(n), strlen(node_scalar(n)) > 40 ? "…" : "");
	for (; *s; s++)
		if ((unsigned char)*s < 0x20 || *s == 0x7f) *s = ' ';
	return out;
}

/* `0`, `12`, `-5`; at most 18 digits, so that it cannot overflow. */
static bool plain_decimal(const char *s, int64_t *out)
{
	bool minus = s && *s == '-';
	size_t digits = s ? strspn(s + minus, "0123456789") : 0;

	if (digits == 0 || digits > 18 || s[minus + digits] || (s[minus] == '0' && (digits > 1 || minus)))
		return false;
	*out = strtoll(s, NULL, 10);
	return true;
}

bool node_int(struct node n, int64_t min, int64_t max, int64_t *out, struct faults *f)
{
	int64_t value;

	if (plain_decimal(node_scalar(n), &value) && value >= min && value <= max) {
		*out = value;
		return true;
	}
	fault_add(f, node_mark(n), "expected a whole number from %" PRId64 " to %" PRId64 ", found %s", min, max,
		found(n).s);
	return false;
}

bool node_bool(struct node n, bool *out, struct faults *f)
{
	static const char *const words[] = {"no", "yes", "false", "true"};

	for (int i = 0; node_is_scalar(n) && i < 4; i++) {
		if (strcmp(node_scalar(n), words[i]) != 0) continue;
		*out = i % 2;
		return true;
	}
	fault_add(f, node_mark(n), "expected yes or no, found %s", found(n).s);
	return false;
}

bool node_text(struct node n, const char **out, struct faults *f)
{
	if (node_is_scalar(n) && *node_scalar(n)) {
		*out = node_scalar(n);
		return true;
	}
	fault_add(f, node_mark(n), "expected text, found %s", found(n).s);
	return false;
}

static void list_names(struct text *t, const char *const *names, int n)
{
	for (int i = 0; i < n; i++) text_addf(t, "%s%s", i ? ", " : "", names[i]);
}

/* The name that was meant, as the end of a message; not for ever, as looking for it takes a while. */
static void add_advice(struct text *t, const char *word, const char *const *names, int n,
	const struct faults *f)
{
	const char *meant = word && f->n < FAULTS_WITH_ADVICE ? text_nearest(word, names, n) : NULL;

	if (meant) text_addf(t, "; did you mean %s?", meant);
}

static int count_names(const char *const *names)
{
	int n = 0;

	while (names[n]) n++;
	return n;
}

static int name_index(struct node n, const char *const *names, int many)
{
	for (int i = 0; node_is_scalar(n) && *node_scalar(n) && i < many; i++)
		if (strcmp(node_scalar(n), names[i]) == 0) return i;
	return -1;
}

/* "expected …, found …; did you mean …?" of the text so far; frees it. */
static void unknown_name(struct text *t, struct node n, const char *const *names, int many, struct faults *f)
{
	text_addf(t, ", found %s", found(n).s);
	add_advice(t, node_scalar(n), names, many, f);
	fault_add(f, node_mark(n), "%s", text_str(t));
	text_free(t);
}

bool node_name(struct node n, const char *const *names, int *out, struct faults *f)
{
	int many = count_names(names), i = name_index(n, names, many);
	struct text t = {0};

	if (i >= 0) {
		*out = i;
		return true;
	}
	text_add(&t, "expected one of ");
	list_names(&t, names, many);
	unknown_name(&t, n, names, many, f);
	return false;
}

bool node_known(struct node n, const char *what, const char *const *names, int many, int *out,
	struct faults *f)
{
	int i = name_index(n, names, many);
	struct text t = {0};

	if (i >= 0) {
		*out = i;
		return true;
	}
	text_addf(&t, "expected %s", what);
	unknown_name(&t, n, names, many, f);
	return false;
}

bool node_time(struct node n, int *minutes, struct faults *f)
{
	const char *s = node_scalar(n);

	if (s && strlen(s) == 5 && strspn(s, "0123456789") == 2 && s[2] == ':' &&
		strspn(s + 3, "0123456789") == 2 && s[3] < '6') {
		*minutes = ((s[0] - '0') * 10 + s[1] - '0') * 60 + (s[3] - '0') * 10 + s[4] - '0';
		return true;
	}
	fault_add(f, node_mark(n), "expected a time \"hh:mm\", found %s", found(n).s);
	return false;
}

bool node_point(struct node n, int32_t xy[2], struct faults *f)
{
	int64_t value[2];

	if (!node_is_list(n) || node_count(n) != 2) {
		fault_add(f, node_mark(n), "expected a point [x, y], found %s",
			node_is_list(n) ? "another list" : found(n).s);
		return false;
	}
	for (int i = 0; i < 2; i++)
		if (!node_int(node_at(n, i), -1000000, 1000000, &value[i], f)) return false;
	xy[0] = (int32_t)value[0];
	xy[1] = (int32_t)value[1];
	return true;
}

static bool fill_int(struct node n, const struct yaml_field *field, int32_t *into, struct faults *f)
{
	int64_t value;

	assert(field->min >= INT32_MIN && field->max <= INT32_MAX);
	if (!node_int(n, field->min, field->max, &value, f)) return false;
	*into = (int32_t)value;
	return true;
}

static bool fill(struct node n, const struct yaml_field *field, void *into, struct faults *f)
{
	void *to = (char *)into + field->offset;

	switch (field->kind) {
	case YAML_INT: return fill_int(n, field, to, f);
	case YAML_BOOL: return node_bool(n, to, f);
	case YAML_TEXT: return node_text(n, to, f);
	case YAML_NAME: return node_name(n, field->names, to, f);
	case YAML_TIME: return node_time(n, to, f);
	case YAML_POINT: return node_point(n, to, f);
	case YAML_NODE: *(struct node *)to = n; return true;
	}
	assert(!"no such kind of field");
	return false;
}

static void unknown_key(struct node key, const struct yaml_field *fields, int n, struct faults *f)
{
	const char *names[FIELDS_MOST];
	struct text t = {0};

	for (int i = 0; i < n; i++) names[i] = fields[i].name;
	text_add(&t, "expected one of the keys ");
	list_names(&t, names, n);
	unknown_name(&t, key, names, n, f);
}

static int field_index(const char *name, const struct yaml_field *fields, int n)
{
	for (int i = 0; i < n; i++)
		if (strcmp(fields[i].name, name) == 0) return i;
	return -1;
}

bool yaml_fields(struct node map, const struct yaml_field *fields, int n, void *into, struct faults *f)
{
	bool seen[FIELDS_MOST] = {0};
	int before = f->n;

	assert(n <= FIELDS_MOST);
	if (!node_is_map(map)) {
		fault_add(f, node_mark(map), "expected a map, found %s", found(map).s);
		return false;
	}
	for (int i = 0; i < node_count(map); i++) {
		int field = field_index(node_scalar(node_key(map, i)), fields, n);

		if (field < 0) {
			unknown_key(node_key(map, i), fields, n, f);
			continue;
		}
		seen[field] = true; /* keys are each there once: see check_keys in yaml.c */
		fill(node_at(map, i), &fields[field], into, f);
	}
	for (int i = 0; i < n; i++)
		if (fields[i].required && !seen[i])
			fault_add(f, node_mark(map), "expected the key \"%s\", which is missing", fields[i].name);
	return f->n == before;
}

bool node_number(struct node map, const char *key, int min, int max, int32_t *out, struct faults *f)
{
	struct node n = node_find(map, key);
	int64_t value;
	if (!n.doc) return fault_add(f, node_mark(map), "'%s' is missing", key), false;
	if (node_is_map(n)) n = node_find(n, "value");
	if (!node_int(n, min, max, &value, f)) return false;
	*out = (int32_t)value;
	return true;
}

bool node_optional(struct node map, const char *key, int min, int max, int32_t *out, struct faults *f)
{
	return !node_find(map, key).doc || node_number(map, key, min, max, out, f);
}
