#!/usr/bin/env python3
"""The benchmark suite: CUDA kernels on Raddle against OpenMP, vectors by hand, PoCL and the machine's limits.

Each kernel's competitors (see suite/CMakeLists.txt) are processes that set themselves up, check their result, and then
run on command. They take turns, a short while each, so that other load on the machine hits all alike, and are started
anew now and then, because which pages of memory a process gets decides how fast it reads them. A speed is the median of
all turns, and a ratio that of the ratios of turns which follow each other.
"""

import argparse
import contextlib
import dataclasses
import json
import math
import os
import re
import statistics
import subprocess
import sys
import time

import machine

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
    "shrinking_stencil": None,
    "move_cost": None,
    "texture_linear": None,
    "texture_point": None,
    "texture_volume": None,
    "surface_copy": None,
    "barriers": None,
    "warp_operations": None,
    "launch_waited": None,
    "launch_pipelined": None,
    "grid_sync": None,
}
LIMITS = ("stream", "read", "fma")
# What has no meaning on one core.
CROSS_CORES = ("launch_waited", "launch_pipelined", "grid_sync")
# Those whose speed is measured on 1, 2, 4 ... cores.
SCALED = ("triad", "sgemm_tiled", "mandelbrot", "black_scholes")
DOCS = os.path.join(os.path.dirname(__file__), "..", "docs", "performance.md")
DOCS_BEGIN, DOCS_END = "<!-- bench/suite.py writes this table -->", "<!-- end of the table -->"
SWEEPS = ("block_shapes", "divergence")

# One that spins after its work would slow down the next.
QUIET = {"KMP_BLOCKTIME": "1", "OMP_PROC_BIND": "false"}
COMPETITORS = {
    "raddle": ("raddle", {"RADDLE_LANES": "32"}),
    "threads": ("raddle", {"RADDLE_LANES": "1"}),
    "clang": ("clang", QUIET),
    "gcc": ("gcc", QUIET),
    "openmp-clang": ("openmp.clang", QUIET),
    "openmp-gcc": ("openmp.gcc", QUIET),
    "pocl": ("opencl", {}),
}
# The better compiler of each counts.
BY_HAND = ("clang", "gcc")
OPENMP = ("openmp-clang", "openmp-gcc")


@dataclasses.dataclass
class Options:
    folder: str
    rounds: int = 15
    # So many times processes are started for these.
    starts: int = 3
    # Seconds that a competitor's turn should take, at least one run.
    turn: float = 0.04
    tiny: bool = False
    # 0: all.
    cores: int = 0
    # Counts the time that the process spends on processors, which other load hardly disturbs. For one core only.
    processor_time: bool = False
    competitors: tuple = tuple(COMPETITORS)


