#!/usr/bin/env python3
"""The values that raddle view records, against those that the program prints, on both engines."""

import argparse
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ARGUMENTS = ["--kernel", "values", "--block", "1", "--warp", "1"]


def number(bits, kind):
    """The value of a variable of that type."""
    if kind == "f32":
        return struct.unpack("<f", struct.pack("<I", bits))[0]
    if kind == "f64":
        return struct.unpack("<d", struct.pack("<Q", bits))[0]
    return bits


def lanes_of(mask):
    return [lane for lane in range(32) if mask >> lane & 1]


def recorded(lines):
    """By variable and lane: what was assigned last, and its type."""
    last = {}
    for line in lines[1:]:
        step = json.loads(line)
        if step["kind"] == "assign" and step["warp"] == 1:
            for i, lane in enumerate(lanes_of(step["lanes"])):
                # Each $ of a name stands for an index.
                indices = iter(values[i] for values in step["values"][1:])
                name = re.sub(r"\$", lambda _: str(next(indices)), step["name"])
                last[name, lane] = (step["values"][0][i], step["types"][0])
    return last


def same(printed, bits, kind):
    if kind in ("f32", "f64"):
        return float(printed) == number(bits, kind)
    mask = (1 << int(kind[1:])) - 1
    return int(printed) & mask == bits & mask


def check(raddle, program, lanes, folder):
    page, steps = folder / "page.html", folder / "steps.json"
    done = subprocess.run([raddle, "view", *ARGUMENTS, "-o", page, "--json", steps, program], text=True, timeout=200,
                          capture_output=True, env={**os.environ, "RADDLE_LANES": lanes})
    if done.returncode:
        return [f"status {done.returncode}: {done.stderr}"]
    lines = steps.read_text().splitlines()
    last, failures, compared = recorded(lines), [], 0
    for line in done.stdout.splitlines():
        name, lane, value = line.split()
        if (name, int(lane)) not in last:
            failures.append(f"{lanes} lanes: {name} of lane {lane} is not recorded")
            continue
        compared += 1
        if not same(value, *last[name, int(lane)]):
            failures.append(f"{lanes} lanes: {name} of lane {lane} is {value}, recorded is {last[name, int(lane)]}")
    if compared < 31 * 30:
        failures.append(f"{lanes} lanes: only {compared} values were compared")
    steps = [json.loads(line) for line in lines[1:]]
    early = sum(step["lanes"] for step in steps if step["kind"] == "exit" and step["lanes"] & 0xc0000000)
    if early != 0xc0000000 or any(step["lanes"] & 0xc0000000 for step in steps if step["kind"] == "load"):
        failures.append(f"{lanes} lanes: lanes 30 and 31 do not leave early")
    if json.loads(lines[0])["engine_lanes"] != int(lanes):
        failures.append(f"the engine is another one: {lines[0]}")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raddlecc", required=True)
    parser.add_argument("--raddle", required=True)
    arguments = parser.parse_args()
    failures = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for option in ("-O3", "-g"):
            program = folder / f"values{option}"
            subprocess.run([arguments.raddlecc, option, "-o", program, HERE / "values.cu"], check=True)
            for lanes in ("32", "1"):
                failures += check(arguments.raddle, program, lanes, folder)
    print("\n".join(failures) or "all values are as printed")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
