#!/usr/bin/env python3
"""cache_care.py PROGRAM KERNELC RADDLE CASE: whose files the cache takes, how large it grows, what it leaves behind."""

import fcntl
import os
import pathlib
import pty
import re
import signal
import subprocess
import sys
import tempfile
import time

from expectations import TIMEOUT_SECONDS, run, verdict
from sandbox import Sandbox

program, kernel_compiler, raddle, case = sys.argv[1:]
SOMEBODY_ELSE = 12345


def check(holds, complaint, done=None):
    if not holds:
        verdict([complaint], done)


def wait_until(condition, what):
    end = time.monotonic() + TIMEOUT_SECONDS
    while not condition():
        check(time.monotonic() < end, f"waited in vain until {what}")
        time.sleep(0.01)


def staging_folders(box):
    return list(box.cache.glob("staging/*"))


def is_locked(folder):
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def modes(box):
    for mode in (0o777, 0o770, 0o702):
        box.cache.mkdir(exist_ok=True)
        box.cache.chmod(mode)
        for _ in range(2):
            box.expect(f"folder of mode {mode:o}", compiles=True, says=[
                rf"^raddle: warning: the cache folder {box.cache} is not used: it can be written by others"])
        check(not box.files(), "a folder that others can write should be left alone")
    box.expect("RADDLE_QUIET", compiles=True, environment={"RADDLE_QUIET": "1"})
    box.cache.chmod(0o755)
    box.expect("mended folder", compiles=True)
    box.expect("warm cache", compiles=False)

    for change in (lambda path: path.chmod(0o666), lambda path: path.chmod(0o720)):
        files = box.files()
        for path in files:
            change(path)
        box.expect("files that others can write", compiles=True, says=[
            r"^raddle: warning: \S+\.so in the cache is not used: it can be written by others"] * len(files))
        box.expect("mended files", compiles=False)


def owners(box):
    if os.geteuid() != 0:
        return
    box.expect("empty cache", compiles=True)
    files = box.files()
    for path in files:
        os.chown(path, SOMEBODY_ELSE, -1)
    box.expect("files of another user", compiles=True, says=[
        rf"^raddle: warning: \S+\.so in the cache is not used: it belongs to another user \({SOMEBODY_ELSE}\)"] * len(files))
    box.expect("mended files", compiles=False)
    os.chown(box.cache, SOMEBODY_ELSE, -1)
    box.expect("folder of another user", compiles=True, says=[
        rf"^raddle: warning: the cache folder \S+ is not used: it belongs to another user \({SOMEBODY_ELSE}\)"])


def places(box):
    """What is around the folder, and a link to it, say who may put another one in its place."""
    around = box.cache.parent / "around"
    inside = around / "cache"
    inside.mkdir(parents=True, mode=0o700)
    here = {"RADDLE_CACHE_DIR": str(inside)}
    around.chmod(0o777)
    box.expect("folder in one that others can write", compiles=True, environment=here, says=[
        rf"^raddle: warning: the cache folder {inside} is not used: it lies in {around}, which others can write"])
    around.chmod(0o1777)
    box.expect("folder in one like /tmp", compiles=True, environment=here)
    box.expect("warm cache", compiles=False, environment=here)
    if os.geteuid() == 0:
        link = box.cache.parent / "link"
        link.symlink_to(inside)
        os.chown(link, SOMEBODY_ELSE, -1, follow_symlinks=False)
        box.expect("another user's link", compiles=True, environment={"RADDLE_CACHE_DIR": str(link)}, says=[
            rf"^raddle: warning: the cache folder {link} is not used: it is a link that belongs to another user"])


def links(box):
    """A link in place of a file may lead to anybody's; the folder itself may be one."""
    box.expect("empty cache", compiles=True)
    files = box.files()
    for path in files:
        moved = path.rename(box.log.parent / path.name)
        path.symlink_to(moved)
    box.expect("linked files", compiles=True, says=[r"\.so in the cache is not used: it is not a plain file"] * len(files))
    moved = box.cache.rename(box.log.parent / "elsewhere")
    box.cache.symlink_to(moved)
    box.expect("linked folder", compiles=False)


