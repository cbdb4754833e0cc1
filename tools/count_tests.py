#!/usr/bin/env python3
"""Sums up ctest's JUnit files: prints "N passed, N failed", and says what was skipped on a line before.

Exits with 1 when something failed, or when a file is missing or holds no test.
"""

import sys
import xml.etree.ElementTree as xml


def main(paths):
    passed = failed = 0
    skipped = []
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
                failed += 1
    if skipped:
        print(f"skipped: {' '.join(skipped)}")
    print(f"{passed} passed, {failed} failed")
    return 0 if complete and failed == 0 else 1


def was_skipped_on_purpose(case):
    message = case.find("skipped")
    return message is not None and message.get("message", "").startswith("SKIP_")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
