"""Looks for kernels by their names in what perf records.

  run_perf.py RADDLECC SOURCE: compiles SOURCE, in which `// hot: NAME` says what perf must show, with and without -g.
"""

import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77


def skip(why):
    print("skipped:", why)
    sys.exit(SKIPPED)


def perf(*arguments):
    return subprocess.run(["perf", *map(str, arguments)], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)


def main():
    raddlecc, source = sys.argv[1:]
    if not shutil.which("perf"):
        skip("there is no perf (Debian's package is called linux-perf)")
    wanted = re.findall(r"^// hot: (.*)", pathlib.Path(source).read_text(encoding="utf-8"), re.MULTILINE)
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        # The clock of the kernel: virtual machines have no counters.
        record = ["record", "-e", "cpu-clock", "-o", work / "data", "-g"]
        if perf(*record, "true").returncode != 0:
            skip("this system lets perf record nothing")
        for flags in [[], ["-g"]]:
            subprocess.run([raddlecc, "-std=c++17", *flags, "-o", work / "program", source], check=True)
            subprocess.run([work / "program"], check=True)  # compiles the kernels
            recorded = perf(*record, work / "program")
            if recorded.returncode != 0:
                sys.exit(recorded.stdout)
            report = perf("report", "-i", work / "data", "--stdio", "--no-children", "-g", "none").stdout
            for kernel in wanted:
                if kernel not in report:
                    sys.exit(f"with {flags} perf does not show '{kernel}':\n{report}")


main()
