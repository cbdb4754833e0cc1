#!/usr/bin/env python3
"""The benchmark suite: CUDA kernels on Raddle against hand-written OpenMP, PoCL and the machine's limits.

Each kernel's competitors (see suite/CMakeLists.txt) are processes that set themselves up, check their result, and then
run on command. They take turns, a short while each, and the fastest run of each counts, so that other load on the
machine hits all alike.
"""

import argparse
import contextlib
import dataclasses
import json
import math
import os
import subprocess
import sys
import time

# Kernels in the order of the table -> the limit that they are compared with, if one is meaningful.
KERNELS = {
    "triad": "stream",
    "reduction": "read",
    "scan": None,
    "transpose": None,
    "stencil": "stream",
    "sgemm_tiled": "fma",
    "sgemm_blocked": "fma",
    "nbody": None,
    "mandelbrot": None,
    "histogram": None,
    "black_scholes": None,
    "bitonic_sort": None,
    "spmv": None,
    "barriers": None,
    "warp_operations": None,
    "launch_waited": None,
    "launch_pipelined": None,
    "grid_sync": None,
}
LIMITS = ("stream", "read", "fma")

# One that spins after its work would slow down the next.
QUIET = {"KMP_BLOCKTIME": "1", "OMP_PROC_BIND": "false"}
COMPETITORS = {
    "raddle": ("raddle", {"RADDLE_LANES": "32"}),
    "threads": ("raddle", {"RADDLE_LANES": "1"}),
    "clang": ("clang", QUIET),
    "gcc": ("gcc", QUIET),
    "pocl": ("opencl", {}),
}


@dataclasses.dataclass
class Options:
    folder: str
    rounds: int = 7
    # Seconds that a competitor's turn should take, at least one run.
    turn: float = 0.04
    tiny: bool = False
    # 0: all. With one core the time that the process spends on it counts, which other load hardly disturbs.
    cores: int = 0
    competitors: tuple = tuple(COMPETITORS)


