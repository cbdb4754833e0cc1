#!/usr/bin/env python3
"""Counts of raddle profile against those of Nsight Compute on a GPU, by source line: sectors and wavefronts, ideal and excessive,
and active lanes.

  raddlecc -O3 bench/gpu_model/gpu_model.cu -o gpu_model && raddle profile --json counted.json ./gpu_model --once
  bench/gpu_model/compare_ncu.py counted.json counted_by_ncu.json        (the second file is from ncu_by_line.py)
"""

import argparse
import json
import os
import re
import sys

# Each quantity: its name in the table, how it is read from raddle profile's line, and how from Nsight Compute's counts.
QUANTITIES = [
    ("sectors", lambda line: memory(line, "global", "sectors"), lambda counts: counts.get("memory_l2_theoretical_sectors_global")),
    ("ideal sectors", lambda line: memory(line, "global", "ideal"),
     lambda counts: counts.get("memory_l2_theoretical_sectors_global_ideal")),
    ("wavefronts", lambda line: memory(line, "shared", "wavefronts"), lambda counts: counts.get("memory_l1_wavefronts_shared")),
    ("ideal wavefronts", lambda line: memory(line, "shared", "ideal"),
     lambda counts: counts.get("memory_l1_wavefronts_shared_ideal")),
    ("divergent branches", lambda line: line["divergent_branches"],
     lambda counts: counts.get("smsp__branch_targets_threads_divergent")),
]


def memory(line, space, what):
    return sum(counts.get(what, 0) for name, counts in line["memory"].items() if name.endswith("." + space))


def lanes(line):
    warps = sum(each["warps"] for each in line["instructions"].values())
    return sum(each["lanes"] for each in line["instructions"].values()) / warps if warps else None


def key(name):
    """void copyStrided<(int)2>(float const*, float*) is copyStrided<2>."""
    name = re.sub(r"\([a-z ]+\)(?=[-\d])", "", name)
    return re.sub(r"^void ", "", name.split("(")[0]).strip()


def lines_of(kernel):
    found = {}
    for line in kernel["lines"]:
        found.setdefault(f"{os.path.basename(line['file'])}:{line['line']}", []).append(line)
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("raddle", help="from raddle profile --json")
    parser.add_argument("ncu", help="from ncu_by_line.py")
    parser.add_argument("--tolerance", type=float, default=0.05, help="for active lanes (0.05)")
    arguments = parser.parse_args()
    with open(arguments.raddle) as file:
        ours = {key(kernel["name"]): lines_of(kernel) for kernel in json.load(file)["kernels"]}
    with open(arguments.ncu) as file:
        theirs = json.load(file)
    equal, all_lines, different = {}, {}, []
    kernels_equal = 0

    def note(what, is_equal, place, text):
        all_lines[what] = all_lines.get(what, 0) + 1
        equal[what] = equal.get(what, 0) + is_equal
        if not is_equal:
            different.append(f"  {place}: {what} {text}")

    for kernel in theirs:
        name = key(kernel["kernel"])
        before = len(different)
        if name not in ours:
            different.append(f"  {name}: raddle has not counted it")
            continue
        for place, counts in kernel["lines"].items():
            lines = ours[name].get(place, [])
            for what, of_raddle, of_ncu in QUANTITIES:
                expected, got = of_ncu(counts) or 0, sum(of_raddle(line) for line in lines)
                if expected or got:
                    note(what, expected == got, f"{name} {place}", f"{got}, of ncu {expected}")
            if lines and counts.get("inst_executed") and lanes(lines[0]):
                expected = counts["thread_inst_executed"] / counts["inst_executed"]
                note("active lanes", abs(lanes(lines[0]) - expected) <= arguments.tolerance * expected, f"{name} {place}",
                     f"{lanes(lines[0]):.2f}, of ncu {expected:.2f}")
        kernels_equal += len(different) == before
    print(f"{kernels_equal} of {len(theirs)} kernels are the same in all")
    for what, count in all_lines.items():
        print(f"{what}: the same on {equal[what]} of {count} lines")
    print("\n".join(different))
    return bool(different)


if __name__ == "__main__":
    sys.exit(main())
