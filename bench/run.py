#!/usr/bin/env python3
"""Runs all benchmarks of a build and writes the results to BUILD/bench.json.

First what single operations cost, as medians: the last column says how much of the goal of docs/performance.md is used
up, so anything under 100 % is better. Then the suite (bench/suite.py): kernels against their competitors, as ratios.
Nothing here passes or fails.
"""

import argparse
import glob
import json
import os
import sys

import machine
import processes
import scaling
import suite

# Benchmark name -> (goal, unit). Times and memory are upper bounds.
GOALS = {
    "runtime: fiberSwitch": (10, "ns"),
    "kernel: emptyLaunchAndWait": (2, "us"),
    "kernel: emptyLaunchPipelined": (0.5, "us"),
    "kernel: syncthreads/256": (60, "ns"),
    "kernel: shuffleOfOneWarp": (3, "ns"),
    "runtime: gridSync/4/1": (1, "us"),
    "runtime: gridSync/4/256": (5, "us"),
    "hello, warm cache, whole process": (50, "ms"),
    "kernel of 1,000 IR instructions, compiled": (150, "ms"),
    "kernel of 1,000 IR instructions, cached": (2, "ms"),
    "kernel as text, compiled": (150, "ms"),
    "kernel as text, cached": (5, "ms"),
    "1024-thread blocks on all cores, peak memory": (300, "MiB"),
}
EFFICIENCY_GOAL = 90
# Cooperative Groups against plain intrinsics, in % of the time; 3 are what two runs differ by.
GROUPS_GOAL = 103
# Copies and fills against the same by all cores, or by memcpy(), in % of their speed.
COPIES_GOAL = 90
# For a program that prints the times of both: one against the other, and how many times as long it may take.
WAITING_GOALS = [("scan in one pass", "scan in three passes", 3), ("computed guard", "given guard", 1.3)]
# Where the thread engine, which takes up to 400 times as long, is compared with, there is so many times less to do.
LESS_FOR_THREADS = "16"
NANOSECONDS = {"ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--build", default="build/release", help="build folder (build/release)")
    options.add_argument("--filter", help="regular expression of Google Benchmark; skips the process benchmarks")
    options.add_argument("--no-suite", action="store_true", help="leave out the suite of kernels")
    arguments = options.parse_args()
    folder = os.path.join(arguments.build, "bench")

    this_machine = machine.describe()
    print(f"{this_machine['cpu']}, {this_machine['cores']} cores, {this_machine['date']}\n", flush=True)
    results = []
    for program in sorted(glob.glob(os.path.join(folder, "*_bench"))):
        kind = os.path.basename(program).removesuffix("_bench")
        for name, (value, unit) in processes.google_benchmark(program, arguments.filter).items():
            report(results, f"{kind}: {name}", value, unit)
    if not arguments.filter:
        report(results, "hello, warm cache, whole process", processes.median_wall_ms([f"{folder}/hello"]), "ms")
        compiled, cached = processes.first_launch_ms([f"{folder}/first_launch"])
        report(results, "kernel of 1,000 IR instructions, compiled", compiled, "ms")
        report(results, "kernel of 1,000 IR instructions, cached", cached, "ms")
        first, new, known = processes.run_time_compilation_ms([f"{folder}/run_time_compilation"])
        report(results, "kernel as text, the first of a user", first, "ms")
        report(results, "kernel as text, compiled", new, "ms")
        report(results, "kernel as text, cached", known, "ms")
        report(
            results,
            "1024-thread blocks on all cores, peak memory",
            processes.peak_memory_mib([f"{folder}/resident_threads"]),
            "MiB",
        )
        for name, with_groups, with_intrinsics in processes.rows([f"{folder}/collectives"]):
            report_groups(results, name, 100 * float(with_groups) / float(with_intrinsics))
        for name, ours, peer in processes.rows([f"{folder}/copies"]):
            report_copy(results, name, 100 * float(peer) / float(ours))
        for name, ours, peer, most in processes.rows([f"{folder}/matrix_products"]):
            report_times(results, f"products: {name}", float(ours) / float(peer), float(most))
        report_waiting(results, f"{folder}/waiting")
        for workers, _, efficiency in scaling.measure(f"{folder}/kernel_bench"):
            report_efficiency(results, workers, 100 * efficiency)

    kernels = {}
    if not arguments.filter and not arguments.no_suite:
        print()
        kernels = suite.run_all(suite.Options(os.path.join(folder, "suite")))

    path = os.path.join(arguments.build, "bench.json")
    with open(path, "w") as out:
        json.dump({"machine": this_machine, "results": results, "suite": kernels}, out, indent=2)
    print(f"\nwritten to {path}")


def report(results, name, value, unit):
    goal, goal_unit = GOALS.get(name, (None, unit))
    if unit in NANOSECONDS and goal_unit in NANOSECONDS:
        value *= NANOSECONDS[unit] / NANOSECONDS[goal_unit]
    print_row(name, value, goal_unit, f"<= {goal:g}" if goal else "", 100 * value / goal if goal else None)
    results.append({"name": name, "value": value, "unit": goal_unit, "goal": goal})


def report_groups(results, name, percent):
    name = f"groups against intrinsics: {name}"
    print_row(name, percent, "%", f"<= {GROUPS_GOAL}", 100 * percent / GROUPS_GOAL)
    results.append({"name": name, "value": percent, "unit": "%", "goal": GROUPS_GOAL})


def report_copy(results, name, percent):
    name = f"speed against all cores: {name}"
    print_row(name, percent, "%", f">= {COPIES_GOAL}", 100 * COPIES_GOAL / percent)
    results.append({"name": name, "value": percent, "unit": "%", "goal": COPIES_GOAL})


def report_times(results, name, value, goal):
    print_row(name, value, "", f"<= {goal:g}", 100 * value / goal)
    results.append({"name": name, "value": value, "unit": "", "goal": goal})


def report_waiting(results, program):
    """Loops that poll, try again or wait, and guards: their times, how many times as fast they are as on the thread engine, and
    some against each other."""

    def times(lanes, *less):
        return {name: float(ms) for name, ms in processes.rows([program, *less], {"RADDLE_LANES": lanes})}

    def row(name, value, goal):
        print_row(f"waiting: {name}", value, "", f"<= {goal:g}" if goal else "", 100 * value / goal if goal else None)
        results.append({"name": f"waiting: {name}", "value": value, "unit": "", "goal": goal})

    of_warps, few_of_warps, few_of_threads = times("32"), times("32", LESS_FOR_THREADS), times("1", LESS_FOR_THREADS)
    for name, ms in of_warps.items():
        report(results, f"waiting: {name}", ms, "ms")
        row(f"{name}, by warps against threads", few_of_threads[name] / few_of_warps[name], None)
    for name, other, goal in WAITING_GOALS:
        row(f"{name} / {other}", of_warps[name] / of_warps[other], goal)


def report_efficiency(results, workers, percent):
    name = f"efficiency of a compute-bound kernel, {workers} workers"
    goal = EFFICIENCY_GOAL if workers > 1 else None
    print_row(name, percent, "%", f">= {goal}" if goal else "", 100 * goal / percent if goal else None)
    results.append({"name": name, "value": percent, "unit": "%", "goal": goal})


def print_row(name, value, unit, goal, used):
    share = f"{used:6.0f} % of the goal" if used is not None else ""
    print(f"{name:<62} {value:10.3f} {unit:<4} {goal:>8} {share}".rstrip(), flush=True)


if __name__ == "__main__":
    sys.exit(main())
