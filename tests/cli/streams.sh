#!/bin/sh
# Streams that are closed, cut off or full, and data that is not there.
. "$(dirname "$0")/tap"

"$FRATELLI" rules drill 2>err | head -1 >out
[ ! -s err ]
result $? "a reader who leaves is no error message"
"$FRATELLI" rules drill >/dev/full 2>err </dev/null
[ $? -eq 1 ]
result $? "a full disk is told"
complains "… with the reason" 'cannot write'
ln -s /dev/full full # never the device itself: a program that replaces what it writes to would replace that
"$FRATELLI" map crossroads drill -o full >out 2>err
[ $? -eq 1 ]
result $? "a full disk is told for a file too"
complains "… with the reason" 'No space left'
[ -L full ]
result $? "what is no file is written to, not replaced"
"$FRATELLI" play crossroads drill --seed 1 <&- >out 2>err
[ $? -eq 0 ]
result $? "a closed standard input ends the game in peace"
"$FRATELLI" rules drill >&- 2>&-
[ $? -le 1 ]
result $? "closed outputs do no harm"
FRATELLI_DATA=/nowhere "$FRATELLI" list >out 2>err
[ $? -eq 2 ]
result $? "data that is not there"
complains "… says what to do" 'FRATELLI_DATA'

mkdir -p data/battles/torn data/rules
cp "$root"/tests/battles/crossroads/*.yaml data/battles/torn/
sed 's/men: 3400/men: many/' "$root/tests/battles/crossroads/armies.yaml" >data/battles/torn/armies.yaml
FRATELLI_DATA=$work/data "$FRATELLI" list >out 2>err
[ $? -eq 1 ]
result $? "a battle that does not load is skipped"
complains "… with file:line:column" 'armies\.yaml:[0-9]+:[0-9]+: '

mkdir locked && chmod 555 locked && cd locked && "$FRATELLI" play crossroads drill --seed 1 </dev/null >../out 2>../err
code=$?
cd .. && [ $code -eq 0 ]
result $? "where nothing can be saved one may still play"
plan
