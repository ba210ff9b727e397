/* YAML by declared fields. A data file opens with the fields it may have; whatever else stands in it,
   or stands there in another form, is a fault with its place. Integers are plain decimal: `010`, `3 men`,
   `3.5`, `0x3`, `1_000` are faults. Built on libyaml's document API. */
#ifndef BASE_YAML_H
#define BASE_YAML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/fault.h"
#include "base/json.h"

struct yaml; /* a parsed document; lives in its arena */

struct node { /* a place in a document; doc NULL = absent */
	const struct yaml *doc;
	int id;
};

/* NULL and a fault if the file cannot be read or is no YAML. Aliases, several documents in one file where
   one is due, a key written twice, and nesting deeper than 32 are faults too. The _all ones give each
   document of a stream, *count of them. */
struct yaml *yaml_load(struct arena *a, const char *path, struct faults *f);
struct yaml *yaml_parse(struct arena *a, const char *name, const char *bytes, size_t n, struct faults *f);
struct yaml **yaml_load_all(struct arena *a, const char *path, int *count, struct faults *f);
struct yaml **yaml_parse_all(struct arena *a, const char *name, const char *bytes, size_t n, int *count,
	struct faults *f);
struct node yaml_root(const struct yaml *y);

struct mark node_mark(struct node n);
bool node_is_map(struct node n);
bool node_is_list(struct node n);
bool node_is_scalar(struct node n);
const char *node_scalar(struct node n);     /* NULL unless scalar */
int node_count(struct node n);              /* elements of a list, pairs of a map; 0 otherwise */
struct node node_at(struct node n, int i);  /* element i of a list, value i of a map; absent if there is
                                               none */
struct node node_key(struct node n, int i); /* key i of a map; absent if there is none, or n is no map */
struct node node_find(struct node n, const char *key);          /* value under key; absent if there is none */
void node_json(struct node n, const char *key, struct json *j); /* the same as JSON, every scalar a text */

/* One value. Each adds a fault and returns false if the node is not of that form. */
bool node_int(struct node n, int64_t min, int64_t max, int64_t *out, struct faults *f);
/* A number of a chart: bare, or under `value` beside its source and rule. node_optional: may be left out,
   *out keeps what it held. */
bool node_number(struct node map, const char *key, int min, int max, int32_t *out, struct faults *f);
bool node_optional(struct node map, const char *key, int min, int max, int32_t *out, struct faults *f);
bool node_bool(struct node n, bool *out, struct faults *f);        /* yes/no, true/false */
bool node_text(struct node n, const char **out, struct faults *f); /* any scalar, not empty */
/* index in a NULL-ended list */
bool node_name(struct node n, const char *const *names, int *out, struct faults *f);
/* the same, where the names are too many to list in a message; `what` they are: "a unit of armies.yaml" */
bool node_known(struct node n, const char *what, const char *const *names, int many, int *out,
	struct faults *f);
bool node_time(struct node n, int *minutes,
	struct faults *f); /* "05:30" → 330; up to 99:59 (days go on past 24) */
bool node_point(struct node n, int32_t xy[2], struct faults *f); /* [x, y], integers */

enum yaml_kind {
	YAML_INT,   /* int32_t, min..max */
	YAML_BOOL,  /* bool */
	YAML_TEXT,  /* const char * */
	YAML_NAME,  /* int, index in names */
	YAML_TIME,  /* int, minutes */
	YAML_POINT, /* int32_t[2] */
	YAML_NODE,  /* struct node: the caller reads on */
};

struct yaml_field {
	const char *name;
	enum yaml_kind kind;
	size_t offset; /* into the struct that yaml_fields fills */
	bool required;
	int64_t min, max;         /* YAML_INT */
	const char *const *names; /* YAML_NAME, NULL-ended */
};

/* Fills `into` from a map; fields that are absent keep what `into` held. A missing required field, an unknown
   key and a key written twice are faults. False if any fault was added. */
bool yaml_fields(struct node map, const struct yaml_field *fields, int n, void *into, struct faults *f);

#endif
