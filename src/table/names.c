/* A name is letters of one script, digits, blanks and - _ . ' between them. Nothing that is not seen, that
   turns what is seen around, or that is put on top of another letter: with such signs one name could pass for
   another. Two names that look alike are the same name, in capitals or not, with accents or without, in Latin
   or in Cyrillic letters: only one of them can be taken. */
#include "table/names.h"

#include <stdint.h>
#include <string.h>

enum script {
	NONE,
	COMMON,
	LATIN,
	GREEK,
	CYRILLIC,
	ARMENIAN,
	HEBREW,
	ARABIC,
	INDIC,
	THAI,
	GEORGIAN,
	KANA,
	HAN,
	HANGUL
};

/* Letters that are whole in themselves. */
static const struct range {
	uint32_t from, to;
	enum script script;
} ranges[] = {
	{' ', ' ', COMMON},
	{'\'', '\'', COMMON},
	{'-', '.', COMMON},
	{'0', '9', COMMON},
	{'A', 'Z', LATIN},
	{'_', '_', COMMON},
	{'a', 'z', LATIN},
	{0xc0, 0xd6, LATIN},
	{0xd8, 0xf6, LATIN},
	{0xf8, 0x17f, LATIN},
	{0x218, 0x21b, LATIN},
	{0x386, 0x386, GREEK},
	{0x388, 0x3ce, GREEK},
	{0x400, 0x45f, CYRILLIC},
	{0x490, 0x491, CYRILLIC},
	{0x531, 0x556, ARMENIAN},
	{0x561, 0x587, ARMENIAN},
	{0x5d0, 0x5ea, HEBREW},
	{0x621, 0x63a, ARABIC},
	{0x641, 0x64a, ARABIC},
	{0x904, 0x939, INDIC},
	{0xe01, 0xe30, THAI},
	{0x10d0, 0x10f0, GEORGIAN},
	{0x1e00, 0x1e9b, LATIN},
	{0x1ea0, 0x1ef9, LATIN},
	{0x3041, 0x3096, KANA},
	{0x30a1, 0x30fa, KANA},
	{0x4e00, 0x9fff, HAN},
	{0xac00, 0xd7a3, HANGUL},
};

/* The next sign of UTF-8; 0 at the end; UINT32_MAX if it is broken or longer than it needs to be. */
static uint32_t next_sign(const char **at)
{
	const unsigned char *c = (const unsigned char *)*at;
	int more = c[0] < 0x80                 ? 0
	         : c[0] >= 0xc2 && c[0] < 0xe0 ? 1
	         : c[0] >= 0xe0 && c[0] < 0xf0 ? 2
	         : c[0] >= 0xf0 && c[0] < 0xf5 ? 3
	                                       : -1;
	if (more < 0) return UINT32_MAX;
	uint32_t sign = more ? c[0] & (0x3fu >> more) : c[0];
	for (int i = 1; i <= more; i++) {
		if ((c[i] & 0xc0) != 0x80) return UINT32_MAX;
		sign = sign << 6 | (c[i] & 0x3fu);
	}
	static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
	if (sign < least[more] || (sign >= 0xd800 && sign < 0xe000) || sign > 0x10ffff) return UINT32_MAX;
	if (sign) *at += more + 1;
	return sign;
}

static enum script script_of(uint32_t sign)
{
	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (sign >= ranges[i].from && sign <= ranges[i].to) return ranges[i].script;
	return NONE;
}

/* Kana and Han are written together; no others are. */
static bool fit(enum script a, enum script b)
{
	return a == b || (a >= KANA && a <= HAN && b >= KANA && b <= HAN);
}

bool name_good(const char *name)
{
	static const char *const ours[] = {"guest", "computer", "fratelli", "admin", "administrator", "moderator",
		"operator", "server", "system", "nobody", "deleted"};
	enum script script = COMMON;
	int letters = 0, signs = 0;
	size_t n = strlen(name);
	if (n < 2 || name[0] == ' ' || name[n - 1] == ' ' || strstr(name, "  ")) return false;
	for (const char *at = name;;) {
		uint32_t sign = next_sign(&at);
		if (!sign) break;
		enum script own = script_of(sign);
		if (own == NONE || (own != COMMON && script != COMMON && !fit(own, script))) return false;
		if (own != COMMON) script = own;
		signs++, letters += own != COMMON || (sign >= '0' && sign <= '9');
	}
	if (signs < 2 || signs > NAME_MOST || letters < 1) return false;
	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
		if (names_alike(name, ours[i])) return false;
	return true;
}

/* Latin letters with their accents, by blocks: what is left of each without it, in small letters. */
/* U+00C0 to U+00FF */
static const char latin_1[] = "aaaaaaaceeeeiiiidnooooo*ouuuuypsaaaaaaaceeeeiiiidnooooo*ouuuuypy";
/* U+0100 to U+017F */
static const char latin_a[] =
	"aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
