#!/usr/bin/env python3
"""What each optional pass of the kernel compiler is worth: a corpus of kernels, with each pass left out.

The corpus is bench/ablation and bench/suite. The compilations that each kernel needs are recorded, and done again without
each pass: where the code is the same, nothing is measured. Elsewhere a process with the pass and one without it take turns
on one core, in several runs; what counts is the median of the runs' ratios. Gains and losses that matter are measured
again, in more runs.

Everything is done in a folder with the programs and the compiler (--build-only makes it), which can be taken to a quiet
machine.
"""

import argparse
import concurrent.futures
import contextlib
import dataclasses
import glob
import hashlib
import json
import math
import os
import queue
import re
import shutil
import statistics
import subprocess
import sys
import threading
import time

import machine

HERE = os.path.dirname(os.path.abspath(__file__))
# These programs of the suite are not measured: sweeps take no commands, and the other two launch empty kernels.
LEFT_OUT = ("sweep_", "launch_", "grid_sync")
# A pass earns its place when it gains so much on some kernel, and helps several, or one by more.
GAIN, GAIN_ON_ONE_KERNEL = 0.05, 0.15
# Smaller gains and losses are far from any decision, and measured once.
NOTEWORTHY = 0.035


# ---- the folder


class Pack:
    """A folder with what is measured: programs/, raddle/ (an installation), libraries/ and passes.json."""

    def __init__(self, folder, settings=()):
        self.folder = os.path.abspath(folder)
        self.settings = dict(setting.split("=", 1) for setting in settings)
        self.compiler = os.path.join(self.folder, "raddle", "libexec", "raddle", "raddle-kernelc")
        self.recorder = os.path.join(self.folder, "record")

    def environment(self, cache, **others):
        raddle = os.path.join(self.folder, "raddle")
        libraries = ":".join([f"{raddle}/lib", f"{raddle}/lib64", f"{self.folder}/libraries"])
        return {
            **{name: value for name, value in os.environ.items() if not name.startswith("RADDLE_")},
            "LD_LIBRARY_PATH": libraries,
            "RADDLE_CACHE_DIR": os.path.join(self.folder, "work", "cache", cache),
            "RADDLE_KERNELC": self.compiler,
            "RADDLE_WORKERS": "1",
            **self.settings,
            **others,
        }

    def passes(self):
        """{name: {phase, purpose, lines}} of the optional passes."""
        with open(os.path.join(self.folder, "passes.json")) as file:
            return json.load(file)

    def kernels(self):
        """{name: command} of all kernels."""
        commands = {}
        for program in sorted(glob.glob(os.path.join(self.folder, "programs", "*"))):
            if program.endswith(".raddle"):
                commands[os.path.basename(program).removesuffix(".raddle")] = [program]
                continue
            listed = subprocess.run([program, "--list"], env=self.environment("on"), capture_output=True, text=True)
            for name in listed.stdout.split():
                commands[name] = [program, name]
        return commands


# Stands in for the kernel compiler and keeps its input and arguments in the folder $ABLATION_RECORDS.
RECORDER = """#!/bin/sh
record=$ABLATION_RECORDS/$$
for argument in "$@"; do
  case $argument in
    /dev/fd/*) cat "$argument" > "$record.bc"; printf '%s\\n' "$record.bc" ;;
    *) printf '%s\\n' "$argument" ;;
  esac
done > "$record.arguments"
exec "$ABLATION_COMPILER" "$@"
"""


