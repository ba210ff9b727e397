/* Large bodies and large answers under way. What a body may come to is set aside before its first byte is
   read, and what an answer comes to before its first byte is sent: so memory is bounded, and who sends a lot
   and then stops, or asks for a lot and does not read it, keeps nobody else from it. A household, and a
   person, have a part of all the room. */
#include "table/table.h"

#include <stdlib.h>
#include <string.h>

#define UPLOAD_LEAST (64u << 10) /* what each body counts for at least: the list stays short */
#define ANSWER_LEAST (64u << 10) /* smaller answers are not counted */

enum freight { BODIES, ANSWERS, FREIGHTS };
/* bytes at once; of one household or person */
static const struct {
	size_t all, each;
} room[FREIGHTS] = {[BODIES] = {64u << 20, 16u << 20}, [ANSWERS] = {256u << 20, 32u << 20}};

struct upload {
	struct upload *next;
	enum freight kind;
	size_t bytes;
	uint64_t from;
	int64_t person;
};
struct uploads {
	pthread_mutex_t lock;
	struct upload *first;
};

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

/* With the lock held: the status that says why there is no room; 0 if there is. On this machine, without a
   proxy, all have one address: there each person is counted, and no household. Who has nothing under way may
   have one answer of any size. */
static int refused(const struct uploads *u, const struct request *q, const struct upload *own)
{
	size_t all = 0, household = 0, person = 0;
	for (const struct upload *o = u->first; o; o = o->next) {
		if (o->kind != own->kind) continue;
		all += o->bytes;
		household += o->from == own->from && !q->local ? o->bytes : 0,
			person += o->person == own->person && own->person ? o->bytes : 0;
	}
	size_t more = household > person ? household : person;
	if (more + own->bytes > room[own->kind].each && (more || own->kind == BODIES)) return 429;
	return all + own->bytes > room[own->kind].all ? 503 : 0;
}

/* 0 if there was room, and it is set aside. */
static int set_aside(struct request *q, enum freight kind, size_t bytes, struct upload **out)
{
	struct uploads *u = q->t->uploads;
	struct upload *own = calloc(1, sizeof *own);
	if (!own) return 503;
	*own = (struct upload){.kind = kind,
		.bytes = bytes,
		.from = request_from(q),
		.person = q->known ? q->who.id : 0};
	pthread_mutex_lock(&u->lock);
	int status = refused(u, q, own);
	if (!status) own->next = u->first, u->first = *out = own;
	pthread_mutex_unlock(&u->lock);
	if (status) free(own);
	return status;
}

static void give_back(struct uploads *u, struct upload **own)
{
	if (!*own) return;
	pthread_mutex_lock(&u->lock);
	struct upload **at = &u->first;
	while (*at != *own) at = &(*at)->next;
	*at = (*own)->next;
	pthread_mutex_unlock(&u->lock);
	free(*own);
	*own = NULL;
}

bool upload_begin(struct request *q)
{
	int status = set_aside(q, BODIES, announced(q), &q->upload);
	if (status == 429)
		answer_error(q, 429, "You are bringing other files at this moment; wait until they are read.");
	else if (status)
		answer_error(q, 503, "Others are bringing many files at this moment; try again in a moment.");
	return !status;
}

void fetch_begin(struct request *q)
{
	int status = q->out.n > ANSWER_LEAST ? set_aside(q, ANSWERS, q->out.n, &q->fetch) : 0;
	if (!status) return;
	text_free(&q->out);
	q->out = (struct text){0}, q->type = "application/json";
	if (status == 429)
		answer_error(q, 429, "You have asked for much that you have not read yet; read it first.");
	else answer_error(q, 503, "Others are reading much at this moment; try again in a moment.");
}

void upload_end(struct request *q)
{
	give_back(q->t->uploads, &q->upload);
	give_back(q->t->uploads, &q->fetch);
}
