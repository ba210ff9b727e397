/* The page: every file of web/dist in memory, with its precompressed twin if there is one. A path is looked
   up among the names that were found when the folder was read, so no path leads anywhere else. The folder is
   read again when its index.html changes. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sodium.h>
#include <sys/stat.h>

#include "table/assets.h"
#include "table/handlers.h"

#define ASSETS_MOST 400
#define ASSET_MOST (16u << 20)
#define LOOK_EVERY 1000000 /* microseconds */

struct asset {
	char *name, etag[36];
	struct page *page, *zipped;
	bool own; /* has headers of its own */
};
struct assets {
	pthread_mutex_t lock;
	char *dir;
	int n;
	struct asset list[ASSETS_MOST];
	uint64_t looked;
	struct timespec changed;
};

static const struct {
	const char *ending, *type;
} types[] = {
	{".html", "text/html; charset=utf-8"},
	{".js", "text/javascript; charset=utf-8"},
	{".css", "text/css; charset=utf-8"},
	{".svg", "image/svg+xml"},
	{".json", "application/json"},
	{".webmanifest", "application/manifest+json"},
	{".woff2", "font/woff2"},
	{".png", "image/png"},
	{".jpg", "image/jpeg"},
	{".wasm", "application/wasm"},
	{".ico", "image/x-icon"},
	{".txt", "text/plain; charset=utf-8"},
	{".mp3", "audio/mpeg"},
	{".ogg", "audio/ogg"},
	{".wav", "audio/wav"},
	{".map", "application/json"},
};

static const char *type_of(const char *name)
{
	const char *dot = strrchr(name, '.');
	for (size_t i = 0; dot && i < sizeof types / sizeof *types; i++)
		if (strcmp(dot, types[i].ending) == 0) return types[i].type;
	return "application/octet-stream";
}

/* FILE.headers beside a file, `Name: value` a line, is sent with it in place of what we would say: a page
   that carries its script in itself names that script's hash there. Such a file is always sent whole: a 304
   would bring our own headers. */
static void own_headers(struct page *p, const char *lines)
{
	while (*lines) {
		size_t n = strcspn(lines, "\n"), colon = strcspn(lines, ":");
		char name[64], value[2048];
		if (colon < n && colon < sizeof name && n - colon - 2 < sizeof value) {
			snprintf(name, sizeof name, "%.*s", (int)colon, lines);
			snprintf(value, sizeof value, "%.*s", (int)(n - colon - 2), lines + colon + 2);
			page_header_instead(p, name, value);
		}
		lines += n + (lines[n] == '\n');
	}
}

/* Built files carry a hash of themselves in their name, the others are asked for again each time. */
static struct page *asset_page(const char *name, const struct text *bytes, const struct asset *s,
	const char *own, bool zipped)
{
	struct page *p = page_make(text_str(bytes), bytes->n, type_of(name));
	page_header(p, "ETag", s->etag);
	page_header(p, "Cache-Control",
		strncmp(name, "/assets/", 8) == 0 ? "public, max-age=31536000, immutable" : "no-cache");
	page_header(p, "Vary", "Accept-Encoding");
	if (zipped) page_header(p, "Content-Encoding", "gzip");
	own_headers(p, own);
	return p;
}

static bool read_beside(struct text *out, const char *path, const char *ending)
{
	struct text other = {0};
	text_addf(&other, "%s%s", path, ending);
	bool there = text_read_file(out, text_str(&other), ASSET_MOST);
	text_free(&other);
	return there;
}

static void read_asset(struct assets *a, const char *path, const char *name)
{
	struct text bytes = {0}, zipped = {0}, own = {0};
	uint8_t hash[16];
	if (a->n == ASSETS_MOST || !text_read_file(&bytes, path, ASSET_MOST)) {
		text_free(&bytes);
		return;
	}
	struct asset *s = &a->list[a->n++];
	crypto_generichash(hash, sizeof hash, (const unsigned char *)text_str(&bytes), bytes.n, NULL, 0);
	s->etag[0] = '"';
	sodium_bin2hex(s->etag + 1, 33, hash, sizeof hash);
	strcat(s->etag, "\"");
	s->name = strdup(name);
	s->own = read_beside(&own, path, ".headers");
	if (!s->own) text_clear(&own);
	s->page = asset_page(name, &bytes, s, text_str(&own), false);
	if (read_beside(&zipped, path, ".gz")) s->zipped = asset_page(name, &zipped, s, text_str(&own), true);
	text_free(&bytes), text_free(&zipped), text_free(&own);
}

