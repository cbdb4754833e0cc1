#!/usr/bin/env python3
"""check_layers.py: whether every include in src/ is one that tools/layers.txt allows, and docs/architecture.md shows that list.

check_layers.py [--root FOLDER]   prints what is wrong, "A may not include B: file:line", and then exits with 1
check_layers.py --table           prints the lines of the list as the page shows them"""

import argparse
import pathlib
import re
import sys

INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')
SUFFIXES = {".h", ".cpp", ".c", ".cu", ".cuh", ".def", ".inc"}
TABLE = re.compile(r"<!-- tools/layers.txt -->\n```\n(.*?)```\n", re.DOTALL)


def read_layers(text):
    """The folders that each folder may include, and what is wrong with the list. `except A B` lines allow single includes."""
    layers, exceptions, faults = {}, {}, []
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if not line:
            continue
        if line.startswith("except "):
            exceptions[tuple(line.split()[1:])] = False
            continue
        folder, _, allowed = line.partition(":")
        for other in allowed.split():
            if other not in layers:
                faults.append(f"tools/layers.txt: {folder} may include {other}, which does not stand above it")
        layers[folder] = set(allowed.split()) | {folder}
    return layers, exceptions, faults


def layer_of(path, layers):
    """The longest of the folders that the path lies in."""
    parts = pathlib.PurePosixPath(path).parent.parts
    for length in range(len(parts), 0, -1):
        folder = "/".join(parts[:length])
        if folder in layers:
            return folder
    return None


def wrong_includes(root, layers, exceptions):
    source = root / "src"
    for path in sorted(p for p in source.rglob("*") if p.suffix in SUFFIXES):
        name = path.relative_to(source).as_posix()
        layer = layer_of(name, layers)
        if layer is None:
            yield f"{name}: tools/layers.txt has no line for its folder"
            continue
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            include = INCLUDE.match(line)
            if not include or not (source / include[1]).exists():
                continue
            target = layer_of(include[1], layers)
            if target in layers[layer]:
                continue
            if (name, include[1]) in exceptions:
                exceptions[name, include[1]] = True
                continue
            yield f"{layer} may not include {target}: src/{name}:{number} includes {include[1]}"
    for (name, target), is_used in exceptions.items():
        if not is_used:
            yield f"tools/layers.txt: {name} does not include {target} any more"


def table(text):
    return "".join(f"{line}\n" for line in text.splitlines() if ":" in line and not line.startswith(("#", "except")))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    arguments.add_argument("--table", action="store_true")
    options = arguments.parse_args()
    text = (options.root / "tools/layers.txt").read_text(encoding="utf-8")
    if options.table:
        sys.stdout.write(table(text))
        return 0
    layers, exceptions, faults = read_layers(text)
    faults += wrong_includes(options.root, layers, exceptions)
    page = (options.root / "docs/architecture.md").read_text(encoding="utf-8")
    shown = TABLE.search(page)
    if not shown or shown[1] != table(text):
        faults.append("docs/architecture.md does not show what `tools/check_layers.py --table` prints")
    print("".join(f"{fault}\n" for fault in faults), end="")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
