"""The page of `raddle check --html` in a headless Chromium: check_report.py RADDLECC RADDLE."""

import pathlib
import subprocess
import sys
import tempfile

import chromium

RADDLECC, RADDLE = sys.argv[1:3]
SOURCE = pathlib.Path(__file__).resolve().parent.parent / "unit" / "tools" / "check" / "faulty.cu"


def main():
    if not chromium.find():
        print("skipped: no Chromium is installed (Debian's package is called chromium)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name, chromium.Chromium() as browser:
        folder = pathlib.Path(name)
        program, report = folder / "faulty", folder / "report.html"
        subprocess.run([RADDLECC, "-o", program, SOURCE], check=True)
        subprocess.run([RADDLE, "check", "-q", "--html", report, program, "a"], check=False)
        page = browser.open(report)
        assert page.evaluate("document.querySelectorAll('section.error').length") == 2
        # The line is marked, and is the one that is meant.
        marked = page.evaluate("document.querySelectorAll('section')[1].querySelector('tr.here').innerText")
        assert marked.split() == ["6", "cudaFree(values);"], marked
        color = page.evaluate("getComputedStyle(document.querySelector('tr.here')).backgroundColor")
        assert color != "rgba(0, 0, 0, 0)", color
        # Nothing is scrolled sideways, and nothing came from elsewhere.
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("performance.getEntriesByType('resource').length") == 0


main()
