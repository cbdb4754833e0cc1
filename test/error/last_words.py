#!/usr/bin/env python3
"""last_words.py PROGRAM: a program that dies of a signal is told, too, which errors it has not looked at; how it dies is up to
it."""

import re
import signal
import sys

from expectations import run, verdict

program, = sys.argv[1:]
UNCHECKED = "raddle: warning: cudaMallocManaged failed: cudaErrorMemoryAllocation (out of memory)\nnote: the program never asked"

for way, status, is_told in (("fault", -signal.SIGSEGV, True), ("abort", -signal.SIGABRT, True),
                             ("raise", -signal.SIGABRT, True), ("asked", -signal.SIGABRT, False), ("handled", 3, False)):
    done = run([program, way])
    if done.returncode != status:
        verdict([f"{way}: the exit status should be {status}"], done)
    if done.stderr.count(UNCHECKED) != is_told:
        verdict([f"{way}: the error should{'' if is_told else ' not'} be told once"], done)
    if (way == "handled") != ("handled\n" in done.stderr):
        verdict([f"{way}: the program's own handler should run"], done)
done = run([program, "quick"])
if done.returncode != 0 or not re.search(r"last_words_program.cu:\d+:\d+: warning: cudaMallocManaged failed", done.stderr):
    verdict(["quick: quick_exit() should not keep the error from being told"], done)
for way, words in (("behind", "wrote memory that lies 8 bytes past the end of an array of 4194304 bytes"),
                   ("freed", "read memory that lies in an array of 4194304 bytes, which was freed")):
    done = run([program, way])
    if done.returncode != -signal.SIGSEGV or f"raddle: error: the program, not a kernel, {words}\n" not in done.stderr:
        verdict([f"{way}: it should be told which array the program has run over"], done)
verdict([])
