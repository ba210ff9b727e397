/* A bar on the terminal: how many games, how fast, how long still. Where there is no terminal nothing is
   written, unless there are several ranks: then a line a minute and one at the end, for the log of the
   job. */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "study/own.h"

#define BAR 30
#define LINE_MS 60000

static int64_t milliseconds(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static void duration_write(double seconds, char *out, size_t room)
{
	if (seconds < 90) snprintf(out, room, "%.0f s", seconds);
	else if (seconds < 5400) snprintf(out, room, "%.0f min", seconds / 60);
	else snprintf(out, room, "%.1f h", seconds / 3600);
}

/* Games a second, and how long it will still take. */
static double rate(const struct progress *p, char *left, size_t room)
{
	double seconds = (double)(milliseconds() - p->start) / 1000, played = (double)(p->done - p->started_with);
	snprintf(left, room, "…");
	if (played > 0) duration_write(seconds / played * (double)(p->all - p->done), left, room);
	return seconds > 0 ? played / seconds : 0;
}

static void draw(const struct progress *p)
{
	char left[32];
	int full = p->all ? (int)(p->done * BAR / p->all) : BAR;
	double each = rate(p, left, sizeof left);
	fprintf(stderr, "\r%s [", p->title);
	for (int i = 0; i < BAR; i++) fputs(i < full ? "█" : "·", stderr);
	fprintf(stderr, "] %" PRId64 "/%" PRId64 "  %.1f games/s  %s left \033[K", p->done, p->all, each, left);
	fflush(stderr);
}

static void line(struct progress *p)
{
	char left[32];
	struct text share = {0};
	double each = rate(p, left, sizeof left);
	ranks_share(p->ranks, &share);
	fprintf(stderr, "%s: %" PRId64 " of %" PRId64 " games, %.1f a second, %s left; %s\n", p->lined, p->done,
		p->all, each, left, text_str(&share));
	text_free(&share);
	p->told = milliseconds();
}

void progress_open(struct progress *p, const char *title, int64_t done, int64_t all,
	const struct ranks *ranks)
{
	*p = (struct progress){.title = title && isatty(2) && ranks_chief(ranks) ? title : NULL,
		.lined = title && !isatty(2) && ranks && ranks_chief(ranks) ? title : NULL,
		.ranks = ranks,
		.done = done,
		.all = all,
		.started_with = done,
		.start = milliseconds(),
		.told = milliseconds()};
	if (p->title) draw(p);
}

void progress_step(struct progress *p)
{
	p->done++;
	if (p->title) draw(p);
	if (p->lined && milliseconds() - p->told > LINE_MS) line(p);
}

void progress_close(struct progress *p)
{
	struct text share = {0};
	if (p->lined) line(p);
	if (!p->title) return;
	fputs("\r\033[K", stderr);
	ranks_share(p->ranks, &share);
	if (share.n) fprintf(stderr, "%s\n", text_str(&share));
	text_free(&share);
}
