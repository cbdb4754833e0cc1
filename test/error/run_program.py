#!/usr/bin/env python3
"""run_program.py PROGRAM SOURCE: the program must exit with 0, or as its source says, and say on stderr what that announces."""

import sys

from expectations import Expectations, run, verdict

program, source = sys.argv[1:]
expected = Expectations(source)
done = run([program], expected.environment)
complaints = [] if done.returncode == expected.exit_status else ["the program's own checks failed"]
verdict(complaints + expected.complaints(done.stderr), done)
