#!/usr/bin/env python3
"""write_manual_pages.py BIN FOLDER --version V --more FILE.h2m...: writes raddlecc(1), raddle(1), and a page for each
subcommand, such as raddle-explain(1), by help2man: the options are those of --help. A FILE named like a page holds what
help2man shall add to it."""

import argparse
import pathlib
import re
import subprocess


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs", type=pathlib.Path)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--version", required=True)
    parser.add_argument("--more", type=pathlib.Path, nargs="*", default=[])
    arguments = parser.parse_args()
    arguments.folder.mkdir(parents=True, exist_ok=True)
    more = {file.stem: file for file in arguments.more}

    def write(page, command, *options):
        if page in more:
            options += (f"--include={more[page]}",)
        subprocess.run(["help2man", "--no-info", f"--version-string={arguments.version}", "--source=Raddle", *options,
                        f"--output={arguments.folder / page}.1", command], check=True)

    write("raddlecc", str(arguments.programs / "raddlecc"))
    raddle = str(arguments.programs / "raddle")
    write("raddle", raddle)
    said = subprocess.run([raddle, "--help"], check=True, capture_output=True, text=True).stdout
    for name, does in re.findall(r"^  ([a-z]+) +(.*)", said.partition("Subcommands:")[2], re.MULTILINE):
        write(f"raddle-{name}", f"{raddle} {name}", f"--name={does[0].lower()}{does[1:]}")


if __name__ == "__main__":
    main()
