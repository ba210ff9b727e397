#!/bin/sh
# How the program is built: what makes a mistake of ours harder to use. Looked at in the program that ./play builds, if it is there.
. "$(dirname "$0")/tap"

program=$root/build/release/fratelli
[ -x "$program" ] || program=$FRATELLI
readelf -W -h -d -l "$program" >elf 2>err
nm -D "$program" >names 2>>err
grep -qE 'Type: +DYN' elf && grep -qE 'FLAGS_1.*PIE' elf
result $? "it is loaded at an address that nobody knows (PIE)"
grep -q GNU_RELRO elf && grep -qE '\(FLAGS\) +BIND_NOW' elf
result $? "addresses of functions cannot be overwritten (full RELRO)"
grep -qE 'GNU_STACK .* RW +0x' elf
result $? "the stack is no code"
grep -q '__stack_chk_fail' names
result $? "a stack that is written beyond its end is noticed (stack protector)"
if grep -q '__asan_' names; then
	echo "# FORTIFY is not looked for: this build has the sanitizers instead"
else
	[ "$(grep -c '_chk@' names)" -ge 5 ]
	result $? "copies know how long they may be (FORTIFY)"
fi
if [ "$(uname -m)" = x86_64 ]; then
	objdump -d --disassemble=main "$program" >code 2>>err
	grep -A1 '<main>:' code | grep -q endbr64
	result $? "functions begin with a landing pad (CET)"
fi
plan