class Competitor:
    """A running program, ready to be measured."""

    def __init__(self, program, environment, options):
        self.clock = 1 if options.cores == 1 else 0
        self.process = subprocess.Popen(
            [program] + ["tiny"] * options.tiny,
            env={**os.environ, **environment, **limited_to(options.cores)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            # The processor time of a thread on another core is known only to the next tick.
            preexec_fn=stay_on_one_core if options.cores == 1 else None,
        )
        self.fastest = math.inf
        self.runs = 1

    def wait_until_ready(self):
        answer = self.process.stdout.readline().split()
        if not answer or answer[0] != "ready":
            self.process.wait()
            raise RuntimeError(" ".join(answer) or f"ended with {self.process.returncode}")
        self.work, self.unit = float(answer[1]), answer[2]

    def take_turn(self, seconds):
        self.process.stdin.write(f"{self.runs}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError("died")
        self.fastest = min(self.fastest, float(answer.split()[self.clock]))
        self.runs = max(1, min(1000, int(seconds / self.fastest)))

    def rate(self):
        return self.work / self.fastest

    def end(self):
        """Ends the process, which checks its last result."""
        if self.process.poll() is None:
            answer, _ = self.process.communicate(timeout=120)
            if self.process.returncode != 0:
                raise RuntimeError(answer.strip() or f"ended with {self.process.returncode}")

    def kill(self):
        self.process.kill()
        self.process.wait()


def limited_to(cores):
    """The environment in which every competitor uses so many cores (0: all)."""
    names = ("RADDLE_WORKERS", "OMP_NUM_THREADS", "POCL_MAX_PTHREAD_COUNT")
    return {name: str(cores) for name in names} if cores else {}


def stay_on_one_core():
    os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def measure(name, options, report_failure):
    """Lets the competitors of one kernel take turns; returns {competitor: rate} and the rates' unit."""
    running = {}
    for competitor in options.competitors:
        suffix, environment = COMPETITORS[competitor]
        program = os.path.join(options.folder, f"{name}.{suffix}")
        if not os.path.exists(program):
            continue
        with failures_reported(name, competitor, report_failure):
            contender = Competitor(program, environment, options)
            running[competitor] = contender
            try:
                contender.wait_until_ready()
            except RuntimeError:
                del running[competitor]
                raise
    for _ in range(options.rounds):
        for competitor, contender in list(running.items()):
            with failures_reported(name, competitor, report_failure, lambda: running.pop(competitor).kill()):
                contender.take_turn(options.turn)
            # Until the threads that wait for more work have gone to sleep.
            time.sleep(0.005)
    rates = {}
    for competitor, contender in running.items():
        with failures_reported(name, competitor, report_failure, contender.kill):
            contender.end()
            rates[competitor] = contender.rate()
    return rates, next((contender.unit for contender in running.values()), "")


@contextlib.contextmanager
def failures_reported(name, competitor, report, otherwise=lambda: None):
    try:
        yield
    except (RuntimeError, BrokenPipeError, subprocess.TimeoutExpired) as error:
        otherwise()
        report(f"{name}, {competitor}: {error}")


@dataclasses.dataclass
class Row:
    name: str
    unit: str
    rates: dict
    limit: float | None

    def raddle(self):
        return self.rates.get("raddle")

    def native(self):
        return max((self.rates[c] for c in ("clang", "gcc") if c in self.rates), default=None)

    def native_compiler(self):
        return max((c for c in ("clang", "gcc") if c in self.rates), key=self.rates.get, default="")

    def ratio(self, other):
        return self.raddle() / other if self.raddle() and other else None

    def as_json(self):
        return {
            "kernel": self.name,
            "unit": self.unit,
            "rates": self.rates,
            "native_compiler": self.native_compiler(),
            "limit": self.limit,
            "to_native": self.ratio(self.native()),
            "to_pocl": self.ratio(self.rates.get("pocl")),
            "to_threads": self.ratio(self.rates.get("threads")),
            "to_limit": self.ratio(self.limit),
        }


def run(options, wanted=None, report_failure=lambda text: print(text, file=sys.stderr)):
    """Measures the wanted kernels (all), printing a row for each; returns the rows."""
    limits = {}
    for limit in LIMITS:
        if not wanted or any(KERNELS[name] == limit for name in wanted):
            rates, unit = measure(f"limit_{limit}", options, report_failure)
            if rates:
                limits[limit] = max(rates.values())
                print(f"limit {limit}: {limits[limit]:.1f} {unit}", flush=True)
    print()
    print_header()
    rows = []
    for name, limit in KERNELS.items():
        if wanted and name not in wanted:
            continue
        if not os.path.exists(os.path.join(options.folder, f"{name}.raddle")):
            continue
        rates, unit = measure(name, options, report_failure)
        rows.append(Row(name, unit, rates, limits.get(limit)))
        print_row(rows[-1])
    print_means(rows)
    return rows


COLUMNS = "{:<17} {:<8} {:>10} {:>10} {:<5} {:>10} {:>10} | {:>7} {:>7} {:>8} {:>7}"


def print_header():
    print(COLUMNS.format("kernel", "unit", "Raddle", "native", "by", "PoCL", "threads",
                         "native", "PoCL", "threads", "limit"))  # fmt: skip


def print_row(row):
    def number(value):
        return f"{value:.4g}" if value else "-"

    def ratio(other):
        value = row.ratio(other)
        return f"{value:.2f}x" if value else "-"

    print(
        COLUMNS.format(
            row.name,
            row.unit,
            number(row.raddle()),
            number(row.native()),
            row.native_compiler(),
            number(row.rates.get("pocl")),
            number(row.rates.get("threads")),
            ratio(row.native()),
            ratio(row.rates.get("pocl")),
            ratio(row.rates.get("threads")),
            ratio(row.limit),
        ).rstrip(),
        flush=True,
    )


def geometric_mean(values):
    values = [value for value in values if value]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def means(rows):
    return {
        "native": geometric_mean(row.ratio(row.native()) for row in rows),
        "pocl": geometric_mean(row.ratio(row.rates.get("pocl")) for row in rows),
        "threads": geometric_mean(row.ratio(row.rates.get("threads")) for row in rows),
    }


def print_means(rows):
    mean = {key: f"{value:.2f}x" if value else "-" for key, value in means(rows).items()}
    print(COLUMNS.format("geometric mean", "", "", "", "", "", "", mean["native"], mean["pocl"],
                         mean["threads"], "").rstrip())  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/release", help="build folder (build/release)")
    parser.add_argument("--only", action="append", choices=KERNELS, help="measure this kernel; may be repeated")
    parser.add_argument("--against", help="competitors, separated by commas: " + ",".join(COMPETITORS))
    parser.add_argument("--cores", type=int, default=0, help="use so many cores; 1: processor time counts (all)")
    parser.add_argument("--rounds", type=int, default=7, help="turns of each competitor (7)")
    parser.add_argument("--smoke", action="store_true", help="tiny sizes, one turn: only whether all results are right")
    parser.add_argument("--json", help="write the results to this file")
    arguments = parser.parse_args()
    options = Options(os.path.join(arguments.build, "bench", "suite"), rounds=arguments.rounds, cores=arguments.cores)
    if arguments.against:
        options.competitors = tuple(arguments.against.split(","))
    if arguments.smoke:
        options.rounds, options.turn, options.tiny = 1, 0, True
    failures = []

    def report_failure(text):
        failures.append(text)
        print(text, file=sys.stderr, flush=True)

    rows = run(options, arguments.only, report_failure)
    if arguments.json:
        with open(arguments.json, "w") as out:
            json.dump({"rows": [row.as_json() for row in rows], "means": means(rows)}, out, indent=2)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
