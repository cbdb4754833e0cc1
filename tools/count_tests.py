#!/usr/bin/env python3
"""Sums up ctest's JUnit files: prints "N passed, N failed", and on lines before what was skipped, what failed, and
the end of what the first of these said: whoever sees only the last lines of a long log needs no more.

Exits with 1 when something failed, or when a file is missing or holds no test.
"""

import sys
import xml.etree.ElementTree as xml

LINES_OF_FAILURE = 30


def main(paths):
    passed = 0
    skipped = []
    failed = []
    complete = True
    for path in paths:
        try:
            cases = xml.parse(path).getroot().findall("testcase")
        except (OSError, xml.ParseError) as error:
            print(f"no test results: {error}", file=sys.stderr)
            complete = False
            continue
        complete = complete and bool(cases)
        for case in cases:
            # ctest: run, fail, notrun or disabled. A skipped test is "notrun" with a <skipped> child.
            status = case.get("status")
            if status == "run":
                passed += 1
            elif status == "disabled" or (status == "notrun" and was_skipped_on_purpose(case)):
                skipped.append(case.get("name"))
            else:
                failed.append(case)
    if skipped:
        print(f"skipped: {' '.join(skipped)}")
    if failed:
        print(f"failed: {' '.join(case.get('name') for case in failed)}")
        said = (failed[0].findtext("system-out") or "").strip().splitlines()
        print(f"{failed[0].get('name')} said:", *said[-LINES_OF_FAILURE:], sep="\n  ")
    print(f"{passed} passed, {len(failed)} failed")
    return 0 if complete and not failed else 1


def was_skipped_on_purpose(case):
    message = case.find("skipped")
    return message is not None and message.get("message", "").startswith("SKIP_")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