/* U+1E00 to U+1E9B */
static const char latin_e[] =
	"aabbbbbbccddddddddddeeeeeeeeeeffgghhhhhhhhhhiiiikkkkkkllllllllmmmmmmnnnnnnnnoooooooopppprrrrrrrrssssssssssttttttttuuuuuuuuuuvvvvwwwwwwwwwwxxxxyyzzzzzzhtwyas";
/* U+1EA0 to U+1EF9 */
static const char latin_v[] =
	"aaaaaaaaaaaaaaaaaaaaaaaaeeeeeeeeeeeeeeeeiiiioooooooooooooooooooooooouuuuuuuuuuuuuuyyyyyyyy";

/* Letters of other scripts that look like Latin ones, or like one another. */
static const struct alike {
	uint32_t sign;
	char latin;
} alikes[] = {
	{0x410, 'a'},
	{0x430, 'a'},
	{0x412, 'b'},
	{0x432, 'b'},
	{0x415, 'e'},
	{0x435, 'e'},
	{0x401, 'e'},
	{0x451, 'e'},
	{0x400, 'e'},
	{0x450, 'e'},
	{0x41a, 'k'},
	{0x43a, 'k'},
	{0x40c, 'k'},
	{0x45c, 'k'},
	{0x41c, 'm'},
	{0x43c, 'm'},
	{0x41d, 'h'},
	{0x43d, 'h'},
	{0x41e, 'o'},
	{0x43e, 'o'},
	{0x420, 'p'},
	{0x440, 'p'},
	{0x421, 'c'},
	{0x441, 'c'},
	{0x422, 't'},
	{0x442, 't'},
	{0x423, 'y'},
	{0x443, 'y'},
	{0x40e, 'y'},
	{0x45e, 'y'},
	{0x425, 'x'},
	{0x445, 'x'},
	{0x405, 's'},
	{0x455, 's'},
	{0x406, 'i'},
	{0x456, 'i'},
	{0x407, 'i'},
	{0x457, 'i'},
	{0x408, 'j'},
	{0x458, 'j'},
	{0x40b, 'h'},
	{0x45b, 'h'},
	{0x433, 'r'},
	{0x413, 'r'},
	{0x555, 'o'},
	{0x585, 'o'},
	{0x57d, 'u'},
	{0x570, 'h'},
	{0x578, 'n'},
	{0x581, 'g'},
};

/* Greek letters, capital and small, as they look in capitals and as they look small; 0: like no Latin one. */
static const struct greek {
	uint32_t capital, small;
	char as_capital, as_small;
} greeks[] = {
	{0x391, 0x3b1, 'a', 'a'},
	{0x392, 0x3b2, 'b', 'b'},
	{0x393, 0x3b3, 0, 'y'},
	{0x395, 0x3b5, 'e', 'e'},
	{0x396, 0x3b6, 'z', 'z'},
	{0x397, 0x3b7, 'h', 'n'},
	{0x399, 0x3b9, 'i', 'i'},
	{0x39a, 0x3ba, 'k', 'k'},
	{0x39c, 0x3bc, 'm', 'u'},
	{0x39d, 0x3bd, 'n', 'v'},
	{0x39f, 0x3bf, 'o', 'o'},
	{0x3a1, 0x3c1, 'p', 'p'},
	{0x3a3, 0x3c3, 0, 'o'},
	{0x3a4, 0x3c4, 't', 't'},
	{0x3a5, 0x3c5, 'y', 'u'},
	{0x3a7, 0x3c7, 'x', 'x'},
	{0x3a9, 0x3c9, 0, 'w'},
};

/* Without its accent, and small. */
static uint32_t greek_bare(uint32_t sign)
{
	static const uint32_t accents[][2] = {{0x386, 0x3b1}, {0x3ac, 0x3b1}, {0x388, 0x3b5}, {0x3ad, 0x3b5},
		{0x389, 0x3b7}, {0x3ae, 0x3b7}, {0x38a, 0x3b9}, {0x3af, 0x3b9}, {0x3aa, 0x3b9}, {0x3ca, 0x3b9},
		{0x390, 0x3b9}, {0x38c, 0x3bf}, {0x3cc, 0x3bf}, {0x38e, 0x3c5}, {0x3cd, 0x3c5}, {0x3ab, 0x3c5},
		{0x3cb, 0x3c5}, {0x3b0, 0x3c5}, {0x38f, 0x3c9}, {0x3ce, 0x3c9}, {0x3c2, 0x3c3}};
	for (size_t i = 0; i < sizeof accents / sizeof *accents; i++)
		if (accents[i][0] == sign) return accents[i][1];
	return sign >= 0x391 && sign <= 0x3a9 ? sign + 0x20 : sign;
}