class Competitor:
    """A running program, ready to be measured."""

    def __init__(self, program, environment, options):
        self.clock = 1 if options.processor_time else 0
        self.process = subprocess.Popen(
            [program] + ["tiny"] * options.tiny,
            env={**os.environ, **environment, **limited_to(options.cores)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            # The processor time of a thread on another core is known only to the next tick.
            preexec_fn=stay_on_one_core if options.processor_time else None,
        )
        self.rates = []  # of each turn
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
        time_of_run = float(answer.split()[self.clock])
        self.rates.append(self.work / time_of_run)
        self.runs = max(1, min(1000, int(seconds / time_of_run)))

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


def program_of(name, competitor, options):
    return os.path.join(options.folder, f"{name}.{COMPETITORS[competitor][0]}")


def stand_in(name, competitor, options):
    """Who runs for this competitor: where native.cpp is plain OpenMP there is no openmp.cpp, and it counts as both."""
    if competitor in OPENMP and not os.path.exists(program_of(name, competitor, options)):
        return BY_HAND[OPENMP.index(competitor)]
    return competitor


@dataclasses.dataclass
class Measurement:
    rates: dict  # {competitor: median of its turns}
    ratios: dict  # {competitor: Raddle's speed in relation to its, the median of all rounds}
    unit: str


def measure(name, options, report_failure):
    """Lets the competitors of one kernel take turns."""
    stand_ins = {competitor: stand_in(name, competitor, options) for competitor in options.competitors}
    runners = [
        runner for runner in dict.fromkeys(stand_ins.values()) if os.path.exists(program_of(name, runner, options))
    ]
    rates = {runner: [] for runner in runners}
    unit = ""
    starts = min(options.starts, options.rounds)
    for start in range(starts):
        rounds = options.rounds * (start + 1) // starts - options.rounds * start // starts
        first = start % max(1, len(runners))
        ended = take_turns(name, runners[first:] + runners[:first], rounds, options, report_failure)
        # Who has failed once is out.
        runners = [runner for runner in runners if runner in ended]
        for runner in runners:
            rates[runner] += ended[runner].rates[1:]
            unit = ended[runner].unit
    rates = {competitor: rates[runner] for competitor, runner in stand_ins.items() if runner in runners}
    own = rates.get("raddle", [])
    return Measurement(
        {competitor: statistics.median(theirs) for competitor, theirs in rates.items()},
        {
            competitor: statistics.median(x / y for x, y in zip(own, theirs))
            for competitor, theirs in rates.items()
            if own and competitor != "raddle"
        },
        unit,
    )


def take_turns(name, runners, rounds, options, report_failure):
    """Starts the competitors in this order and lets them take turns; returns those that came to a right end."""
    running = {}
    for competitor in runners:
        with failures_reported(name, competitor, report_failure):
            contender = Competitor(program_of(name, competitor, options), COMPETITORS[competitor][1], options)
            running[competitor] = contender
            try:
                contender.wait_until_ready()
            except RuntimeError:
                del running[competitor]
                raise
    # The first turn warms up.
    for number in range(rounds + 1):
        # Who comes first in one round comes last in the next.
        for competitor, contender in list(running.items())[:: -1 if number % 2 else 1]:
            with failures_reported(name, competitor, report_failure, lambda: running.pop(competitor).kill()):
                contender.take_turn(options.turn)
            # Until the threads that wait for more work have gone to sleep.
            time.sleep(0.005)
    ended = {}
    for competitor, contender in running.items():
        with failures_reported(name, competitor, report_failure, contender.kill):
            contender.end()
            ended[competitor] = contender
    return ended


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
    measured: Measurement
    limit: float | None

    def rate(self, competitor):
        return self.measured.rates.get(competitor)

    def ratio(self, competitor):
        return self.measured.ratios.get(competitor)

    def best(self, competitors):
        """The one of these that is the hardest to beat; None when none was measured."""
        speeds = {c: 1 / self.ratio(c) if self.ratio(c) else self.rate(c) for c in competitors if self.rate(c)}
        return max(speeds, key=speeds.get, default=None)

    def native(self):
        return self.best(BY_HAND)

    def openmp(self):
        return self.best(OPENMP)

    def to_limit(self):
        return self.rate("raddle") / self.limit if self.rate("raddle") and self.limit else None

    def as_json(self):
        return {
            "kernel": self.name,
            "unit": self.measured.unit,
            "rates": self.measured.rates,
            "native": self.native(),
            "openmp": self.openmp(),
            "limit": self.limit,
            "to_native": self.ratio(self.native()),
            "to_openmp": self.ratio(self.openmp()),
            "to_pocl": self.ratio("pocl"),
            "to_threads": self.ratio("threads"),
            "to_limit": self.to_limit(),
        }


def run(options, wanted, report_failure):
    """Measures the wanted kernels (all), printing a row for each; returns the rows."""
    for needed, who in (("triad.gcc", "g++"), ("triad.opencl", "PoCL (ocl-icd-opencl-dev, pocl-opencl-icd)")):
        if not os.path.exists(os.path.join(options.folder, needed)):
            print(f"{who} is not installed: left out")
    limits = {}
    for limit in LIMITS:
        if not wanted or any(KERNELS[name] == limit for name in wanted):
            measured = measure(f"limit_{limit}", options, report_failure)
            if measured.rates:
                limits[limit] = max(measured.rates.values())
                print(f"limit {limit}: {limits[limit]:.1f} {measured.unit}", flush=True)
    print()
    print_header()
    rows = []
    for name, limit in KERNELS.items():
        if wanted and name not in wanted or options.cores == 1 and name in CROSS_CORES:
            continue
        if not os.path.exists(os.path.join(options.folder, f"{name}.raddle")):
            continue
        rows.append(Row(name, measure(name, options, report_failure), limits.get(limit)))
        print_row(rows[-1])
    print_means(rows)
    return rows


def run_scaling(options, report_failure):
    """Prints how some kernels scale to all cores; returns {kernel: [{cores, rates, efficiencies}]}."""
    counts = core_counts()
    print(f"\n{'scaling to':<17} " + " ".join(f"{count:>5} cores: Raddle native" for count in counts[1:]))
    results = {}
    for name in SCALED:
        rows = []
        for count in counts:
            few = dataclasses.replace(options, cores=count, competitors=("raddle", *BY_HAND))
            row = Row(name, measure(name, few, report_failure), None)
            rows.append({"cores": count, "raddle": row.rate("raddle"), "native": row.rate(row.native())})
        for row in rows:
            for who in ("raddle", "native"):
                alone = rows[0][who]
                row[f"{who}_efficiency"] = row[who] / (row["cores"] * alone) if row[who] and alone else None
        cells = [f"{share(row['raddle_efficiency']):>19} {share(row['native_efficiency']):>6}" for row in rows[1:]]
        print(f"{name:<17} " + " ".join(cells), flush=True)
        results[name] = rows
    return results


def share(value):
    return f"{100 * value:.0f} %" if value else "-"


def core_counts():
    """1, 2, 4 ... and all cores."""
    cores = len(os.sched_getaffinity(0))
    counts = [1]
    while counts[-1] * 2 < cores:
        counts.append(counts[-1] * 2)
    return counts + [cores] if cores > 1 else counts


def run_sweeps(options, report_failure):
    """Prints how block shapes and divergence change the speed, the first variant being 1; returns the rates."""
    results = {}
    for sweep in SWEEPS:
        program = os.path.join(options.folder, f"sweep_{sweep}.raddle")
        if not os.path.exists(program):
            continue
        environment = {**os.environ, **COMPETITORS["raddle"][1]}
        finished = subprocess.run(
            [program] + ["tiny"] * options.tiny, env=environment, capture_output=True, text=True
        )
        if finished.returncode != 0:
            report_failure(f"{sweep}: {finished.stderr.strip()}")
            continue
        rows = [line.split("\t") for line in finished.stdout.splitlines()]
        rates = {variant: float(rate) for variant, rate, _ in rows}
        first = next(iter(rates.values()))
        print(f"\n{sweep}, in {rows[0][2]}")
        for variant, rate in rates.items():
            print(f"  {variant:<20} {rate:>10.4g} {rate / first:>8.2f}x")
        results[sweep] = rates
    return results


COLUMNS = "{:<17} {:<8} {:>10} {:>10} {:<5} {:>10} {:<5} {:>10} {:>10} | {:>7} {:>7} {:>7} {:>8} {:>7}"


def compiler(competitor):
    return competitor.removeprefix("openmp-") if competitor else ""


def print_header():
    print(COLUMNS.format("kernel", "unit", "Raddle", "by hand", "", "OpenMP", "", "PoCL", "threads",
                         "by hand", "OpenMP", "PoCL", "threads", "limit"))  # fmt: skip


def print_row(row):
    def number(value):
        return f"{value:.4g}" if value else "-"

    def ratio(value):
        return f"{value:.2f}x" if value else "-"

    native, openmp = row.native(), row.openmp()
    print(
        COLUMNS.format(
            row.name,
            row.measured.unit,
            number(row.rate("raddle")),
            number(row.rate(native)),
            compiler(native),
            number(row.rate(openmp)),
            compiler(openmp),
            number(row.rate("pocl")),
            number(row.rate("threads")),
            *(ratio(row.ratio(competitor)) for competitor in (native, openmp, "pocl", "threads")),
            ratio(row.to_limit()),
        ).rstrip(),
        flush=True,
    )


def geometric_mean(values):
    values = [value for value in values if value]
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def means(rows):
    return {
        "native": geometric_mean(row.ratio(row.native()) for row in rows),
        "openmp": geometric_mean(row.ratio(row.openmp()) for row in rows),
        "pocl": geometric_mean(row.ratio("pocl") for row in rows),
        "threads": geometric_mean(row.ratio("threads") for row in rows),
    }


def print_means(rows):
    mean = {key: f"{value:.2f}x" if value else "-" for key, value in means(rows).items()}
    print(COLUMNS.format("geometric mean", *[""] * 8, *mean.values(), "").rstrip())


def update_docs(results, path):
    """Puts the table into the documentation, between two marks, where each CPU has one."""
    this_machine = machine.describe()
    lines = [
        f"{this_machine['cpu']}, {this_machine['cores']} cores, {this_machine['date']}, {this_machine['revision']}"
        f"{results['note']}.",
        "",
        "| kernel | unit | Raddle | vectors by hand | OpenMP simd | PoCL | thread engine "
        "| / by hand | / OpenMP | / PoCL | / threads | / limit |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]

    def number(value):
        return f"{value:.4g}" if value else "-"

    def ratio(value):
        return f"{value:.2f}" if value else "-"

    for row in results["rows"]:
        rates = row["rates"]
        cells = [f"`{row['kernel']}`", row["unit"], number(rates.get("raddle"))]
        for best in (row["native"], row["openmp"]):
            cells += [f"{number(rates[best])} ({compiler(best)})" if best else "-"]
        cells += [number(rates.get("pocl")), number(rates.get("threads"))]
        cells += [ratio(row[key]) for key in ("to_native", "to_openmp", "to_pocl", "to_threads", "to_limit")]
        lines.append("| " + " | ".join(cells) + " |")
    mean = results["means"]
    cells = ["geometric mean", *[""] * 6, *map(ratio, mean.values()), ""]
    lines.append("| " + " | ".join(cells) + " |")
    with open(path) as file:
        text = file.read()
    head, rest = text.split(DOCS_BEGIN)
    tail = rest.split(DOCS_END)[1]
    tables = [table.strip() for table in re.split(r"(?m)^(?=[^|\n])", rest.split(DOCS_END)[0])]
    names = [table.split(",")[0] for table in tables]
    if this_machine["cpu"] not in names:
        names.append(this_machine["cpu"])
        tables.append("")
    tables[names.index(this_machine["cpu"])] = "\n".join(lines)
    with open(path, "w") as file:
        file.write(head + DOCS_BEGIN + "\n" + "\n\n".join(filter(None, tables)) + "\n" + DOCS_END + tail)
    print(f"written to {path}")


def run_all(options, wanted=None, report_failure=lambda text: print(text, file=sys.stderr), sweeps=True):
    """The table, and unless kernels are picked, scaling and sweeps; returns what goes into the JSON file."""
    rows = run(options, wanted, report_failure)
    results = {"rows": [row.as_json() for row in rows], "means": means(rows)}
    if sweeps and not wanted:
        if not options.tiny and not options.cores:
            results["scaling"] = run_scaling(options, report_failure)
        results["sweeps"] = run_sweeps(options, report_failure)
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/release", help="build folder (build/release)")
    parser.add_argument("--only", action="append", choices=KERNELS, help="measure this kernel; may be repeated")
    parser.add_argument("--against", help="competitors, separated by commas: " + ",".join(COMPETITORS))
    parser.add_argument("--one-core", action="store_true", help="on one core, by processor time: for a busy machine")
    parser.add_argument("--rounds", type=int, default=Options.rounds, help="turns of each competitor (%(default)s)")
    parser.add_argument("--smoke", action="store_true", help="tiny sizes, two turns: only whether all results are right")
    parser.add_argument("--no-sweeps", action="store_true", help="leave out scaling and sweeps, as with --only")
    parser.add_argument("--update-docs", action="store_true", help="write the table into docs/performance.md")
    parser.add_argument("--from-json", help="take the results from this file instead of measuring")
    parser.add_argument("--json", help="write the results to this file")
    arguments = parser.parse_args()
    options = Options(os.path.join(arguments.build, "bench", "suite"), rounds=arguments.rounds)
    if arguments.one_core:
        options.cores, options.processor_time = 1, True
    if arguments.against:
        options.competitors = tuple(arguments.against.split(","))
    if arguments.smoke:
        options.rounds, options.turn, options.tiny = 1, 0, True
    failures = []

    def report_failure(text):
        failures.append(text)
        print(text, file=sys.stderr, flush=True)

    if arguments.from_json:
        with open(arguments.from_json) as file:
            results = json.load(file)
    else:
        results = run_all(options, arguments.only, report_failure, sweeps=not arguments.no_sweeps)
        results["note"] = "; one core, by processor time" if options.processor_time else ""
    if arguments.update_docs:
        update_docs(results, DOCS)
    if arguments.json:
        with open(arguments.json, "w") as out:
            json.dump(results, out, indent=2)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
