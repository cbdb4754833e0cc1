#!/usr/bin/env python3
"""check_layers.py: whether every include in src/ is one that tools/layers.txt allows, and docs/architecture.md shows that list.

check_layers.py [--root FOLDER]   prints what is wrong, "A may not include B: file:line" or a circle of units (a header with
                                  its source), and then exits with 1
check_layers.py --table           prints the lines of the list as the page shows them"""

import argparse
import pathlib
import re
import sys

INCLUDE = re.compile(r'\s*#\s*include\s*"([^"]+)"')
SUFFIXES = {".h", ".cpp", ".c", ".cu", ".cuh", ".def", ".inc"}
TABLE = re.compile(r"<!-- tools/layers.txt -->\n```\n(.*?)```\n", re.DOTALL)


def read_layers(text):
    """The folders that each folder may include, and what is wrong with the list. `except A B` lines allow single includes,
    `together A B` lines make one unit of two."""
    layers, exceptions, together, faults = {}, {}, {}, []
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if not line:
            continue
        if line.startswith("except "):
            exceptions[tuple(line.split()[1:])] = False
            continue
        if line.startswith("together "):
            _, first, second = line.split()
            together[second] = first
            continue
        folder, _, allowed = line.partition(":")
        if folder == "no circle":
            continue
        for other in allowed.split():
            if other not in layers:
                faults.append(f"tools/layers.txt: {folder} may include {other}, which does not stand above it")
        layers[folder] = set(allowed.split()) | {folder}
    return layers, exceptions, together, faults


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


def units(root, folders, together):
    """What each unit of the folders includes."""
    source = root / "src"
    includes = {}
    for path in sorted(p for p in source.rglob("*") if p.suffix in {".h", ".cpp"}):
        name = path.relative_to(source).with_suffix("").as_posix()
        if not name.startswith(folders):
            continue
        found = {include[1].rsplit(".", 1)[0] for line in path.read_text(encoding="utf-8").splitlines()
                 if (include := INCLUDE.match(line)) and include[1].endswith(".h")}
        unit = together.get(name, name)
        includes.setdefault(unit, set()).update({together.get(other, other) for other in found} - {unit})
    return includes


def circles(includes):
    """What is left when all units that include nothing that is left are taken away, and those that nothing left includes."""
    left = {unit: {other for other in others if other in includes} for unit, others in includes.items()}
    while True:
        included = set().union(*left.values())
        gone = {unit for unit, others in left.items() if not others or unit not in included}
        if not gone:
            return sorted(left)
        left = {unit: others - gone for unit, others in left.items() if unit not in gone}


def table(text):
    return "".join(f"{line}\n" for line in text.splitlines()
                   if ":" in line and not line.startswith(("#", "except", "no circle")))


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parent.parent)
    arguments.add_argument("--table", action="store_true")
    options = arguments.parse_args()
    text = (options.root / "tools/layers.txt").read_text(encoding="utf-8")
    if options.table:
        sys.stdout.write(table(text))
        return 0
    layers, exceptions, together, faults = read_layers(text)
    faults += wrong_includes(options.root, layers, exceptions)
    without = re.search(r"^no circle: (.*)$", text, re.MULTILINE)
    folders = tuple(f"{folder}/" for folder in without[1].split()) if without else ()
    if circle := circles(units(options.root, folders, together)) if folders else []:
        faults.append("units include each other in a circle: " + ", ".join(circle))
    page = (options.root / "docs/architecture.md").read_text(encoding="utf-8")
    shown = TABLE.search(page)
    if not shown or shown[1] != table(text):
        faults.append("docs/architecture.md does not show what `tools/check_layers.py --table` prints")
    print("".join(f"{fault}\n" for fault in faults), end="")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
