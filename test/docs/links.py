#!/usr/bin/env python3
"""links.py ROOT: links between the pages of the repository lead to a file that exists, and to a heading that it has; pages
that sources name exist."""

import os
import re
import subprocess
import sys

FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)
PAGE = re.compile(r"\bdocs/[\w./-]+?\.md\b(?:#[\w-]+)?")


def read(path):
    with open(path, encoding="utf-8", errors="ignore") as file:
        return file.read()


def anchors_of(path, known):
    """The anchors of a page's headings, as GitHub names them."""
    if path not in known:
        anchors = set()
        for heading in HEADING.findall(FENCED.sub("", read(path))):
            text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
            anchor = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
            number = 0
            while anchor + (f"-{number}" if number else "") in anchors:
                number += 1
            anchors.add(anchor + (f"-{number}" if number else ""))
        known[path] = anchors
    return known[path]


def what_is_wrong_with(target, page, known):
    """Nothing, or why a link of a page leads nowhere."""
    path, _, anchor = target.partition("#")
    there = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
    if not os.path.exists(there):
        return "there is no such file"
    if anchor and there.endswith(".md") and anchor not in anchors_of(there, known):
        return "there is no such heading"
    return None


def main():
    os.chdir(sys.argv[1])
    try:
        listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True)
        files = [path for path in listed.stdout.splitlines() if os.path.isfile(path)]
    except (OSError, subprocess.CalledProcessError):
        files = [os.path.join(folder, name)[2:] for folder, _, names in os.walk(".") for name in names
                 if not folder.startswith(("./build", "./.git"))]
    failures, known = 0, {}
    for page in files:
        if page.endswith(".md"):
            links = [(target, page) for target in LINK.findall(FENCED.sub("", read(page)))
                     if not re.match(r"\w+:", target)]
        elif page.endswith((".h", ".cpp", ".def", ".py", ".cu", ".cuh", ".cmake", ".txt", ".sh", ".ll", ".test")):
            links = [(target, "README.md") for target in PAGE.findall(read(page))]
        else:
            continue
        for target, seen_from in links:
            if why := what_is_wrong_with(target, seen_from, known):
                failures += 1
                print(f"FAIL: {page}: {target}: {why}")
    print("FAIL" if failures else "pass")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
