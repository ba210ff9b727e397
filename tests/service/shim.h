/* A disk that can lose power or run full, for tests: an SQLite VFS over the real one. What was written but
   not synced lives only in memory; when the power goes, each such write is lost, or (as disks do) some of
   them are not. */
#ifndef SERVICE_SHIM_H
#define SERVICE_SHIM_H

#include <stdbool.h>
#include <stdint.h>

void shim_install(void);            /* every file opened from now on lies on this disk */
void shim_power_cut(uint64_t *rng); /* forgets what was not synced; with rng, some of it reaches the disk, in
                                       pieces of 512 bytes */
void shim_after(long operations); /* the power goes after so many more writes and syncs: nothing succeeds any
                                     more; -1 never */
bool shim_dead(void);
extern unsigned shim_slow; /* microseconds that a sync takes at least: what comes meanwhile makes one batch */
extern long *shim_fails;   /* in memory shared with children: the so-manieth write or sync of the store from
                              now on fails, once; 0: none does */
extern bool *shim_full;    /* in memory shared with children: writes that grow a file fail with SQLITE_FULL */

#endif
