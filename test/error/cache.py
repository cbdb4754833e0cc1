#!/usr/bin/env python3
"""cache.py PROGRAM KERNELC CASE: whatever the cache of compiled kernels holds, results are right.

Each case damages the cache in one way. A damaged file is built again without a word. Whether kernels come
from the cache is seen by standing between the program and the kernel compiler, and counting its runs."""

import pathlib
import re
import sys
import tempfile

from expectations import run, verdict
from sandbox import Sandbox

program, kernel_compiler, case = sys.argv[1:]


def damage_each(sandbox, change):
    """Fills the cache, changes every file of it, and expects that all is built again."""
    sandbox.expect("empty cache", compiles=True)
    if not sandbox.files():
        verdict(["the first run left nothing in the cache"])
    for path in sandbox.files():
        path.write_bytes(change(path.read_bytes()))
    sandbox.expect("damaged cache", compiles=True)
    sandbox.expect("mended cache", compiles=False)


def flip_middle_byte(data):
    middle = len(data) // 2
    return data[:middle] + bytes([data[middle] ^ 0xff]) + data[middle + 1:]


def swap_all(sandbox):
    """Gives each file the contents of another one."""
    sandbox.expect("empty cache", compiles=True)
    contents = [path.read_bytes() for path in sandbox.files()]
    for path, data in zip(sandbox.files(), contents[1:] + contents[:1]):
        path.write_bytes(data)
    sandbox.expect("files under wrong names", compiles=True)
    sandbox.expect("mended cache", compiles=False)


def warm(sandbox):
    sandbox.expect("empty cache", compiles=True)
    sandbox.expect("warm cache", compiles=False)


def unwritable(sandbox):
    # A folder below a file cannot be made, not even by root.
    blocker = sandbox.log.parent / "file"
    blocker.write_text("in the way")
    for folder in (str(blocker / "cache"), "/proc/no/such/folder"):
        sandbox.expect("unwritable cache", compiles=True, environment={"RADDLE_CACHE_DIR": folder})


def off(sandbox):
    for _ in range(2):
        sandbox.expect("RADDLE_CACHE=0", compiles=True, environment={"RADDLE_CACHE": "0"})
    if sandbox.files():
        verdict(["RADDLE_CACHE=0 should leave the folder alone"])


def no_home(sandbox):
    nowhere = {"HOME": "", "XDG_CACHE_HOME": "", "RADDLE_CACHE_DIR": ""}
    sandbox.expect("no home", compiles=True, environment=nowhere)


def no_kernel_compiler(sandbox):
    missing = "/nonexistent/raddle-kernelc"
    done = run([program, "cudaErrorJitCompilerNotFound"], {**sandbox.environment, "RADDLE_KERNELC": missing})
    if done.returncode != 0:
        verdict(["the launch should fail with cudaErrorJitCompilerNotFound"], done)
    if missing not in done.stderr:
        verdict(["stderr should name the compiler that is missing"], done)


def dying_kernel_compiler(sandbox):
    """Dies of a signal when it compiles for warps: the threads run one by one, unless that is not wanted."""
    wrapper = pathlib.Path(sandbox.environment["RADDLE_KERNELC"])
    wrapper.write_text(f'#!/bin/sh\ncase "$*" in *"-lanes 32"*) kill -SEGV $$ ;; esac\nexec "{kernel_compiler}" "$@"\n')
    warning = [r"^raddle: warning: the kernel compiler died of signal 11 .* 'compute\(int\*\)' for whole warps$",
               "^note: its threads run one by one"]
    died = {**sandbox.environment, "RADDLE_LANES": "32"}
    done = run([program], {**died, "RADDLE_FALLBACK": "1"})
    if done.returncode != 0 or not all(map(re.search, warning, done.stderr.splitlines())):
        verdict(["the program should pass with a warning"], done)
    done = run([program], {**died, "RADDLE_CACHE": "0", "RADDLE_FALLBACK": "0"})
    if done.returncode == 0 or "the kernel compiler died of signal 11" not in done.stderr:
        verdict(["without the thread engine the launch should fail"], done)


DAMAGES = {
    "corrupt": flip_middle_byte,
    "truncated": lambda data: data[:1000],
    "truncated_tail": lambda data: data[:-5],
    "empty": lambda data: b"",
    "text": lambda data: b"not a shared object\n" * 100,
    "foreign_program": lambda data: pathlib.Path(program).read_bytes(),
}
CASES = {
    "warm": warm,
    "wrong_names": swap_all,
    "unwritable": unwritable,
    "off": off,
    "no_home": no_home,
    "no_kernel_compiler": no_kernel_compiler,
    "dying_kernel_compiler": dying_kernel_compiler,
}

with tempfile.TemporaryDirectory() as temporary:
    box = Sandbox(pathlib.Path(temporary), program, kernel_compiler)
    if case in DAMAGES:
        damage_each(box, DAMAGES[case])
    else:
        CASES[case](box)
verdict([])
