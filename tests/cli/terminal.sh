#!/bin/sh
# The game in a terminal, played by a script: to its end, through every command, saved, lost and found again.
. "$(dirname "$0")/tap"

# says_at_prompt TEXT PATTERN LINE…: a fresh game, those lines, and then the end of the input
prompt() {
	text=$1 pattern=$2; shift 2
	printf '%s\n' "$@" | "$FRATELLI" play crossroads drill --seed 7 --east random >out 2>err
	code=$?
	grep -Eq -- "$pattern" out && [ $code -eq 0 ]
	result $? "$text"
}

yes 1 | head -5000 | "$FRATELLI" play crossroads drill --seed 7 --east random >out 2>err
[ $? -eq 0 ]
result $? "a whole game against the random player"
says "… begins with the commitment of the dice" '^Commitment of the dice: [0-9a-f]{64}$'
says "… asks with rule numbers" '\? \[2\.1\]'
says "… tells what happened with rule numbers" '^ .*\. \[[0-9.]+\]$'
says "… tells dice" 'on a d6, rolls [1-6]|on [0-9]d6, rolls [1-6]|rolls [1-6] on a d6'
says "… tells who has won" '^Victory: |is drawn'
says "… and proves its dice" '^Seed +[0-9a-f]{64}$'
! grep -q "$(printf '\033')" out
result $? "no colours where nobody is looking"
seed=$(sed -n 's/^Seed *//p' out) commitment=$(sed -n 's/^Commitment *//p' out | grep -v dice)
exits 0 "the seed belongs to the commitment" verify "$seed" "$commitment"
save=$(ls saves/*.save)
exits 0 "the game is kept, and verified" replay "$save" --verify
exits 0 "it is told again" replay "$save"
says "… order by order" '^ +1  Western: guard '
exits 0 "up to an entry" replay "$save" --to 5
[ "$(grep -Ec '^ +[0-9]+  ' out)" -eq 5 ]
result $? "… no further"
exits 0 "as one side saw it" replay "$save" --view east
says "… with the map" '^ 01 '
grep -q 'Western: guard ' out && result 1 "… without the other's secrets" || result 0 "… without the other's secrets"
exits 2 "as nobody saw it" replay "$save" --view north
run replay "$save" --json
json "replay --json" '(.entries | length > 10) and .over'
sed 's/^\(hash 8 ......\)./\1x/' "$save" >tampered.save
exits 1 "a save that was tampered with" replay tampered.save
complains "… is told with file:line:column" '^tampered\.save:[0-9]+:[0-9]+: '
head -20 "$save" >cut.save
exits 1 "a save that was cut off" replay cut.save
exits 1 "a save that is not there" replay nothing.save

rm -rf saves
prompt "the end of the input saves and leaves" 'go on with: fratelli play --load saves/' 1
unfinished=$(ls saves/*.unfinished)
"$FRATELLI" play crossroads drill --seed 8 </dev/null >out 2>err
says "an unfinished game is told" 'An unfinished game is there: fratelli play --load saves/'
exits 0 "and can be gone on with" play --load "$unfinished" --east random
says "… where it was" '^Western: '
exits 2 "loading what is not there" play --load nothing.save

prompt "help" 'odds ORDER' help
prompt "a number that is not there" 'There are orders 1 to ' 999
prompt "a word nobody knows" 'is no order of' flibbertigibbet
prompt "Enter where there is no default" 'no default' ''
prompt "an order in words" '^Western: .* marches\?' 'guard arnaud'
prompt "an order that is not allowed, with its rule" 'Not allowed: .* \[[0-9.]+\]$' 'step arnaud 0101'
prompt "why" 'Not allowed: .* \[[0-9.]+\]$' 'why march arnaud'
prompt "why, of something allowed" 'It is allowed' 'why guard arnaud'
prompt "odds of something certain" 'Certain' 1 'odds 1'
prompt "the map" '^ 01 ' map
prompt "all of the map" '^ 08 ' 'map all'
prompt "the map with hex numbers" ' 0101' 'map numbers'
prompt "focus on a place" '^ 05 ' 'focus Quadrivio'
prompt "focus on nothing" 'There is no hex' 'focus Atlantis'
prompt "what a unit reaches" 'Where it can march: Arnaud' 'reach arnaud'
prompt "what else can be shown" 'show reach UNIT' show
prompt "whether a unit sees a hex" '(sees|does not see) 0505' 'see arnaud 0505'
prompt "a hex" '^0505 Quadrivio: settlement' 'stack Quadrivio'
prompt "a unit" '^  It stands in .* and|^  It stands in ' 'unit arnaud'
prompt "… and where its numbers come from" '^Where its numbers come from:' 'unit arnaud'
prompt "a march to a named hex" '^Arnaud goes 3 hexes by 0405 0406 0506' 'guard arnaud' 'march arnaud' 'go arnaud 0506'
prompt "… that is out of reach, with the reason" '^Not allowed: ' 'guard arnaud' 'go arnaud 0101'
prompt "… of nobody" 'no unit' 'go nobody 0506'
prompt "a unit by how it begins" '^Arnaud \(arnaud\)' 'unit arn'
prompt "a misspelt unit" 'Did you mean `arnaud`' 'unit arnuad'
prompt "a unit's orders" 'guard arnaud' arnaud
prompt "every order" 'guard blanc' orders
prompt "the log" '^  .* \[[0-9.]+\]$' 1 1 1 log
prompt "the tracks" 'Turn' tracks
prompt "a rule" '^  4\.1  ' 'rules 4.1'
prompt "standing orders" 'ask \[fire\] hold' standing
prompt "setting one" 'ask fire \[hold\]' 'standing defence hold' standing
prompt "undo" 'Back to before' 1 1 undo
prompt "undo of nothing" 'not that many' undo
prompt "save and load" 'The Crossroads under Drill' 1 'save my.save' 'load my.save'
prompt "load of nothing" 'the game goes on' 'load nothing.save'
prompt "quit" 'The game is saved' quit

printf "1\n1\n1\n1\n1\n1\nquit\n" | "$FRATELLI" play >out 2>err
says "the menu leads to a game" '^Commitment of the dice'
exits 2 "a battle without a system" play crossroads
exits 2 "an unknown side" play crossroads drill --north random
exits 2 "an unknown player" play crossroads drill --east wizard
exits 2 "no seed" play crossroads drill --seed tomorrow
"$FRATELLI" play crossroads drill --seed 3 --east random --west random </dev/null >out 2>err
says "two random players" '^Victory: |is drawn'
plan
