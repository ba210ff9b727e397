/* `go UNIT HEX`: a march to a named hex in one line, with its way; and `go UNIT` for how far it can get. */
#include <stdlib.h>
#include <string.h>

#include "cli/terminal.h"
#include "engine/route.h"

/* What the player may know, to look for a way on. */
static struct game *known_state(const struct terminal *t)
{
	const struct match *m = t->match;
	struct play p = {.m = m->m};
	struct game *g = game_new(m->m);

	game_copy(m->m, g, m->g);
	play_imagine(&p, g, m->turn, &(struct rng){1});
	return g;
}

static void tell_route(const struct terminal *t, int piece, const struct route *r)
{
	struct text out = {0};

	text_addf(&out, "%s goes ", t->match->m->piece[piece].name);
	say_count(&out, r->hexes, "hex", "hexes");
	text_add(&out, " by");
	for (int i = 0; i < r->hexes; i++) text_addf(&out, " %s", t->match->m->map->number[r->way[i]]);
	text_char(&out, '.');
	print_wrapped(&t->window, text_str(&out));
	text_free(&out);
}

/* The orders one after the other, until something happens that the player must see. */
static void give_route(struct terminal *t, const struct route *r)
{
	int side = t->match->turn;

	for (int i = 0; i < r->n; i++) {
		if (!terminal_give(t, &r->order[i])) return;
		if (i + 1 < r->n && (t->match->turn != side || t->match->entry[t->match->n - 1].barrier)) {
			puts("The march stops there: something happened.");
			return;
		}
	}
}

void go_to(struct terminal *t, char *rest)
{
	char *where = strrchr(rest, ' ');
	struct refusal why = {0};
	struct route route;
	struct game *known;
	int32_t hex;
	int piece;

	if (!where || !t->match->m->map) {
		puts(t->match->m->map ? "`go UNIT HEX`: marches there, the shortest way."
							  : "This board has no hexes: give the move itself, as `orders` lists it.");
		return;
	}
	*where++ = '\0';
	piece = piece_named(t, rest, true);
	if (piece == NO_UNIT || !hex_named(t, where, &hex)) return;
	known = known_state(t);
	if (route_find(t->match->m, known, t->match->turn, piece, hex, &route, &why)) {
		tell_route(t, piece, &route);
		give_route(t, &route);
	} else {
		print_refusal(t, &why);
	}
	free(known);
}
