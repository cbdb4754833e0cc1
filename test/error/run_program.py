#!/usr/bin/env python3
"""run_program.py PROGRAM SOURCE: the program must exit with 0 and say on stderr what its source announces."""

import sys

from expectations import Expectations, run, verdict

program, source = sys.argv[1:]
expected = Expectations(source)
done = run([program], expected.environment)
complaints = [] if done.returncode == 0 else ["the program's own checks failed"]
verdict(complaints + expected.complaints(done.stderr), done)
