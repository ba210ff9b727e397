/* Fills the card from tables.yaml. Apart from card.h, which the page compiles without anything of ours. */
#ifndef TABLETOP_1859_CARD_READ_H
#define TABLETOP_1859_CARD_READ_H

#include "base/yaml.h"
#include "rules/tabletop_1859/card.h"

/* false with faults if a number is missing or none */
bool tt_card_fill(struct node tables, struct card *c, struct faults *f);

#endif
