/* The play service, as the command starts it. */
#ifndef TABLE_SERVE_H
#define TABLE_SERVE_H

#include <stdbool.h>

struct serving {
	const char *data;    /* folder with battles/ and rules/ */
	const char *tests;   /* folder with more battles/, offered too; NULL */
	const char *web;     /* folder of the built page; need not exist */
	const char *store;   /* the SQLite file, or postgresql://… */
	const char *own;     /* how the names of files begin that are this node's own; NULL: like the store's */
	const char *bind;    /* address; "127.0.0.1" */
	const char *host;    /* the name people reach us by, if not bound to this machine alone; NULL: any */
	const char *proxy;   /* the address of a proxy on another machine, which says for whom it asks; NULL:
	                        none */
	int port;            /* 0: any free one; it is printed */
	bool open;           /* show it in a browser */
	int rate;            /* requests a second from one address; 0: no limit */
	int games;           /* a person may own */
	int cache;           /* games kept in memory */
	const char *release; /* the id of a game that was set aside, to be loaded again; NULL */
	int entries;         /* a game may have; 0: the usual 50,000 */
	int patience;        /* seconds that any part of a request may take; 0: the usual ones */
	int thinking;        /* milliseconds that a computer may think over an order; 0: the usual four seconds */
	bool lan_hooks;      /* webhooks may go to this machine and to private networks too */
	bool log_json;       /* the log is JSON, with a line for each request */
	bool alone;          /* nobody else can come (src/offline): no accounts, friends or webhooks, but a store
	                        that its player keeps */
	bool warm;           /* the catalogue and the maps are made at the start, and not when they are asked
	                        for */
};

const char *serving_own(const struct serving *with);
/* Serves until SIGTERM or SIGINT. 0 well; 1 could not, and said why on stderr. */
int table_serve(const struct serving *with);
/* The same in a process of its own, which is started again if it dies of a signal. A fixed port, or people
   would not find it again. */
int table_supervise(const struct serving *with);

#endif
