/* Large bodies under way. What each may come to is set aside before its first byte is read: so memory is bounded, and who sends a lot and then
   stops keeps nobody else from bringing a file. A household, and a person, have a quarter of all the room each. */
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

#define UPLOADS_MOST (64u << 20) /* bytes of all large bodies at once */
#define UPLOADS_EACH (16u << 20) /* … of one household, and of one person */
#define UPLOAD_LEAST (64u << 10) /* what each counts for at least: the list stays short */

struct upload { struct upload *next; size_t bytes; uint64_t from; int64_t person; };
struct uploads { pthread_mutex_t lock; struct upload *first; };

struct uploads *uploads_new(void)
{
	struct uploads *u = calloc(1, sizeof *u);
	if (!u) abort();
	pthread_mutex_init(&u->lock, NULL);
	return u;
}

void uploads_free(struct uploads *u)
{
	pthread_mutex_destroy(&u->lock);
	free(u);
}

/* What it says that it will send. Who says more than may be is told so later, and takes no room. */
static size_t announced(struct request *q)
{
	const char *length = MHD_lookup_connection_value(q->connection, MHD_HEADER_KIND, "Content-Length");
	unsigned long long n = length ? strtoull(length, NULL, 10) : 0;
	return n > IMPORT_MOST || n < UPLOAD_LEAST ? UPLOAD_LEAST : (size_t)n;
}

/* On this machine, without a proxy, all have one address: there each person is counted, and no household. */
bool upload_begin(struct request *q)
{
	struct uploads *u = q->t->uploads;
	struct upload *own = calloc(1, sizeof *own);
	size_t all = 0, household = 0, person = 0;
	if (!own) return answer_error(q, 503, "The server is short of memory; try again in a moment."), false;
	*own = (struct upload){.bytes = announced(q), .from = request_from(q), .person = q->who.id};
	pthread_mutex_lock(&u->lock);
	for (const struct upload *o = u->first; o; o = o->next) {
		all += o->bytes;
		household += o->from == own->from ? o->bytes : 0, person += o->person == own->person ? o->bytes : 0;
	}
	bool too_many = person + own->bytes > UPLOADS_EACH || (!q->local && household + own->bytes > UPLOADS_EACH), full = all + own->bytes > UPLOADS_MOST;
	if (!too_many && !full) own->next = u->first, u->first = q->upload = own;
	pthread_mutex_unlock(&u->lock);
	if (q->upload) return true;
	free(own);
	if (too_many) answer_error(q, 429, "You are bringing other files at this moment; wait until they are read.");
	else answer_error(q, 503, "Others are bringing many files at this moment; try again in a moment.");
	return false;
}

void upload_end(struct request *q)
{
	struct uploads *u = q->t->uploads;
	if (!q->upload) return;
	pthread_mutex_lock(&u->lock);
	struct upload **at = &u->first;
	while (*at != q->upload) at = &(*at)->next;
	*at = q->upload->next;
	pthread_mutex_unlock(&u->lock);
	free(q->upload);
	q->upload = NULL;
}
