/* The handlers of the routes, by the file they are in. For this room only. */
#ifndef TABLE_HANDLERS_H
#define TABLE_HANDLERS_H

#include "table/sitting.h"

#define HANDLER(name) enum handled handle_##name(struct request *q)
HANDLER(me); /* people.c */
HANDLER(account);
HANDLER(sign_in);
HANDLER(sign_out);
HANDLER(password);
HANDLER(reset); /* account.c */
HANDLER(sessions);
HANDLER(session_end);
HANDLER(sessions_end);
HANDLER(kept);
HANDLER(forget);
HANDLER(catalogue);
HANDLER(rules);  /* catalogue.c */
HANDLER(map);    /* maps.c */
HANDLER(charts); /* charts.c */
HANDLER(guides);
HANDLER(guide_begin); /* guides.c */
/* lobby.c */
HANDLER(games);
HANDLER(create);
HANDLER(import);
HANDLER(claim);
HANDLER(invite);
HANDLER(board);
HANDLER(view);
HANDLER(log); /* show.c */
HANDLER(orders);
HANDLER(undo);
HANDLER(standing); /* orders.c */
/* advice.c: answers a hint */
void advise(struct request *q);
HANDLER(hint);
HANDLER(plans); /* computer.c */
HANDLER(override);
HANDLER(override_accept);
HANDLER(overrides); /* override.c */
HANDLER(odds);
HANDLER(about);
HANDLER(why);
HANDLER(overlay);
HANDLER(threats);
HANDLER(sight); /* ask.c */
HANDLER(march); /* march.c */
HANDLER(fork);
HANDLER(save);
HANDLER(proof); /* keep.c */
HANDLER(resign);
HANDLER(put_away); /* leaving.c */
HANDLER(report);   /* report.c */
HANDLER(chat);
HANDLER(say); /* talk.c */
HANDLER(webhook);
HANDLER(webhook_shown); /* hooks.c */
HANDLER(live);          /* live.c */
/* assets.c */
HANDLER(page);
HANDLER(asset);
HANDLER(offline);

#endif
