#!/bin/bash
# Two nodes behind HAProxy, each stopped and started again while somebody plays: no request fails, and no order is lost.
#   STORE=FOLDER tests/nodes/rolling.sh     FOLDER is one of tools/postgres
fratelli=${FRATELLI:-build/check/fratelli}
d=$(mktemp -d)
base=rolling_$$
say() { [ "$1" -eq 0 ] && echo "ok - $2" || echo "not ok - $2"; }
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
end() {
	kill $(jobs -p) 2>/dev/null
	wait
	echo "DROP DATABASE $base WITH (FORCE)" | tools/postgres sql "$STORE"
	rm -rf "$d"
}
trap end EXIT
echo "CREATE DATABASE $base" | tools/postgres sql "$STORE"

front=$(free_port)
declare -A port=([a]=$(free_port) [b]=$(free_port)) pid
start() { # NODE
	"$fratelli" serve --store "postgresql://fratelli@/$base?host=$STORE" --own "$d/$1" --port "${port[$1]}" --tests --cold >"$d/$1.said" 2>>"$d/$1.log" &
	pid[$1]=$!
	for _ in $(seq 600); do curl -sf "http://127.0.0.1:${port[$1]}/health" >/dev/null && return; sleep 0.1; done
	return 1
}
start a && start b
say $? "two nodes start"
FRONT=127.0.0.1:$front NODE_A=127.0.0.1:${port[a]} NODE_B=127.0.0.1:${port[b]} /usr/sbin/haproxy -f tools/haproxy.cfg -db >"$d/haproxy.log" 2>&1 &
for _ in $(seq 100); do curl -sf "http://127.0.0.1:$front/health" >/dev/null && break; sleep 0.1; done

at=http://127.0.0.1:$front
csrf=$(curl -s -c "$d/jar" "$at/api/me" | jq -r .csrf)
call() { curl -s -b "$d/jar" -H "X-Fratelli: $csrf" -H 'Content-Type: application/json' "$@"; }
game=$(call -d '{"battle":"crossroads","system":"drill","scenario":"meeting","seats":{"west":"me","east":"me"}}' "$at/api/games" | jq -r .id)
[ ${#game} -eq 16 ]
say $? "a game is made through HAProxy"

# One order; its answer, or what went wrong, into $d/answer.
order() {
	call "$at/api/games/$game/view" >"$d/view"
	local n words
	n=$(jq -r .n "$d/view") words=$(jq -r '.orders[0].words // empty' "$d/view")
	[ -n "$words" ] || return 2
	call -o "$d/answer" -w '%{http_code}' -d "{\"n\":$n,\"key\":\"$RANDOM-$1\",\"orders\":[\"$words\"]}" "$at/api/games/$game/orders" | grep -q 200
}
given=0 failed=0
play() { # TIMES
	for i in $(seq "$1"); do
		order "$i"
		case $? in 0) given=$((given + 1)) ;; 2) break ;; *) failed=$((failed + 1)); cat "$d/answer"; echo ;; esac
	done
}
play 5
for node in a b; do
	kill -TERM "${pid[$node]}"
	play 6
	wait "${pid[$node]}"
	start $node
	play 4
done
[ $failed -eq 0 ] && [ $given -ge 20 ]
say $? "while each node is stopped and started again every order is accepted ($given, $failed failed)"
log=$(call "$at/api/games/$game/log" | jq length)
[ "$log" -eq $given ]
say $? "and stands in the log once ($log)"