def made_for_the_owner(box):
    os.umask(0)
    deep = box.log.parent / "a" / "b"
    box.expect("no folder yet", compiles=True, environment={"RADDLE_CACHE_DIR": str(deep)})
    for path in [deep.parent, deep, *deep.rglob("*")]:
        check(path.stat().st_mode & 0o077 == 0, f"{path} should be its owner's alone")


def raddle_cache(box, *words, status=0):
    done = run([raddle, "cache", *words], box.environment)
    check(done.returncode == status, f"raddle cache {' '.join(words)}: wrong exit status", done)
    return done


def headers_and_programs(box):
    """What raddlecc and raddle run keep."""
    source = str(pathlib.Path(__file__).parent / "cache_program.cu")

    def build_and_run(says=()):
        done = run([raddle, "run", "-std=c++17", source], box.environment)
        lines = done.stderr.splitlines()
        check(done.returncode == 0 and len(lines) == len(says) and all(map(re.search, says, lines)),
              f"the program should pass, and say {list(says)}", done)
        return done

    build_and_run()
    program_file, = (path for path in (box.cache / "programs").iterdir() if not path.suffix)
    headers_files = sorted((box.cache / "headers").glob("*.pch"))
    check(len(headers_files) == 2, "the headers of the device pass and of the host pass should be kept")
    headers_folder = headers_files[0].parent
    build_and_run()
    for path in (program_file, *headers_files):
        path.chmod(0o666)
    either = "|".join(path.name for path in headers_files)
    done = build_and_run([rf"({name}) in the cache is not used" for name in (program_file.name, either, either)])
    check(all(path.name in done.stderr for path in headers_files), "both files of headers should be named", done)
    build_and_run()
    for folder in (program_file.parent, headers_folder):
        folder.chmod(0o777)
    build_and_run([rf"the cache folder {folder} is not used" for folder in (program_file.parent, headers_folder)])
    for folder in (program_file.parent, headers_folder):
        folder.chmod(0o700)
    build_and_run()
    check(not staging_folders(box), "nothing unfinished should be left")


def limit(box):
    box.expect("no limit", compiles=True)
    sizes = [path.stat().st_size for path in box.files()]
    check(len(sizes) >= 2, "the program should have several kernels")
    for variable, value in (("RADDLE_CACHE_MAXSIZE", str(sum(sizes) - 1)), ("CUDA_CACHE_MAXSIZE", str(sum(sizes) - 1)),
                            ("RADDLE_CACHE_MAXSIZE", "1K"), ("RADDLE_CACHE_MAXSIZE", "0")):
        raddle_cache(box, "clear")
        check(not box.files(), "a cleared cache should be empty")
        box.expect(f"{variable}={value}", compiles=True, environment={variable: value})
        left = sum(path.stat().st_size for path in box.files())
        check(left < sum(sizes), f"{variable}={value}: {left} of {sum(sizes)} bytes left")
    box.expect("bad limit", compiles=True, environment={"RADDLE_CACHE_MAXSIZE": "much"},
               says=["^raddle: warning: RADDLE_CACHE_MAXSIZE=much is not a size such as 500M; using 1G"])


def least_recently_used(box):
    box.expect("empty cache", compiles=True)
    mine = [box.cache / name for name in ("notes.txt", "0123.so", "f" * 32, "f" * 32 + ".txt")]
    for path in mine:
        path.write_text("mine")
    files = [path for path in box.files() if path not in mine]
    for age, path in enumerate(files):
        os.utime(path, (1000 + age, 1000))
    box.expect("warm cache", compiles=False)
    check(all(path.stat().st_atime > 10 ** 9 for path in files), "what is used should be marked")
    for age, path in enumerate(files):
        os.utime(path, (1000 + age, 1000))
    left = sum(path.stat().st_size for path in files[1:])
    raddle_cache(box, "trim", str(left))
    check([path.exists() for path in files] == [False] + [True] * (len(files) - 1), "the oldest should go first")
    shown = raddle_cache(box).stdout
    check(f"kernels: {len(files) - 1}\n" in shown and str(box.cache) in shown and " of 1.0 GiB" in shown,
          f"raddle cache should show what is there:\n{shown}")
    check("not a size" in raddle_cache(box, "trim", "lots", status=1).stderr, "a bad size should be refused")
    raddle_cache(box, "clear")
    check(sorted(mine) == box.files(), "the user's own files should stay, and nothing else")


