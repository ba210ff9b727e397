/* The handlers of the routes, by the file they are in. For this room only. */
#ifndef TABLE_HANDLERS_H
#define TABLE_HANDLERS_H

#include "table/sitting.h"

#define HANDLER(name) enum handled handle_##name(struct request *q)
HANDLER(me);                                                                           /* people.c */
HANDLER(account); HANDLER(sign_in); HANDLER(sign_out); HANDLER(password); HANDLER(reset); /* account.c */
HANDLER(sessions); HANDLER(session_end); HANDLER(sessions_end); HANDLER(kept); HANDLER(forget);
HANDLER(catalogue); HANDLER(rules);                                                    /* catalogue.c */
HANDLER(map);                                                                          /* maps.c */
HANDLER(charts);                                                                       /* charts.c */
HANDLER(guides); HANDLER(guide_begin);                                                 /* guides.c */
HANDLER(games); HANDLER(create); HANDLER(import); HANDLER(claim); HANDLER(invite);                    /* lobby.c */
HANDLER(board); HANDLER(view); HANDLER(log);                                           /* show.c */
HANDLER(orders); HANDLER(undo); HANDLER(standing);                                     /* orders.c */
void advise(struct request *q);                                                        /* advice.c: answers a hint */
HANDLER(hint); HANDLER(plans);                                                         /* computer.c */
HANDLER(override); HANDLER(override_accept); HANDLER(overrides);                       /* override.c */
HANDLER(odds); HANDLER(why); HANDLER(overlay); HANDLER(sight); HANDLER(threats);       /* ask.c */
HANDLER(march);                                                                        /* march.c */
HANDLER(reach); HANDLER(reason);                                                       /* reason.c */
HANDLER(fork); HANDLER(save); HANDLER(proof);                                          /* keep.c */
HANDLER(resign); HANDLER(put_away);                                                    /* leaving.c */
HANDLER(report);                                                                       /* report.c */
HANDLER(chat); HANDLER(say);                                                           /* talk.c */
HANDLER(webhook); HANDLER(webhook_shown);                                              /* hooks.c */
HANDLER(live);                                                                         /* live.c */
HANDLER(page); HANDLER(asset); HANDLER(offline);                                                  /* assets.c */

#endif
