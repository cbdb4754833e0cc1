#!/usr/bin/env python3
"""Counts of raddle profile, against those that programs say of their lines: '// counts: load.global.sectors=128 ...'.

Each program runs on both engines, with one worker and with several, and counts the same each time.
"""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Lanes, workers and instruction set.
RUNS = [("32", "1", "native"), ("32", "4", "native"), ("32", "2", "avx2"), ("1", "1", "native"), ("1", "4", "native")]


def expected(source):
    """Line and counts, for each line that says what it counts."""
    for number, text in enumerate(source.read_text().splitlines(), 1):
        if found := re.search(r"// counts: (.*)", text):
            yield number, dict(pair.split("=") for pair in found[1].split())


def value(line, key):
    if key in ("branches", "divergent_branches"):
        return line.get(key, 0)
    name, _, what = key.rpartition(".")
    group = line["memory"] if "." in name else line["instructions"]
    return group.get(name, {}).get(what, 0)


def profile(raddle, program, lanes, workers, instructions):
    environment = dict(os.environ, RADDLE_LANES=lanes, RADDLE_WORKERS=workers, RADDLE_ISA=instructions)
    done = subprocess.run([raddle, "profile", "--json", "-", program], env=environment, capture_output=True,
                          text=True, timeout=300)
    if done.returncode != 0:
        sys.exit(f"{program} ended with {done.returncode}:\n{done.stderr}")
    return json.loads(done.stdout)


def by_line(counted, source):
    """What the lines of the source count, in all kernels together."""
    lines = {}
    for kernel in counted["kernels"]:
        for line in kernel["lines"]:
            if os.path.basename(line["file"]) == source.name:
                lines.setdefault(line["line"], []).append(line)
    return lines


def wrong_waits(counted, source):
    """What a line says of its barrier: 'waits: arrivals=8 by=0,1', the warps that wait at all."""
    barriers = {}
    for kernel in counted["kernels"]:
        for barrier in kernel["barriers"]:
            arrivals, by_warp = barriers.setdefault(barrier["line"], [0, set()])
            barriers[barrier["line"]][0] = arrivals + barrier["arrivals"]
            by_warp |= {str(warp) for warp, waited in enumerate(barrier["waited_by_warp"]) if waited}
    for number, text in enumerate(source.read_text().splitlines(), 1):
        if found := re.search(r"// waits: arrivals=(\d+) by=([\d,]*)", text):
            arrivals, by_warp = barriers.get(number, [0, set()])
            if arrivals != int(found[1]) or by_warp != set(found[2].split(",")) - {""}:
                yield f"line {number}: {arrivals} warps arrive, and {sorted(by_warp)} wait"


def wrong_files(counted, source):
    """What stands in headers counts at the line that calls it."""
    for kernel in counted["kernels"]:
        for line in kernel["lines"]:
            if os.path.basename(line["file"]) != source.name:
                yield f"{kernel['mangled']} counts at {line['file']}:{line['line']}"


def all_counts(counted):
    """What must not depend on the engine and the workers."""
    return {kernel["mangled"]: {"counts": kernel["counts"], "lines": kernel["lines"], "barriers": kernel["barriers"]}
            for kernel in counted["kernels"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raddlecc", required=True)
    parser.add_argument("--raddle", required=True)
    parser.add_argument("programs", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    sources = arguments.programs or sorted(pathlib.Path(__file__).parent.glob("*.cu"))
    failures = []
    for source in sources:
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, source.stem)
            subprocess.run([arguments.raddlecc, "-O3", "-o", program, source], check=True)
            first = None
            for lanes, workers, instructions in RUNS:
                counted = profile(arguments.raddle, program, lanes, workers, instructions)
                run = f"{source.name}, {lanes} lanes, {workers} workers, {instructions}"
                lines = by_line(counted, source)
                for number, counts in expected(source):
                    for key, wanted in counts.items():
                        got = sum(value(line, key) for line in lines.get(number, []))
                        if got != int(wanted):
                            failures.append(f"{run}: line {number} counts {key}={got}, not {wanted}")
                failures += [f"{run}: {wrong}"
                             for wrong in (*wrong_waits(counted, source), *wrong_files(counted, source))]
                if first is None:
                    first = all_counts(counted)
                elif all_counts(counted) != first:
                    for name, kernel in all_counts(counted).items():
                        if kernel != first.get(name):
                            failures.append(f"{run}: {name} does not count what it counted before")
    print("\n".join(failures) if failures else "all counts are as expected")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
