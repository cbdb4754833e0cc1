"""The pages of `raddle view` in a headless Chromium: warp_view.py RADDLECC RADDLE."""

import json
import os
import pathlib
import subprocess
import sys

import page_test

RADDLECC, RADDLE = sys.argv[1:3]
EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples" / "view"

PARTS = """
struct Pair { float x; int tag; };
__global__ void parts(int *out) {
  int lane = threadIdx.x;
  Pair p = {lane * 0.5f, 7};
  int list[4] = {10, 20, 30, 40};
  list[lane % 4] = lane;
  out[lane] = list[(lane + 1) % 4] + p.tag + int(p.x);
}
int main() {
  int *out;
  cudaMalloc(&out, 4096);
  parts<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
"""

UPDATES = """
__global__ void updates(int *out) {
  __shared__ int counts[64];
  int lane = threadIdx.x;
  counts[lane] = counts[lane + 32] = 0;
  __syncwarp();
  atomicAdd(&counts[lane < 4 ? 0 : lane], 1);  // a word of four lanes
  atomicAdd(&counts[lane % 2 * 32], 1);        // one bank
  __syncwarp();
  atomicAdd(&out[lane < 2 ? 1 : lane], counts[lane]);
  int left = __shfl_up_sync(~0u, lane, 1);
  if (left == 1000)
    out[0] = 1;
  out[lane] = left;  // a remark that no step has
}
int main() {
  int *out;
  cudaMalloc(&out, 4096);
  updates<<<1, 32>>>(out);
  return cudaDeviceSynchronize();
}
"""

LONG = """
__global__ void many(int *out, int n) {
  int sum = threadIdx.x;
  for (int i = 0; i < n; ++i)
    sum = sum * 5 + i % (threadIdx.x + 1);
  out[threadIdx.x] = sum;
}
int main() {
  int *out;
  cudaMalloc(&out, 4096);
  many<<<1, 32>>>(out, 33400);
  return cudaDeviceSynchronize();
}
"""


def page_of(source, *options, lanes="32"):
    """The page of a program."""
    program = page_test.FOLDER / source.stem
    if not program.exists():
        subprocess.run([RADDLECC, "-O3", "-o", program, source], check=True)
    page = page_test.FOLDER / (source.stem + lanes + "".join(options).replace("/", "_") + ".html")
    if not page.exists():
        subprocess.run([RADDLE, "view", "-o", page, *options, program], check=True, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, env={**os.environ, "RADDLE_LANES": lanes})
    return page


