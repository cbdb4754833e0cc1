#!/usr/bin/env python3
"""CUB's and Thrust's algorithms on Raddle against parallel algorithms made for CPUs.

The programs (algorithms/CMakeLists.txt) set themselves up, check their result, and then run on command. They take turns, so
that other load on the machine hits all alike. What counts of each is its fastest run; a ratio is the best peer's time by
Raddle's, so over 1 means that Raddle is faster.
"""

import argparse
import contextlib
import json
import math
import os
import statistics
import subprocess

import machine

# Algorithm -> the programs on Raddle that have it.
ALGORITHMS = {
    "reduce": ("cub", "thrust"),
    "scan": ("cub", "thrust"),
    "select": ("cub",),
    "histogram": ("cub",),
    "run_length_encode": ("cub",),
    "segmented_reduce": ("cub",),
    "segmented_reduce_short": ("cub",),
    "sort_keys": ("cub", "thrust"),
    "sort_pairs": ("cub",),
    "merge_sort": ("cub",),
    "transform": ("thrust",),
    "reduce_by_key": ("thrust",),
}
PEERS = ("standard", "thrust_tbb", "parallel_mode")
# One that spins after its work would slow down the next.
QUIET = {"OMP_WAIT_POLICY": "passive"}


class Program:
    def __init__(self, folder, name, arguments, processor_time):
        self.name = name
        self.clock = 1 if processor_time else 0
        self.process = subprocess.Popen(
            [os.path.join(folder, name), *map(str, arguments)],
            env={**os.environ, **QUIET},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.fastest = math.inf
        self.runs = 1
        answer = self.process.stdout.readline().strip()
        self.present = answer != "absent"
        if answer not in ("ready", "absent"):
            raise RuntimeError(f"{name} {arguments}: {answer or 'died'}")

    def take_turn(self, seconds):
        self.process.stdin.write(f"{self.runs}\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            raise RuntimeError(f"{self.name} died")
        times = [float(time) for time in answer.split()]
        self.fastest = min(self.fastest, times[self.clock])
        self.runs = max(1, min(100, int(seconds / times[0])))

    def end(self):
        """Ends the program, which checks its last result."""
        answer, _ = self.process.communicate(timeout=300)
        if self.process.returncode != 0:
            raise RuntimeError(f"{self.name}: {answer.strip()}")


def measure(folder, algorithm, size, width, options, peers):
    """Fastest seconds of each program that has the algorithm."""
    with contextlib.ExitStack() as stack:
        programs = []
        for name in (*ALGORITHMS[algorithm], *peers):
            if os.path.exists(os.path.join(folder, name)):
                program = Program(folder, name, (algorithm, width, size), options.processor_time)
                stack.callback(program.process.kill)
                if program.present:
                    programs.append(program)
        for _ in range(options.rounds):
            for program in programs:
                program.take_turn(0.02)
        for program in programs:
            program.end()
        return {program.name: program.fastest for program in programs}


def milliseconds(times, name):
    return f"{times[name] * 1e3:.3g}" if name in times else "-"


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--build", default="build/release", help="build folder (build/release)")
    options.add_argument("--only", help="algorithms, separated by commas")
    options.add_argument("--sizes", default="20,22,24", help="binary logarithms of the sizes (20,22,24)")
    options.add_argument("--widths", default="4,8", help="bytes of an element (4,8)")
    options.add_argument("--rounds", type=int, default=10, help="turns of each program (10)")
    options.add_argument("--processor-time", action="store_true", help="of all threads, for a machine with other load")
    options.add_argument("--no-peers", action="store_true", help="only what runs on Raddle")
    options.add_argument("--json", help="file for the results")
    arguments = options.parse_args()
    folder = os.path.join(arguments.build, "bench", "algorithms")
    peers = () if arguments.no_peers else PEERS

    this_machine = machine.describe()
    print("{cpu}, {cores} cores, {date}, {revision}. Times in ms.\n".format(**this_machine))
    print("| algorithm | bytes | size | Raddle | `std::execution` | Thrust, TBB | parallel mode | ratio |")
    print("|---|---|---|---|---|---|---|---|", flush=True)
    results, ratios = [], {}
    for algorithm in arguments.only.split(",") if arguments.only else ALGORITHMS:
        for width in map(int, arguments.widths.split(",")):
            for size in map(int, arguments.sizes.split(",")):
                times = measure(folder, algorithm, size, width, arguments, peers)
                results.append({"algorithm": algorithm, "bytes": width, "size": size, "times": times})
                best = min((times[peer] for peer in peers if peer in times), default=math.nan)
                for program in ALGORITHMS[algorithm]:
                    name = f"{program} {algorithm}"
                    ratio = best / times[program]
                    ratios.setdefault(name, []).append(ratio)
                    cells = (milliseconds(times, each) for each in (program, *PEERS))
                    print(f"| {name} | {width} | 2^{size} | {' | '.join(cells)} | {ratio:.2f} |", flush=True)
    if peers:
        print("\n| algorithm | geometric mean | lowest |\n|---|---|---|")
        for name, values in ratios.items():
            print(f"| {name} | {statistics.geometric_mean(values):.2f} | {min(values):.2f} |")
    if arguments.json:
        with open(arguments.json, "w") as out:
            json.dump({"machine": this_machine, "results": results}, out, indent=1)


if __name__ == "__main__":
    main()
