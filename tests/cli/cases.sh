#!/bin/sh
# Case files: passed, failed, broken; exact odds and legal orders of a position.
. "$(dirname "$0")/tap"

mkdir drill && cd drill && cat >good.yaml <<'Y'
- case: Four dice, each 5 or 6 a hit
  proves: ["5.3"]
  battle: crossroads
  position:
    clear: yes
    pieces: {adler: {at: "0706"}, arnaud: {at: "0707"}}
    phase: [east, fire]
  play:
  - dice: [5, 6, 1, 2]
  - order: fire adler arnaud
Y
sed 's/dice: .*/dice: [5, 6, 1, 2, 3, 3, 3]/' good.yaml >bad.yaml
sed 's/battle: crossroads/battle: nowhere/' good.yaml >no_battle.yaml
printf -- '- case: [\n' >broken.yaml
cd .. # the folder names the system

exits 0 "a case that passes" case drill/good.yaml
says "… is ok" '^ok 1 - Four dice'
says "… with a plan" '^1\.\.1$'
exits 1 "a case that fails" case drill/bad.yaml
says "… is not ok" '^not ok 1 - '
says "… with its place" '^# .*bad\.yaml:[0-9]+'
exits 2 "a case file that is no YAML" case drill/broken.yaml
complains "… with file:line:column" '^drill/broken\.yaml:[0-9]+:[0-9]+: '
exits 2 "a case of a battle that is not there" case drill/no_battle.yaml
complains "… with file:line:column" '^drill/no_battle\.yaml:[0-9]+:[0-9]+: '
exits 2 "a case file that is not there" case drill/nothing.yaml
mkdir -p folder/drill empty && cp drill/good.yaml folder/drill/a.yaml && cp drill/good.yaml folder/drill/b.yaml
exits 0 "a folder of cases" case folder
says "… and the folders in it" '^ok 2 - '
exits 2 "a folder without cases" case empty
run case drill/good.yaml drill/bad.yaml --json
json "case --json" '(.passed | type == "boolean") and .proves == ["5.3"]'

exits 0 "odds" odds drill/good.yaml
says "… as fractions and decimals" '^ +39\.51%  32/81 '
says "… exact" '^Exact'
run odds drill/good.yaml --json
json "odds --json" '.exact and (.outcomes | map(.chance) | add | . > 0.999999 and . < 1.000001)'
exits 2 "odds of a case that is not there" odds drill/good.yaml --case 7
exits 0 "legal" legal drill/good.yaml
says "… the question with its rule" '\? \[5\.1\]$'
says "… the orders" '1  fire adler arnaud'
run legal drill/good.yaml --json
json "legal --json" '(.orders | map(.words) | index("fire adler arnaud")) != null and .question.rule == "5.1"'
run about drill/good.yaml --piece adler --odds
json "about a piece" '(.orders | map(.words) | index("fire adler arnaud")) != null and .why == null and .odds["fire adler arnaud"].exact'
run about drill/good.yaml --piece arnaud
json "… of the other side" '.orders == [] and (.why.text | test("not yours"))'
run about drill/good.yaml --order "fire adler arnaud" --overlays zones
json "… an order and an overlay" '.there.allowed and .there.words == "fire adler arnaud" and .overlays.zones.values'
exits 2 "… that is nobody" about drill/good.yaml --piece nobody
complains "… is told" 'piece: one of this battle'
exits 2 "about nothing" about drill/good.yaml
plan