def build(build_folder, folder):
    """Fills the pack from a build folder in which the target bench-ablation has been made."""
    pack = Pack(folder)
    if os.path.exists(folder) and not os.path.exists(pack.recorder):
        raise SystemExit(f"{folder} exists and is no folder of an ablation")
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(os.path.join(folder, "programs"))
    for pattern in ("ablation/*", "suite/*.raddle"):
        for program in glob.glob(os.path.join(build_folder, "bench", pattern)):
            name = os.path.basename(program)
            if os.path.isfile(program) and os.access(program, os.X_OK) and not name.startswith(LEFT_OUT):
                copy_program(program, os.path.join(folder, "programs", name))
    if not os.listdir(os.path.join(folder, "programs")):
        raise SystemExit(f"there are no programs: ninja -C {build_folder} bench-ablation")
    installation = os.path.join(folder, "raddle")
    for name in ("lib/libraddle.so", "lib/raddle/device.bc", "libexec/raddle/raddle-kernelc"):
        os.makedirs(os.path.dirname(os.path.join(installation, name)), exist_ok=True)
        shutil.copy(os.path.join(build_folder, name), os.path.join(installation, name))
    if shutil.which("strip"):
        subprocess.run(["strip", pack.compiler], check=True)
    os.makedirs(os.path.join(installation, "lib64"))
    for name in ("libcuda.so.1", "libcudart.so.12"):
        os.symlink("../lib/libraddle.so", os.path.join(installation, "lib64", name))
    os.makedirs(os.path.join(folder, "libraries"))
    needed = libraries_of(os.path.join(installation, "lib", "libraddle.so"), pack.compiler)
    for library in needed + [installed_library("libsleef.so.3")]:  # which kernels are linked with
        shutil.copy(library, os.path.join(folder, "libraries"))
    with open(pack.recorder, "w") as file:
        file.write(RECORDER)
    os.chmod(pack.recorder, 0o755)
    with open(os.path.join(folder, "passes.json"), "w") as file:
        json.dump(optional_passes(pack.compiler), file, indent=1)
    with open(os.path.join(folder, "revision"), "w") as file:
        file.write(machine.revision())
    for script in ("ablation.py", "machine.py"):
        shutil.copy(os.path.join(HERE, script), folder)


def copy_program(program, copy):
    """Programs name their runtime by its place; in the copy the name alone is left, so that it is looked for."""
    shutil.copy(program, copy)
    with open(copy, "r+b") as file:
        code = file.read()
        file.seek(0)
        file.write(re.sub(rb"/[^\0]*/(libraddle\.so)(?=\0)", lambda found: found[1].ljust(len(found[0]), b"\0"), code))


def libraries_of(*files):
    """The shared libraries that these need, the C library's aside."""
    found = set()
    for file in files:
        lines = subprocess.run(["ldd", file], capture_output=True, text=True, check=True).stdout.splitlines()
        found.update(line.split()[2] for line in lines if "=> /" in line)
    c_library = ("libc.so", "libm.so", "libpthread", "libdl", "librt", "ld-linux", "libraddle", "libcuda")
    return sorted(path for path in found if not os.path.basename(path).startswith(c_library))


