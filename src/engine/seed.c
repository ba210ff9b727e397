/* Seeds: random ones for games, numbered ones for studies, and the commitment that proves a game's dice were
   fixed before it began. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "engine/match.h"

void seed_random(uint8_t seed[32])
{
	if (sodium_init() < 0) abort();
	randombytes_buf(seed, 32);
}

void seed_from_number(uint64_t n, uint8_t seed[32])
{
	uint8_t bytes[8];
	for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(n >> (8 * i));
	crypto_generichash(seed, 32, bytes, sizeof bytes, NULL, 0);
}

void seed_commitment(const uint8_t seed[32], uint8_t out[32])
{
	static const unsigned char purpose[] = "fratelli seed commitment";
	crypto_generichash(out, 32, seed, 32, purpose, sizeof purpose - 1);
}

void seed_write(const uint8_t seed[32], char out[65]) { sodium_bin2hex(out, 65, seed, 32); }

bool seed_read(const char *hex, uint8_t seed[32])
{
	size_t n;
	return strlen(hex) == 64 && sodium_hex2bin(seed, 32, hex, 64, NULL, &n, NULL) == 0 && n == 32;
}
