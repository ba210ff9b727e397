/* What an operator sees: is it alive, how much it does, how long orders take. No names, no ids. */
#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "table/handlers.h"

atomic_long counts[COUNTS];

static const char *const names[COUNTS] = {
	[COUNT_REQUESTS] = "requests",
	[COUNT_ORDERS] = "orders",
	[COUNT_REFUSED] = "orders_refused",
	[COUNT_COMMITS] = "commits",
	[COUNT_FAILED_COMMITS] = "commits_failed",
	[COUNT_LIMITED] = "limited",
	[COUNT_LIVE] = "live_opened",
	[COUNT_LOADED] = "games_loaded",
	[COUNT_SLICES] = "loading_slices",
	[COUNT_DROPPED] = "games_dropped",
	[COUNT_HOOKS] = "hooks_called",
	[COUNT_LATE] = "races_lost",
	[COUNT_FOLLOWED] = "entries_followed",
	[COUNT_NEWS] = "news_heard",
	[COUNT_BROKEN] = "commits_looked_up",
};

/* Of orders and whatever else is committed, from the request to its acknowledgement: powers of two of 64
   microseconds. */
#define LATENCIES 14
struct times {
	atomic_long at[LATENCIES + 1], sum;
};
static struct times order_times, commit_times;

static void time_note(struct times *t, uint64_t us)
{
	int i = 0;
	while (i < LATENCIES && us > 64ull << i) i++;
	atomic_fetch_add_explicit(&t->at[i], 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&t->sum, (long)us, memory_order_relaxed);
}

void latency_note(uint64_t us) { time_note(&order_times, us); }
void commit_note(uint64_t us) { time_note(&commit_times, us); }

static void times_write(struct text *t, const char *name, const struct times *of)
{
	long sum = 0;
	text_addf(t, "# TYPE fratelli_%s_seconds histogram\n", name);
	for (int i = 0; i < LATENCIES; i++)
		text_addf(t, "fratelli_%s_seconds_bucket{le=\"%g\"} %ld\n", name, (double)(64ull << i) / 1e6,
			sum += atomic_load(&of->at[i]));
	sum += atomic_load(&of->at[LATENCIES]);
	text_addf(t, "fratelli_%s_seconds_bucket{le=\"+Inf\"} %ld\n", name, sum);
	text_addf(t, "fratelli_%s_seconds_sum %g\nfratelli_%s_seconds_count %ld\n", name,
		(double)atomic_load(&of->sum) / 1e6, name, sum);
}

static void gauge(struct text *t, const char *name, double value)
{
	text_addf(t, "# TYPE fratelli_%s gauge\nfratelli_%s %.12g\n", name, name, value);
}

uint64_t now_us(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000000u + (uint64_t)t.tv_nsec / 1000u;
}

int64_t *now_shift;
int64_t now_s(void) { return time(NULL) + (now_shift ? *now_shift : 0); }

static long resident(void)
{
	long all, in = 0;
	FILE *f = fopen("/proc/self/statm", "r");
	if (!f) return 0;
	if (fscanf(f, "%ld %ld", &all, &in) != 2) in = 0;
	fclose(f);
	return in * sysconf(_SC_PAGESIZE);
}

static enum handled tell_health(struct request *q)
{
	struct json j = answer_begin(q);
	json_str(&j, "status", "well");
	json_int(&j, "seconds", (int64_t)((now_us() - q->t->started) / 1000000));
	return answer_end(q, &j);
}

/* If the last transaction failed, another is tried: when there is room again we say so, though nobody has
   played meanwhile. */
static bool put_probe(struct table *t, struct deed *d)
{
	struct request *q = (struct request *)d;
	tell_health(q);
	return store_put(t->store, Q_PROBE, "i", now_s()) == PUT_DONE;
}

enum handled handle_health(struct request *q)
{
	struct text why = {0};
	if (store_unwell(q->t->store, &why)) answer_error(q, 503, "%s", text_str(&why));
	text_free(&why);
	if (q->status == 503) return ANSWERED;
	return atomic_load(&q->t->unwritten) ? request_to_writer(q, put_probe) : tell_health(q);
}

/* The process answers; whether it can keep anything is another question. */
enum handled handle_alive(struct request *q)
{
	struct json j = answer_begin(q);
	json_str(&j, "status", "alive");
	return answer_end(q, &j);
}

static void store_write(struct table *t, struct text *out)
{
	struct text why = {0};
	int64_t list[4096];
	bool up = !store_unwell(t->store, &why) && !atomic_load(&t->unwritten);
	text_free(&why);
	gauge(out, "store_up", up);
	gauge(out, "writer_waiting", writer_waiting(t));
	gauge(out, "nodes_heard", presence_nodes(t));
	gauge(out, "duties", games_on_duty(t, list, sizeof list / sizeof *list));
}

static double processor_seconds(void)
{
	struct timespec spent;
	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &spent);
	return (double)spent.tv_sec + (double)spent.tv_nsec / 1e9;
}

/* The Prometheus text format. */
enum handled handle_metrics(struct request *q)
{
	struct text *t = &q->out;
	if (!q->local) return answer_error(q, 403, "Only from this machine.");
	for (int i = 0; i < COUNTS; i++)
		text_addf(t, "# TYPE fratelli_%s counter\nfratelli_%s %ld\n", names[i], names[i],
			atomic_load(&counts[i]));
	times_write(t, "order", &order_times);
	times_write(t, "commit", &commit_times);
	store_write(q->t, t);
	gauge(t, "live", live_count(q->t));
	gauge(t, "games", games_loaded(q->t));
	gauge(t, "kept", shelf_count(q->t));
	gauge(t, "resident_bytes", (double)resident());
	gauge(t, "cpu_seconds", processor_seconds());
	gauge(t, "up_seconds", (double)((now_us() - q->t->started) / 1000000));
	q->status = 200, q->type = "text/plain; version=0.0.4; charset=utf-8";
	return ANSWERED;
}
