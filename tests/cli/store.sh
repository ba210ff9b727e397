#!/bin/sh
# `fratelli store copy`: from a file to another file, and with STORE (a folder of tools/postgres) to a database and back.
fratelli=${FRATELLI:-build/check/fratelli}
d=$(mktemp -d)
trap 'rm -rf "$d"' EXIT
say() { [ "$1" -eq 0 ] && echo "ok - $2" || echo "not ok - $2"; }

# A store with a person, a game and two entries, made by a table.
"$fratelli" serve --store "$d/a" --port 0 --tests --cold >"$d/said" 2>"$d/log" &
pid=$!
i=0
while ! grep -q open "$d/said" && [ $i -lt 300 ]; do sleep 0.1; i=$((i + 1)); done
at=$(sed -n 's/.*http:\/\/localhost:\([0-9]*\).*/127.0.0.1:\1/p' "$d/said")
post() { curl -s -b "$d/jar" -c "$d/jar" -H "X-Fratelli: $csrf" -H 'Content-Type: application/json' -d "$2" "http://$at$1"; }
csrf=$(curl -s -c "$d/jar" "http://$at/api/me" | jq -r .csrf)
game=$(post /api/games '{"battle":"crossroads","system":"drill","scenario":"meeting","seats":{"west":"me","east":"me"}}' | jq -r .id)
post "/api/games/$game/orders" '{"n":0,"key":"a","orders":["guard arnaud"]}' >"$d/one"
post "/api/games/$game/chat" '{"text":"vorwärts"}' >"$d/two"
"$fratelli" store copy "$d/a" "$d/none" >"$d/out" 2>&1
[ $? -eq 1 ] && grep -q 'in use' "$d/out"
say $? "a store that is served is not copied"
kill $pid && wait $pid

"$fratelli" store copy "$d/a" "$d/b" >"$d/out" 2>&1 && grep -q '1 games and 1 entries are the same in both; 1 games replay' "$d/out"
say $? "a file is copied: $(cat "$d/out")"
"$fratelli" store copy "$d/a" "$d/b" >"$d/out" 2>&1
[ $? -eq 1 ] && grep -q 'must be empty' "$d/out"
say $? "not into one that has something"
"$fratelli" store copy "$d/nothing" "$d/c" >"$d/out" 2>&1
[ $? -eq 1 ] && grep -q 'there is no store' "$d/out"
say $? "nor from nothing"
[ -n "$STORE" ] || exit 0
base=copy_$$
echo "CREATE DATABASE $base" | tools/postgres sql "$STORE"
"$fratelli" store copy "$d/a" "postgresql://fratelli@/$base?host=$STORE" >"$d/out" 2>&1 && grep -q '1 games replay' "$d/out"
say $? "from a file to a database: $(cat "$d/out")"
"$fratelli" store copy "postgresql://fratelli@/$base?host=$STORE" "$d/back" >"$d/out" 2>&1 && grep -q '1 games replay' "$d/out"
say $? "and back: $(cat "$d/out")"
echo "UPDATE entries SET hash = hash + 1" | tools/postgres sql "$STORE" $base
"$fratelli" store copy "postgresql://fratelli@/$base?host=$STORE" "$d/wrong" >"$d/out" 2>&1
grep -q '0 games replay to their hashes, 1 are of other rules' "$d/out"
say $? "a log that does not replay is told: $(cat "$d/out")"
echo "DROP DATABASE $base WITH (FORCE)" | tools/postgres sql "$STORE"
