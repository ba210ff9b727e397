/* The table in a page: the same src/table as the service's, without a network, threads or processes.
   JavaScript (web/offline) is outside; what it calls is exported here, and what it provides is imported.
   docs/offline.md explains the whole. For this room only. */
#ifndef OFFLINE_OFFLINE_H
#define OFFLINE_OFFLINE_H

#include <stddef.h>
#include <stdint.h>

#include "table/sitting.h"

#define EXPORT(name) __attribute__((export_name(#name))) name
#define IMPORT(name) __attribute__((import_module("page"), import_name(#name)))

/* Provided by JavaScript. Nothing that it is told leaves the worker before the pages of the store are
   safe. */
IMPORT(answer)
void page_answer(int id, int status, const char *headers, size_t headers_n, const char *body, size_t body_n);
IMPORT(say) void page_say(int link, const char *text, size_t n);
IMPORT(think) void page_think(const char *game, size_t n, int side);

/* Jobs without threads (crews.c): runs one that waits, if any. */
bool crews_turn(void);

/* A live connection of the page (live.c). */
void live_hang_up(struct table *t, int link);

void mail_open(struct table *t); /* mail.c */

int connection_id(const struct MHD_Connection *c); /* door.c */

#endif
