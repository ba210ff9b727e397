/* Where a webhook may call. The address is a stranger's choice and the call is made from inside our network:
   see hooks.c. */
#include <arpa/inet.h>
#include <curl/curl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/hooks.h"

static bool public_four(uint32_t a)
{
	static const struct {
		uint32_t net;
		int bits;
	} closed[] = {
		{0x00000000, 8},
		{0x0a000000, 8},
		{0x64400000, 10},
		{0x7f000000, 8},
		{0xa9fe0000, 16},
		{0xac100000, 12},
		{0xc0000000, 24},
		{0xc0000200, 24},
		{0xc0586300, 24},
		{0xc0a80000, 16},
		{0xc6120000, 15},
		{0xc6336400, 24},
		{0xcb007100, 24},
		{0xe0000000, 3},
	};
	for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
		if ((a ^ closed[i].net) >> (32 - closed[i].bits) == 0) return false;
	return true;
}

/* Of IPv6 only what is routed globally, and of that nothing that wraps an IPv4 address (6to4, Teredo) or is
   for documentation. */
static bool public_six(const uint8_t a[16])
{
	if ((a[0] & 0xe0) != 0x20) return false;
	if (a[0] == 0x20 && a[1] == 0x02) return false;
	if (a[0] == 0x20 && a[1] == 0x01 && (a[2] < 0x02 || (a[2] == 0x0d && a[3] == 0xb8))) return false;
	return !(a[0] == 0x3f && a[1] == 0xff);
}

bool address_public(const struct sockaddr *a)
{
	if (a->sa_family == AF_INET) return public_four(ntohl(((const struct sockaddr_in *)a)->sin_addr.s_addr));
	return a->sa_family == AF_INET6 && public_six(((const struct sockaddr_in6 *)a)->sin6_addr.s6_addr);
}

/* A host that is written as a number can be judged at once; a name is judged when it is called. */
static bool host_good(const char *host)
{
	struct sockaddr_in four = {.sin_family = AF_INET};
	struct sockaddr_in6 six = {.sin6_family = AF_INET6};
	char bare[64];
	if (host[0] == '[') {
		snprintf(bare, sizeof bare, "%.*s", (int)strcspn(host + 1, "]%"), host + 1);
		return inet_pton(AF_INET6, bare, &six.sin6_addr) == 1 && address_public((struct sockaddr *)&six);
	}
	return inet_pton(AF_INET, host, &four.sin_addr) != 1 || address_public((struct sockaddr *)&four);
}

static bool url_part(CURLU *u, CURLUPart part, char *out, size_t room)
{
	char *s = NULL;
	bool there = curl_url_get(u, part, &s, part == CURLUPART_PORT ? CURLU_DEFAULT_PORT : 0) == CURLUE_OK && s;
	snprintf(out, room, "%s", there ? s : "");
	curl_free(s);
	return there;
}

const char *hook_wrong(const char *url, bool lan)
{
	char scheme[16], host[HOOK_MOST + 1], port[16], user[16];
	CURLU *u = curl_url();
	if (!u) abort();
	bool read = strlen(url) <= HOOK_MOST && curl_url_set(u, CURLUPART_URL, url, 0) == CURLUE_OK;
	bool named = read && (url_part(u, CURLUPART_USER, user, sizeof user) ||
							 url_part(u, CURLUPART_PASSWORD, user, sizeof user));
	bool whole = read && url_part(u, CURLUPART_SCHEME, scheme, sizeof scheme) &&
	             url_part(u, CURLUPART_HOST, host, sizeof host) &&
	             url_part(u, CURLUPART_PORT, port, sizeof port);
	curl_url_cleanup(u);
	if (!whole || (strcmp(scheme, "http") && strcmp(scheme, "https")))
		return "An address that begins with https:// or http:// was expected.";
	if (named) return "An address without a user name or password was expected.";
	if (atoi(port) < 1024 && atoi(port) != 80 && atoi(port) != 443)
		return "That port is not one for webhooks.";
	if (!lan && !host_good(host)) return "This server calls only public addresses.";
	return NULL;
}

void hook_host(const char *url, char host[HOOK_MOST + 1])
{
	CURLU *u = curl_url();
	if (!u) abort();
	host[0] = 0;
	if (curl_url_set(u, CURLUPART_URL, url, 0) == CURLUE_OK) url_part(u, CURLUPART_HOST, host, HOOK_MOST + 1);
	curl_url_cleanup(u);
}
