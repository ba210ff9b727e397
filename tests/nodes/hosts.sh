#!/bin/bash
# The set-up of docs/deploy.md on six hosts, each a network namespace: two databases (a primary and a standby that must have every
# commit), two nodes, HAProxy, and one where the log is kept and a database is restored to a point in time. While somebody plays, one
# host after the other is cut off (its link is down: packets are dropped and connections stay half open), and the primary is lost.
#   [SECONDS_EACH=3] tests/nodes/hosts.sh     SECONDS_EACH: how long it plays in each phase; 60 before a release
# It needs root and network namespaces. Where it has not both, it says so.
fratelli=$(realpath "${FRATELLI:-build/check/fratelli}")
seconds=${SECONDS_EACH:-3}
here=$PWD
base=hosts$$
d=$(mktemp -d)
chmod 755 "$d"
bin=$(dirname "$(find /usr/lib/postgresql -name initdb 2>/dev/null | sort -V | tail -n 1)")
say() { [ "$1" -eq 0 ] && echo "ok - $2" || { echo "not ok - $2"; failed=1; }; }
leave_out() { echo "ok - hosts of their own are left out: $1"; rm -rf "$d"; exit 0; }
[ "$(id -u)" -eq 0 ] || leave_out "this needs root"
ip netns add "$base" 2>/dev/null || leave_out "there are no network namespaces here"
[ -x "$bin/initdb" ] && [ -x /usr/sbin/haproxy ] || { ip netns del "$base"; leave_out "there is no PostgreSQL or no HAProxy"; }

# --- hosts ---------------------------------------------------------------------------------------------------------------
net=10.18.59
declare -A number=([db1]=1 [db2]=2 [n1]=11 [n2]=12 [front]=20 [safe]=30)
hosts="db1 db2 n1 n2 front safe"
at() { local host=$1; shift; ip netns exec "$base-$host" "$@"; }
as_postgres() { local host=$1; shift; at "$host" setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; }
end() {
	exec 2>/dev/null
	kill $(jobs -p) 2>/dev/null
	for host in $hosts; do
		for pid in $(ip netns pids "$base-$host" 2>/dev/null); do kill -9 "$pid" 2>/dev/null; done
	done
	wait 2>/dev/null
	for host in $hosts; do ip netns del "$base-$host" 2>/dev/null; done
	ip netns del "$base"
	rm -rf "$d"
}
trap end EXIT
ip -n "$base" link add bridge type bridge && ip -n "$base" link set bridge up
for host in $hosts; do
	ip netns add "$base-$host" && ip -n "$base-$host" link add eth0 type veth peer name "$host" netns "$base" &&
		ip -n "$base" link set "$host" master bridge up && ip -n "$base-$host" addr add "$net.${number[$host]}/24" dev eth0 &&
		ip -n "$base-$host" link set eth0 up && ip -n "$base-$host" link set lo up || { say 1 "six hosts"; exit; }
done
cut() { ip -n "$base" link set "$1" down; }
mend() { ip -n "$base" link set "$1" up; }

