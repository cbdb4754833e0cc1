"""Reads what a test source expects, and compares it with what a command did.

Directives are comments in the source, one to a line:
  // stderr: REGEX     a line that must appear on stderr, in this order; {here} stands for the
                       file:line:column of the source line that ends in "// <- here"; without any such
                       directive stderr must be empty
  // stderr(1): REGEX  the same, but only of the thread engine (RADDLE_LANES=1); stderr(32): of the warp engine
  // stderr lacks: REGEX  no line may match
  // env: NAME=VALUE   environment for the run
  // exit: STATUS      what the program must end with; 0 without it
  // flags: OPTIONS    for the compiler
"""

import os
import re
import subprocess
import sys

TIMEOUT_SECONDS = 50


class Expectations:
    def __init__(self, source):
        self.source = source
        self.stderr, self.forbidden, self.environment, self.flags, self.exit_status = [], [], {}, [], 0
        name = re.escape(os.path.basename(source))
        with open(source, encoding="utf-8") as file:
            lines = file.read().splitlines()
        places = [number for number, line in enumerate(lines, 1) if line.endswith("// <- here")]
        here = name + ":(?:" + "|".join(map(str, places)) + r"):\d+"
        for line in lines:
            directive = re.match(r"// (stderr|stderr lacks|env|exit|flags)(?:\((1|32)\))?: (.*)$", line)
            if not directive or directive[2] not in (None, os.environ.get("RADDLE_LANES", "32")):
                continue
            kind, _, value = directive.groups()
            if kind == "stderr":
                self.stderr.append(value.replace("{here}", here))
            elif kind == "stderr lacks":
                self.forbidden.append(value)
            elif kind == "env":
                variable, _, setting = value.partition("=")
                self.environment[variable] = setting
            elif kind == "exit":
                self.exit_status = int(value)
            else:
                self.flags += value.split()

    def complaints(self, stderr):
        """What is wrong with this stderr, as a list of sentences."""
        if not self.stderr:
            return ["stderr should be empty"] if stderr.strip() else []
        for pattern in self.forbidden:
            if re.search(pattern, stderr, re.MULTILINE):
                return [f"stderr should not match  {pattern}"]
        rest = stderr.splitlines()
        for pattern in self.stderr:
            for index, line in enumerate(rest):
                if re.search(pattern, line):
                    rest = rest[index + 1:]
                    break
            else:
                return [f"stderr lacks a line that matches  {pattern}"]
        return []


def run(command, environment=None):
    """Runs a command; a program that hangs is a failure like any other."""
    try:
        return subprocess.run(command, env={**os.environ, **(environment or {})}, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
                              timeout=TIMEOUT_SECONDS, check=False)
    except subprocess.TimeoutExpired as hung:
        sys.exit(f"FAIL: still running after {TIMEOUT_SECONDS} s: {' '.join(command)}\n"
                 f"{(hung.stdout or b'').decode()}{(hung.stderr or b'').decode()}")


def verdict(complaints, done=None):
    """Prints the verdict and ends the script."""
    if not complaints:
        print("pass")
        sys.exit(0)
    for complaint in complaints:
        print(f"FAIL: {complaint}")
    if done is not None:
        print(f"exit code {done.returncode}\n--- stdout\n{done.stdout}--- stderr\n{done.stderr}")
    sys.exit(1)
