/* What became of a commit whose connection broke. The server process that served it is ended first, so that
   nothing can happen any more. Then the outcome is looked up: by the number of the transaction if we know it,
   otherwise by the entries themselves. A commit that is there is believed only when the standby has it too,
   if there is one that must. */
#include <stdio.h>
#include <unistd.h>

#include "table/pg_store.h"
#include "table/table.h"

#define UNKNOWN_US 10000000    /* to find out what became of a commit, … */
#define UNKNOWN_EACH_US 200000 /* … with so long between two tries */

/* Ends the process that served a connection which broke, wherever it still waits. True once it is gone. */
static bool server_gone(struct pg *s, int server)
{
	struct pg_params p = {0};
	params_text(&p, s->writes.name), params_int(&p, server);
	if (!link_ready(&s->writes)) return false;
	int at = link_queue(&s->writes, -1,
		"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name = $1 AND pid = $2 AND pid <> pg_backend_pid()",
		&p);
	return link_run(&s->writes) && result_int(s->writes.answer[at], 0, 0) == 0;
}

static enum keeping status_of(struct pg *s)
{
	struct pg_params p = {0};
	char number[24];
	snprintf(number, sizeof number, "%llu", (unsigned long long)s->xact);
	params_text(&p, number);
	int at = link_queue(&s->writes, -1, "SELECT pg_xact_status($1::text::xid8) = 'committed'", &p);
	/* a number that this server has not reached: it never was */
	if (!link_run(&s->writes)) return s->writes.code[0] ? KEPT_AGAIN : KEPT_UNKNOWN;
	return result_int(s->writes.answer[at], 0, 0) ? KEPT : KEPT_AGAIN;
}

static bool is_there(struct pg *s, const struct new_entry *e, bool *there)
{
	struct pg_params p = {0};
	params_int(&p, e->game), params_int(&p, e->n), params_int(&p, e->hash), params_int(&p, e->key);
	int at = link_queue(&s->writes, -1,
		"SELECT count(*) FROM entries WHERE game = $1 AND n = $2 AND hash = $3 AND key = $4", &p);
	if (!link_run(&s->writes)) return false;
	*there = result_int(s->writes.answer[at], 0, 0);
	return true;
}

/* The games whose entries are there were kept. If there is one, the others were lost; if there is none, all
   can be carried out again. */
static enum keeping entries_there(struct pg *s)
{
	bool any = false;
	s->losts = 0;
	for (int i = 0; i < s->entries; i++) {
		bool there;
		if (i && s->entry[i - 1].game == s->entry[i].game) continue;
		if (!is_there(s, &s->entry[i], &there)) return KEPT_UNKNOWN;
		any |= there;
		if (!there) pg_lose(s, s->entry[i].game);
	}
	return any ? KEPT : KEPT_AGAIN;
}

/* A server whose standby does not answer has a commit on its own disk, and shows it, though the standby may
   not have it. A commit after it is answered once the standby has both. */
static bool at_standby(struct pg *s) { return link_plain(&s->writes, s->sql[Q_SETTLE]); }

enum keeping pg_find_out(struct pg *s, int server)
{
	uint64_t since = now_us();
	count(COUNT_BROKEN);
	note("the connection to the store broke during a commit; its outcome is looked up");
	for (; now_us() - since < UNKNOWN_US; usleep(UNKNOWN_EACH_US)) {
		if (!server_gone(s, server)) continue;
		enum keeping kept = s->xact ? status_of(s) : entries_there(s);
		if (kept == KEPT && !at_standby(s)) kept = KEPT_UNKNOWN;
		if (kept == KEPT_UNKNOWN) continue;
		note("it was %s", kept == KEPT ? "kept" : "not kept");
		if (kept == KEPT && s->news.n) pg_queue_news(s, &s->writes, text_str(&s->news)), link_run(&s->writes);
		return kept;
	}
	s->unknown = true;
	return KEPT_UNKNOWN;
}
