"""Runs gdb on a program, as the comments of its source say, and compares what gdb prints.

  // gdb: COMMAND      a command, in this order
  // output: REGEX     a line that must appear, in this order; {here} stands for the number of the source line that
                       ends in "// <- here"
  // not: REGEX        a line that must not appear
  // flags: OPTIONS    for the compiler
  // plain             without Raddle's script

  run_gdb.py RADDLE PROGRAM SOURCE
"""

import os
import re
import shutil
import subprocess
import sys

SKIPPED = 77


def directives(source):
    with open(source, encoding="utf-8") as file:
        lines = file.read().splitlines()
    here = "".join(str(number) for number, line in enumerate(lines, 1) if line.endswith("// <- here"))
    found = {"gdb": [], "output": [], "not": [], "plain": []}
    for line in lines:
        match = re.match(r"// (gdb|output|not|plain)(?:: (.*))?$", line)
        if match:
            found[match[1]].append((match[2] or "").replace("{here}", here))
    return found


def missing(patterns, lines):
    rest = lines
    for pattern in patterns:
        for index, line in enumerate(rest):
            if re.search(pattern, line):
                rest = rest[index + 1:]
                break
        else:
            return pattern
    return None


def main():
    raddle, program, source = sys.argv[1:]
    if not shutil.which("gdb"):
        print("skipped: there is no gdb")
        sys.exit(SKIPPED)
    wanted = directives(source)
    command = ["gdb", "-q", "-nx"] if wanted["plain"] else [raddle, "gdb", "-nx"]
    command += ["-batch", "-iex", "set debuginfod enabled off", "-ex", "set pagination off", "-ex", "set width 0"]
    if wanted["plain"]:
        command += ["-ex", "set breakpoint pending on"]
    for line in wanted["gdb"]:
        command += ["-ex", line]
    # One worker: threads stop in a known order.
    environment = {**os.environ, "RADDLE_WORKERS": "1", "LC_ALL": "C"}
    if wanted["plain"]:
        environment["RADDLE_LANES"] = "1"
    done = subprocess.run(command + [program], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", timeout=100, check=False)
    if "Operation not permitted" in done.stdout:
        print("skipped: this system lets no process trace another\n" + done.stdout)
        sys.exit(SKIPPED)
    lines = done.stdout.splitlines()
    pattern = missing(wanted["output"], lines)
    complaints = [f"gdb should print a line that matches  {pattern}"] if pattern else []
    complaints += [f"gdb should not print  {line}" for line in lines for bad in wanted["not"] if re.search(bad, line)]
    if not complaints:
        print("pass")
        return
    print("\n".join("FAIL: " + complaint for complaint in complaints) + "\n--- gdb\n" + done.stdout)
    sys.exit(1)


main()
