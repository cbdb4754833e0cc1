#!/usr/bin/env python3
"""Which engine each kernel of this folder gets, as `raddle explain` says, against what engines.txt wants.

engines.py RADDLE [program...]     compares; prints the rows that differ, and fails if there are any
engines.py RADDLE --table          prints all rows with what is true now

A row of engines.txt is: program, kernel, the class of blocks that it is launched with, the engine, and why. `any` stands for
kernels whose lanes wait for each other: there the right result counts, on whichever engine. Where explain says "thread
engine", it has to name a line of the program.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import subprocess
import sys

FOLDER = pathlib.Path(__file__).parent


def rows():
    """(program, kernel, block class, engine, why)"""
    for line in (FOLDER / "engines.txt").read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.split(maxsplit=4)


def kernels_of(program):
    text = (FOLDER / f"{program}.cu").read_text(encoding="utf-8")
    return set(re.findall(r"^__global__ void (\w+)\(", text, re.MULTILINE))


def explained(raddle, program, block):
    """What is said about each kernel of a program, launched with such blocks."""
    run = subprocess.run(
        [raddle, "explain", str(FOLDER / f"{program}.cu"), "--block", block, "-std=c++17", "-O1", "-w"],
        stdout=subprocess.PIPE, text=True, check=True)
    return dict(re.findall(r"^(\w+)\(.*\n  (.*)", run.stdout, re.MULTILINE))


def complaint(row, answer):
    """What is wrong with an answer, or nothing."""
    program, kernel, _, wanted, _ = row
    engine = answer.split(maxsplit=1)[0]
    if wanted not in (engine, "any"):
        return f"{program}.{kernel}: wanted {wanted}, but: {answer}"
    if engine == "thread" and not re.search(rf"{program}\.cu:\d+", answer):
        return f"{program}.{kernel}: names no line of the program: {answer}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("raddle")
    parser.add_argument("programs", nargs="*")
    parser.add_argument("--table", action="store_true")
    arguments = parser.parse_args()
    programs = arguments.programs or sorted(path.stem for path in FOLDER.glob("*.cu"))
    chosen = [row for row in rows() if row[0] in programs]
    complaints = []
    for program in programs:
        listed = [row[1] for row in chosen if row[0] == program]
        for kernel in sorted(kernels_of(program) ^ set(listed)):
            complaints.append(f"{program}.{kernel}: {'no such kernel' if kernel in listed else 'not in engines.txt'}")
    groups = sorted({(program, block) for program, _, block, _, _ in chosen})
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        answers = dict(zip(groups, pool.map(lambda group: explained(arguments.raddle, *group), groups)))
    for row in chosen:
        program, kernel, block, wanted, _ = row
        answer = answers[program, block].get(kernel, "none")
        if arguments.table:
            print(f"{program:24}{kernel:28} {block:22}{wanted:8}{answer}")
        elif wrong := complaint(row, answer):
            complaints.append(wrong)
    print("\n".join(complaints or ([] if arguments.table else [f"pass: {len(chosen)} kernels"])))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
