/* The store's file, in memory, for SQLite. The file is cut into blocks; those that have changed since the
   page last asked are handed to it, and it writes them to the browser's database in one transaction. So a
   commit is atomic there, and SQLite's own journal need not outlive us: it is a file in memory too. Nothing
   is locked, since there is one thread. */
#include <sodium.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "offline/offline.h"

#define BLOCK 4096
#define STORE "/store"

struct content {
	unsigned char *bytes;
	sqlite3_int64 n, room;
	bool there;
};
struct held {
	sqlite3_file head;
	struct content *c;
	bool ours; /* it goes with the file */
};

static struct content store, journal;
static unsigned char *dirty; /* a byte a block of the store */
static int blocks_known;

/* --- blocks, for JavaScript ----------------------------------------------------------------------------- */

static void grow(struct content *c, sqlite3_int64 n)
{
	if (n <= c->room) return;
	sqlite3_int64 room = c->room ? c->room : 16 * BLOCK;
	while (room < n) room *= 2;
	c->bytes = realloc(c->bytes, (size_t)room);
	if (!c->bytes) abort();
	memset(c->bytes + c->room, 0, (size_t)(room - c->room));
	c->room = room;
	if (c != &store) return;
	dirty = realloc(dirty, (size_t)(room / BLOCK));
	if (!dirty) abort();
	memset(dirty + blocks_known, 0, (size_t)(room / BLOCK - blocks_known));
	blocks_known = (int)(room / BLOCK);
}

static void touch(const struct content *c, sqlite3_int64 from, sqlite3_int64 to)
{
	for (sqlite3_int64 b = from / BLOCK; c == &store && b * BLOCK < to; b++) dirty[b] = 1;
}

/* The size of the file, which is set before blocks are put back at the start. */
double EXPORT(pages_size)(void) { return (double)store.n; }
void EXPORT(pages_begin)(double n)
{
	grow(&store, (sqlite3_int64)n), store.n = (sqlite3_int64)n, store.there = n > 0;
}
unsigned char *EXPORT(pages_at)(int block) { return store.bytes + (size_t)block * BLOCK; }
/* The next block from there on that has changed, and is taken now; -1: none. */
int EXPORT(pages_changed)(int from)
{
	for (; from < blocks_known; from++)
		if (dirty[from]) return dirty[from] = 0, from;
	return -1;
}

/* --- files, for SQLite ---------------------------------------------------------------------------------- */

static int file_close(sqlite3_file *f)
{
	struct held *h = (struct held *)f;
	if (h->ours) free(h->c->bytes), free(h->c);
	return SQLITE_OK;
}

static int file_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at)
{
	const struct content *c = ((struct held *)f)->c;
	sqlite3_int64 have = c->n - at;
	if (have >= n) return memcpy(to, c->bytes + at, (size_t)n), SQLITE_OK;
	if (have < 0) have = 0;
	if (have) memcpy(to, c->bytes + at, (size_t)have);
	memset((char *)to + have, 0, (size_t)(n - have));
	return SQLITE_IOERR_SHORT_READ;
}

static int file_write(sqlite3_file *f, const void *from, int n, sqlite3_int64 at)
{
	struct content *c = ((struct held *)f)->c;
	grow(c, at + n);
	memcpy(c->bytes + at, from, (size_t)n);
	if (at + n > c->n) c->n = at + n;
	touch(c, at, at + n);
	return SQLITE_OK;
}

static int file_truncate(sqlite3_file *f, sqlite3_int64 n)
{
	struct content *c = ((struct held *)f)->c;
	if (n >= c->n) return SQLITE_OK;
	memset(c->bytes + n, 0, (size_t)(c->n - n));
	touch(c, n, c->n);
	c->n = n;
	return SQLITE_OK;
}

