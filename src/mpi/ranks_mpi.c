/* How ranks speak to each other over MPI: a module that the program loads only when it was started in several
   processes, so that the table and the terminal do not carry MPI around. One thread of each process calls
   it. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "study/ranks.h"

/* Messages on their way. A send returns at once; its bytes are kept until MPI has taken them. */
struct sending {
	MPI_Request request;
	char *bytes;
	struct sending *next;
};
static struct sending *under_way;

static void sent_free(void)
{
	for (struct sending **at = &under_way; *at;) {
		struct sending *s = *at;
		int done = 0;
		MPI_Test(&s->request, &done, MPI_STATUS_IGNORE);
		if (!done) {
			at = &s->next;
			continue;
		}
		*at = s->next;
		free(s->bytes), free(s);
	}
}

static bool carrier_open(int *rank, int *size, int *beside)
{
	int given;
	MPI_Comm here;
	if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &given) != MPI_SUCCESS) return false;
	MPI_Comm_rank(MPI_COMM_WORLD, rank), MPI_Comm_size(MPI_COMM_WORLD, size);
	MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &here);
	MPI_Comm_size(here, beside);
	MPI_Comm_free(&here);
	return true;
}

static void carrier_send(int to, const void *bytes, size_t n)
{
	struct sending *s = malloc(sizeof *s);
	char *copy = malloc(n);
	if (!s || !copy) abort();
	memcpy(copy, bytes, n);
	*s = (struct sending){.bytes = copy, .next = under_way};
	under_way = s;
	MPI_Isend(copy, (int)n, MPI_BYTE, to, 0, MPI_COMM_WORLD, &s->request);
	sent_free();
}

static bool carrier_receive(int *from, char **bytes, size_t *size)
{
	int there = 0, n;
	MPI_Status status;
	sent_free();
	MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &there, &status);
	if (!there) return false;
	MPI_Get_count(&status, MPI_BYTE, &n);
	if (!(*bytes = malloc((size_t)n + 1))) abort();
	MPI_Recv(*bytes, n, MPI_BYTE, status.MPI_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	*from = status.MPI_SOURCE, *size = (size_t)n;
	return true;
}

static void carrier_close(void)
{
	while (under_way) sent_free();
	MPI_Finalize();
}

extern const struct carrier mpi_carrier;
const struct carrier mpi_carrier = {carrier_open, carrier_send, carrier_receive, carrier_close};
