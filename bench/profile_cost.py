#!/usr/bin/env python3
"""What counting for raddle profile costs: the suite's kernels counted, against the uncounted ones.

The programs are those of bench/suite, all run by the warp engine, on one core and by its processor time unless --all-cores
is given. The counted and the uncounted ones take turns (see bench/suite.py).
"""

import argparse
import json
import os
import sys
import tempfile

import check_cost
import machine
import suite


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/release", help="build folder (build/release)")
    parser.add_argument("--only", action="append", choices=suite.KERNELS, help="measure this kernel; may be repeated")
    parser.add_argument("--all-cores", action="store_true", help="by the clock, not by processor time on one core")
    parser.add_argument("--rounds", type=int, default=4, help="turns of each competitor (%(default)s)")
    parser.add_argument("--tiny", action="store_true", help="tiny sizes: only whether it works")
    parser.add_argument("--json", help="write the results to this file")
    arguments = parser.parse_args()
    failures = []

    def report_failure(text):
        failures.append(text)
        print(text, file=sys.stderr, flush=True)

    with tempfile.TemporaryDirectory() as folder:
        suite.COMPETITORS["counted"] = ("raddle", {"RADDLE_LANES": "32", "RADDLE_PROFILE": folder})
        options = suite.Options(os.path.join(arguments.build, "bench", "suite"), rounds=arguments.rounds,
                                starts=min(2, arguments.rounds), tiny=arguments.tiny, competitors=("raddle", "counted"))
        if not arguments.all_cores:
            options.cores, options.processor_time = 1, True
        factors = check_cost.measure(options, arguments.only, report_failure)
    if arguments.json:
        with open(arguments.json, "w") as out:
            json.dump({**machine.describe(), "factors": factors}, out, indent=2)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
