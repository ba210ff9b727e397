/* WebSocket frames in and out, over whatever reads and writes bytes. What a peer sends is thrown away: orders
   come by POST. */
#ifndef TABLE_FRAMES_H
#define TABLE_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* As read(2) and send(2) on a socket that does not block: 0 from read is the end, -1 with errno EAGAIN "not
   now". */
struct frames_io {
	ssize_t (*read)(void *own, uint8_t *to, size_t n);
	ssize_t (*write)(void *own, const uint8_t *from, size_t n);
};

struct frames;
struct frames *frames_new(const struct frames_io *io, void *own);
void frames_free(struct frames *f);

bool frames_read(struct frames *f);  /* a piece of what is there, up to some 4 KB; false: the connection is
                                        over. Then call frames_write */
bool frames_write(struct frames *f); /* as much as goes; false: the connection is over, or the peer does not
                                        keep up */
bool frames_wait(const struct frames *f);                      /* there is more to write */
bool frames_over(const struct frames *f);                      /* both have said goodbye */
bool frames_say(struct frames *f, const char *text, size_t n); /* false: the peer does not keep up */
void frames_ping(struct frames *f);
void frames_bye(struct frames *f, unsigned code, const char *why);
unsigned frames_heard(const struct frames *f); /* how many frames have come */

#endif