# --- databases, as docs/deploy.md makes them -----------------------------------------------------------------------------
word=one-of-a-thousand
mkdir "$d/archive" "$d/backup" && chown postgres "$d" "$d/archive" "$d/backup"
pg() { local host=$1; shift; as_postgres "$host" "$bin/pg_ctl" -D "$d/$host" -w -t 60 -l "$d/$host.log" "$@" >/dev/null; }
sql() { PGPASSWORD=$word at "$1" "$bin/psql" -X -q -A -t -v ON_ERROR_STOP=1 -U "${3:-postgres}" -h "$d/$1.socket" -d "${2:-postgres}"; }
mkdir "$d/db1.socket" "$d/db2.socket" "$d/safe.socket" && chown postgres "$d"/*.socket
echo $word >"$d/word"
as_postgres db1 "$bin/initdb" -D "$d/db1" -U postgres --pwfile="$d/word" -A scram-sha-256 -E UTF8 --locale=C --no-instructions >"$d/initdb.log" 2>&1 || { cat "$d/initdb.log"; say 1 "initdb"; exit; }
as_postgres db1 tee -a "$d/db1/postgresql.conf" >/dev/null <<-END
	listen_addresses = '$net.1'
	unix_socket_directories = '$d/db1.socket'
	archive_mode = on
	archive_command = 'test ! -f $d/archive/%f && cp %p $d/archive/%f'
	log_min_messages = warning
	shared_buffers = 32MB
	max_wal_size = 256MB
END
echo "host all,replication all $net.0/24 scram-sha-256" | as_postgres db1 tee -a "$d/db1/pg_hba.conf" >/dev/null
pg db1 start
say $? "a primary"
sql db1 <<-END
	CREATE ROLE fratelli LOGIN PASSWORD '$word';
	CREATE ROLE follower LOGIN REPLICATION PASSWORD '$word';
END
echo "CREATE DATABASE table_1859 OWNER fratelli" | sql db1
PGPASSWORD=$word as_postgres db2 "$bin/pg_basebackup" -D "$d/db2" -d "host=$net.1 user=follower application_name=db2" -R -X stream -C -S db2 -c fast &&
	sed -i "s/^listen_addresses.*/listen_addresses = '$net.2'/; s|^unix_socket_directories.*|unix_socket_directories = '$d/db2.socket'|" "$d/db2/postgresql.conf" &&
	sed -i "s/^primary_conninfo = '/&password=$word /" "$d/db2/postgresql.auto.conf" && pg db2 start
