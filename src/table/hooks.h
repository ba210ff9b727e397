/* Webhooks: see hooks.c. For this room only, and its tests. */
#ifndef TABLE_HOOKS_H
#define TABLE_HOOKS_H

#include <stdbool.h>
#include <sys/socket.h>

#define HOOK_MOST 300 /* characters of an address */

struct table;
struct sitting;

bool address_public(const struct sockaddr *a);     /* neither of this machine, nor of a private network, nor
                                                      of no network */
const char *hook_wrong(const char *url, bool lan); /* what is wrong with it, for the player; NULL: nothing */
void hook_host(const char *url, char host[HOOK_MOST + 1]);

struct hooks *hooks_new(struct table *t);
void hooks_moved(struct table *t, struct sitting *s); /* lock held: calls for a seat that is asked now and was
                                                         not before */
/* In the transaction after which such a seat is asked: its call is written down. False: the store failed. */
bool hooks_put(struct table *t, struct sitting *s);
/* Calls that were written down and not made: all of them, or those that no node sees to any more. */
void hooks_look(struct table *t, bool all);
void hooks_stop(struct hooks *h);
void hooks_free(struct hooks *h);

#endif
