#!/usr/bin/env python3
"""missing_compiler.py RADDLECC: without clang-19, raddlecc names the Debian package."""

import os
import sys
import tempfile

from expectations import run, verdict

raddlecc = sys.argv[1]
with tempfile.TemporaryDirectory() as folder:
    source = os.path.join(folder, "empty.cu")
    with open(source, "w", encoding="utf-8") as file:
        file.write("int main() {}\n")
    hidden = {"PATH": folder, "RADDLE_CLANG": os.path.join(folder, "clang++-19")}
    done = run([raddlecc, "-o", os.path.join(folder, "program"), source], hidden)
complaints = []
if done.returncode not in (1, 2):
    complaints.append("raddlecc should exit with 1 or 2")
if "clang-19" not in done.stderr or "package" not in done.stderr:
    complaints.append("the message should name the package clang-19")
if len(done.stderr.splitlines()) != 1:
    complaints.append("the message should be one line")
verdict(complaints, done)
