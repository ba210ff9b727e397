/* Fortifications and defence works: each side of a fortified hex is a target of its own once nobody is left
   inside. */
#include "rules/brothers_at_arms/brothers_at_arms.h"

/* fort.1, fort.4, AMB-44: artillery and boats only, at an empty hex, through the side that faces them. */
bool breach_may(const struct play *p, const struct state *b, int unit, int hex, int dir, struct refusal *r)
{
	const struct charts *c = CHARTS(p);
	int from = b->counter[unit].at;
	if (c->piece[unit].arm < ARM_ARTILLERY) return refuse(r, "fort.4", "only artillery breaches works");
	if (!is_hex(hex) || !(side_at(c, hex, dir)->flags & SIDE_IS_WORK))
		return refuse(r, "fort.2", "there is no work on that side");
	if (b->breach[hex] >> dir & 1) return refuse(r, "fort.3", "that side is breached");
	if (b->top[hex]) return refuse(r, "fort.1", "counters hold %s", p->m->map->number[hex]);
	int distance = hex_distance(c, from, hex), range = baa_fire_range(c, b, unit, hex);
	if (distance > range)
		return refuse(r, "fire.1", "%s is %d hexes away, out of range %d", p->m->map->number[hex], distance,
			range);
	const struct sightline *l = baa_sight_between(c, from, hex);
	if (l->in[0] != dir && l->in[1] != dir)
		return refuse(r, "fort.2", "the line of fire does not cross that side");
	return sight_clear(p, b, from, hex, r);
}

void breach_list(const struct play *p, const struct state *b, int unit, struct orders *o)
{
	const struct charts *c = CHARTS(p);
	int from = b->counter[unit].at, reach = c->piece[unit].range + c->n.height;
	for (int i = 0; i < c->works; i++) {
		int hex = c->work_hex[i];
		if (hex_distance(c, from, hex) > reach || !fire_ready(p, b, unit, NULL)) continue;
		if (breach_may(p, b, unit, hex, c->work_dir[i], NULL))
			orders_add(o, V_BREACH, unit, hex, c->work_dir[i], 0);
	}
}

/* fort.2, fort.3: six hits in one attack or group. */
void breach_roll(const struct play *p, struct state *b)
{
	const struct charts *c = CHARTS(p);
	const struct volley *v = &b->volley;
	int hits = 0, side = c->piece[v->member[0]].side;
	for (int i = 0; i < v->n; i++) {
		int u = v->member[i];
		note_attack(p, b, u, HAS_FIRED);
		if (hits >= c->n.works) continue;
		emit(p, .kind = E_BOMBARDED, .side = (int8_t)side, .who = (int16_t)u, .where = b->counter[u].at,
			.to = v->hex, .n = c->piece[u].strength, .m = c->piece[u].attack, .rule = "fort.2");
		int dice = attack_dice(p, b, u, p->sink), number = attack_number(p, b, u, p->sink);
		hits += roll_dice(p, b,
			&(struct throw){.n = dice,
				.mark = number,
				.who = u,
				.whom = NO_UNIT,
				.rule = "fort.3",
				.why = "the bombardment",
				.words = &baa_hit_words});
		friendly_fire(p, b, u, v->hex);
	}
	emit(p, .kind = E_HITS, .side = (int8_t)side, .where = v->hex, .n = hits, .m = c->n.works,
		.rule = "fort.2");
	if (hits < c->n.works) return;
	b->breach[v->hex] |= (uint8_t)(1u << v->dir);
	emit(p, .kind = E_BREACHED, .side = (int8_t)side, .where = v->hex, .n = v->dir, .rule = "fort.3");
}
