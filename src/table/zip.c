/* Pages that are given many times are kept compressed, which is how nearly every browser wants them. */
#include <stdlib.h>
#include <zlib.h>

#include "table/table.h"

#define GZIP (15 + 16) /* zlib's window bits, with gzip's head */

void zip_pack(const char *bytes, size_t n, struct text *out)
{
	z_stream z = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)n};
	if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, GZIP, 8, Z_DEFAULT_STRATEGY) != Z_OK) abort();
	size_t room = deflateBound(&z, (uLong)n);
	char *packed = malloc(room);
	if (!packed) abort();
	z.next_out = (Bytef *)packed, z.avail_out = (uInt)room;
	if (deflate(&z, Z_FINISH) != Z_STREAM_END) abort();
	text_addn(out, packed, z.total_out);
	deflateEnd(&z);
	free(packed);
}

void zip_unpack(const char *bytes, size_t n, struct text *out)
{
	z_stream z = {.next_in = (Bytef *)(uintptr_t)bytes, .avail_in = (uInt)n};
	char part[16384];
	int code = Z_OK;
	if (inflateInit2(&z, GZIP) != Z_OK) abort();
	while (code == Z_OK) {
		z.next_out = (Bytef *)part, z.avail_out = sizeof part;
		code = inflate(&z, Z_NO_FLUSH);
		text_addn(out, part, sizeof part - z.avail_out);
	}
	assert(code == Z_STREAM_END); /* it is our own */
	inflateEnd(&z);
}
