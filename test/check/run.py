#!/usr/bin/env python3
"""The labelled suite of the checker: pairs of a faulty program and its smallest repair.

    run.py --raddlecc PATH --raddle PATH [--part N] [-j JOBS] [FILE...]

A file is both programs: with -DREPAIRED it is the second. Comments in it say what is expected of the first:

    // EXPECT: error out-of-bounds-shared     on this line, or on the next one that is no such comment
    // EXPECT-SOMEWHERE: error deadlock       at no particular place
    // OPTIONS: --leak-check full             for `raddle check`
    // ENV: RADDLE_HANG_SECONDS=1

Every finding that is no note has to be expected, and everything that is expected has to be found, with each number of
lanes and workers. Nothing may be found in the repaired program, which ends with status 0.
"""

import argparse
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import zlib

FOLDER = pathlib.Path(__file__).resolve().parent
CONFIGURATIONS = [(lanes, workers) for lanes in (32, 1) for workers in (1, 4)]
# Both engines, one worker and many, in half the time.
CONFIGURATIONS_OF_A_PART = [(32, 4), (1, 1)]
STATUS_OF_FINDINGS = 86
SECONDS = 120
DIRECTIVE = re.compile(r"// (EXPECT|EXPECT-SOMEWHERE|OPTIONS|ENV): (.*?)\s*$")


class Expectations:
    def __init__(self, source):
        self.found, self.options, self.environment = set(), [], {}
        waiting = []
        for number, line in enumerate(source.read_text(encoding="utf-8").splitlines(), 1):
            match = DIRECTIVE.search(line)
            if not match:
                self.found |= {(*finding, number) for finding in waiting}
                waiting = []
                continue
            kind, value = match.groups()
            if kind == "OPTIONS":
                self.options += value.split()
            elif kind == "ENV":
                name, text = value.split("=", 1)
                self.environment[name] = text
            elif kind == "EXPECT-SOMEWHERE":
                self.found.add((*value.split(), 0))
            elif line.strip().startswith("//"):
                waiting.append(value.split())
            else:
                self.found.add((*value.split(), number))


def build(raddlecc, source, program, repaired):
    command = [raddlecc, "-O2", "-std=c++17", *(["-DREPAIRED"] if repaired else []), "-o", program, source]
    subprocess.run(command, check=True, timeout=300)


def findings_of(report, source):
    found = set()
    for finding in report["findings"]:
        if finding["severity"] == "note":
            continue
        file, line = re.match(r"(.*?)(?::(\d+))?(?::\d+)?$", finding.get("place", "")).groups()
        line = int(line) if line and os.path.basename(file) == source.name else 0
        found.add((finding["severity"], finding["rule"], line))
    return found


def check(raddle, program, source, expected, lanes, workers, folder):
    """What `raddle check` finds, and its exit status."""
    output = pathlib.Path(folder) / f"{program.name}-{lanes}-{workers}.json"
    environment = {**os.environ, **expected.environment, "RADDLE_LANES": str(lanes), "RADDLE_WORKERS": str(workers)}
    try:
        result = subprocess.run(
            [raddle, "check", "--quiet", "--json", output, *expected.options, program],
            env=environment, capture_output=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return {("still runs", f"after {SECONDS} seconds", 0)}, None
    if not output.exists():
        return {("no report", result.stderr.decode(errors="replace"), 0)}, result.returncode
    return findings_of(json.loads(output.read_text(encoding="utf-8")), source), result.returncode


def describe(findings):
    return ", ".join(f"{severity} {rule} at line {line}" for severity, rule, line in sorted(findings)) or "nothing"


def failures_of(arguments, source):
    expected = Expectations(source)
    # What stands nowhere may be found anywhere.
    anywhere = {finding[:2] for finding in expected.found if finding[2] == 0}
    messages = []
    with tempfile.TemporaryDirectory(prefix="raddle-check-suite-") as folder:
        for repaired in (False, True):
            program = pathlib.Path(folder) / ("repaired" if repaired else "faulty")
            build(arguments.raddlecc, source, program, repaired)
            wanted, wanted_status = (set(), 0) if repaired else (expected.found, STATUS_OF_FINDINGS)
            for lanes, workers in CONFIGURATIONS_OF_A_PART if arguments.part else CONFIGURATIONS:
                found, status = check(arguments.raddle, program, source, expected, lanes, workers, folder)
                found = {(*finding[:2], 0) if finding[:2] in anywhere else finding for finding in found}
                if found != wanted or status != wanted_status:
                    messages.append(
                        f"{source.relative_to(FOLDER)} ({program.name}, lanes {lanes}, workers {workers}): found "
                        f"{describe(found)}; status {status}; expected {describe(wanted)}; status {wanted_status}")
    return messages


def is_in_part(source, part):
    """Chosen by name, so that the choice stays when others come; the first of each folder is always in it."""
    return source == min(source.parent.glob("*.cu")) or zlib.crc32(source.name.encode()) % part == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--raddlecc", required=True, type=pathlib.Path)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--part", type=int, metavar="N", help="one of N pairs, in fewer configurations")
    parser.add_argument("--without", action="append", default=[], help="a folder that is left out")
    parser.add_argument("-j", type=int, default=1)
    parser.add_argument("files", nargs="*", type=pathlib.Path)
    arguments = parser.parse_args()
    sources = [file.resolve() for file in arguments.files] or sorted(FOLDER.glob("*/*.cu"))
    sources = [source for source in sources if source.parent.name not in arguments.without]
    if arguments.part:
        sources = [source for source in sources if is_in_part(source, arguments.part)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
        for messages in pool.map(lambda source: failures_of(arguments, source), sources):
            failed += bool(messages)
            for message in messages:
                print(message, flush=True)
    print(f"{len(sources) - failed} of {len(sources)} pairs as expected")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
