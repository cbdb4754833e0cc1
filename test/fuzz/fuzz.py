#!/usr/bin/env python3
"""Runs random programs on both engines and compares all bits of what they write.

  fuzz.py --raddlecc build/release/bin/raddlecc --programs 10000

The thread engine's result, with one worker, is what the others must give. A program that fails is made small and
printed with its seed. Exit status: 0 when all agree.

With --check they run under `raddle check` instead (checked.py).
"""

import argparse
import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time

from checked import Checker
from features import FEATURES
from generate import generate
from program import batch_text, program_text
from shrink import shrink

HERE = os.path.dirname(os.path.abspath(__file__))

# The first is what the others are compared with.
CONFIGURATIONS = [("thread engine, one worker", {"RADDLE_LANES": "1", "RADDLE_WORKERS": "1"}),
                  ("warp engine, three workers", {"RADDLE_LANES": "32", "RADDLE_WORKERS": "3"}),
                  ("warp engine, one worker", {"RADDLE_LANES": "32", "RADDLE_WORKERS": "1"})]
# What the warp engine says of lanes that wait for each other in different places.
STOPPED = re.compile(r"error: kernel '.*?(program_\d+)\(.*cannot make progress.*\n(?:  .*\n)*note: (?:here the lanes of a warp run in lockstep"
                     r"|all threads of a block that have not returned must come)")
# And where a shuffle goes on without some of them (docs/warp_engine/warp_operations.md): then lanes may later read something else.
WENT_ON = re.compile(r"warning: kernel '.*?(program_\d+)\(.*' calls .*, but not in ")
LEVELS = [["-O3"], ["-O1"], ["-O2"]]


class Batches:
    """Compiles and runs batches of programs."""

    def __init__(self, options):
        self.options = options

    def run(self, programs, level, configurations=CONFIGURATIONS):
        """A dictionary for each configuration: (program, launch) -> digest or error; or the compiler's complaint."""
        folder = tempfile.mkdtemp(prefix="raddle-fuzz-")
        try:
            source, binary = os.path.join(folder, "batch.cu"), os.path.join(folder, "batch")
            with open(source, "w", encoding="utf-8") as file:
                file.write(batch_text(programs))
            command = [self.options.raddlecc, "-std=c++17", "-w", *level, "-I", HERE, "-o", binary, source]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                return done.stderr
            cases = sum(len(program.launches) for program in programs)
            return [self.outcome(binary, cases, {**environment, "RADDLE_CACHE_DIR": os.path.join(folder, "cache")})
                    for _, environment in configurations]
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def outcome(self, binary, cases, environment):
        """A run that dies or hangs is gone on with after the launch that did it."""
        results, first = {}, 0
        while first < cases:
            try:
                done = subprocess.run([binary, str(first)], env={**os.environ, "RADDLE_HANG_SECONDS": "5", "RADDLE_FALLBACK": "0", **environment},
                                      capture_output=True, text=True, errors="replace", check=False,
                                      timeout=self.options.timeout)
                lines, end = done.stdout.splitlines(), f"died with {done.returncode}: {done.stderr[-600:]}"
            except subprocess.TimeoutExpired as hung:
                lines, end = (hung.stdout or b"").decode().splitlines(), "hangs"
                done = None
            stopped = set(STOPPED.findall(done.stderr)) if done else set()
            results.update({(name, "went on"): True for name in (WENT_ON.findall(done.stderr) if done else [])})
            for line in lines:
                name, number, result = line.split(" ", 2)
                in_step = result == "cudaErrorLaunchTimeout" and name in stopped
                results[name, int(number)] = "stops, because lanes wait for each other" if in_step else result
                first = int(number) + 1
            if first < cases:
                results["", first] = end
                first += 1
        return results


def failures_of(programs, outcomes):
    """What is wrong with each program: None, or a text that begins with the kind of failure."""
    verdicts, number = [], 0
    for program in programs:
        verdict = None
        for grid, block in program.launches:
            results = [outcome.get((program.name, number), outcome.get(("", number))) for outcome in outcomes]
            went_on = [outcome.get((program.name, "went on")) for outcome in outcomes]
            number += 1
            if verdict:
                continue
            where = f"grid {grid}, block {block}"
            if len(results[0]) != 16:
                verdict = f"reference: {results[0]}; {where}"
            for (name, _), result, without_some in zip(CONFIGURATIONS[1:], results[1:], went_on[1:]):
                if result != results[0] and not verdict:
                    stops = result.startswith("stops") or without_some
                    kind = "stops" if stops else "differs" if len(result) == 16 else "fails"
                    verdict = f"{kind}: {name}: {result} instead of {results[0]}; {where}"
        verdicts.append(verdict)
    return verdicts