def together(box):
    """Many processes fill the cache, and empty it, at the same time."""
    processes = []
    for index in range(8):
        environment = {**os.environ, **box.environment, "RADDLE_CACHE_MAXSIZE": "1" if index % 2 else "1G"}
        processes.append(subprocess.Popen([program], env=environment, stderr=subprocess.PIPE, text=True))
    for process in processes:
        _, errors = process.communicate(timeout=TIMEOUT_SECONDS)
        check(process.returncode == 0 and not errors, f"all should pass silently: {errors}")
    check(not staging_folders(box), "nothing unfinished should be left")


def killed(box):
    box.gate.touch()
    environment = {**os.environ, **box.environment}
    victim = subprocess.Popen([program], env=environment, start_new_session=True)
    wait_until(lambda: staging_folders(box), "a compilation begins")
    abandoned = staging_folders(box)
    os.killpg(victim.pid, signal.SIGKILL)
    victim.wait()
    # A child that was about to become the kernel compiler dies a little later.
    wait_until(lambda: not any(map(is_locked, abandoned)), "the locks are gone")
    neighbour = subprocess.Popen([program], env=environment)
    wait_until(lambda: staging_folders(box) and not set(abandoned) & set(staging_folders(box)), "the leftovers are gone")
    # Those of a process that lives stay.
    check(len(staging_folders(box)) == 1, "there should be the neighbour's folder only")
    raddle_cache(box)
    check(len(staging_folders(box)) == 1, "the neighbour's folder should stay")
    box.gate.unlink()
    check(neighbour.wait(TIMEOUT_SECONDS) == 0, "the neighbour should pass")
    check(not staging_folders(box), "nothing unfinished should be left")


def on_a_terminal(environment, seen=None):
    """Runs the program on a terminal of its own and returns what it wrote. `seen(text)` is called with all until then."""
    child, terminal = pty.fork()
    if child == 0:
        os.execve(program, [program], {**os.environ, **environment})
    text = ""
    try:
        while data := os.read(terminal, 1000):
            text += data.decode()
            if seen:
                seen(text)
    except OSError:  # the end
        pass
    os.close(terminal)
    check(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0, f"the program should pass: {text}")
    return text


def notice(box):
    box.gate.touch()

    def open_gate(text):
        if "compiling kernel" in text:
            box.gate.unlink(missing_ok=True)

    text = on_a_terminal({**box.environment, "TERM": "vt100"}, open_gate)
    # The first kernels may have been quick.
    shown = re.findall(r"raddle: compiling (?:kernel (\d+) of (\d+)|variables)(\x08*)\x1b\[K", text)
    check(shown and all(1 <= int(rank or 1) <= int(all_of or 1) for rank, all_of, _ in shown), f"wrong notices: {text!r}")
    rest = re.sub(r"raddle: compiling [a-z0-9 ]+\x08+\x1b\[K", "", text)
    check("compiling" not in rest and "\x08" not in rest, f"each notice should be taken away: {text!r}")
    check("compiling" not in on_a_terminal(box.environment), "nothing compiles when the cache is warm")


CASES = {function.__name__: function for function in (
    modes, owners, places, links, made_for_the_owner, headers_and_programs, limit, least_recently_used, together, killed, notice)}

with tempfile.TemporaryDirectory() as temporary:
    CASES[case](Sandbox(pathlib.Path(temporary), program, kernel_compiler))
verdict([])
