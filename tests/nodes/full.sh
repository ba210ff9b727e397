#!/bin/bash
# The disk under PostgreSQL runs full while somebody plays at two nodes: orders are refused with a clear message, health says so, no
# acknowledged order is lost, and all goes on by itself when there is room again. The disk is a small one in memory.
#   tests/nodes/full.sh     needs root, to mount it; where it may not, it says so
fratelli=${FRATELLI:-build/check/fratelli}
d=$(mktemp -d)
chmod 755 "$d"
say() { [ "$1" -eq 0 ] && echo "ok - $2" || { echo "not ok - $2"; failed=1; }; }
mkdir "$d/pg"
mount -t tmpfs -o size=110m,mode=755 many "$d/pg" 2>/dev/null || { echo "ok - a full disk under PostgreSQL is left out: nothing can be mounted here"; rm -rf "$d"; exit; }
end() {
	exec 2>/dev/null
	kill -9 $(jobs -p)
	wait
	tools/postgres crash "$d/pg"
	umount "$d/pg"
	rm -rf "$d"
}
trap end EXIT
tools/postgres start "$d/pg" >/dev/null || { say 1 "PostgreSQL on a small disk"; exit; }
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
declare -A port=([a]=$(free_port) [b]=$(free_port))
for node in a b; do
	"$fratelli" serve --store "postgresql://fratelli@/postgres?host=$d/pg" --own "$d/$node" --port "${port[$node]}" --tests --cold >"$d/$node.said" 2>"$d/$node.err" &
done
health() { curl -s -m 5 -o "$d/health" -w '%{http_code}' "http://127.0.0.1:${port[$1]}/health"; }
healthy() { # CODE SECONDS
	for _ in $(seq $(($2 * 5))); do [ "$(health a)$(health b)" = "$1$1" ] && return; sleep 0.2; done
	return 1
}
healthy 200 60
say $? "two nodes"
for node in a b; do
	python3 tests/nodes/player.py "127.0.0.1:${port[$node]}" 2 "$d/$node.status" >"$d/$node.told" 2>&1 &
	player[${#player[@]}]=$!
done
acked() { echo $(($(cat "$d/a.status" || echo 0) + $(cat "$d/b.status" || echo 0))); }
plays_on() { # WHAT
	local from
	for _ in $(seq 60); do
		from=$(acked)
		sleep 1
		[ "$(acked)" -gt $((from + 10)) ] && break
	done
	[ "$(acked)" -gt $((from + 10)) ]
	say $? "$1 ($(acked) orders)"
}
plays_on "somebody plays" 2>/dev/null
dd if=/dev/zero of="$d/pg/filled" bs=64k 2>/dev/null
for _ in $(seq 100); do [ "$(health a)" != 200 ] && break; sleep 0.2; done
full=$(health a)
[ "$full" != 200 ]
say $? "the disk is full, and health says so ($full: $(jq -r .error "$d/health"))"
from=$(acked)
sleep 2
[ "$(acked)" -le $((from + 200)) ]
say $? "hardly anything is acknowledged meanwhile ($(($(acked) - from)))"
rm "$d/pg/filled"
tools/postgres sql "$d/pg" <<<"SELECT 1" >/dev/null 2>&1 || { echo "# PostgreSQL had ended itself and is started again"; tools/postgres start "$d/pg" >/dev/null; }
plays_on "with room again all goes on"
healthy 200 20
say $? "health says so too"
kill -TERM "${player[@]}"
wait "${player[@]}"
for node in a b; do
	[ "$(jq '.lost + .twice + .damaged' "$d/$node.told")" = 0 ]
	say $? "no acknowledged order of node $node is lost or carried out twice: $(jq -c 'del(.answers)' "$d/$node.told")"
	jq -r '.answers[] | "# \(.[1]) times: \(.[0])"' "$d/$node.told"
done
[ -z "$failed" ] || tail -n 5 "$d"/*.err
