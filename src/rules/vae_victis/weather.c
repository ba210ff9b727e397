/* Weather (13, the weather table): read at the start of every turn. */
#include "rules/vae_victis/vae_victis.h"

static const struct vv_weather *row_at(const struct vv_book *b, int clock)
{
	const struct vv_weather *row = NULL;
	for (int i = 0; i < b->weathers; i++)
		if (b->weather[i].from <= clock) row = &b->weather[i];
	return row;
}

/* 13.1a, 13.1d, WXa … WXh */
void vv_weather_roll(const struct play *p, struct state *d)
{
	static const char *const said[] = {"fair", "heat", "thunderstorm"};
	const struct vv_book *b = vv_book(p);
	int clock = b->starts + (d->g.turn - 1) * b->turn_minutes, before = d->weather;
	const struct vv_weather *row = row_at(b, clock);
	d->weather = NORMAL;
	if (!row) return;
	struct throw t = {.kind = THROW_SUM,
		.n = 1,
		.sides = D6,
		.why = "the weather",
		.column = row->row,
		.rule = "4A-a",
		.side = b->roller,
		.who = NO_UNIT,
		.whom = NO_UNIT};
	int die = roll(p, &d->g, &t), more = 0;
	bool last = row == &b->weather[b->weathers - 1];
	if (before == HEAT && !(last && p->m->option[O_MILD_EVENING]))
		vv_shift(p, &more, b->chart.after_heat, NO_UNIT, NO_UNIT, "WXh",
			"to the die: the hour before was hot");
	if (die + more >= row->storm) d->weather = STORM;
	else if (die + more >= row->heat) d->weather = HEAT;
	emit(p, .kind = E_WEATHER, .n = d->weather, .rule = "13.1a", .note = said[d->weather]);
	if (d->weather == STORM) vv_finish(p, d, "13.1d");
}
