"""Builds a project with raddlecc as its CUDA compiler and runs its own tests.

usage: run_project.py [--generator G] [--architectures A] [--install] project prefix work

`prefix` is a folder laid out as a CUDA toolkit; --install installs that build tree and then moves the installation, to
test it in the place of the build tree. A project with a CMakeLists.txt is configured, built and tested with ctest, one
with a meson.build by Meson; one with a Makefile is copied and its target `check` made, twice: the second time nothing may
be left to do. `work` is made anew. Exits with 77 (skipped) where there is no Meson.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path


def run(*command, **options):
    print("+", *command, flush=True)
    subprocess.run([str(word) for word in command], check=True, **options)


def installed(build, work):
    """An installation of `build` that no longer lies where it was installed."""
    run("cmake", "--install", build, "--prefix", work / "first", stdout=subprocess.DEVNULL)
    (work / "first").rename(work / "second")
    run(work / "second/bin/raddle", "info", stdout=subprocess.DEVNULL)
    return work / "second"


def run_cmake_project(project, prefix, work, generator, architectures):
    options = [f"-DCMAKE_CUDA_COMPILER={prefix}/bin/raddlecc", f"-DCUDAToolkit_ROOT={prefix}",
               f"-DCUDA_TOOLKIT_ROOT_DIR={prefix}", "--no-warn-unused-cli"]
    if architectures:
        options.append(f"-DCMAKE_CUDA_ARCHITECTURES={architectures}")
    run("cmake", "-G", generator, "-S", project, "-B", work / "build", *options)
    run("cmake", "--build", work / "build")
    run("ctest", "--test-dir", work / "build", "--output-on-failure", "--no-tests=error")


def run_meson_project(project, prefix, work):
    if not shutil.which("meson"):
        print("skipped: there is no meson")
        sys.exit(77)
    os.environ["CUDA_PATH"] = str(prefix)
    run("meson", "setup", work / "build", project)
    run("meson", "compile", "-C", work / "build")
    run("meson", "test", "-C", work / "build", "--print-errorlogs")


def run_make_project(project, prefix, work):
    shutil.copytree(project, work / "project")
    make = ["make", "--no-print-directory", "-C", work / "project", f"CUDA_HOME={prefix}"]
    run(*make, "check")
    again = subprocess.run([*map(str, make), "--question"]).returncode
    if again != 0:
        sys.exit("a second make would build something again")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--generator", default="Ninja")
    parser.add_argument("--architectures")
    parser.add_argument("--install", action="store_true")
    parser.add_argument("project", type=Path)
    parser.add_argument("prefix", type=Path)
    parser.add_argument("work", type=Path)
    arguments = parser.parse_args()

    shutil.rmtree(arguments.work, ignore_errors=True)
    arguments.work.mkdir(parents=True)
    prefix = installed(arguments.prefix, arguments.work) if arguments.install else arguments.prefix
    os.environ["PATH"] = f"{prefix}/bin:{os.environ['PATH']}"
    for name in ("NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS", "CUDACXX", "CUDAARCHS", "CUDA_HOME", "LD_LIBRARY_PATH"):
        os.environ.pop(name, None)
    if (arguments.project / "CMakeLists.txt").exists():
        run_cmake_project(arguments.project, prefix, arguments.work, arguments.generator, arguments.architectures)
    elif (arguments.project / "meson.build").exists():
        run_meson_project(arguments.project, prefix, arguments.work)
    else:
        run_make_project(arguments.project, prefix, arguments.work)


try:
    main()
except subprocess.CalledProcessError as failed:
    sys.exit(f"failed with {failed.returncode}")
