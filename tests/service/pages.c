/* Pages of the top folder: a name without an ending is a page, and FILE.headers beside a file speaks for it
   in place of our own headers. */
#include <stdio.h>
#include <stdlib.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "client.h"

static char folder[] = "/tmp/fratelli_pages_XXXXXX";
static const char *const files[][2] = {{"index.html", "<p>index"}, {"own.html", "<p>own"},
	{"plain.html", "<p>plain"},
	{"own.html.headers",
		"Content-Security-Policy: default-src 'none'; script-src 'sha256-abc'\nCache-Control: max-age=60\n"},
	{"work.js", "1"}};
#define FILES (int)(sizeof files / sizeof *files)

static void path_of(char *out, size_t room, int i) { snprintf(out, room, "%s/%s", folder, files[i][0]); }

static void write_files(void)
{
	char path[200];
	if (!mkdtemp(folder)) exit(2);
	for (int i = 0; i < FILES; i++) {
		path_of(path, sizeof path, i);
		FILE *f = fopen(path, "w");
		if (!f || fputs(files[i][1], f) < 0 || fclose(f)) exit(2);
	}
}

static void remove_files(void)
{
	char path[200];
	for (int i = 0; i < FILES; i++) path_of(path, sizeof path, i), unlink(path);
	rmdir(folder);
}

static int count(const char *in, const char *word)
{
	int n = 0;
	for (const char *at = in; (at = strstr(at, word)); at++) n++;
	return n;
}

int main(void)
{
	char store[256];
	struct service s;
	struct client c = {0};
	write_files();
	store_path(store, sizeof store, "pages");
	service_start(&s, store, &(struct serving){.web = folder}, NULL);
	client_meet(&c, s.port);

	verdict(client_call(&c, "GET", "/own", NULL) == 200 && strcmp(text_str(&c.body), "<p>own") == 0,
		"a name without an ending is a page");
	verdict(strstr(text_str(&c.raw), "script-src 'sha256-abc'") &&
				count(text_str(&c.raw), "Content-Security-Policy") == 1,
		"it has the policy beside it, and only that");
	verdict(strstr(text_str(&c.raw), "max-age=60") && !strstr(text_str(&c.raw), "no-cache"),
		"and its lifetime");
	verdict(strstr(text_str(&c.raw), "nosniff") && strstr(text_str(&c.raw), "no-referrer"),
		"and our other headers");
	verdict(client_call(&c, "GET", "/plain", NULL) == 200 && strstr(text_str(&c.raw), "script-src 'self'"),
		"a page without such a file has our policy");
	verdict(client_call(&c, "GET", "/work.js", NULL) == 200 && strcmp(text_str(&c.body), "1") == 0,
		"a name with an ending is that file");
	verdict(client_call(&c, "GET", "/own.html.headers", NULL) == 404,
		"the headers themselves are not served");
	verdict(client_call(&c, "GET", "/nothing", NULL) == 404, "what is not there is not there");

	client_leave(&c);
	service_stop(&s, SIGTERM);
	store_remove(store);
	remove_files();
	return verdicts_end();
}
