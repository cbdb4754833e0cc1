"""What is expected of every page that raddle writes, and how its tests are run in a headless Chromium."""

import json
import pathlib
import sys
import tempfile
import unittest

import chromium
from contrast import LOW_CONTRAST

BROWSER = None  # while run() runs
FOLDER = None   # the same: for what tests write


class PageTest(unittest.TestCase):
    """Derived classes set `self.path` before setUp() opens it. The page must neither fail nor ask for anything."""

    WIDTHS, HEIGHT = (1400, 800, 360), 900
    ROLES = ("button", "combobox", "listbox", "option", "slider", "spinbutton", "searchbox", "image", "toolbar", "region")
    path = None

    def setUp(self):
        self.page = BROWSER.open(self.path)
        self.page.resize(self.WIDTHS[0], self.HEIGHT)
        self.addCleanup(lambda: self.assertEqual(self.page.problems(), []))
        BROWSER.events.clear()

    def text(self, selector):
        return self.page.evaluate(f"document.querySelector({json.dumps(selector)}).textContent")

    def count(self, selector):
        return self.page.evaluate(f"document.querySelectorAll({json.dumps(selector)}).length")

    def test_text_can_be_read_in_light_and_dark(self):
        backgrounds = []
        for scheme in ["light", "dark"]:
            self.page.prefer(scheme)
            self.assertEqual(self.page.evaluate(LOW_CONTRAST), [], scheme)
            backgrounds.append(self.page.evaluate("getComputedStyle(document.body).backgroundColor"))
        self.assertNotEqual(*backgrounds)

    def test_fits_narrow_windows(self):
        for width in self.WIDTHS:
            self.page.resize(width, self.HEIGHT)
            self.assertLessEqual(self.page.evaluate("document.documentElement.scrollWidth"), width)

    def test_screen_readers_get_names(self):
        for node in self.page.accessibility_tree():
            if node.get("role", {}).get("value") in self.ROLES and not node.get("ignored"):
                self.assertTrue(node.get("name", {}).get("value"), node)

    def test_needs_no_network(self):
        self.page.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
        self.page.load(self.path)
        self.assertGreater(len(self.text("main")), 10)


def run():
    """Runs the tests of the main module and exits; with 77 (skipped) where no Chromium is installed."""
    global BROWSER, FOLDER
    if not chromium.find():
        print("skipped: no Chromium is installed (Debian's package is called chromium)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder, chromium.Chromium() as browser:
        BROWSER, FOLDER = browser, pathlib.Path(folder)
        sys.exit(not unittest.main(module="__main__", argv=sys.argv[:1], exit=False).result.wasSuccessful())
