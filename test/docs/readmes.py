#!/usr/bin/env python3
"""readmes.py README TRANSLATION: a translation has the same code, links, headings and variables as the original, in the same
order, and each names the other in its first line."""

import os
import re
import sys

FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def facts_of(text):
    """What no translation changes, by what it is called."""
    prose = FENCED.sub("", text)
    # A translation leads to translations.
    links = [target.replace(".zh-CN.md", ".md") for target in re.findall(r"\]\(([^)]+)\)", prose) if not target.startswith(("README", "#"))]
    return {
        "code": FENCED.findall(text),
        "links": sorted(links),
        "levels of headings": re.findall(r"^#+", prose, re.MULTILINE),
        "environment variables": re.findall(r"^\| `(\w+)`", prose, re.MULTILINE),
        "items": len(re.findall(r"^\* ", prose, re.MULTILINE)),
    }


def main():
    texts = []
    for path in sys.argv[1:]:
        with open(path, encoding="utf-8") as file:
            texts.append(file.read())
    failures = 0
    for other, text in zip(reversed(sys.argv[1:]), texts):
        if f"({os.path.basename(other)})" not in text.splitlines()[0]:
            failures += 1
            print(f"FAIL: a first line that does not link to {os.path.basename(other)}")
    original, translation = map(facts_of, texts)
    for what, expected in original.items():
        if (got := translation[what]) == expected:
            continue
        failures += 1
        print(f"FAIL: other {what}")
        if isinstance(expected, list):
            print(*(f"  only in {name}: {item}" for name, items, others in
                    ((sys.argv[1], expected, got), (sys.argv[2], got, expected))
                    for item in items if item not in others), sep="\n")
    print("FAIL" if failures else "pass")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