class Fuzzer:
    def __init__(self, options):
        self.options, self.batches = options, Batches(options)
        self.checker = Checker(options) if options.check else None
        self.needed = 0
        self.stops = {"apart": 0, "order": 0}

    def level_of(self, first_seed):
        return self.options.level.split() or LEVELS[first_seed // self.options.batch % len(LEVELS)]

    def check(self, programs, level, configurations=CONFIGURATIONS):
        outcomes = self.batches.run(programs, level, configurations)
        if isinstance(outcomes, str):
            if len(programs) == 1:
                return ["does not compile: " + outcomes[-2000:]]
            half = len(programs) // 2
            return (self.check(programs[:half], level, configurations)
                    + self.check(programs[half:], level, configurations))
        return failures_of(programs, outcomes)

    def batch(self, first_seed):
        last = min(first_seed + self.options.batch, self.options.seed + self.options.programs)
        programs = [generate(seed, self.options) for seed in range(first_seed, last)]
        level = self.level_of(first_seed)
        if self.checker:
            programs = self.checker.with_twins(programs)
            verdicts, needed = self.checker.verdicts(programs, level)
            self.needed += needed
            return [(program, verdict) for program, verdict in zip(programs, verdicts) if verdict]
        verdicts = self.check(programs, level)
        # On a busy machine a batch may need more time than it has; a program by itself does not.
        verdicts = [self.check([program], level)[0] if verdict and ": hangs" in verdict else verdict
                    for program, verdict in zip(programs, verdicts)]
        return [(program, verdict) for program, verdict in zip(programs, verdicts) if verdict]

    def report(self, program, verdict, level):
        print(f"FAIL: {program.name}, {' '.join(level)}: {verdict}", flush=True)
        if self.options.shrink and self.checker:
            program = self.checker.shrunk(program, verdict, level)
        elif self.options.shrink:
            kind, wrong = verdict.split(":")[0], [CONFIGURATIONS[0]]
            wrong += [one for one in CONFIGURATIONS[1:] if one[0] in verdict]

            def failing(candidates):
                return [(v or "").split(":")[0] == kind for v in self.check(candidates, level, wrong)]
            program = shrink(program, failing)
            print(f"shrunk: {self.check([program], level)[0]}")
        print(program_text(program), flush=True)
        if self.options.keep:
            os.makedirs(self.options.keep, exist_ok=True)
            with open(os.path.join(self.options.keep, program.name + ".cu"), "w", encoding="utf-8") as file:
                file.write(f"// {verdict.splitlines()[0]}\n// flags: {' '.join(level)}\n" + batch_text([program]))

    def run(self):
        begin, failed, done = time.time(), 0, 0
        seeds = range(self.options.seed, self.options.seed + self.options.programs, self.options.batch)
        with concurrent.futures.ThreadPoolExecutor(self.options.jobs) as pool:
            running = {pool.submit(self.batch, seed): seed for seed in seeds}
            for future in concurrent.futures.as_completed(running):
                failures = future.result()
                done += min(self.options.batch, self.options.seed + self.options.programs - running[future])
                for program, verdict in failures:
                    if verdict.startswith("stops") and program.stops:
                        self.stops[program.stops] += 1
                        if self.options.stops != program.stops:
                            continue
                    failed += 1
                    self.report(program, verdict, self.level_of(running[future]))
                if self.options.progress:
                    print(f"{done} programs, {failed} failed, {done / (time.time() - begin):.1f} per second", flush=True)
        seconds = time.time() - begin
        if any(self.stops.values()):
            print(f"stopped on the warp engine: {self.stops['apart']} programs whose lanes meet in different places, "
                  f"{self.stops['order']} for which an order of blocks would do")
        if self.checker:
            print(f"{self.needed} programs needed a synchronisation that was left out")
        print(f"{'FAIL' if failed else 'pass'}: {done} programs, {failed} failed; "
              f"{seconds:.0f} s, {done / seconds:.1f} programs per second")
        return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--raddlecc", default="raddlecc", help="the compiler driver")
    parser.add_argument("--programs", type=int, default=100, help="how many programs (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="the first program's seed (default: %(default)s)")
    parser.add_argument("--batch", type=int, default=25, help="programs in one source file (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="batches at a time (default: %(default)s)")
    parser.add_argument("--depth", type=int, default=3, help="how deep statements nest (default: %(default)s)")
    parser.add_argument("--calls", type=float, default=0.5, help="how often functions are called, not inlined")
    parser.add_argument("--recursion", type=float, default=0.2, help="how often functions are recursive")
    parser.add_argument("--barriers", type=float, default=0.35, help="how often programs are full of barriers")
    parser.add_argument("--features", default="some", metavar="NAMES", help="what some programs have beside: some, none, "
                        "all, or names with commas between them (default: %(default)s): " + ", ".join(FEATURES))
    parser.add_argument("--level", default="", metavar="OPTIONS", help="compile all with these, e.g. --level=-G "
                        "(default: -O3, -O1 and -O2 in turn)")
    parser.add_argument("--maths", action="store_true", help="use maths functions too")
    parser.add_argument("--gpu", action="store_true", help="only what a GPU must answer in the same way")
    parser.add_argument("--check", action="store_true", help="whether the checker finds nothing in the programs, and "
                        "something where a synchronisation is left out that they need")
    parser.add_argument("--raddle", help="the command, for --check (default: beside the compiler driver)")
    parser.add_argument("--timeout", type=float, default=300, help="seconds that a batch may run")
    parser.add_argument("--no-shrink", dest="shrink", action="store_false", help="print failing programs as they are")
    parser.add_argument("--stops", choices=["apart", "order"], help="of --features meetings: launches that stop because "
                        "lanes wait for each other are failures too, of programs whose lanes meet in different places "
                        "(apart), or for which an order of blocks would do")
    parser.add_argument("--keep", metavar="FOLDER", help="write failing programs there")
    parser.add_argument("--progress", action="store_true", help="print a line after each batch")
    parser.add_argument("--print", dest="only_print", action="store_true", help="print the source, run nothing")
    options = parser.parse_args()
    # Lanes that are not there are no question of synchronisation.
    options.gpu |= options.check
    if options.check:
        options.barriers = max(options.barriers, 0.7)
    if options.only_print:
        print(batch_text([generate(seed, options) for seed in range(options.seed, options.seed + options.programs)]))
        return 0
    return Fuzzer(options).run()


if __name__ == "__main__":
    sys.exit(main())
