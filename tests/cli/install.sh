#!/bin/sh
# `meson install` into a folder, and a game from there: nothing of the source folder is needed.
. "$(dirname "$0")/tap"

build=$(dirname "$FRATELLI")
ninja -C "$build" fratelli fratelli.1 fratelli.bash >out 2>err && DESTDIR=$work/image meson install -C "$build" --no-rebuild --quiet >>out 2>>err
result $? "meson install into a folder"
bin=$(find image -name fratelli -path '*/bin/*')
unset FRATELLI_DATA
FRATELLI=$work/$bin
mkdir elsewhere && cd elsewhere || exit 1
exits 0 "the installed program finds its data" list
exits 0 "… plays" random bull_run drill --games 1
exits 0 "… and draws" map bull_run drill -o map.svg
grep -rqF "$root" "$work/image" --include=*.yaml --include=*.1 --include=*.bash
[ $? -eq 1 ]
result $? "no installed text names the source folder"
"$FRATELLI" --version >out
grep -qxF "fratelli $(sed -n "s/^project.*version: '\([0-9.]*\)'.*/\1/p" "$root/meson.build")" out
result $? "its version is the project's"
grep -rq "fratelli study" "$work/image" --include=fratelli.1
result $? "the man page has every verb's help"
bash -c ". $(find "$work/image" -name fratelli.bash) && complete -p fratelli" >out 2>err
says "completion loads" 'complete -F _fratelli fratelli'
plan
