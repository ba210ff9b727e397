/* Private to the wire: an event as it stands in the log and among the effects of odds. */
#ifndef WIRE_EVENT_H
#define WIRE_EVENT_H

#include "wire/wire.h"

void wire_event(const struct muster *m, const struct event *e, struct json *j);

#endif