class WarpView(page_test.PageTest):
    def setUp(self):
        self.path = page_of(EXAMPLES / "divergence.cu")
        super().setUp()

    def cells(self, step):
        """The classes of the lanes' cells in a step's row."""
        return self.page.evaluate(f"[...document.querySelectorAll('#step-{step} .lanes i')].map(e => e.className).join('')")

    def step_where(self, condition):
        """The first step of which a condition in JavaScript holds; `s` is its site."""
        return self.page.evaluate(f"[...Array(View.trace.length).keys()].find(i => (s => {condition})(View.trace.siteOf(i)))")

    def go(self, step):
        self.page.evaluate(f"location.hash = '#step={step + 1}'")
        self.page.evaluate("location.reload()")
        page_test.BROWSER.wait_for("Page.loadEventFired")
        self.assertIn(f"Step {step + 1},", self.text("#sentence"))

    def test_lanes_part_and_meet_again(self):
        branch = self.step_where("s.kind === 'branch'")
        self.page.evaluate("document.getElementById('steps').focus()")
        for _ in range(branch):
            self.page.press("ArrowDown")
        self.assertIn("16 of 32", self.text("#sentence"))
        self.assertEqual(self.cells(branch), "t" * 16 + "f" * 16)
        self.assertEqual({self.cells(branch + 1), self.cells(branch + 2)}, {"a" * 16 + "i" * 16, "i" * 16 + "a" * 16})
        self.assertEqual(self.page.evaluate(f"document.getElementById('step-{branch + 1}').className"), "row part")
        self.assertEqual(self.page.evaluate(f"document.getElementById('step-{branch + 3}').className"), "row meet")
        self.assertEqual(self.text("#source li.here"), "  if (lane < 16)")

    def test_keys(self):
        self.page.evaluate("document.getElementById('steps').focus()")
        selected = lambda: self.page.evaluate("Number(document.querySelector('[aria-selected=true]').dataset.step)")
        last = self.page.evaluate("View.trace.length - 1")
        for key, step in [("End", last), ("ArrowUp", last - 1), ("Home", 0), ("ArrowDown", 1)]:
            self.page.press(key)
            self.assertEqual(selected(), step, key)
            self.assertEqual(self.page.evaluate("document.getElementById('steps').getAttribute('aria-activedescendant')"),
                             f"step-{step}")
        self.page.evaluate("document.getElementById('parting').click()")
        self.assertEqual(selected(), self.step_where("s.kind === 'branch'"))
        self.assertIn("diverges", self.text("#live"))
        self.page.evaluate("(e => { e.value = 13; e.dispatchEvent(new Event('change')) })(document.getElementById('line'))")
        self.assertIn("line 13", self.text("#sentence").lower())

    def test_filters(self):
        rows = "View.timeline.size()"
        everything = self.page.evaluate(rows)
        self.page.evaluate("(e => { e.value = 'branches'; e.dispatchEvent(new Event('input')) })(document.getElementById('kind'))")
        branches = self.page.evaluate(rows)
        self.assertTrue(0 < branches < everything)
        self.page.evaluate("(e => { e.value = '0'; e.dispatchEvent(new Event('input')) })(document.getElementById('lane'))")
        self.assertTrue(0 < self.page.evaluate(rows) < branches)
        self.page.evaluate("(e => { e.value = 'nowhere'; e.dispatchEvent(new Event('input')) })(document.getElementById('find'))")
        self.assertEqual(self.page.evaluate(rows), 0)

    def test_values(self):
        self.page.evaluate("document.getElementById('steps').focus()")
        self.page.press("End")
        cards = self.page.evaluate("[...document.querySelectorAll('#variables .cards div')].map(e => e.innerText)")
        self.assertEqual(len(cards), 32)
        for lane, card in enumerate(cards):
            self.assertIn(f"x {lane + 100 if lane < 16 else lane * 2}", card)
            self.assertIn(f"rounds {lane % 4}", card)

    def test_structures_and_arrays(self):
        source = page_test.FOLDER / "parts.cu"
        source.write_text(PARTS)
        self.page.load(page_of(source))
        self.assertEqual(self.page.evaluate("View.trace.variables.filter(name => /[.[]/.test(name))"), [])
        self.page.evaluate("document.getElementById('steps').focus()")
        self.page.press("End")
        self.page.evaluate("document.querySelectorAll('#choice input').forEach(input => input.checked || input.click())")
        cards = self.page.evaluate("[...document.querySelectorAll('#variables .cards div')].map(e => e.innerText)")
        for lane, card in enumerate(cards):
            self.assertIn(f"p x {lane * 0.5:g}, tag 7", card)
            list_ = [10, 20, 30, 40]
            list_[lane % 4] = lane
            self.assertIn("list " + ", ".join(f"[{i}] {value}" for i, value in enumerate(list_)), card)
        # Lanes that write different elements.
        step = self.step_where("s.name === 'list[$]'")
        self.go(step)
        self.assertIn("list[…] = …", self.text("#sentence"))

    def test_shuffles_and_memory(self):
        self.page.load(page_of(EXAMPLES / "shuffles.cu"))
        self.go(self.step_where("s.name === '__shfl_up_sync'"))
        self.assertEqual(self.page.evaluate("document.querySelectorAll('#drawing path[marker-end]').length"), 32)
        self.assertIn("from lane 30", self.page.evaluate("document.querySelectorAll('#values .cards div')[31].innerText"))
        self.page.load(page_of(EXAMPLES / "coalescing.cu"))
        wanted = {"neighbours": 4, "shifted": 5, "strided": 32, "field": 16}
        for name, sectors in wanted.items():
            step = self.page.evaluate(f"[...Array(View.trace.length).keys()].find(i => View.trace.recordsOf(i).some(r => r.site.name === '{name}'))")
            self.go(step)
            self.assertIn(f"{sectors} sectors", self.text("#sentence"), name)
        self.page.load(page_of(EXAMPLES / "bank_conflicts.cu"))
        for name, wavefronts in {"conflict": 32, "without": 1, "broadcast": 1, "pairs": 1}.items():
            step = self.page.evaluate(f"[...Array(View.trace.length).keys()].find(i => View.trace.recordsOf(i).some(r => r.site.name === '{name}'))")
            self.go(step)
            self.assertIn(f"{wavefronts} wavefronts", self.text("#sentence"), name)

    def updates(self, lanes="32"):
        source = page_test.FOLDER / "updates.cu"
        source.write_text(UPDATES)
        self.page.load(page_of(source, lanes=lanes))

    def test_atomics_have_colours(self):
        self.updates()
        atomics = self.page.evaluate("[...Array(View.trace.length).keys()].filter(i => View.trace.siteOf(i).kind === 'atomic')")
        for step, wavefronts, lanes, repeated in ((atomics[0], "4 wavefronts bank conflict", 4, 3), (atomics[1], "32 wavefronts bank conflict", 32, 30),
                                                  (atomics[2], "4 sectors", 2, 1)):
            self.go(step)
            self.assertIn(wavefronts, self.text("#sentence"))
            words = "1 lane updates the word of another" if repeated == 1 else f"{repeated} lanes update the word of another"
            self.assertIn(words, self.text("#sentence"))
            self.assertEqual(self.cells(step), "c" * lanes + "a" * (32 - lanes))
            self.assertEqual(self.page.evaluate("document.querySelectorAll('#values .cards div.c').length"), lanes)

    def test_shuffles_of_the_thread_engine_read_lanes_of_the_mask(self):
        self.updates("1")
        step = self.step_where("s.form === 'shuffle'")
        self.go(step)
        self.assertEqual(self.page.evaluate("document.querySelectorAll('#drawing .bad').length"), 0)
        self.assertNotIn("does not take part", self.text("#drawing"))

    def find(self, text):
        self.page.evaluate(f"(e => {{ e.focus(); e.value = {json.dumps(text)}; e.dispatchEvent(new Event('input')) }})(document.getElementById('find'))")

    def test_finds_what_the_source_has(self):
        self.updates()
        selected = lambda: self.page.evaluate("Number(document.querySelector('[aria-selected=true]')?.dataset.step ?? -1)")
        self.find("COUNTS[LANE %")
        found = self.page.evaluate("View.timeline.size()")
        self.assertTrue(0 < found < self.page.evaluate("View.trace.length"))
        self.assertEqual(self.text("#hits"), f"1 of {found}")
        self.assertIn("counts[lane % 2 * 32]", self.text("#source li.here"))
        self.find("counts")
        found, seen = self.page.evaluate("View.timeline.size()"), []
        for _ in range(found + 1):
            seen.append(selected())
            self.page.press("Enter")
        self.assertEqual(seen[0], seen[found])
        self.assertEqual(len(set(seen)), found)
        # Where no step has the words, a line may.
        self.find("cudaDeviceSynchronize")
        self.assertEqual(self.text("#hits"), "no step, but 1 line")
        self.assertEqual(self.page.evaluate("document.querySelectorAll('#source li.found').length"), 1)
        self.find("nowhere at all")
        self.assertEqual(self.text("#hits"), "nothing is found")
        self.find("")
        self.assertEqual(self.text("#hits"), "")

    def test_barriers_and_groups(self):
        self.page.load(page_of(EXAMPLES / "reduction.cu", "--warp", "2"))
        self.go(self.step_where("s.kind === 'barrier'"))
        self.assertEqual(self.text("#drawing"), "warp 0, 1: came before it on this CPU. warp 3: came after it.")
        self.page.load(page_of(EXAMPLES / "tiles.cu"))
        self.go(self.step_where("s.name === '__shfl_xor_sync'"))
        # Four tiles of eight lanes: a bracket, and a tick for each lane within it.
        self.assertEqual(self.page.evaluate("document.querySelectorAll('#drawing .bracket').length"), 4 * (1 + 6))
        self.go(self.step_where("s.name === '__match_any_sync'"))
        self.assertEqual(self.page.evaluate("document.querySelectorAll('#drawing .bracket').length"), 3 + 9 + 9 + 8)
        # The methods of a group only look at local variables.
        self.assertEqual(self.page.evaluate("View.facts.sites.filter(s => s.name === 'this').length"), 0)

    def test_lanes_of_the_thread_engine_run_by_themselves(self):
        self.page.load(page_of(EXAMPLES / "divergence.cu", lanes="1"))
        self.assertIn("thread engine", self.text("#facts"))
        self.assertTrue(self.page.evaluate("[...Array(View.trace.length).keys()].every(i => View.trace.count(View.trace.maskOf(i)) === 1)"))
        self.page.evaluate("document.getElementById('steps').focus()")
        self.page.press("End")
        cards = self.page.evaluate("[...document.querySelectorAll('#variables .cards div')].map(e => e.innerText)")
        for lane, card in enumerate(cards):
            self.assertIn(f"x {lane + 100 if lane < 16 else lane * 2}", card)

    def test_chinese(self):
        self.page.evaluate("document.getElementById('language').click()")
        self.assertEqual(self.page.evaluate("document.documentElement.lang"), "zh")
        self.assertIn("步骤 1", self.text("#sentence"))

    def test_many_steps(self):
        source = page_test.FOLDER / "many.cu"
        source.write_text(LONG)
        page = page_of(source, "--steps", "200000")
        opened = self.page.load_measured(page)
        self.assertGreater(self.page.evaluate("View.trace.length"), 100_000)
        # Less than two seconds on a machine that does nothing else.
        self.assertTrue(0 < opened < 4, opened)
        self.assertLess(self.page.evaluate("document.querySelectorAll('.row').length"), 100)
        # What is drawn while one scrolls, anywhere in the list.
        drawing = self.page.evaluate_measured("""(() => { const box = View.timeline.box;
          for (let i = 1; i <= 40; ++i) { box.scrollTop = i * 65003; View.timeline.draw(true); box.offsetHeight; } })()""")
        # A frame of 60 in a second has 17 ms.
        self.assertLess(drawing / 40, 0.1)
        self.page.evaluate("document.getElementById('steps').focus()")
        self.page.press("End")
        self.assertEqual(self.page.evaluate("Number(document.querySelector('[aria-selected=true]').dataset.step)"),
                         self.page.evaluate("View.trace.length - 1"))
        # A page that is opened at a step shows its row.
        self.go(70_000)
        self.assertTrue(self.page.evaluate("""(() => { const row = document.getElementById('step-70000').getBoundingClientRect(),
          box = View.timeline.box.getBoundingClientRect(); return row.top >= box.top - 1 && row.bottom <= box.bottom + 1; })()"""))


if __name__ == "__main__":
    page_test.run()
