#!/bin/sh
# Studies and tournaments: the same results with any number of threads, gone on with after a kill, replayed without a difference.
. "$(dirname "$0")/tap"

exits 0 "a study" study crossroads drill --games 8 --west recruit --east random --nodes recruit=30 --seed 3 --jobs 1 --out one
says "… tells who won" '^8 games: Western [0-9]+, Eastern [0-9]+, drawn [0-9]+$'
says "… and that every log was replayed" '^0 differences in the replays$'
for file in games.csv turns.csv fights.csv losses.csv summary.json report.html journal.jsonl; do
	[ -s one/$file ]
	result $? "… writes $file"
done
[ "$(wc -l <one/games.csv)" -eq 9 ]
result $? "a line a game, and the head"
[ "$(head -n 1 one/games.csv | tr ',' '\n' | head -n 6 | tr '\n' ' ')" = "game seed winner margin turns decisions " ]
result $? "games.csv begins with game, seed, winner, margin, turns, decisions"
awk -F, 'NR > 1 && ($1 != NR - 2 || $2 != NR + 1) { bad = 1 } END { exit bad }' one/games.csv
result $? "game k has the dice of seed + k"
jq -e '.games == 8 and .differences == 0 and (.sides.west.wins.games + .sides.east.wins.games + .draws.games == 8) and (.sides.west.wins.low <= .sides.west.wins.share)' one/summary.json >/dev/null
result $? "summary.json adds up"
[ "$(grep -c '<svg' one/report.html)" -gt 8 ] && ! grep -q 'nan\|inf,' one/report.html
result $? "the report has its plots, and no number that is none"
grep -qE 'https?://[^w]' one/report.html
[ $? -eq 1 ]
result $? "the report fetches nothing"

exits 0 "the same on four threads" study crossroads drill --games 8 --west recruit --east random --nodes recruit=30 --seed 3 --jobs 4 --out four
for file in games.csv turns.csv fights.csv losses.csv summary.json report.html; do
	cmp -s one/$file four/$file
	result $? "… gives the same $file"
done

mkdir torn && head -n 4 one/journal.jsonl >torn/journal.jsonl && printf '{"game":5,"seed":8,"winner":1,"mar' >>torn/journal.jsonl
exits 0 "a killed study goes on" study crossroads drill --games 8 --west recruit --east random --nodes recruit=30 --seed 3 --jobs 2 --out torn
cmp -s one/games.csv torn/games.csv && cmp -s one/turns.csv torn/turns.csv
result $? "… to the same tables"
exits 0 "more games are added to a study" study crossroads drill --games 10 --west recruit --east random --nodes recruit=30 --seed 3 --out torn
[ "$(wc -l <torn/games.csv)" -eq 11 ] && head -n 9 torn/games.csv | cmp -s - one/games.csv
result $? "… and the old ones stay as they are"
exits 1 "another seed does not go on" study crossroads drill --games 8 --west recruit --east random --nodes recruit=30 --seed 4 --out one
complains "… and is told why" 'its seed is 3, not 4'
exits 1 "other players do not go on" study crossroads drill --games 8 --west pass --east random --seed 3 --out one
complains "… and is told why" 'its player_0 is .*recruit.*, not .*pass'

# killed for good while it runs, several times, then finished
for pause in 0.1 0.2 0.3 0.5; do
	"$FRATELLI" study crossroads drill --games 60 --west recruit --east recruit --nodes recruit=30 --jobs 2 --out killed >/dev/null 2>&1 &
	pid=$!
	sleep $pause
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
done
exits 0 "a study killed four times is finished" study crossroads drill --games 60 --west recruit --east recruit --nodes recruit=30 --jobs 2 --out killed
run study crossroads drill --games 60 --west recruit --east recruit --nodes recruit=30 --jobs 2 --out straight
cmp -s killed/games.csv straight/games.csv && cmp -s killed/fights.csv straight/fights.csv
result $? "… as if nothing had happened"

run study crossroads drill --games 4 --west random --east random --json
json "study --json is the summary" '.games == 4 and .battle == "crossroads" and (.sides | keys == ["east", "west"])'
exits 2 "a side that is none" study crossroads drill --union captain
complains "… is told the sides" '--west and --east'
exits 2 "a level that is none" study crossroads drill --west capitan
complains "… is told the nearest" 'captain'
exits 2 "no number of nodes" study crossroads drill --nodes captain
exits 1 "a folder that cannot be made" study crossroads drill --games 1 --out /proc/study

