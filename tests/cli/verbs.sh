#!/bin/sh
# The verbs that print something: their output, their JSON, their exit codes.
. "$(dirname "$0")/tap"

exits 0 "--version" --version
says "… names the program" '^fratelli [0-9]+\.[0-9]+'
exits 0 "help" help
for verb in play list rules muster map replay verify case odds legal about coverage random perft signature bench; do
	exits 0 "$verb --help" $verb --help
	says "… tells how to call it" "^usage: fratelli $verb"
	exits 0 "help $verb" help $verb
done
exits 2 "no verb is bad usage"
exits 2 "an unknown verb" lits
complains "… suggests the nearest" 'did you mean `list`'
exits 2 "help of an unknown verb" help xyzzy

exits 0 "list" list --tests
says "… has the systems" '^  drill '
says "… has the battles for tests" 'crossroads'
says "… has the gradings" 'recommended|possible|test only'
run list --tests --json
json "list --json" '(.systems | length > 0) and (.battles | length > 0) and .battles[0].scenarios[0].gradings[0].grade != null'
exits 2 "a misspelt flag" list --jsn
complains "… suggests the nearest" 'did you mean --json'
exits 2 "a word too many" list crossroads

exits 0 "muster" muster crossroads drill
says "… has every counter with what it was derived from" 'Arnaud'
run muster crossroads drill --json
json "muster --json" '(.pieces | length > 5) and (.pieces | all(.derived != null))'
exits 2 "a misspelt battle" muster crosroads drill
complains "… suggests the nearest" 'did you mean `crossroads`'
exits 2 "a misspelt system" muster crossroads dril
complains "… suggests the nearest" 'did you mean `drill`'
exits 2 "a misspelt scenario" muster crossroads drill --scenario meting
complains "… suggests the nearest" 'did you mean `meeting`'
exits 2 "a battle that is a path" muster ../crossroads drill
exits 2 "an unknown option" muster crossroads drill --option moonlight=1
exits 2 "an option out of its range" muster crossroads drill --option secret_guard=7
exits 0 "an option as yes or no" muster crossroads drill --option secret_guard=no

exits 0 "map" map crossroads drill -o map.svg
grep -q '<svg' map.svg && grep -q '</svg>' map.svg
result $? "… writes an SVG"
exits 0 "map without the grid" map crossroads drill -o - --no-grid
says "… on the standard output" '<svg'
exits 2 "map without -o" map crossroads drill
exits 1 "map to where nothing can be written" map crossroads drill -o /nowhere/map.svg

exits 0 "rules" rules drill
says "… has statements" '^  [0-9a-z]+\.[0-9]+ '
id=$(sed -n 's/^  \([0-9a-z]*\.[0-9]*\) .*/\1/p' out | head -1)
exits 0 "rules with a number" rules drill "$id"
says "… tells the cases that were seen to prove it, and those that only claim it" '(proven|claimed) by: .*\.yaml:[0-9]+'
run rules drill --json
json "rules --json" 'all(.id != null and .text != null)'
exits 2 "rules with an unknown number" rules drill 99.99

exits 0 "coverage" coverage drill
says "… counts" '^drill: of [0-9]+ statements [0-9]+ are proven, [0-9]+ only claimed, [0-9]+ without a case'
says "… lists what is proven" '^Proven: '
run coverage drill --json
json "coverage --json" '.statements >= .covered and .covered + (.uncovered | length) == .statements'
json "… and no statement is lost" '.proven + (.unproven | length) == .covered and .looked and .stale == 0'
mkdir -p bare/data && cp -r "$FRATELLI_DATA/rules" "$FRATELLI_DATA/battles" bare/data # without tests beside the data it is quick
FRATELLI_DATA=$work/bare/data exits 0 "coverage of all systems" coverage
says "… has a line for each, and says where nobody has looked" '^drill +28 +0 +0 +28 +0 +0 +nobody has looked'

seed=0000000000000000000000000000000000000000000000000000000000000001
exits 1 "verify: a seed and another's commitment" verify $seed $seed
commitment=$(sed -n 's/.*is \([0-9a-f]*\)$/\1/p' err)
exits 0 "verify: a seed and its commitment" verify $seed "$commitment"
exits 2 "verify: no seed" verify xyz "$commitment"
exits 2 "verify: no commitment" verify $seed 12
plan