def installed_library(name):
    listed = subprocess.run(["/sbin/ldconfig", "-p"], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        if line.split()[:1] == [name]:
            return line.split()[-1]
    raise SystemExit(f"{name} is not installed")


# ---- the passes


def optional_passes(compiler):
    listed = subprocess.run([compiler, "-list-passes"], capture_output=True, text=True, check=True).stdout
    lines = LinesOfPasses()
    passes = {}
    for line in listed.splitlines():
        name, phase, need, purpose = line.split(None, 3)
        if need == "optional":
            passes[name] = {"phase": phase, "purpose": purpose, **lines.of(name)}
    return passes


class LinesOfPasses:
    """How many lines a pass has: its own files, with those that only it includes; neither comments nor blank lines."""

    def __init__(self):
        source = os.path.join(HERE, "..", "src")
        self.includes = {}  # {file without suffix: those that it includes}
        self.text = {}  # {file without suffix: its code}
        for path in glob.glob(os.path.join(source, "**", "*"), recursive=True):
            if path.endswith((".cpp", ".h")):
                with open(path) as file:
                    text = file.read()
                name = os.path.relpath(path, source).rsplit(".", 1)[0]
                self.text[name] = self.text.get(name, "") + "\n" + text
                included = re.findall(r'^#include "(.*)\.h"', text, re.M)
                self.includes.setdefault(name, set()).update(each for each in included if each != name)
        table = self.text["vectorize/pipeline"]
        # The row's name, purpose, phase and body.
        rows = re.findall(r'\{"([\w-]+)",\s*(?:"[^"]*"\s*)+,\s*k\w+,\s*(?:over<|onEach<)?([\w:]+)', table)
        self.files = {name: self.file_of(body) for name, body in rows}

    def file_of(self, function):
        definition = re.compile(rf"^(?:void|bool|PreservedAnalyses) {function}\([^;{{]*\{{", re.M)
        for name, text in self.text.items():
            if name.startswith("vectorize/") and definition.search(text):
                return name
        return None

    def reached_from(self, name, without):
        reached, waiting = set(), [name]
        while waiting:
            each = waiting.pop()
            if each in reached or each == without or each not in self.text:
                continue
            reached.add(each)
            waiting += self.includes[each]
        return reached

    def of(self, name):
        own = self.files.get(name)
        if not own:
            return {"lines": 1, "of_llvm": True}
        others = set()
        for other in self.text:
            if other != own and other != "vectorize/pipeline" and other not in self.reached_from(own, None):
                others |= self.reached_from(other, own)
        files = {own} | (self.reached_from(own, None) - others)
        return {"lines": sum(code_lines(self.text[file]) for file in files), "files": sorted(files)}


def code_lines(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    return sum(1 for line in text.splitlines() if line.strip() and not line.strip().startswith("//"))


# ---- which kernels a pass touches


@dataclasses.dataclass(frozen=True)
class Compilation:
    """One call of the kernel compiler."""

    bitcode: str
    options: tuple

    def __str__(self):
        return self.options[1]


def record_compilations(pack, name, command, cores):
    """Runs the kernel once and returns what was compiled for it."""
    records = os.path.join(pack.folder, "work", "records", name)
    shutil.rmtree(records, ignore_errors=True)
    os.makedirs(records)
    environment = pack.environment(
        f"recorded-{name}",
        RADDLE_KERNELC=pack.recorder,
        ABLATION_RECORDS=records,
        ABLATION_COMPILER=pack.compiler,
    )
    with cores.one() as core:
        answer = subprocess.run(
            command, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300,
            preexec_fn=lambda: os.sched_setaffinity(0, {core}),
        )  # fmt: skip
    if not answer.stdout.startswith("ready"):
        raise RuntimeError(f"{name}: {answer.stdout} {answer.stderr}")
    compilations = []
    for file in sorted(glob.glob(os.path.join(records, "*.arguments"))):
        with open(file) as lines:
            arguments = lines.read().split("\n")[:-1]
        if "-kernel" not in arguments:
            continue
        bitcode = arguments[arguments.index("-bitcode") + 1]
        options = []
        for option in ("-kernel", "-lanes", "-block"):
            options += [option, arguments[arguments.index(option) + 1]]
        # Programs with many kernels hand over the same code again and again.
        with open(bitcode, "rb") as code:
            kept = os.path.join(pack.folder, "work", hashlib.sha256(code.read()).hexdigest() + ".bc")
        os.replace(bitcode, kept)
        compilations.append(Compilation(kept, tuple(options)))
    return compilations


class Compiler:
    """Compiles what was recorded, without a pass, and remembers the results' hashes."""

    def __init__(self, pack, cores):
        self.pack, self.cores = pack, cores
        self.known = {}

    def run(self, compilation, *more):
        command = [self.pack.compiler, "-bitcode", compilation.bitcode, *compilation.options, *more]
        with self.cores.one() as core:
            ended = subprocess.run(
                command, env=self.pack.environment("none"), capture_output=True, timeout=240,
                preexec_fn=lambda: os.sched_setaffinity(0, {core}),
            )  # fmt: skip
        if ended.returncode != 0:
            said = ended.stderr.decode(errors="replace").strip()[:300]
            raise RuntimeError(f"the compiler ended with {ended.returncode} {said}".rstrip())
        return ended.stdout

    def hash_of_ir(self, compilation, left_out=()):
        text = self.run(compilation, *left_out, "-stop-after", "finish", "-ir-after", "finish")
        # The first line names the pass that came last.
        return hashlib.sha256(text.partition(b"\n")[2]).digest()

    def hash_of_object(self, compilation, left_out=()):
        file = os.path.join(self.pack.folder, "work", f"object-{threading.get_ident()}.so")
        self.run(compilation, *left_out, "-o", file)
        with open(file, "rb") as code:
            return hashlib.sha256(code.read()).digest()

    def remember(self, compilation):
        self.known[compilation] = self.hash_of_ir(compilation), self.hash_of_object(compilation)

    def changes(self, compilation, row):
        """Whether the kernel's code is another without this pass."""
        left_out = ("-disable-pass", members(row))
        ir, code = self.known[compilation]
        if self.hash_of_ir(compilation, left_out) == ir:
            return False
        return self.hash_of_object(compilation, left_out) != code

    def times(self, compilation):
        """Milliseconds of processor time of each pass."""
        lines = self.run(compilation, "-times", "-o", "/dev/null").decode().splitlines()
        return {line.split("  ")[-1].strip(): float(line.split()[2]) for line in lines if " ms " in line}


class Cores:
    """The cores on which something may run; each has one process at a time, or a pair that takes turns."""

    def __init__(self, numbers):
        self.count = len(numbers)
        self.free = queue.Queue()
        for core in numbers:
            self.free.put(core)

    @contextlib.contextmanager
    def one(self):
        core = self.free.get()
        try:
            yield core
        finally:
            self.free.put(core)


def processors():
    return sorted(os.sched_getaffinity(0), reverse=True)


def physical_cores():
    """One processor of each core: what its other threads do disturbs a measurement."""
    cores = {}
    for number in processors():
        try:
            with open(f"/sys/devices/system/cpu/cpu{number}/topology/thread_siblings_list") as file:
                cores[file.read().strip()] = number
        except OSError:
            cores[number] = number
    return list(cores.values())


def in_parallel(jobs, function, items, what, failures):
    """The function's results, by item; what fails is reported, added to the failures and left out."""
    results = {}
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = {pool.submit(function, item): item for item in items}
        for done, future in enumerate(concurrent.futures.as_completed(futures), 1):
            try:
                results[futures[future]] = future.result()
            except (RuntimeError, OSError, subprocess.TimeoutExpired) as error:
                item = futures[future]
                failures.append(f"{' '.join(map(str, item)) if isinstance(item, tuple) else item}: {error}")
                print(f"\n{failures[-1]}", file=sys.stderr)
            if sys.stderr.isatty() or done % 200 == 0 or done == len(futures):
                print(f"\r{what}: {done} of {len(futures)} ", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return results


# ---- what a pass gains


class Contender:
    """A running program, with a pass or without it."""

    def __init__(self, command, environment, core):
        self.process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, preexec_fn=lambda: os.sched_setaffinity(0, {core}),
        )  # fmt: skip
        self.fastest, self.runs = math.inf, 1
        # A program that hangs without a pass is killed after two minutes.
        self.watch = threading.Timer(120, self.process.kill)
        self.watch.start()
        self.check_sum = self.answer()[1]

    def answer(self):
        words = self.process.stdout.readline().split()
        if not words or words[0] == "wrong":
            self.process.wait()
            raise RuntimeError(" ".join(words) or f"ended with {self.process.returncode}")
        return words

    def take_turn(self, clock, seconds):
        self.process.stdin.write(f"{self.runs}\n")
        self.process.stdin.flush()
        needed = float(self.answer()[clock])
        self.fastest = min(self.fastest, needed)
        self.runs = max(1, min(200, int(seconds / needed)))
        return needed

    def end(self):
        self.watch.cancel()
        self.process.kill()
        self.process.communicate()


@dataclasses.dataclass
class Measured:
    ratios: list  # the time without the pass by that with it, of each run
    seconds: float  # with it
    same_result: bool

    @property
    def gain(self):
        return statistics.median(self.ratios) - 1

    def with_more(self, other):
        same = self.same_result and other.same_result
        return Measured(self.ratios + other.ratios, min(self.seconds, other.seconds), same)


@dataclasses.dataclass
class Options:
    turns: int = 4
    # Seconds that a turn should take, at least one run.
    turn: float = 0.02
    clock: int = 1  # the processor's; 0: the wall's


def measure(pack, command, row, runs, core, options):
    ratios, seconds, same = [], math.inf, True
    for run in range(runs):
        off = pack.environment(f"off-{row}", RADDLE_KERNELC_FLAGS=f"-disable-pass={members(row)}")
        environments = [pack.environment("on"), off]
        with contextlib.ExitStack() as stack:
            contenders = []
            # The process that starts first gets other pages of memory, so the order alternates.
            for which in (run % 2, 1 - run % 2):
                contenders.append(Contender(command, environments[which], core))
                stack.callback(contenders[-1].end)
            if run % 2:
                contenders.reverse()
            with_it, without = contenders
            for turn in range(options.turns + 1):
                for contender in contenders[:: -1 if turn % 2 else 1]:
                    contender.take_turn(options.clock, options.turn)
                if turn and without.fastest > 4 * with_it.fastest:
                    break
            ratios.append(without.fastest / with_it.fastest)
            seconds = min(seconds, with_it.fastest)
            same = same and with_it.check_sum == without.check_sum
    return Measured(ratios, seconds, same)


# ---- the whole


def run(pack, arguments):
    began = time.monotonic()
    cores = Cores(processors()[: arguments.jobs])
    jobs = cores.count
    passes = pack.passes()
    rows = rows_of(passes, arguments.rows)
    every_kernel = pack.kernels()
    kernels = {name: every_kernel[name] for name in chosen(every_kernel, arguments.only, "kernel")}
    failures = []
    shutil.rmtree(os.path.join(pack.folder, "work"), ignore_errors=True)
    os.makedirs(os.path.join(pack.folder, "work", "cache"), mode=0o700)

    compilations = in_parallel(
        jobs, lambda name: record_compilations(pack, name, kernels[name], cores), kernels, "recorded", failures
    )
    compiler = Compiler(pack, cores)
    distinct = list(dict.fromkeys(each for of_kernel in compilations.values() for each in of_kernel))
    in_parallel(jobs, compiler.remember, distinct, "compiled", failures)
    times = list(in_parallel(jobs, compiler.times, compiler.known, "timed", failures).values())
    pairs = [(each, row) for each in compiler.known for row in rows]
    changed = in_parallel(jobs, lambda pair: compiler.changes(*pair), pairs, "compared", failures)
    touched = {
        row: [name for name, needed in compilations.items() if any(changed.get((each, row)) for each in needed)]
        for row in rows
    }
    results = {
        "machine": {**machine.describe(), "revision": revision_of(pack)},
        "settings": pack.settings,
        "kernels": sorted(compilations),
        "failures": failures,
        "compile_ms": sum(sum(each.values()) for each in times),
        "rows": {
            row: {
                **described(passes, row),
                "touched": touched[row],
                "compile_ms": sum(each.get(member, 0) for each in times for member in row.split("+")),
                "gains": {},
            }
            for row in rows
        },
    }
    print(f"{time.monotonic() - began:.0f} s to compare", file=sys.stderr)
    if not arguments.touched_only:
        measure_all(pack, kernels, touched, results, arguments)
    for row in results["rows"].values():
        row["earns"] = earns(row)
    results["seconds"] = time.monotonic() - began
    return results


def measure_all(pack, kernels, touched, results, arguments):
    cores = Cores(physical_cores()[: arguments.jobs])
    options = Options(turns=arguments.turns, clock=0 if arguments.wall else 1)

    def measured(runs):
        def one(pair):
            with cores.one() as core:
                return measure(pack, kernels[pair[1]], pair[0], runs, core, options)

        return one

    pairs = [(row, name) for row, names in touched.items() for name in names]
    found = in_parallel(cores.count, measured(arguments.runs), pairs, "measured", results["failures"])
    again = [pair for pair, each in found.items() if abs(each.gain) >= NOTEWORTHY and max(each.ratios) < 2]
    more = in_parallel(cores.count, measured(arguments.again), again, "again", results["failures"])
    for pair, each in more.items():
        found[pair] = found[pair].with_more(each)
    for (row, name), each in found.items():
        results["rows"][row]["gains"][name] = round(each.gain, 4)
        results.setdefault("times", {})[name] = each.seconds
        if not each.same_result:
            results.setdefault("other_results", []).append([row, name])


def chosen(all_names, wanted, what):
    names = wanted.split(",") if wanted else list(all_names)
    for name in names:
        if name not in all_names:
            raise SystemExit(f"there is no {what} '{name}'; there are {', '.join(all_names)}")
    return names


def rows_of(passes, wanted):
    """What is left out at a time: a pass, or several that are joined by '+'."""
    rows = wanted.split(",") if wanted else list(passes)
    for row in rows:
        chosen(passes, members(row), "pass that may be left out")
    return rows


def members(row):
    return row.replace("+", ",")


def described(passes, row):
    if "+" not in row:
        return passes[row]
    return {"lines": sum(passes[member]["lines"] for member in row.split("+"))}


def earns(row):
    helped = [gain for gain in row["gains"].values() if gain >= GAIN]
    return len(helped) > 1 or max(helped, default=0) >= GAIN_ON_ONE_KERNEL


def revision_of(pack):
    with open(os.path.join(pack.folder, "revision")) as file:
        return file.read().strip()


# ---- the tables


def percent(gain):
    return f"{100 * gain:+.0f} %"


def table(results):
    count = len(results["kernels"])
    lines = [
        "{cpu}, {date}, {revision}: ".format(**results["machine"])
        + f"{count} kernels, each on one core; they take {results['compile_ms'] / 1000:.1f} s to compile."
        + "".join(f" {name}={value}." for name, value in results["settings"].items()),
        "",
        "| pass | lines | compile time | kernels touched | helped | harmed | most gained | earns its place |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for name, row in results["rows"].items():
        gains = sorted(row["gains"].items(), key=lambda item: -item[1])
        helped = [item for item in gains if item[1] >= GAIN]
        harmed = [item for item in gains if item[1] <= -GAIN]
        best = ", ".join(f"`{kernel}` {percent(gain)}" for kernel, gain in (helped or gains)[:3])
        worst = ", ".join(f"`{kernel}` {percent(gain)}" for kernel, gain in harmed[:-3:-1])
        cells = [
            f"`{name}`" + (" (LLVM's)" if row.get("of_llvm") else ""),
            str(row["lines"]),
            f"{100 * row['compile_ms'] / results['compile_ms']:.1f} %",
            str(len(row["touched"])),
            str(len(helped)),
            worst or "-",
            best or "-",
            "yes" if row["earns"] else "no",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    without = [f"`{name}`" for name, row in results["rows"].items() if not row["earns"]]
    lines += ["", "Without a place: " + (", ".join(without) or "none") + "."]
    lines += ["", *(f"* Defect: {failure}" for failure in results["failures"])]
    for row, name in results.get("other_results", []):
        lines.append(f"* Defect: `{name}` has another result without `{row}`.")
    return "\n".join(lines)


DOCS = os.path.join(HERE, "..", "docs", "ablation.md")
DOCS_BEGIN, DOCS_END = "<!-- bench/ablation.py writes this table -->", "<!-- end of the table -->"


def update_docs(results):
    with open(DOCS) as file:
        head, rest = file.read().split(DOCS_BEGIN)
    with open(DOCS, "w") as file:
        file.write(head + DOCS_BEGIN + "\n" + table(results) + "\n" + DOCS_END + rest.split(DOCS_END)[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default="build/release", help="build folder (%(default)s), with bench-ablation made")
    parser.add_argument("--build-only", metavar="DIR", help="make the folder, and measure nothing")
    parser.add_argument("--measure", metavar="DIR", help="measure in a folder that was made so")
    parser.add_argument("--rows", help="passes, separated by commas (all that are optional); a+b leaves out both at once")
    parser.add_argument("--only", help="kernels, separated by commas (all)")
    parser.add_argument("--jobs", type=int, help="processors to use (all; to measure, one per core)")
    parser.add_argument("--runs", type=int, default=3, help="of each pair of processes (%(default)s)")
    parser.add_argument("--again", type=int, default=6, help="more runs where something was gained (%(default)s)")
    parser.add_argument("--turns", type=int, default=4, help="of each process in a run (%(default)s)")
    parser.add_argument("--with", dest="settings", action="append", default=[], metavar="NAME=VALUE",
                        help="an environment variable for compiler and programs, as RADDLE_ISA=avx2")  # fmt: skip
    parser.add_argument("--wall", action="store_true", help="by the clock on the wall, not by processor time")
    parser.add_argument("--touched-only", action="store_true", help="only which kernels each pass touches")
    parser.add_argument("--json", help="write the results to this file")
    parser.add_argument("--from-json", help="take the results from this file instead of measuring")
    parser.add_argument("--update-docs", action="store_true", help="write the table into docs/ablation.md")
    arguments = parser.parse_args()
    if arguments.update_docs and (arguments.rows or arguments.only):
        parser.error("--update-docs writes the whole table: --rows and --only would leave out the rest of it")
    if arguments.from_json:
        with open(arguments.from_json) as file:
            results = json.load(file)
    else:
        folder = arguments.measure or arguments.build_only or os.path.join(arguments.build, "ablation")
        if not arguments.measure:
            build(arguments.build, folder)
        if arguments.build_only:
            return
        pack = Pack(folder, arguments.settings)
        results = run(pack, arguments)
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(results, file, indent=1)
    if arguments.update_docs:
        update_docs(results)
    print(table(results))


if __name__ == "__main__":
    main()
