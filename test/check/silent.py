#!/usr/bin/env python3
"""No false alarm: the checker finds nothing in the programs of this repository that are right.

    silent.py --raddlecc PATH --raddle PATH --conformance FOLDER [--detectors LIST] [--lanes 32,1] [--sample] [-j JOBS]
              [PATTERN...]

These are the conformance programs, which are built in FOLDER, the examples, and the benchmarks of bench/suite. A PATTERN
chooses among them by their paths, as the shell would. Comments in a source file say what else there is to know:

    // env: NAME=VALUE           for the program
    // check: RULE...            what it does on purpose; such findings are right
    // check-not: DETECTOR...    of these detectors it is not to be run with, and behind a colon, why

Calls of the CUDA API that fail are left out for conformance programs, which make many fail on purpose.
"""

import argparse
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
CONFORMANCE = ROOT / "test" / "conformance"
DETECTORS = ("memory", "init", "race", "sync")
SECONDS = 300


class Program:
    def __init__(self, source, built=None):
        self.source, self.built = source, built
        self.name = str(source.relative_to(ROOT))
        self.environment, self.right, self.left_out, self.is_long = {}, set(), set(), False
        files = [source] if source.is_file() else sorted(source.glob("**/*.cu"))
        for line in "\n".join(file.read_text(encoding="utf-8") for file in files).splitlines():
            if line.startswith("// env: "):
                self.environment.update(word.split("=", 1) for word in line.removeprefix("// env: ").split())
            elif line.startswith("// long: "):
                self.is_long = True
            elif line.startswith("// check: "):
                self.right.update(line.removeprefix("// check: ").split())
            elif line.startswith("// check-not: "):
                self.left_out.update(line.removeprefix("// check-not: ").split(":")[0].split())


def programs_of(conformance):
    for built in sorted(conformance.glob("*/*")):
        # One of several files has a folder of its own.
        program = built / built.name if built.is_dir() else built
        source = CONFORMANCE / built.relative_to(conformance)
        if built.is_file():
            source = source.with_name(source.name + ".cu")
        if source.exists() and program.is_file() and os.access(program, os.X_OK):
            yield Program(source, program)
    for source in sorted((ROOT / "examples").glob("*.cu")) + sorted((ROOT / "bench" / "suite").glob("*/raddle.cu")):
        yield Program(source)


def is_in_sample(program):
    """Chosen by name, so that the choice stays when others come. Only what is short and built."""
    return program.built and not program.is_long and not program.name.startswith("test/conformance/cccl") and \
        zlib.crc32(program.name.encode()) % 40 == 0


def findings_of(arguments, program, binary, detectors, lanes, folder):
    report = pathlib.Path(folder) / f"{lanes}.json"
    api = ["--report-api-errors", "no"] if program.name.startswith("test/conformance") else []
    command = [arguments.raddle, "check", "--quiet", "--fail-on", "never", "--detectors", ",".join(detectors),
               *api, "--json", report, binary]
    environment = {**os.environ, **program.environment, "RADDLE_LANES": lanes}
    try:
        result = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.STDOUT, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return [f"still runs after {SECONDS} seconds"]
    if not report.exists():
        return ["no report: " + result.stdout.decode(errors="replace")[-500:]]
    messages = [f"{finding.get('place', '')}: {finding['severity']}: {finding['what']} [{finding['rule']}]"
                for finding in json.loads(report.read_text(encoding="utf-8"))["findings"]
                if finding["severity"] != "note" and finding["rule"] not in program.right]
    if result.returncode != 0:
        messages.append(f"status {result.returncode}: " + result.stdout.decode(errors="replace")[-500:])
    return messages


def failures_of(arguments, program):
    asked_for = DETECTORS if arguments.detectors == "all" else arguments.detectors.split(",")
    detectors = [name for name in asked_for if name not in program.left_out]
    if not detectors:
        return []
    with tempfile.TemporaryDirectory(prefix="raddle-check-silent-") as folder:
        binary = program.built
        if not binary:
            binary = pathlib.Path(folder) / "program"
            subprocess.run([arguments.raddlecc, "-std=c++17", "-O3", "-w", "-o", binary, program.source], check=True,
                           timeout=SECONDS)
        return [f"{program.name} (lanes {lanes}): {message}"
                for lanes in arguments.lanes.split(",")
                for message in findings_of(arguments, program, binary, detectors, lanes, folder)]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--raddlecc", required=True, type=pathlib.Path)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--conformance", required=True, type=pathlib.Path)
    parser.add_argument("--detectors", default="all")
    parser.add_argument("--lanes", default="32")
    parser.add_argument("--sample", action="store_true")
    parser.add_argument("-j", type=int, default=1)
    parser.add_argument("patterns", nargs="*")
    arguments = parser.parse_args()
    programs = list(programs_of(arguments.conformance.resolve()))
    if arguments.sample:
        programs = [program for program in programs if is_in_sample(program)]
    if arguments.patterns:
        programs = [program for program in programs
                    if any(fnmatch.fnmatch(program.name, pattern) for pattern in arguments.patterns)]
    failed = 0
    with concurrent.futures.ThreadPoolExecutor(arguments.j) as pool:
        for messages in pool.map(lambda program: failures_of(arguments, program), programs):
            failed += bool(messages)
            for message in messages:
                print(message, flush=True)
    print(f"{len(programs) - failed} of {len(programs)} programs are silent")
    sys.exit(1 if failed or not programs else 0)


if __name__ == "__main__":
    main()
