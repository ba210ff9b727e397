/* Room on the disk: the browser tells us when there is none. */
#ifndef OFFLINE_STATVFS_H
#define OFFLINE_STATVFS_H

struct statvfs {
	unsigned long f_bavail, f_frsize;
};
static inline int statvfs(const char *path, struct statvfs *out)
{
	return (void)path, out->f_bavail = out->f_frsize = 1u << 16, 0;
}

#endif