static int file_sync(sqlite3_file *f, int flags) { return (void)f, (void)flags, SQLITE_OK; }
static int file_size(sqlite3_file *f, sqlite3_int64 *n) { return *n = ((struct held *)f)->c->n, SQLITE_OK; }
static int file_lock(sqlite3_file *f, int how) { return (void)f, (void)how, SQLITE_OK; }
static int file_reserved(sqlite3_file *f, int *out) { return (void)f, *out = 0, SQLITE_OK; }
static int file_control(sqlite3_file *f, int what, void *arg)
{
	return (void)f, (void)what, (void)arg, SQLITE_NOTFOUND;
}
static int file_sector(sqlite3_file *f) { return (void)f, BLOCK; }
static int file_traits(sqlite3_file *f) { return (void)f, 0; }

static const sqlite3_io_methods methods = {1, file_close, file_read, file_write, file_truncate, file_sync,
	file_size, file_lock, file_lock, file_reserved, file_control, file_sector, file_traits, NULL, NULL, NULL,
	NULL, NULL, NULL};

/* The store, its journal, and whatever SQLite needs for itself. */
static int vfs_open(sqlite3_vfs *v, const char *name, sqlite3_file *f, int flags, int *out)
{
	struct held *h = (struct held *)f;
	(void)v;
	*h = (struct held){.head.pMethods = &methods,
		.c = flags & SQLITE_OPEN_MAIN_DB      ? &store
	       : flags & SQLITE_OPEN_MAIN_JOURNAL ? &journal
	                                          : NULL};
	if (!h->c || !name) h->ours = true, h->c = calloc(1, sizeof *h->c);
	if (!h->c) return SQLITE_NOMEM;
	h->c->there = true;
	if (out) *out = flags;
	return SQLITE_OK;
}

static struct content *named(const char *name)
{
	return strcmp(name, STORE) == 0 ? &store : strcmp(name, STORE "-journal") == 0 ? &journal : NULL;
}

static int vfs_delete(sqlite3_vfs *v, const char *name, int sync)
{
	struct content *c = named(name);
	(void)v, (void)sync;
	if (c) c->n = 0, c->there = false;
	return SQLITE_OK;
}

static int vfs_access(sqlite3_vfs *v, const char *name, int flags, int *out)
{
	const struct content *c = named(name);
	(void)v, (void)flags;
	*out = c && c->there;
	return SQLITE_OK;
}

static int vfs_path(sqlite3_vfs *v, const char *name, int n, char *out)
{
	return (void)v, sqlite3_snprintf(n, out, "%s", name), SQLITE_OK;
}
static int vfs_random(sqlite3_vfs *v, int n, char *out)
{
	return (void)v, randombytes_buf(out, (size_t)n), n;
}
static int vfs_sleep(sqlite3_vfs *v, int us) { return (void)v, us; }
static int vfs_time(sqlite3_vfs *v, sqlite3_int64 *out)
{
	return (void)v, *out = 210866760000000ll + now_s() * 1000, SQLITE_OK;
}
static int vfs_time_old(sqlite3_vfs *v, double *out)
{
	return (void)v, *out = 2440587.5 + (double)now_s() / 86400, SQLITE_OK;
}
static int vfs_error(sqlite3_vfs *v, int n, char *out) { return (void)v, (void)n, (void)out, 0; }

int sqlite3_os_init(void)
{
	static sqlite3_vfs vfs = {.iVersion = 2,
		.szOsFile = sizeof(struct held),
		.mxPathname = 64,
		.zName = "pages",
		.xOpen = vfs_open,
		.xDelete = vfs_delete,
		.xAccess = vfs_access,
		.xFullPathname = vfs_path,
		.xRandomness = vfs_random,
		.xSleep = vfs_sleep,
		.xCurrentTime = vfs_time_old,
		.xGetLastError = vfs_error,
		.xCurrentTimeInt64 = vfs_time};
	return sqlite3_vfs_register(&vfs, 1);
}

int sqlite3_os_end(void) { return SQLITE_OK; }
