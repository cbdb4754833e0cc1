"""Runs a program under valgrind, on both engines. It knows fewer instructions than the processor may have, and must be told
of fibers' stacks.

  run_valgrind.py RADDLECC SOURCE
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77


def main():
    raddlecc, source = sys.argv[1:]
    if not shutil.which("valgrind"):
        print("skipped: there is no valgrind")
        sys.exit(SKIPPED)
    environment = {name: value for name, value in os.environ.items() if name != "RADDLE_ISA"}
    with tempfile.TemporaryDirectory() as name:
        program = pathlib.Path(name) / "program"
        subprocess.run([raddlecc, "-std=c++17", "-g", "-o", program, source], check=True)
        for lanes in ["32", "1"]:
            environment["RADDLE_LANES"] = lanes
            done = subprocess.run(["valgrind", "--error-exitcode=9", program, "briefly"], env=environment, text=True,
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if done.returncode != 0:
                sys.exit(f"with {lanes} lanes valgrind ended with {done.returncode}:\n{done.stdout}")


main()
