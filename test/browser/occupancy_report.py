#!/usr/bin/env python3
"""The occupancy report in a real browser: what it shows, its keyboard, its colours, its independence.

Exits with 77 (skipped) when no Chromium is installed.
"""

import json
import re
import subprocess
import sys
import unittest

import page_test

RADDLE = sys.argv[1]


def report(*arguments):
    """The path of a report that raddle has written."""
    path = page_test.FOLDER / f"{abs(hash(arguments))}.html"
    subprocess.run([RADDLE, "occupancy", *arguments, "--html", path], check=True, stdout=subprocess.DEVNULL)
    return path


def answer(*arguments):
    """What raddle says in JSON."""
    output = subprocess.run([RADDLE, "occupancy", *arguments, "--json"], check=True, capture_output=True, text=True)
    return json.loads(output.stdout)


KERNEL = ["--arch", "sm_90", "--block", "256", "--regs", "40", "--smem", "8192"]
FEW_LIMITS = ["--arch", "sm_20", "--block", "192", "--regs", "20"]


class OccupancyReport(page_test.PageTest):
    WIDTHS, HEIGHT = (1240, 700, 360), 1500

    def setUp(self):
        self.path = report(*KERNEL)
        super().setUp()

    def focus(self, selector):
        self.page.evaluate(f"document.querySelector({json.dumps(selector)}).focus()")

    def value_of(self, curve):
        return int(self.page.evaluate(f"document.getElementById('{curve}-curve').getAttribute('aria-valuenow')"))

    def test_says_the_answer(self):
        self.assertEqual(self.text("#percent"), "75 %")
        self.assertEqual(self.text("#sentence"), "6 blocks of 8 warps: 48 of 64 warps, limited by registers")
        self.assertIn("With 32 registers per thread", self.text("#advice"))
        self.assertIn("75 % occupancy", self.page.evaluate("document.title"))

    def test_has_three_sliders(self):
        roles = [node.get("role", {}).get("value") for node in self.page.accessibility_tree()]
        self.assertEqual(roles.count("slider"), 3)

    def test_fills_the_sm_with_blocks(self):
        self.assertEqual(self.count("#sm .warp"), 48)
        self.assertEqual(self.count("#sm .slot"), 16)
        numbers = self.page.evaluate("[...document.querySelectorAll('#sm .warp-label')].map((e) => e.textContent)")
        self.assertEqual({block: numbers.count(block) for block in set(numbers)}, {str(b): 8 for b in range(6)})

    def test_marks_the_present_point_in_three_curves(self):
        self.assertEqual(self.count(".curve .step"), 3)
        self.assertEqual(self.count(".curve .point"), 3)
        self.assertEqual([self.value_of(curve) for curve in ["block", "registers", "shared"]], [256, 40, 8192])

    def test_shows_the_latency_budget(self):
        self.assertEqual(self.count(".budget"), 2)
        latency = answer(*KERNEL)["latency"]
        self.assertEqual(self.count(".budget.short") == 0, latency["arithmetic"]["hidden"] and latency["memory"]["hidden"])
        self.assertIn(f"{round(latency['memory']['needed_bytes']):,} needed", self.text("#budgets"))

    def test_more_work_per_thread_hides_latency(self):
        self.assertGreater(self.count(".budget.short"), 0)
        self.page.evaluate("(e => { e.value = 8; e.dispatchEvent(new Event('change')) })(document.getElementById('loads'))")
        self.assertEqual(self.count(".budget.short"), 0)

    def test_every_control_is_reached_with_the_tab_key(self):
        self.page.evaluate("document.activeElement.blur()")
        reached = []
        for _ in range(12):
            self.page.press("Tab")
            reached.append(self.page.evaluate("document.activeElement.id || document.activeElement.className"))
        for control in ["skip", "block-number", "block-curve", "registers-number", "registers-curve", "shared-number",
                        "shared-curve", "operations", "loads", "loadBytes"]:
            self.assertIn(control, reached)

    def test_focus_can_be_seen(self):
        self.page.evaluate("document.activeElement.blur()")
        self.page.press("Tab")
        self.page.press("Tab")
        self.assertGreaterEqual(float(self.page.evaluate("parseFloat(getComputedStyle(document.activeElement).outlineWidth)")), 2)

    def test_arrow_keys_move_the_point_and_everything_follows(self):
        self.focus("#registers-curve")
        for _ in range(8):
            self.page.press("ArrowLeft")
        self.assertEqual(self.value_of("registers"), 32)
        self.assertEqual(self.text("#percent"), "100 %")
        self.assertEqual(self.count("#sm .slot"), 0)
        self.assertIn("32 registers: 64 warps, 100 %", self.page.evaluate(
            "document.getElementById('registers-curve').getAttribute('aria-valuetext')"))
        # The ring stays where the kernel is.
        moved = self.page.evaluate("['.origin', '.point'].map((c) => document.querySelector('#registers-curve ' + c).getAttribute('cx'))")
        self.assertNotEqual(*moved)

    def test_other_keys(self):
        self.focus("#block-curve")
        for key, expected in [("End", 1024), ("Home", 32), ("PageUp", 160), ("ArrowUp", 192), ("ArrowDown", 160), ("PageDown", 32)]:
            self.page.press(key)
            self.assertEqual(self.value_of("block"), expected, key)
        self.focus("#shared-curve")
        self.page.press("End")
        self.assertEqual(self.value_of("shared"), 227 * 1024)

    def test_keys_with_modifiers_are_left_to_the_browser(self):
        self.focus("#registers-curve")
        self.page.press("ArrowLeft", modifiers=1)
        self.assertEqual(self.value_of("registers"), 40)

    def test_agrees_with_raddle_wherever_the_point_is(self):
        for block, registers, shared in [(32, 16, 0), (96, 255, 100), (1000, 64, 5000), (1024, 65, 0), (512, 33, 232448)]:
            self.page.evaluate(f"state = {{...state, block: {block}, registers: {registers}, shared: {shared}}}; render()")
            expected = answer("--arch", "sm_90", "--block", str(block), "--regs", str(registers), "--smem", str(shared))
            self.assertEqual(self.page.evaluate("occupancyOf(state).warps"), expected["warps_per_sm"])

    def test_the_mouse_moves_the_point_and_a_button_brings_it_back(self):
        box = self.page.evaluate("(({x, y, width, height}) => ({x, y, width, height}))(document.getElementById('block-curve').getBoundingClientRect())")
        self.page.click(box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2)
        self.assertGreater(self.value_of("block"), 800)
        self.assertFalse(self.page.evaluate("document.getElementById('reset').hidden"))
        self.page.evaluate("document.getElementById('reset').click()")
        self.assertEqual(self.value_of("block"), 256)

    def test_nothing_runs(self):
        self.page.load(report("--arch", "sm_90", "--block", "1024", "--regs", "255"))
        self.assertEqual(self.text("#percent"), "0 %")
        self.assertIn("No block fits: registers", self.text("#sentence"))
        self.assertEqual(self.count("#sm .warp"), 0)

    def test_an_architecture_without_measurements(self):
        self.page.load(report("--arch", "sm_30", "--block", "128", "--regs", "20"))
        self.assertIn("No measured latencies are known for sm_30", self.text("#budgets"))
        self.page.load(report(*FEW_LIMITS))
        self.assertEqual(self.count(".resource"), 4)


class Programs(unittest.TestCase):
    def test_the_kernels_of_a_program_can_be_chosen(self):
        ptxas = page_test.FOLDER / "ptxas.txt"
        ptxas.write_text("".join(
            f"ptxas info    : Compiling entry function '{name}' for 'sm_90'\nptxas info    : Used {registers} registers\n"
            for name, registers in [("_Z5firstPf", 32), ("_Z6secondPf", 128)]))
        page = page_test.BROWSER.open(report(str(ptxas)))
        self.assertEqual(page.evaluate("document.getElementById('title').textContent"), "first(float*)")
        self.assertEqual(page.evaluate("document.getElementById('percent').textContent"), "100 %")
        page.evaluate("(e => { e.value = 1; e.dispatchEvent(new Event('change')) })(document.getElementById('kernel'))")
        self.assertEqual(page.evaluate("document.getElementById('title').textContent"), "second(float*)")
        self.assertEqual(page.evaluate("document.getElementById('percent').textContent"), "25 %")
        self.assertTrue(re.search("from ptxas", page.evaluate("document.getElementById('question').textContent")))
        self.assertEqual(page.problems(), [])


if __name__ == "__main__":
    page_test.run()
