/* See shim.h. */
#include "shim.h"

#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "client.h"

/* a write that is not synced yet */
struct piece {
	struct piece *next;
	sqlite3_int64 at;
	int n;
	unsigned char bytes[];
};

struct file {
	sqlite3_file base; /* what SQLite knows of it */
	struct file *next_open;
	struct piece *first, **last;
	sqlite3_int64 size;  /* as SQLite sees it */
	bool stored;         /* the main file or the log */
	bool kept;           /* the main file and the log; others go straight through */
	sqlite3_file real[]; /* the real VFS's, of its size */
};

static sqlite3_vfs *real_vfs, vfs;
static struct file *open_files;
static long left = -1;
static bool dead;
bool *shim_full;
unsigned shim_slow;
long *shim_fails;

/* Many threads share it. */
static bool fails_now(void)
{
	return shim_fails && __atomic_load_n(shim_fails, __ATOMIC_SEQ_CST) > 0 &&
	       __atomic_sub_fetch(shim_fails, 1, __ATOMIC_SEQ_CST) == 0;
}

static sqlite3_file *real(sqlite3_file *f) { return ((struct file *)f)->real; }
static const sqlite3_io_methods *methods(sqlite3_file *f) { return real(f)->pMethods; }

static bool power_gone(void)
{
	if (left > 0) left--;
	if (left == 0) dead = true;
	return dead;
}

static void forget(struct file *f)
{
	while (f->first) {
		struct piece *p = f->first;
		f->first = p->next;
		free(p);
	}
	f->last = &f->first;
}

static void put_down(struct file *f)
{
	for (struct piece *p = f->first; p; p = p->next)
		f->real->pMethods->xWrite(f->real, p->bytes, p->n, p->at);
}

static int shim_close(sqlite3_file *base)
{
	struct file *f = (struct file *)base, **at = &open_files;
	while (*at && *at != f) at = &(*at)->next_open;
	if (*at) *at = f->next_open;
	if (!dead) put_down(f); /* a process that ends does not lose what the kernel has */
	forget(f);
	return methods(base)->xClose(real(base));
}

static int shim_read(sqlite3_file *base, void *to, int n, sqlite3_int64 at)
{
	struct file *f = (struct file *)base;
	if (!f->kept) return methods(base)->xRead(real(base), to, n, at);
	if (dead) return SQLITE_IOERR_READ;
	int code = methods(base)->xRead(real(base), to, n, at);
	if (code != SQLITE_OK && code != SQLITE_IOERR_SHORT_READ) return code;
	for (struct piece *p = f->first; p; p = p->next) {
		sqlite3_int64 from = p->at > at ? p->at : at, end = p->at + p->n < at + n ? p->at + p->n : at + n;
		if (from < end) memcpy((char *)to + (from - at), p->bytes + (from - p->at), (size_t)(end - from));
	}
	if (at + n <= f->size) return SQLITE_OK;
	if (at < f->size) memset((char *)to + (f->size - at), 0, (size_t)(at + n - f->size));
	else memset(to, 0, (size_t)n);
	return SQLITE_IOERR_SHORT_READ;
}

static int shim_write(sqlite3_file *base, const void *from, int n, sqlite3_int64 at)
{
	struct file *f = (struct file *)base;
	if (shim_full && *shim_full && at + n > f->size) return SQLITE_FULL;
	if (f->stored && fails_now()) return SQLITE_IOERR_WRITE;
	if (!f->kept) return methods(base)->xWrite(real(base), from, n, at);
	if (power_gone()) return SQLITE_IOERR_WRITE;
	struct piece *p = malloc(sizeof *p + (size_t)n);
	if (!p) return SQLITE_NOMEM;
	p->next = NULL, p->at = at, p->n = n;
	memcpy(p->bytes, from, (size_t)n);
	*f->last = p, f->last = &p->next;
	if (at + n > f->size) f->size = at + n;
	return SQLITE_OK;
}

static int shim_truncate(sqlite3_file *base, sqlite3_int64 size)
{
	struct file *f = (struct file *)base;
	if (!f->kept) return methods(base)->xTruncate(real(base), size);
	if (power_gone()) return SQLITE_IOERR_TRUNCATE;
	put_down(f), forget(f); /* a truncation reaches the disk with all that came before it */
	f->size = size;
	return methods(base)->xTruncate(real(base), size);
}

