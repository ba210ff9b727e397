/* English in one place: see grammar.h. */
#include "engine/grammar.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/rules.h"

/* --- numbers and names ---------------------------------------------------------------------------------- */

void say_count(struct text *t, int n, const char *one, const char *many)
{
	if (n) text_addf(t, "%d %s", n, n == 1 ? one : many);
	else text_addf(t, "no %s", many);
}

void say_between(struct text *t, int i, int n)
{
	if (i) text_add(t, i == n - 1 ? " and " : ", ");
}

void say_possessive(struct text *t, const char *name)
{
	size_t n = strlen(name);
	text_addf(t, "%s%s", name, n && name[n - 1] == 's' ? "'" : "'s");
}

/* A last word that is no name of a person but of men: "chasseurs", "3rd Hussars". */
static bool word_is_plural(const char *word)
{
	static const char *const men[] = {"Hussars", "Dragoons", "Lancers", "Cuirassiers", "Chasseurs", "Uhlans",
		"Zouaves", "Guards", "Grenadiers", "Voltigeurs", "Carabiniers", "Guides", "Volunteers", "Marines",
		"Jaegers", "Guns", "Scouts", NULL};
	size_t n = strlen(word);
	if (n < 3 || word[n - 1] != 's' || word[n - 2] == 's' || strchr(word, '\''))
		return false; /* "Stahl's", "d'Hilliers" */
	if (islower((unsigned char)word[0])) return true;
	for (int i = 0; men[i]; i++)
		if (strcmp(men[i], word) == 0) return true;
	return false;
}

bool name_is_plural(const char *name)
{
	char head[128];
	snprintf(head, sizeof head, "%.*s", (int)strcspn(name, ","),
		name); /* "Army units, Austrians": a comma only says which */
	const char *last = strrchr(head, ' ');
	return strstr(head, " and ") || word_is_plural(last ? last + 1 : head);
}

static bool ends_in(const char *word, size_t n, const char *end)
{
	size_t m = strlen(end);
	return n >= m && strncmp(word + n - m, end, m) == 0;
}

void verb_agree(const char *name, char *text)
{
	size_t head = strlen(name);
	if (!name_is_plural(name) || strncmp(text, name, head) != 0 || text[head] != ' ') return;
	char *verb = text + head + 1, *end = verb + strspn(verb, "abcdefghijklmnopqrstuvwxyz");
	size_t n = (size_t)(end - verb), cut = 1;
	if (n < 4 || !ends_in(verb, n, "s") || ends_in(verb, n, "ss") || ends_in(verb, n, "wards")) return;
	if (ends_in(verb, n, "ches") || ends_in(verb, n, "shes") || ends_in(verb, n, "sses") ||
		ends_in(verb, n, "oes"))
		cut = 2;
	if (ends_in(verb, n, "ies")) end[-3] = 'y', cut = 2;
	memmove(end - cut, end, strlen(end) + 1);
}

/* --- sides ---------------------------------------------------------------------------------------------- */

const char *side_named(const struct battle *b, int side, enum side_form form)
{
	static const char *const nobody[] = {"nobody", "neutral", "nobody", "nobody's"};
	if (side < 0 || side >= SIDES) return nobody[form];
	const struct side *s = &b->side[side];
	switch (form) {
	case SIDE_ADJECTIVE: return s->adjective;
	case SIDE_PLURAL: return s->plural;
	case SIDE_POSSESSIVE: return s->possessive;
	default: return s->title;
	}
}

/* --- sentences ------------------------------------------------------------------------------------------ */

struct telling { /* what the brackets of a sentence look back at */
	bool plural; /* of what was named last */
	int n;       /* the number that was written last */
};

static void look_back(const struct muster *m, const struct event *e, char letter, struct telling *l)
{
	if (letter == '@' && e->who >= 0) l->plural = name_is_plural(m->piece[e->who].name);
	else if (letter == '&' && e->whom >= 0) l->plural = name_is_plural(m->piece[e->whom].name);
	else if (letter == '!') l->plural = e->side >= 0;
	else if (letter == '#') l->n = e->n;
	else if (letter == '%') l->n = e->m;
}

/* "[one|many]" or "{one|many}": writes the one that is meant, and returns the closing bracket. */
static const char *choose(const char *open, bool many, struct text *t)
{
	const char *close = strchr(open, *open == '[' ? ']' : '}');
	assert(close);
	const char *bar = memchr(open, '|', (size_t)(close - open));
	assert(bar);
	if (many) text_addn(t, bar + 1, (size_t)(close - bar - 1));
	else text_addn(t, open + 1, (size_t)(bar - open - 1));
	return close;
}

/* Where the part that is said if n is 0 begins, or NULL. */
static const char *instead(const char *sentence)
{
	int depth = 0;
	for (const char *c = sentence; *c; c++) {
		depth += (*c == '[' || *c == '{') - (*c == ']' || *c == '}');
		if (*c == '|' && !depth) return c + 1;
	}
	return NULL;
}

void tell_sentence(const struct muster *m, const struct event *e, const char *sentence, const char *off,
	struct text *t)
{
	struct telling look = {0};
	const char *other = instead(sentence), *c = other && !e->n ? other : sentence;
	size_t from = t->n;
	for (; *c && !(other && c == other - 1); c++) {
		look_back(m, e, *c, &look);
		if (*c == '[') c = choose(c, look.plural, t);
		else if (*c == '{') c = choose(c, look.n != 1, t);
		else tell_letter(m, e, *c, off, t);
	}
	if (t->n > from) t->s[from] = (char)toupper((unsigned char)t->s[from]);
}

void lead_tell(const struct muster *m, int halves, struct text *t)
{
	int ahead = halves < 0, points = abs(halves);
	if (!points) {
		text_add(t, " Both sides have the same points.");
		return;
	}
	size_t from = t->n + 1;
	text_addf(t, " %s are ", side_named(m->battle, ahead, SIDE_PLURAL));
	if (points > 1) text_addf(t, "%d", points / 2);
	text_addf(t, "%s %s ahead.", points % 2 ? "½" : "", points <= 2 ? "point" : "points");
	t->s[from] = (char)toupper((unsigned char)t->s[from]);
}