static uint32_t greek_sign(uint32_t sign, int way)
{
	uint32_t bare = greek_bare(sign);
	for (size_t i = 0; i < sizeof greeks / sizeof *greeks; i++)
		if (greeks[i].small == bare)
			sign = (unsigned char)(way ? greeks[i].as_small : greeks[i].as_capital),
			bare = sign ? sign : bare;
	return bare;
}

static uint32_t plain_sign(uint32_t sign, int way)
{
	if (sign >= 'A' && sign <= 'Z') sign += 'a' - 'A';
	else if (sign >= 0xc0 && sign <= 0xff) sign = (unsigned char)latin_1[sign - 0xc0];
	else if (sign >= 0x100 && sign <= 0x17f && sign - 0x100 < sizeof latin_a - 1)
		sign = (unsigned char)latin_a[sign - 0x100];
	else if (sign >= 0x218 && sign <= 0x21b) sign = sign < 0x21a ? 's' : 't';
	else if (sign >= 0x1e00 && sign - 0x1e00 < sizeof latin_e - 1)
		sign = (unsigned char)latin_e[sign - 0x1e00];
	else if (sign >= 0x1ea0 && sign - 0x1ea0 < sizeof latin_v - 1)
		sign = (unsigned char)latin_v[sign - 0x1ea0];
	else if (sign >= 0x386 && sign <= 0x3ce) sign = greek_sign(sign, way);
	else if (sign >= 0x400 && sign <= 0x40f) sign += 0x50; /* Cyrillic capitals of other tongues */
	else if (sign == 0x490) sign++;
	else if (sign >= 0x531 && sign <= 0x556) sign += 0x30; /* Armenian capitals */
	for (size_t i = 0; i < sizeof alikes / sizeof *alikes; i++)
		if (alikes[i].sign == sign) sign = (unsigned char)alikes[i].latin;
	if (sign >= 0x410 && sign <= 0x42f) sign += 0x20; /* the other Cyrillic capitals */
	if (sign == '1' || sign == 'i') return 'l';       /* 1, I and l */
	if (sign == '0') return 'o';
	return sign == '5' ? 's' : sign;
}

/* Letters that are two: ß is ss (and in its shape a b), æ is ae, œ is oe, ĳ is ij. */
static const char *two_letters(uint32_t sign, int way)
{
	switch (sign) {
	case 0xdf: return way ? "b" : "ss";
	case 0xc6:
	case 0xe6: return "ae";
	case 0x152:
	case 0x153: return "oe";
	case 0x132:
	case 0x133: return "lj";
	default: return NULL;
	}
}

static int put_sign(uint32_t sign, char *out)
{
	if (sign < 0x80) return out[0] = (char)sign, 1;
	if (sign < 0x800) return out[0] = (char)(0xc0 | sign >> 6), out[1] = (char)(0x80 | (sign & 0x3f)), 2;
	return out[0] = (char)(0xe0 | sign >> 12), out[1] = (char)(0x80 | (sign >> 6 & 0x3f)),
	       out[2] = (char)(0x80 | (sign & 0x3f)), 3;
}

void name_looks_in(const char *name, int way, char out[LOOKS_MOST])
{
	int n = 0;
	for (const char *at = name;;) {
		uint32_t sign = next_sign(&at);
		if (!sign || sign == UINT32_MAX || n > LOOKS_MOST - 5) break;
		if (sign > 0xffff || strchr(" -_.'", sign < 0x80 ? (int)sign : 'x')) continue;
		const char *two = two_letters(sign, way);
		if (two) memcpy(out + n, two, strlen(two)), n += (int)strlen(two);
		else n += put_sign(plain_sign(sign, way), out + n);
	}
	out[n] = 0;
	for (char *r; (r = strstr(out, "rn"));) *r = 'm', memmove(r + 1, r + 2, strlen(r + 2) + 1);
	for (char *v; (v = strstr(out, "vv"));) *v = 'w', memmove(v + 1, v + 2, strlen(v + 2) + 1);
}

void name_looks(const char *name, char out[LOOKS_MOST]) { name_looks_in(name, 0, out); }

bool names_alike(const char *a, const char *b)
{
	char one[LOOKS][LOOKS_MOST], other[LOOKS_MOST];
	for (int way = 0; way < LOOKS; way++) name_looks_in(a, way, one[way]);
	for (int way = 0; way < LOOKS; way++)
		if (name_looks_in(b, way, other), strcmp(other, one[0]) == 0 || strcmp(other, one[1]) == 0)
			return true;
	return false;
}
