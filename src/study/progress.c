/* A bar on the terminal: how many games, how fast, how long still. Nothing is written where nobody looks. */
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "study/own.h"

#define BAR 30

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

static void draw(const struct progress *p)
{
	double seconds = (double)(milliseconds() - p->start) / 1000, played = (double)(p->done - p->started_with);
	char left[32] = "…";
	int full = p->all ? (int)(p->done * BAR / p->all) : BAR;
	if (played > 0) duration_write(seconds / played * (double)(p->all - p->done), left, sizeof left);
	fprintf(stderr, "\r%s [", p->title);
	for (int i = 0; i < BAR; i++) fputs(i < full ? "█" : "·", stderr);
	fprintf(stderr, "] %" PRId64 "/%" PRId64 "  %.1f games/s  %s left \033[K", p->done, p->all,
		seconds > 0 ? played / seconds : 0, left);
	fflush(stderr);
}

void progress_open(struct progress *p, const char *title, int64_t done, int64_t all,
	const struct ranks *ranks)
{
	*p = (struct progress){.title = title && isatty(2) && ranks_chief(ranks) ? title : NULL,
		.ranks = ranks,
		.done = done,
		.all = all,
		.started_with = done,
		.start = milliseconds()};
	if (p->title) draw(p);
}

void progress_step(struct progress *p)
{
	p->done++;
	if (p->title) draw(p);
}

void progress_close(struct progress *p)
{
	struct text share = {0};
	if (!p->title) return;
	fputs("\r\033[K", stderr);
	ranks_share(p->ranks, &share);
	if (share.n) fprintf(stderr, "%s\n", text_str(&share));
	text_free(&share);
}