say $? "a standby"
echo "ALTER SYSTEM SET synchronous_standby_names = 'db2'; SELECT pg_reload_conf()" | sed 's/; /;\n/' | sql db1 >/dev/null
for _ in $(seq 50); do [ "$(echo "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'" | sql db1)" = 1 ] && break; sleep 0.1; done
[ "$(echo "SELECT sync_state FROM pg_stat_replication" | sql db1)" = sync ]
say $? "which must have every commit"
PGPASSWORD=$word as_postgres db1 "$bin/pg_basebackup" -D "$d/safe" -d "host=$net.1 user=follower" -X fetch -c fast
say $? "a backup"

# --- nodes and HAProxy ---------------------------------------------------------------------------------------------------
store="postgresql://fratelli:$word@$net.1,$net.2/table_1859?target_session_attrs=read-write"
node() { # HOST
	ip netns exec "$base-$1" "$fratelli" serve --store "$store" --own "$d/$1.own" --bind "$net.${number[$1]}" --port 1859 --proxy "$net.20" --rate 100000 --log-json --tests --cold >"$d/$1.said" 2>>"$d/$1.err" &
}
health() { at front curl -s -m 3 -o "$d/health" -w '%{http_code}' -H 'Host: localhost' "http://$net.${number[$1]}:1859/health"; }
healthy() { # HOST CODE SECONDS
	for _ in $(seq $(($3 * 5))); do [ "$(health "$1")" = "$2" ] && return; sleep 0.2; done
	return 1
}
node n1 && node n2
healthy n1 200 60 && healthy n2 200 60
say $? "two nodes"
FRONT=$net.20:8080 NODE_A=$net.11:1859 NODE_B=$net.12:1859 ip netns exec "$base-front" /usr/sbin/haproxy -f "$here/tools/haproxy.cfg" -db >"$d/haproxy.log" 2>&1 &
ip netns exec "$base-front" python3 "$here/tests/nodes/player.py" "$net.20:8080" 4 "$d/status" >"$d/told" 2>"$d/player.err" &
player=$!
acked() { cat "$d/status" 2>/dev/null || echo 0; }
plays_on() { # WHAT: orders are acknowledged again, and for a while
	local from
	for _ in $(seq 40); do
		from=$(acked)
		sleep 1
		[ "$(acked)" -gt $((from + 2)) ] && break
	done
	sleep "$seconds"
	[ "$(acked)" -gt $((from + 5)) ]
	say $? "$1 ($(acked) orders)"
}
plays_on "somebody plays through HAProxy"
name=$(at front curl -s -i "http://$net.20:8080/api/games" | tr -d '\r' | sed -n 's/^[Xx]-[Rr]equest-[Ii][Dd]: //p')
logged() { grep -q "\"request\":\"$name\".*\"status\":401" "$d/haproxy.log" && cat "$d"/n?.err | grep -q "^{.*\"request\":\"$name\".*\"status\":401,.*}$"; }
for _ in $(seq 25); do [ -n "$name" ] && logged && break; sleep 0.2; done
logged
say $? "a request has one name in its answer, in HAProxy's log and in a node's ($name)"
metrics() { at "$1" curl -s -H 'Host: localhost' "http://$net.11:1859/metrics"; }
[ "$(metrics n1 | sed -n 's/^fratelli_nodes_heard //p')" = 1 ] && [ "$(metrics n1 | sed -n 's/^fratelli_store_up //p')" = 1 ] && metrics front | grep -q '"error"'
say $? "a node tells its numbers to its own host alone: store_up 1, nodes_heard 1"

# --- a point in time -----------------------------------------------------------------------------------------------------
echo "SELECT pg_create_restore_point('noon')" | sql db1 >/dev/null
noon=$(echo "SELECT count(*) FROM entries" | sql db1 table_1859)
sleep 1
echo "SELECT pg_switch_wal()" | sql db1 >/dev/null

# --- a node is cut off from everything, then from the databases alone -----------------------------------------------------
cut n1
sleep 1
plays_on "a node whose host is cut off is not missed"
mend n1
healthy n1 200 30
say $? "it is back by itself"
at n1 ip route add blackhole $net.1/32 && at n1 ip route add blackhole $net.2/32 # what it sends to the databases is dropped
healthy n1 503 20
say $? "a node that cannot reach the databases says so: $(jq -r .error "$d/health" 2>/dev/null)"
plays_on "the other plays on"
at n1 ip route del blackhole $net.1/32 && at n1 ip route del blackhole $net.2/32
healthy n1 200 30
say $? "it heals"

# --- the standby is cut off: no order is acknowledged that it does not have ----------------------------------------------
cut db2
sleep 2
from=$(acked)
sleep 18 # longer than a node waits for a commit
[ "$(acked)" -eq "$from" ]
say $? "without the standby nothing is acknowledged ($from, $(acked))"
mend db2
plays_on "with it all goes on"

# --- the primary is lost ---------------------------------------------------------------------------------------------------
cut db1
sleep 1
pg db2 promote
printf '%s\n' "ALTER SYSTEM SET synchronous_standby_names = '';" "SELECT pg_reload_conf();" | sql db2 >/dev/null
say $? "the standby is promoted while somebody plays"
plays_on "the table goes on with it"

kill -TERM $player
wait $player
cat "$d/player.err"
[ "$(jq '.lost + .twice + .damaged' "$d/told")" = 0 ] && [ "$(jq .acked "$d/told")" -gt 50 ]
say $? "no acknowledged order is lost, none is carried out twice, every game replays: $(jq -c 'del(.answers)' "$d/told")"
jq -r '.answers[] | "# \(.[1]) times: \(.[0])"' "$d/told"

# --- the backup, restored to the point in time ----------------------------------------------------------------------------
as_postgres safe tee -a "$d/safe/postgresql.conf" >/dev/null <<-END
	listen_addresses = ''
	unix_socket_directories = '$d/safe.socket'
	archive_mode = off
	restore_command = 'cp $d/archive/%f %p'
	recovery_target_name = 'noon'
	recovery_target_action = 'promote'
END
as_postgres safe rm -f "$d/safe/postgresql.auto.conf"
as_postgres safe touch "$d/safe/recovery.signal" "$d/safe/postgresql.auto.conf"
pg safe start
for _ in $(seq 100); do [ "$(echo "SELECT pg_is_in_recovery()" | sql safe 2>/dev/null)" = f ] && break; sleep 0.1; done
restored=$(echo "SELECT count(*) FROM entries" | sql safe table_1859)
[ "$noon" -gt 0 ] && [ "$restored" -le "$noon" ] && [ "$restored" -ge $((noon - 60)) ]
say $? "the backup and the archive give the table as it was at that point ($restored entries; $noon were counted just after)"
[ -z "$failed" ] || { tail -n 5 "$d"/*.err "$d"/*.log; KEEP= ; exit 1; }