static void read_folder(struct assets *a, const char *path, const char *name, int depth)
{
	DIR *d = opendir(path);
	if (!d) return;
	for (struct dirent *e; (e = readdir(d));) {
		struct text p = {0}, n = {0};
		struct stat st;
		const char *dot = strrchr(e->d_name, '.');
		text_addf(&p, "%s/%s", path, e->d_name);
		text_addf(&n, "%s/%s", name, e->d_name);
		if (e->d_name[0] != '.' && lstat(text_str(&p), &st) == 0) {
			if (S_ISDIR(st.st_mode) && depth < 4) read_folder(a, text_str(&p), text_str(&n), depth + 1);
			else if (S_ISREG(st.st_mode) &&
					 !(dot && (strcmp(dot, ".gz") == 0 || strcmp(dot, ".headers") == 0)))
				read_asset(a, text_str(&p), text_str(&n));
		}
		text_free(&p), text_free(&n);
	}
	closedir(d);
}

static void forget(struct assets *a)
{
	for (int i = 0; i < a->n; i++) {
		page_drop(a->list[i].page), page_drop(a->list[i].zipped);
		free(a->list[i].name);
	}
	memset(a->list, 0, sizeof a->list);
	a->n = 0;
}

/* With the lock held. */
static void look(struct assets *a)
{
	struct text index = {0};
	struct stat st = {0};
	if (a->looked && now_us() - a->looked < LOOK_EVERY) return;
	a->looked = now_us();
	text_addf(&index, "%s/index.html", a->dir);
	if (stat(text_str(&index), &st) == 0 && memcmp(&st.st_mtim, &a->changed, sizeof a->changed) != 0) {
		forget(a);
		read_folder(a, a->dir, "", 0);
		a->changed = st.st_mtim;
	}
	text_free(&index);
}

struct assets *assets_new(const char *dir)
{
	struct assets *a = calloc(1, sizeof *a);
	if (!a) abort();
	pthread_mutex_init(&a->lock, NULL);
	a->dir = strdup(dir);
	look(a);
	return a;
}

void assets_free(struct assets *a)
{
	forget(a);
	pthread_mutex_destroy(&a->lock);
	free(a->dir), free(a);
}

static bool names(const char *list, const char *word) { return list && strstr(list, word); }

static enum handled answer_asset(struct request *q, const char *name)
{
	struct assets *a = q->t->assets;
	const char *have = MHD_lookup_connection_value(q->connection, MHD_HEADER_KIND, "If-None-Match");
	bool found = false;
	pthread_mutex_lock(&a->lock);
	look(a);
	for (int i = 0; i < a->n && !found; i++) {
		struct asset *s = &a->list[i];
		if (strcmp(s->name, name)) continue;
		found = true;
		if (!s->own && names(have, s->etag)) q->status = 304, q->type = type_of(name);
		else answer_page(q, s->zipped && accepts_zipped(q) ? s->zipped : s->page);
	}
	pthread_mutex_unlock(&a->lock);
	if (found) return ANSWERED;
	if (strcmp(name, "/index.html")) return answer_error(q, 404, "There is nothing here.");
	text_add(&q->out,
		"<!doctype html><html lang=en><meta charset=utf-8><title>Fratelli</title>"
		"<p>The page has not been built yet: run <code>npm run build</code> in web/, or <code>./play</code>. The service itself is running.</p></html>");
	q->status = 200, q->type = "text/html; charset=utf-8";
	return ANSWERED;
}

enum handled handle_page(struct request *q) { return answer_asset(q, "/index.html"); }

/* /assets/NAME, or any other file of the top folder; without an ending it is a page. */
enum handled handle_asset(struct request *q)
{
	char name[80];
	bool built = strncmp(q->route->path, "/assets/", 8) == 0;
	snprintf(name, sizeof name, "%s%s%s", built ? "/assets/" : "/", q->segment[0],
		built || strchr(q->segment[0], '.') ? "" : ".html");
	return answer_asset(q, name);
}

/* The page without a server (docs/offline.md): /offline/, and what lies in its folder. */
enum handled handle_offline(struct request *q)
{
	char name[160];
	snprintf(name, sizeof name, "/offline/%s%s%s", q->segment[0][0] ? q->segment[0] : "index.html",
		q->segment[1][0] ? "/" : "", q->segment[1]);
	return answer_asset(q, name);
}

bool assets_have(struct assets *a, const char *name)
{
	bool found = false;
	pthread_mutex_lock(&a->lock);
	for (int i = 0; i < a->n && !found; i++) found = strcmp(a->list[i].name, name) == 0;
	pthread_mutex_unlock(&a->lock);
	return found;
}
