#!/usr/bin/env python3
"""Which warps raddle view shows at each barrier, and that accesses to local variables are no accesses to global memory."""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
WARP = 2


def recorded(raddle, program, lanes, folder):
    steps = folder / "steps.json"
    subprocess.run([raddle, "view", "--warp", str(WARP), "-o", folder / "page.html", "--json", steps, program], text=True,
                   timeout=200, capture_output=True, check=True, env={**os.environ, "RADDLE_LANES": lanes})
    return [json.loads(line) for line in steps.read_text().splitlines()[1:]]


def check(lines, steps, engine):
    wanted = {number: set(map(int, found[1].split())) for number, text in enumerate(lines, 1)
              if (found := re.search(r"// others: ([\d ]+)", text))}
    local = {number for number, text in enumerate(lines, 1) if "// local" in text} | {6}
    seen, line, others = set(), 0, set()

    def ends():
        if line in wanted:
            seen.add(line)
            if others != wanted[line]:
                yield f"{engine}: to the barrier of line {line} came warps {sorted(others)}"

    for step in steps:
        if step["joins"]:
            if step["kind"] == "barrier" and step["warp"] != WARP:
                others.add(step["warp"])
                if step["line"] != line:
                    yield f"{engine}: warp {step['warp']} is at line {step['line']}, and not at {line}"
            continue
        yield from ends()
        line, others = (step["line"], set()) if step["kind"] == "barrier" else (0, set())
        if step["kind"] in ("load", "store") and step["line"] in local:
            yield f"{engine}: line {step['line']} has a {step['kind']} of memory"
    yield from ends()
    if seen != set(wanted):
        yield f"{engine}: barriers of lines {sorted(set(wanted) - seen)} are not recorded"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raddlecc", required=True)
    parser.add_argument("--raddle", required=True)
    arguments = parser.parse_args()
    failures = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for option in ("-O3", "-g"):
            program = folder / f"barriers{option}"
            subprocess.run([arguments.raddlecc, option, "-o", program, HERE / "barriers.cu"], check=True)
            for lanes in ("32", "1"):
                steps = recorded(arguments.raddle, program, lanes, folder)
                failures += check((HERE / "barriers.cu").read_text().splitlines(), steps, f"{lanes} lanes, {option}")
    print("\n".join(failures) or "all warps are at their barriers")
    return bool(failures)


if __name__ == "__main__":
    sys.exit(main())