exits 0 "a study that keeps its games" study crossroads drill --games 2 --west random --east random --save --out kept
exits 0 "… and one of them is replayed" replay kept/game-1.save --verify
exits 2 "games to keep, and no folder" study crossroads drill --games 2 --save
complains "… is told to name one" '--out'

exits 0 "the first part of two" study crossroads drill --games 5 --west random --east random --out first --part 1/2
exits 0 "… and the second" study crossroads drill --games 5 --west random --east random --out second --part 2/2
[ "$(wc -l <first/journal.jsonl)" -eq 4 ] && [ "$(wc -l <second/journal.jsonl)" -eq 3 ] && [ ! -e first/report.html ]
result $? "… each has its own games, and no report"
tail -n +2 second/journal.jsonl >>first/journal.jsonl
exits 0 "… put together they are the whole" study crossroads drill --games 5 --west random --east random --out first
exits 0 "… as in one" study crossroads drill --games 5 --west random --east random --out undivided
cmp -s first/report.html undivided/report.html
result $? "… with the same report"
exits 2 "a part beyond the last" study crossroads drill --games 5 --out third --part 3/2
complains "… is told what was expected" '--part 2/3'
exits 2 "a part, and no folder" study crossroads drill --games 5 --part 1/2

exits 0 "a study of another scenario" study crossroads drill --scenario afternoon --games 4 --west random --east random --out afternoon
exits 0 "studies compared" study compare one afternoon --out both
[ "$(jq length both/comparison.json)" -eq 2 ] && grep -q 'Side by side' both/report.html
result $? "… in one report and one comparison.json"
exits 2 "a folder without a study is not compared" study compare one nowhere --out both
exits 2 "compare needs --out" study compare one

exits 0 "a tournament" tournament crossroads drill --levels random,recruit,pass --games 4 --nodes recruit=30 --jobs 2
says "… every pairing" '^random +recruit +4 '
says "… Elo with its error" '^recruit +[+-][0-9]+ ± [0-9]+'
run tournament crossroads drill --levels random,recruit,pass --games 4 --nodes recruit=30 --json
json "tournament --json" '(.meetings | length == 3) and (.levels | length == 3) and .differences == 0 and (.meetings | all(.wins + .draws + .losses == .games and .low <= .score and .score <= .high))'
exits 2 "one level is no tournament" tournament crossroads drill --levels captain
exits 2 "a level named twice" tournament crossroads drill --levels captain,captain
exits 0 "the same level with other nodes" tournament crossroads drill --levels recruit@5,recruit@60 --games 4 --jobs 2
says "… under its whole name" '^recruit@5 +recruit@60 +4 '
exits 2 "nodes that are no number" tournament crossroads drill --levels recruit@5x,random
complains "… with what they should be" 'captain@1000'
exits 0 "weights from matches" tune drill crossroads meeting --by matches --level recruit --nodes 20 --games 60 --out new.yaml
says "… tells how they did" 'new.yaml: [0-9]+ games; [0-9]+ % of the last fifth'
exits 0 "… and they can be played with" tournament crossroads drill --levels recruit@20:new.yaml,random --games 2
exits 0 "weights by factors" tune drill crossroads meeting --by factors --level recruit --nodes 20 --games 40 --out new.yaml
says "… tells how they did" 'new.yaml: [0-9]+ games; [0-9]+ % of the last fifth'
exits 2 "weights from neither" tune drill crossroads meeting --by guess
complains "… with what there is" '`results`, `matches` or `factors`'
exits 0 "chances from games" learn drill crossroads meeting --games 40 --nodes 20 --positions positions.bin --out chances.yaml
says "… tells how well they fit" 'chances.yaml: [0-9]+ positions of [0-9]+ games; log loss held out'
exits 0 "… and again from what was kept" learn drill crossroads meeting --from positions.bin --out again.yaml
grep -v '^#' chances.yaml >bare.yaml && grep -v '^#' again.yaml | cmp -s bare.yaml -
result $? "… which comes to the same"
exits 0 "a check of chances that nobody knows" learn drill crossroads meeting --check --games 10 --nodes 20
says "… says so" 'No chances are known'
exits 2 "balance of no system" study balance dril
exits 0 "balance of a system that is recommended for nothing" study balance drill --games 2 --json
plan