static int shim_sync(sqlite3_file *base, int flags)
{
	struct file *f = (struct file *)base;
	if (shim_slow) usleep(shim_slow);
	if (f->stored && fails_now()) return SQLITE_IOERR_FSYNC;
	if (f->kept && power_gone()) return SQLITE_IOERR_FSYNC;
	put_down(f), forget(f);
	return methods(base)->xSync(real(base), flags);
}

static int shim_size(sqlite3_file *base, sqlite3_int64 *size)
{
	struct file *f = (struct file *)base;
	if (!f->kept) return methods(base)->xFileSize(real(base), size);
	*size = f->size;
	return SQLITE_OK;
}

static int shim_lock(sqlite3_file *f, int how) { return methods(f)->xLock(real(f), how); }
static int shim_unlock(sqlite3_file *f, int how) { return methods(f)->xUnlock(real(f), how); }
static int shim_reserved(sqlite3_file *f, int *out) { return methods(f)->xCheckReservedLock(real(f), out); }
static int shim_control(sqlite3_file *f, int op, void *arg)
{
	return op == SQLITE_FCNTL_SIZE_HINT || op == SQLITE_FCNTL_CHUNK_SIZE
	         ? SQLITE_NOTFOUND
	         : methods(f)->xFileControl(real(f), op, arg);
}
static int shim_sector(sqlite3_file *f) { return methods(f)->xSectorSize(real(f)); }
static int shim_device(sqlite3_file *f)
{
	(void)f;
	return 0;
} /* promises nothing */
static int shim_map(sqlite3_file *f, int page, int size, int extend, void volatile **out)
{
	return methods(f)->xShmMap(real(f), page, size, extend, out);
}
static int shim_shm_lock(sqlite3_file *f, int at, int n, int flags)
{
	return methods(f)->xShmLock(real(f), at, n, flags);
}
static void shim_barrier(sqlite3_file *f) { methods(f)->xShmBarrier(real(f)); }
static int shim_unmap(sqlite3_file *f, int remove) { return methods(f)->xShmUnmap(real(f), remove); }

static const sqlite3_io_methods io = {
	.iVersion = 2,
	.xClose = shim_close,
	.xRead = shim_read,
	.xWrite = shim_write,
	.xTruncate = shim_truncate,
	.xSync = shim_sync,
	.xFileSize = shim_size,
	.xLock = shim_lock,
	.xUnlock = shim_unlock,
	.xCheckReservedLock = shim_reserved,
	.xFileControl = shim_control,
	.xSectorSize = shim_sector,
	.xDeviceCharacteristics = shim_device,
	.xShmMap = shim_map,
	.xShmLock = shim_shm_lock,
	.xShmBarrier = shim_barrier,
	.xShmUnmap = shim_unmap,
};

static int shim_open(sqlite3_vfs *v, const char *name, sqlite3_file *base, int flags, int *out)
{
	struct file *f = (struct file *)base;
	(void)v;
	memset(f, 0, sizeof *f);
	int code = real_vfs->xOpen(real_vfs, name, f->real, flags, out);
	if (code != SQLITE_OK) return code;
	f->base.pMethods = &io;
	f->last = &f->first;
	f->stored = flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL);
	/* a service has several connections, which must see each other's writes */
	f->kept = (flags & (SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL)) && !shim_full && !shim_slow && !shim_fails;
	f->real->pMethods->xFileSize(f->real, &f->size);
	f->next_open = open_files, open_files = f;
	return SQLITE_OK;
}

void shim_install(void)
{
	if (!real_vfs) {
		real_vfs = sqlite3_vfs_find(NULL);
		vfs = *real_vfs;
		vfs.zName = "shim", vfs.xOpen = shim_open,
		vfs.szOsFile = (int)sizeof(struct file) + real_vfs->szOsFile, vfs.pNext = NULL;
	}
	sqlite3_vfs_register(&vfs, 1);
	dead = false, left = -1;
}

void shim_after(long operations) { left = operations; }
bool shim_dead(void) { return dead; }

void shim_power_cut(uint64_t *rng)
{
	dead = true;
	for (struct file *f = open_files; f; f = f->next_open) {
		for (struct piece *p = f->first; p && rng; p = p->next)
			for (int at = 0; at < p->n; at += 512)
				if (rnd(rng) % 2)
					f->real->pMethods->xWrite(f->real, p->bytes + at, p->n - at < 512 ? p->n - at : 512,
						p->at + at);
		forget(f);
	}
}
