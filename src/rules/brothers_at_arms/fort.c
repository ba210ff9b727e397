/* Fortifications and defence works: each side of a fortified hex is a target of its own once nobody is left
   inside. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

/* fort.1, fort.4, AMB-44: artillery and boats only, at an empty hex, through the side that faces them. */
bool baa_breach_may(const struct play *p, const struct state *d, int unit, int hex, int dir,
	struct refusal *r)
{
	const struct baa_book *b = baa_book(p);
	int from = d->counter[unit].at;
	if (b->piece[unit].arm < ARM_ARTILLERY) return refuse(r, "fort.4", "only artillery breaches works");
	if (!is_hex(hex) || !(side_at(b, hex, dir)->flags & SIDE_IS_WORK))
		return refuse(r, "fort.2", "there is no work on that side");
	if (d->breach[hex] >> dir & 1) return refuse(r, "fort.3", "that side is breached");
	if (d->top[hex]) return refuse(r, "fort.1", "counters hold %s", p->m->map->number[hex]);
	int distance = hex_distance(b, from, hex), range = baa_fire_range(b, d, unit, hex);
	if (distance > range)
		return refuse(r, "fire.1", "%s is %d hexes away, out of range %d", p->m->map->number[hex], distance,
			range);
	const struct sightline *l = baa_sight_between(b, from, hex);
	if (l->in[0] != dir && l->in[1] != dir)
		return refuse(r, "fort.2", "the line of fire does not cross that side");
	return baa_sight_clear(p, d, from, hex, r);
}

void baa_breach_list(const struct play *p, const struct state *d, int unit, struct orders *o)
{
	const struct baa_book *b = baa_book(p);
	int from = d->counter[unit].at, reach = b->piece[unit].range + b->n.height;
	for (int i = 0; i < b->works; i++) {
		int hex = b->work_hex[i];
		if (hex_distance(b, from, hex) > reach || !baa_fire_ready(p, d, unit, NULL)) continue;
		if (baa_breach_may(p, d, unit, hex, b->work_dir[i], NULL))
			orders_add(o, V_BREACH, unit, hex, b->work_dir[i], 0);
	}
}

/* fort.2, fort.3: six hits in one attack or group. */
void baa_breach_roll(const struct play *p, struct state *d)
{
	const struct baa_book *b = baa_book(p);
	const struct volley *v = &d->volley;
	int hits = 0, side = b->piece[v->member[0]].side;
	for (int i = 0; i < v->n; i++) {
		int u = v->member[i];
		baa_note_attack(p, d, u, HAS_FIRED);
		if (hits >= b->n.works) continue;
		emit(p, .kind = E_BOMBARDED, .side = (int8_t)side, .who = (int16_t)u, .where = d->counter[u].at,
			.to = v->hex, .n = b->piece[u].strength, .m = b->piece[u].attack, .rule = "fort.2");
		int dice = baa_attack_dice(p, d, u, p->sink), number = baa_attack_number(p, d, u, p->sink);
		hits += baa_roll_dice(p, d,
			&(struct throw){.n = dice,
				.mark = number,
				.who = u,
				.whom = NO_UNIT,
				.rule = "fort.3",
				.why = "the bombardment",
				.words = &baa_hit_words});
		baa_friendly_fire(p, d, u, v->hex);
	}
	emit(p, .kind = E_HITS, .side = (int8_t)side, .where = v->hex, .n = hits, .m = b->n.works,
		.rule = "fort.2");
	if (hits < b->n.works) return;
	d->breach[v->hex] |= (uint8_t)(1u << v->dir);
	emit(p, .kind = E_BREACHED, .side = (int8_t)side, .where = v->hex, .n = v->dir, .rule = "fort.3");
}
