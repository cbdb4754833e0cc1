#!/usr/bin/env python3
"""lay_out_by_profile.py LINKED OUTPUT --raddlecc RADDLECC PROGRAM.cu...: orders raddle-kernelc's code by use.

A compiler's time goes into fetching its own instructions. BOLT counts how often each branch of LINKED, which must
hold its relocations, is taken while it compiles the kernels of the given programs, and writes OUTPUT: the same code,
with the blocks and functions that follow each other in time next to each other in memory.

Nothing depends on it but time: where BOLT fails, OUTPUT is LINKED."""

import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

LAYOUT = ["-reorder-blocks=ext-tsp", "-reorder-functions=cdsort", "-split-functions", "-split-all-cold", "-split-eh",
          "-icf=1", "-jump-tables=move", "-use-gnu-stack"]


def run(command, environment=None):
    """Raises with all that the command said when it fails."""
    done = subprocess.run(command, env={**os.environ, **(environment or {})}, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}")


def train(arguments, compiler, folder):
    """Compiles and runs each program, its kernels compiled by `compiler`."""
    wrapper = folder / "kernelc"
    wrapper.write_text(f'#!/bin/sh\nexec "{compiler}" -run-exit-handlers "$@"\n')
    wrapper.chmod(0o755)
    for source in arguments.programs:
        program = folder / source.stem
        run([arguments.raddlecc, "-std=c++17", source, "-o", program], {"RADDLE_KERNELC": str(arguments.linked)})
        run([program], {"RADDLE_KERNELC": str(wrapper), "RADDLE_CACHE_DIR": str(folder / "cache")})


def lay_out(arguments, folder):
    # It looks for libraddle.so relative to itself.
    instrumented = arguments.output.with_suffix(".instrumented")
    counts = folder / "counts"
    try:
        run([arguments.bolt, arguments.linked, "-instrument", f"--instrumentation-file={counts}",
             "--instrumentation-file-append-pid", "-o", instrumented])
        train(arguments, instrumented, folder)
    finally:
        instrumented.unlink(missing_ok=True)
    profile = folder / "profile"
    run([arguments.merge, "-o", profile, *folder.glob("counts.*")])
    run([arguments.bolt, arguments.linked, f"-data={profile}", *LAYOUT, "-o", folder / "laid_out"])
    return folder / "laid_out"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("linked", type=pathlib.Path)
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("programs", type=pathlib.Path, nargs="+", help="CUDA programs whose kernels it shall learn from")
    parser.add_argument("--raddlecc", type=pathlib.Path, required=True)
    parser.add_argument("--bolt", default="llvm-bolt")
    parser.add_argument("--merge", default="merge-fdata")
    arguments = parser.parse_args()

    with tempfile.TemporaryDirectory(dir=arguments.output.parent) as name:
        try:
            finished = lay_out(arguments, pathlib.Path(name))
        except (RuntimeError, OSError) as failure:
            print(f"lay_out_by_profile: {arguments.output.name} stays as it was linked: {failure}", file=sys.stderr)
            finished = shutil.copy(arguments.linked, name)
        pathlib.Path(finished).replace(arguments.output)


if __name__ == "__main__":
    main()
