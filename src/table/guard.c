/* Who is asking: the host they think we are, the site their script came from, and their session. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/sitting.h"

static const char *header(const struct request *q, const char *name)
{
	return MHD_lookup_connection_value(q->connection, MHD_HEADER_KIND, name);
}

static bool is_loopback(const struct sockaddr *a)
{
	if (!a) return false;
	if (a->sa_family == AF_INET) return ntohl(((const struct sockaddr_in *)a)->sin_addr.s_addr) >> 24 == 127;
	return a->sa_family == AF_INET6 &&
	       (IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)a)->sin6_addr) ||
			   (IN6_IS_ADDR_V4MAPPED(&((const struct sockaddr_in6 *)a)->sin6_addr) &&
				   ((const struct sockaddr_in6 *)a)->sin6_addr.s6_addr[12] == 127));
}

/* From the very address that we are bound to: then it is this machine too. */
static bool is_own(const struct table *t, const struct sockaddr *a)
{
	uint8_t own[16], who[16];
	return a && a->sa_family == AF_INET && household_written(t->with.bind, own) == 4 &&
	       household(a, who) == 4 && memcmp(own, who, 4) == 0;
}

/* "localhost:1859" without its port. */
static bool host_is(const char *host, const char *name)
{
	size_t n = strlen(name);
	return strncasecmp(host, name, n) == 0 &&
	       (!host[n] || (host[n] == ':' && host[n + 1 + strspn(host + n + 1, "0123456789")] == 0));
}

/* A page of another name that resolves to us (DNS rebinding) is not ours. */
static bool host_ours(const struct table *t, const char *host)
{
	static const char *const here[] = {"localhost", "127.0.0.1", "[::1]"};
	if (t->with.host && host_is(host, t->with.host)) return true;
	if (!t->loopback && !t->with.host) return true;
	for (size_t i = 0; i < sizeof here / sizeof *here; i++)
		if (host_is(host, here[i])) return true;
	return false;
}

static bool origin_ours(const char *origin, const char *host)
{
	const char *name = strstr(origin, "://");
	return name && (strncmp(origin, "http:", 5) == 0 || strncmp(origin, "https:", 6) == 0) &&
	       strcasecmp(name + 3, host) == 0;
}

bool guard_host(struct request *q)
{
	const char *host = header(q, "Host"), *origin = header(q, "Origin");
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(q->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	q->local = info && (is_loopback(info->client_addr) || is_own(q->t, info->client_addr)) &&
	           !header(q, "X-Forwarded-For");
	if (!host || !host_ours(q->t, host))
		return answer_error(q, 421, "This server does not go by that name."), false;
	if (origin && (q->method != METHOD_GET || strcmp(q->route->path, "/api/games/*/live") == 0) &&
		!origin_ours(origin, host))
		return answer_error(q, 403, "That request comes from another site."), false;
	return true;
}

void csrf_of(const uint8_t token[32], char out[65])
{
	static const unsigned char purpose[] = "fratelli csrf";
	uint8_t hash[32];
	crypto_generichash(hash, sizeof hash, token, 32, purpose, sizeof purpose - 1);
	sodium_bin2hex(out, 65, hash, sizeof hash);
}

static bool csrf_fits(const struct request *q)
{
	const char *given = header(q, "X-Fratelli");
	char wanted[65];
	csrf_of(q->token, wanted);
	return given && strlen(given) == 64 && sodium_memcmp(given, wanted, 64) == 0;
}

bool guard_session(struct request *q)
{
	const char *cookie = MHD_lookup_connection_value(q->connection, MHD_COOKIE_KIND, "fratelli");
	if (cookie && strlen(cookie) == 64) {
		secret_hash(cookie, q->token);
		q->known = people_find(q->t, q->token, &q->who);
	}
	if (cookie && !q->known && !store_reads(q->t->store))
		return answer_error(q, 503, "The server cannot reach its store; try again in a moment."), false;
	if (q->route->flags & ROUTE_OPEN) return true;
	if (!q->known) return answer_error(q, 401, "Who are you? Ask /api/me first."), false;
	if (q->method != METHOD_GET && !csrf_fits(q))
		return answer_error(q, 403, "The header X-Fratelli is missing or stale; reload the page."), false;
	return true;
}
