"""The page of `raddle profile --timeline NAME.html` in a headless Chromium: timeline.py RADDLECC RADDLE."""

import json
import subprocess
import sys

import page_test

RADDLECC, RADDLE = sys.argv[1:3]

PROGRAM = """
#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>
__global__ void first(float *out, int n) {
  float x = threadIdx.x;
  for (int i = 0; i < n; ++i)
    x = x * 0.5f + 1;
  out[threadIdx.x] = x;
}
__global__ void second(float *out) { out[threadIdx.x] = 2; }
int main() {
  float *out, in[64];
  cudaStream_t streams[2];
  nvtxRangePushA("<the whole>");
  cudaMalloc(&out, 4096);
  for (cudaStream_t &stream : streams)
    cudaStreamCreate(&stream);
  for (int round = 0; round < 3; ++round)
    for (cudaStream_t stream : streams) {
      first<<<2, 64, 0, stream>>>(out, 20000);
      second<<<1, 64, 0, stream>>>(out);
    }
  cudaDeviceSynchronize();
  cudaMemcpy(in, out, sizeof in, cudaMemcpyDeviceToHost);
  nvtxMarkA("done");
  nvtxRangePop();
  return 0;
}
"""

# Many short events of the trace format, and what is asked of a page with them.
MANY = 150_000


def timeline_page():
    page = page_test.FOLDER / "timeline.html"
    if not page.exists():
        source, program = page_test.FOLDER / "streams.cu", page_test.FOLDER / "streams"
        source.write_text(PROGRAM)
        subprocess.run([RADDLECC, "-O3", "-o", program, source], check=True)
        subprocess.run([RADDLE, "profile", "-q", "--timeline", page, program], check=True)
    return page


class TimelinePage(page_test.PageTest):
    def setUp(self):
        self.path = timeline_page()
        super().setUp()

    def shown(self, expression):
        return self.page.evaluate(f"(t => {expression})(Timeline.shown)")

    def chosen(self, what="name"):
        return self.shown(f"t.state.chosen?.{what}")

    def span(self):
        return self.shown("t.drawing.view.to - t.drawing.view.from")

    def test_has_what_ran(self):
        names = self.shown("t.tracks.map(track => track.name)")
        self.assertTrue(any("device 0, stream" in name for name in names), names)
        self.assertGreaterEqual(sum("device 0, stream" in name for name in names), 2)
        self.assertEqual(self.shown("t.all.filter(slice => slice.name.startsWith('first(')).length"), 6)
        self.assertEqual(self.shown("t.all.filter(slice => slice.kind === 'kernel').length"), 12)
        self.assertEqual(self.shown("t.all.filter(slice => slice.isMark).map(slice => slice.name)"), ["done"])
        self.assertIn("<the whole>", self.text("#sums"))
        # No slice of a row begins before the one before it has ended.
        self.assertTrue(self.shown("t.tracks.every(track => track.rows.every(row => row.every((slice, i) => i === 0 || slice.begin >= row[i - 1].begin + row[i - 1].length)))"))

    def test_something_is_drawn(self):
        colours = self.page.evaluate("""(() => { const canvas = document.querySelector('.track canvas[data-track="0"]');
          return new Set(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data).size })()""")
        self.assertGreater(colours, 2)

    def test_keys(self):
        self.page.evaluate("document.getElementById('tracks').focus()")
        self.page.press("Home")
        first = self.chosen("begin")
        self.page.press("ArrowRight")
        self.assertGreaterEqual(self.chosen("begin"), first)
        row = self.shown("`${t.state.chosen.track} ${t.state.chosen.row}`")
        self.page.press("ArrowDown")
        self.assertNotEqual(self.shown("`${t.state.chosen.track} ${t.state.chosen.row}`"), row)
        self.assertIn(self.text("#event"), self.text("#live"))
        whole = self.span()
        self.page.evaluate("document.querySelector('#sums button').click(); document.activeElement.blur()")
        self.page.press("Enter")
        self.assertLess(self.span(), whole)
        self.assertLessEqual(self.shown("t.drawing.view.from"), self.chosen("begin"))
        self.page.evaluate("document.getElementById('whole').click()")
        self.assertEqual(self.span(), whole)
        self.page.evaluate("document.getElementById('in').click()")
        self.assertAlmostEqual(self.span(), whole / 2)

    def test_finds(self):
        self.page.evaluate("(e => { e.value = 'second'; e.dispatchEvent(new Event('input')) })(document.getElementById('find'))")
        # Its six launches, and maybe that it was compiled.
        found = int(self.text("#live").split()[0])
        self.assertIn(found, (6, 7))
        begins = []
        for _ in range(found):
            self.page.evaluate("document.getElementById('again').click()")
            self.assertIn("second", self.chosen())
            begins.append(self.chosen("begin"))
        self.assertEqual(len(set(begins)), found)

    def test_a_click_shows_an_event(self):
        self.page.evaluate("document.querySelector('#sums button').click()")
        self.assertIn("first(", self.text("#event"))
        self.assertIn("takes", self.text("#detail"))
        self.assertIn("2 × 1 × 1", self.text("#detail"))
        self.page.evaluate("document.getElementById('fit').click()")
        box = self.shown("(r => ({x: r.x, y: r.y, width: r.width}))(document.querySelector(`canvas[data-track='${t.state.chosen.track}']`).getBoundingClientRect())")
        self.page.evaluate("Timeline.shown.state.chosen = null")
        self.page.click(box["x"] + box["width"] / 2, box["y"] + 8)
        self.assertIn("first(", self.chosen())

    def test_many_events(self):
        page = page_test.FOLDER / "many.html"
        text = self.path.read_text()
        begin = text.index('id="timeline-events">') + len('id="timeline-events">')
        events = [{"ph": "X", "pid": 1 + i % 4, "tid": 1, "cat": "kernel", "name": f"kernel{i % 9}", "ts": i * 3, "dur": 10, "args": {}} for i in range(MANY)]
        page.write_text(text[:begin] + json.dumps(events) + text[text.index("</script>", begin):])
        self.page.load(page)
        self.assertEqual(self.shown("t.all.length"), MANY)
        drawing = self.page.evaluate_measured("(() => { const t = Timeline.shown; for (let i = 0; i < 10; ++i) t.drawing.draw(t.state); })()")
        # A frame of 60 in a second has 17 ms.
        self.assertLess(drawing / 10, 0.1)


if __name__ == "__main__":
    page_test.run()
