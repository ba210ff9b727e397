#!/bin/sh
# Studies in several processes under mpirun: the same files, tables and weights to the byte as in one; a killed run goes on.
. "$(dirname "$0")/tap"

if ! command -v mpirun >/dev/null; then
	result 0 "skipped: there is no mpirun here"
	exit
fi
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_btl_vader_single_copy_mechanism=none
export ASAN_OPTIONS="$ASAN_OPTIONS:detect_leaks=0" # Open MPI leaves its own

ranks() { # N WORD…: the program in N processes
	n=$1; shift
	mpirun --oversubscribe --bind-to none -n "$n" "$FRATELLI" "$@" >out 2>err </dev/null
}

same_study() { # FOLDER FOLDER: everything but the journal, whose games stand in the order in which they ended
	for file in games.csv turns.csv fights.csv losses.csv summary.json report.html; do cmp "$1/$file" "$2/$file" || return 1; done
	sort "$1/journal.jsonl" >one.sorted && sort "$2/journal.jsonl" | cmp - one.sorted
}

study="study crossroads vae_victis --games 12 --west recruit --east random --nodes recruit=20 --seed 3"
run $study --jobs 2 --out alone
cp out told
for n in 2 5 $RANKS; do # RANKS=64: many more than there are cores
	ranks $n $study --out ranks$n
	result $? "a study in $n processes"
	sed "s/ranks$n/alone/" out | cmp - told
	result $? "… says the same, once"
	same_study alone ranks$n
	result $? "… and its files are the same to the byte"
done

grep -q '12 of 12 games, .* games by rank: .*evenness' err
result $? "where there is no terminal a line says how fast it was and how evenly they played"

ranks 3 $study --jobs 1 --save --out saved
[ "$(ls saved/*.save | wc -l)" -eq 12 ]
result $? "the chief keeps the games that others played"

run tournament crossroads drill --levels random,recruit,pass --games 4 --nodes recruit=30
cp out told
ranks 3 tournament crossroads drill --levels random,recruit,pass --games 4 --nodes recruit=30
cmp out told
result $? "a tournament in three processes"

for way in results matches; do
	run tune drill crossroads meeting --games 40 --by $way --level recruit --out alone.yaml
	ranks 3 tune drill crossroads meeting --games 40 --by $way --level recruit --out ranks.yaml
	cmp alone.yaml ranks.yaml
	result $? "weights by $way in three processes"
done

long="study crossroads drill --games 60 --west recruit --east recruit --nodes recruit=30"
mpirun --oversubscribe --bind-to none -n 3 "$FRATELLI" $long --out killed >/dev/null 2>&1 </dev/null &
job=$!
for wait in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	[ "$(wc -l <killed/journal.jsonl 2>/dev/null || echo 0)" -gt 3 ] && break
	sleep 0.1
done
processes=$(ps -o pid= --ppid $job) # those of this mpirun, by their numbers
kill -9 $job $processes
wait $job 2>/dev/null
ranks 2 $long --out killed
result $? "a study whose processes were killed goes on"
run $long --jobs 2 --out straight
same_study straight killed
result $? "… and ends as if nothing had happened"

ranks 2 study crossroads drill --games 4 --seed 9 --out straight
[ $? -ne 0 ]
result $? "another study in the same folder is refused in all processes"
[ "$(grep -c 'another study lies there' err)" -eq 1 ]
result $? "… and one of them says why"
plan
