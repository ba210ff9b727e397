/* A YAML document as JSON, for clients that want to see a data file as it is. */
#include "base/yaml.h"

void node_json(struct node n, const char *key, struct json *j)
{
	bool map = node_is_map(n);

	if (node_is_scalar(n)) {
		json_str(j, key, node_scalar(n));
		return;
	}
	json_open(j, key, map ? '{' : '[');
	for (int i = 0; i < node_count(n); i++)
		node_json(node_at(n, i), map ? node_scalar(node_key(n, i)) : NULL, j);
	json_close(j, map ? '}' : ']');
}
