#!/usr/bin/env python3
"""mistakes.py [--update] RADDLECC PAGE [NAME ...]: compares docs/when_it_goes_wrong.md with what happens.

The page has, for each program of examples/mistakes, a link to it and then blocks between fences:
  ```cuda                 the program, which must be the file
  ```text compiler        what raddlecc says; where there is none it must say nothing
  ```text                 what running it prints, stdout and stderr as on a terminal
  ```text NAME=VALUE      the same with such a variable; of the thread engine, RADDLE_LANES=1, where that differs
A line "..." stands for any lines, ... within a line for anything, and 0x... for any address. --update writes the blocks
anew, but those that have one of the former two.
"""

import os
import re
import subprocess
import sys
import tempfile

LINK = re.compile(r"\(\.\./examples/mistakes/(\w+)\.cu\)")
ADDRESS_SHOWN = re.compile(r"0x\.\.\.|\(cuda\w+, \.\.\.\)")
ADDRESS = re.compile(r"\b0x[0-9a-f]{8,}\b")
THREAD_ENGINE = "text RADDLE_LANES=1"


class Block:
    """A fenced block of the page: lines [begin, end) of it."""

    def __init__(self, kind, begin, end):
        self.kind, self.begin, self.end = kind, begin, end


def blocks_of(page):
    """The blocks after each program's link, by the program's name."""
    found, name, begin = {}, None, None
    for number, line in enumerate(page):
        if begin is None and (link := LINK.search(line)):
            name = link[1]
            found[name] = []
        elif line.startswith("```") and begin is None:
            kind, begin = line[3:], number + 1
        elif line == "```":
            if name:
                found[name].append(Block(kind, begin, number))
            begin = None
    return found


def is_fixed(lines):
    return not any("..." in ADDRESS_SHOWN.sub("", line) for line in lines)


def holds(expected, got):
    """Whether the lines are those that are expected."""
    pattern = "".join("(?:.*\n)*" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + "\n"
                      for line in expected)
    return re.fullmatch(pattern, "".join(line + "\n" for line in got)) is not None


def run(command, folder, variables=""):
    """The lines that a command prints, in the order in which a terminal shows them."""
    environment = os.environ | dict(variable.split("=") for variable in variables.split())
    done = subprocess.run(["stdbuf", "-oL", *command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=50,
                          check=False)
    return [ADDRESS.sub("0x...", line) for line in done.stdout.splitlines()]


def outcomes(raddlecc, source, kinds):
    """What the blocks of a program should hold, by kind. `kinds`: which there are."""
    folder, file = os.path.split(source)
    with tempfile.TemporaryDirectory() as temporary:
        program = os.path.join(temporary, "program")
        with open(source, encoding="utf-8") as text:
            got = {"cuda": text.read().splitlines()}
        got["text compiler"] = run([raddlecc, "-o", program, file], folder)
        for kind in sorted({"text", THREAD_ENGINE} | {kind for kind in kinds if "=" in kind}):
            got[kind] = run([program], folder, kind[len("text"):])
    return got


def main():
    update = sys.argv[1] == "--update"
    raddlecc, path, *names = sys.argv[2 if update else 1:]
    raddlecc = os.path.abspath(raddlecc)
    folder = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(path))), "examples", "mistakes")
    with open(path, encoding="utf-8") as file:
        page = file.read().splitlines()
    blocks = blocks_of(page)
    if not names:
        names = sorted(entry[:-3] for entry in os.listdir(folder) if entry.endswith(".cu"))
    failures, changes = 0, []
    for name in names:
        here = {block.kind: block for block in blocks.get(name, [])}
        got = outcomes(raddlecc, os.path.join(folder, name + ".cu"), here)
        for kind, lines in got.items():
            block = here.get(kind) or (here.get("text") if kind == THREAD_ENGINE else None)
            expected = page[block.begin:block.end] if block else []
            # Nothing is shown of the thread engine where it says the same.
            if update and block and block.kind != kind and is_fixed(expected):
                expected = got[block.kind]
            if (block or kind == "text compiler") and holds(expected, lines):
                continue
            if update and block and block.kind == kind and is_fixed(expected):
                changes.append((block, lines))
                continue
            failures += 1
            shown = lines if len(lines) <= 20 else [*lines[:10], "...", *lines[-10:]]
            print(f"FAIL: {name}: {os.path.basename(path)} has no such block ({kind}):", *shown, sep="\n")
    for block, lines in sorted(changes, key=lambda change: -change[0].begin):
        page[block.begin:block.end] = lines
    if changes:
        with open(path, "w", encoding="utf-8") as file:
            file.write("\n".join(page) + "\n")
    print("FAIL" if failures else "pass")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
