#!/bin/sh
# Random games, perft, signature, bench: the same numbers whoever runs them and however.
. "$(dirname "$0")/tap"

exits 0 "random games, everything checked" random crossroads drill --games 6 --seed 5 --sound --replay --garbage
says "… one line a game, from the seed given" '^seed 5  decisions [0-9]+  turns [0-9]+  result (west|east|draw)  hash [0-9a-f]{16}$'
[ "$(wc -l <out)" -eq 6 ]
result $? "… six of them"
cp out one
run random crossroads drill --games 6 --seed 5 --jobs 4
cmp -s out one
result $? "the output does not depend on --jobs or on what is checked"
run random crossroads drill --games 300 --seed 1 --jobs 2
[ "$(sed 's/^seed \([0-9]*\) .*/\1/' out | tr '\n' ' ')" = "$(seq -s ' ' 1 300) " ]
result $? "more than a batch stays in the order of the seeds"
run random crossroads drill --games 3 --seed 5 --json
json "random --json has exactly its keys" 'keys == ["decisions", "hash", "result", "seed", "turns"]'
exits 0 "another scenario" random crossroads drill --scenario afternoon
exits 2 "no number of games" random crossroads drill --games many
exits 2 "zero games" random crossroads drill --games 0

exits 0 "perft" perft crossroads drill --depth 2
says "… counts each depth" '^depth 2  leaves [0-9]+$'
cp out one
run perft crossroads drill --depth 2
cmp -s out one
result $? "… and counts the same again"
run perft crossroads drill --depth 2 --json
json "perft --json" '.depth >= 1 and .leaves >= 1'

run random crossroads drill --games 2 --bold --events
says "random --events counts what happened" '^[a-z_]+ [0-9]+$'

# Whoever finds a mistake is told how to see it again, optional rules and all.
"$FRATELLI" random crossroads drill --option secret_guard=0 --bold --games 1000000 >out 2>err </dev/null &
for i in $(seq 600); do
	[ -s out ] && break
	sleep 0.1
done
kill -ABRT $!
for i in $(seq 100); do
	grep -q happens err && break
	sleep 0.1
done
kill -KILL $!
wait $! 2>/dev/null
complains "a mistake names the game, with its options" 'happens in: fratelli random crossroads drill --option secret_guard=0 --games 1 --seed [0-9]+ --bold$'

exits 0 "signature" signature drill
says "… a number a system" '^drill +[0-9a-f]{16}$'
says "… and one over all" '^all +[0-9a-f]{16}$'
run signature drill --json
json "signature --json" '(.drill | length == 16) and (.all | length == 16)'
exits 2 "signature of no system" signature dril

exits 0 "bench" bench drill --seconds 1
run bench drill --seconds 1 --json
json "bench --json has exactly its keys" 'keys == ["battle", "clone_ns", "decisions_per_second", "games_per_second", "max_orders", "mean_orders", "odds_assault", "odds_fire", "questions", "state_bytes", "system"]'
plan
