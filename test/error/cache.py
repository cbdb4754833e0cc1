#!/usr/bin/env python3
"""cache.py PROGRAM CASE: whatever the cache of compiled kernels holds, results are right.

Each case damages the cache in one way. A damaged file is built again without a word; that it was is shown by a run
without the kernel compiler afterwards."""

import os
import pathlib
import sys
import tempfile

from expectations import run, verdict

program, case = sys.argv[1:]
NO_COMPILER = {"RADDLE_KERNELC": "/nonexistent/raddle-kernelc"}
complaints = []


def expect_pass(what, environment, arguments=()):
    done = run([program, *arguments], environment)
    if done.returncode != 0 or done.stderr:
        verdict(complaints + [what], done)
    return done


def damage_each(change):
    """Fills the cache, changes every file of it, and expects that all is built again."""
    expect_pass("the first run should fill the cache", cache)
    files = [path for path in folder.rglob("*") if path.is_file()]
    if not files:
        verdict(["the first run left nothing in the cache"])
    for path in files:
        change(path)
    expect_pass("the run with the damaged cache should pass silently", cache)
    expect_pass("the cache should be whole again", {**cache, **NO_COMPILER})


def flip_middle_byte(path):
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 0xff
    path.write_bytes(data)


def swap_all():
    """Gives each file the contents of another one."""
    expect_pass("the first run should fill the cache", cache)
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    contents = [path.read_bytes() for path in files]
    for path, data in zip(files, contents[1:] + contents[:1]):
        path.write_bytes(data)
    expect_pass("the run with files under wrong names should pass silently", cache)
    expect_pass("the cache should be whole again", {**cache, **NO_COMPILER})


with tempfile.TemporaryDirectory() as temporary:
    folder = pathlib.Path(temporary) / "cache"
    cache = {"RADDLE_CACHE_DIR": str(folder)}
    if case == "warm":
        expect_pass("the first run should pass", cache)
        expect_pass("the second run should need no compiler", {**cache, **NO_COMPILER})
    elif case == "corrupt":
        damage_each(flip_middle_byte)
    elif case == "truncated":
        damage_each(lambda path: path.write_bytes(path.read_bytes()[:1000]))
    elif case == "truncated_tail":
        damage_each(lambda path: path.write_bytes(path.read_bytes()[:-5]))
    elif case == "empty":
        damage_each(lambda path: path.write_bytes(b""))
    elif case == "text":
        damage_each(lambda path: path.write_text("not a shared object\n" * 100, encoding="utf-8"))
    elif case == "foreign_program":
        damage_each(lambda path: path.write_bytes(pathlib.Path(program).read_bytes()))
    elif case == "wrong_names":
        swap_all()
    elif case == "unwritable":
        # A folder below a file cannot be made, not even by root.
        blocker = pathlib.Path(temporary) / "file"
        blocker.write_text("in the way", encoding="utf-8")
        expect_pass("without a cache the program should run", {"RADDLE_CACHE_DIR": str(blocker / "cache")})
        expect_pass("and run again", {"RADDLE_CACHE_DIR": "/proc/no/such/folder"})
    elif case == "off":
        expect_pass("with the cache off the program should run", {**cache, "RADDLE_CACHE": "0"})
        if folder.exists() and any(folder.rglob("*")):
            complaints.append("RADDLE_CACHE=0 should leave the folder alone")
    elif case == "no_home":
        expect_pass("without a home the program should run", {"HOME": "", "XDG_CACHE_HOME": "", "RADDLE_CACHE_DIR": ""})
    elif case == "no_kernel_compiler":
        done = run([program, "cudaErrorJitCompilerNotFound"], {**cache, **NO_COMPILER})
        if done.returncode != 0:
            complaints.append("the launch should fail with cudaErrorJitCompilerNotFound")
        if "/nonexistent/raddle-kernelc" not in done.stderr:
            complaints.append("stderr should name the compiler that is missing")
        if complaints:
            verdict(complaints, done)
    else:
        sys.exit(f"no case {case}")
verdict(complaints)
