#!/usr/bin/env python3
"""What raddle check costs: the suite's kernels under each detector, and under all, against the unchecked ones.

The programs are those of bench/suite, all run by the warp engine. The checked and the unchecked ones take turns (see
bench/suite.py), so that a ratio is one of times measured beside each other. With --memory the peak memory of the
processes is compared instead.
"""

import argparse
import json
import os
import subprocess
import sys

import machine
import processes
import suite

DETECTORS = ("memory", "init", "race", "sync", "all")


def measure(options, wanted, report_failure):
    """Prints how many times slower each kernel is under each detector; returns {kernel: {detector: factor}}."""
    detectors = [name for name in options.competitors if name != "raddle"]
    print(f"{'kernel':<18}" + "".join(f"{name:>9}" for name in detectors), flush=True)
    factors = {}
    for name in wanted or suite.KERNELS:
        if os.path.exists(os.path.join(options.folder, f"{name}.raddle")):
            ratios = suite.measure(name, options, report_failure).ratios
            factors[name] = {detector: ratios.get(detector) for detector in detectors}
            print_row(name, factors[name].values())
    print_row("geometric mean", [suite.geometric_mean(row[name] for row in factors.values()) for name in detectors])
    print_row("largest", [max((row[name] or 0 for row in factors.values()), default=0) for name in detectors])
    return factors


def measure_memory(options, wanted):
    """Prints by how many MiB the peak memory of each program grows."""
    detectors = [name for name in options.competitors if name != "raddle"]
    print(f"{'kernel':<18}{'MiB':>9}" + "".join(f"{'+ ' + name:>9}" for name in detectors), flush=True)
    for name in wanted or suite.KERNELS:
        program = os.path.join(options.folder, f"{name}.raddle")
        if os.path.exists(program):
            peaks = []
            for detector in options.competitors:
                settings = [f"{key}={value}" for key, value in suite.COMPETITORS[detector][1].items()]
                peaks.append(processes.peak_memory_mib(["env", *settings, program]))
            print_row(name, [peaks[0]] + [peak - peaks[0] for peak in peaks[1:]])


def print_row(name, values):
    print(f"{name:<18}" + "".join(f"{value:>9.2f}" if value else f"{'-':>9}" for value in values), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/release", help="build folder (build/release)")
    parser.add_argument("--only", action="append", choices=suite.KERNELS, help="measure this kernel; may be repeated")
    parser.add_argument("--detectors", default=",".join(DETECTORS), help="separated by commas (%(default)s)")
    parser.add_argument("--all-cores", action="store_true", help="by the clock, not by processor time on one core")
    parser.add_argument("--rounds", type=int, default=6, help="turns of each competitor (%(default)s)")
    parser.add_argument("--tiny", action="store_true", help="tiny sizes: only whether it works")
    parser.add_argument("--memory", action="store_true", help="compare peak memory instead of time")
    parser.add_argument("--json", help="write the results to this file")
    arguments = parser.parse_args()
    detectors = arguments.detectors.split(",")
    for detector in detectors:
        if not all(name in DETECTORS for name in detector.split("+")):
            parser.error(f"unknown detector {detector}")
        checked = {"RADDLE_LANES": "32", "RADDLE_CHECK": detector.replace("+", ",")}
        suite.COMPETITORS[detector] = ("raddle", checked)
    options = suite.Options(
        os.path.join(arguments.build, "bench", "suite"),
        rounds=arguments.rounds,
        starts=min(2, arguments.rounds),
        tiny=arguments.tiny,
        competitors=("raddle", *detectors),
    )
    if not arguments.all_cores:
        options.cores, options.processor_time = 1, True
    failures = []

    def report_failure(text):
        failures.append(text)
        print(text, file=sys.stderr, flush=True)

    if arguments.memory:
        try:
            measure_memory(options, arguments.only)
        except subprocess.CalledProcessError as error:
            report_failure(str(error))
        return 1 if failures else 0
    factors = measure(options, arguments.only, report_failure)
    if arguments.json:
        with open(arguments.json, "w") as out:
            json.dump({**machine.describe(), "factors": factors}, out, indent=2)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
