#!/usr/bin/env python3
"""run_compiler.py RADDLECC SOURCE: raddlecc must refuse the source, say why, and leave no output behind."""

import os
import sys
import tempfile

from expectations import Expectations, run, verdict

raddlecc, source = sys.argv[1:]
expected = Expectations(source)
with tempfile.TemporaryDirectory() as folder:
    output = os.path.join(folder, "program")
    done = run([raddlecc, *expected.flags, "-o", output, source], expected.environment)
    complaints = ["raddlecc accepted it"] if done.returncode == 0 else []
    if done.returncode < 0 or done.returncode > 2:
        complaints.append("raddlecc should exit with 1 or 2")
    if os.listdir(folder):
        complaints.append(f"left behind: {os.listdir(folder)}")
verdict(complaints + expected.complaints(done.stderr), done)
