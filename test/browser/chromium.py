"""Drives a headless Chromium through its debugging pipe, with nothing but Python's standard library.

    with Chromium() as browser:
        page = browser.open(path)
        page.press("ArrowRight")
        assert page.evaluate("document.title") == "..."
"""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

# What the keys of the tests are called in Input.dispatchKeyEvent.
KEY_CODES = {
    "Tab": 9, "Enter": 13, " ": 32, "PageUp": 33, "PageDown": 34, "End": 35, "Home": 36,
    "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40,
}


def find():
    """The path of an installed Chromium, or None."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Chromium:
    def __init__(self, timeout=30):
        self.timeout = timeout
        self.events = []
        self._buffer = b""
        self._last_id = 0

    def __enter__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="raddle-chromium-")
        to_browser, self._out = os.pipe()
        self._in, from_browser = os.pipe()
        command = [
            find(), "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--hide-scrollbars", f"--user-data-dir={self._folder.name}",
            "--remote-debugging-pipe", "about:blank",
        ]

        # The browser reads commands from descriptor 3 and writes answers to 4. The pipes may have those numbers.
        def give_pipes():
            read, write = os.dup(to_browser), os.dup(from_browser)
            high = [os.dup2(read, 103), os.dup2(write, 104)]
            os.dup2(high[0], 3)
            os.dup2(high[1], 4)

        self._log = open(os.path.join(self._folder.name, "log"), "wb")
        self._process = subprocess.Popen(
            command, preexec_fn=give_pipes, pass_fds=[3, 4], stdin=subprocess.DEVNULL, stdout=self._log,
            stderr=self._log)
        os.close(to_browser)
        os.close(from_browser)
        return self

    def __exit__(self, *_):
        try:
            self.call("Browser.close")
            self._process.wait(10)
        except (OSError, TimeoutError, RuntimeError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._in)
        os.close(self._out)
        self._log.close()
        self._folder.cleanup()

    def open(self, path, width=1240, height=1500):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        page = Page(self, session)
        for domain in ["Page", "Runtime", "Network", "Log"]:
            page.call(f"{domain}.enable")
        page.resize(width, height)
        page.load(path)
        return page

    def call(self, method, session=None, **parameters):
        self._last_id += 1
        message = {"id": self._last_id, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._receive()
            if answer.get("id") == self._last_id:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def wait_for(self, method):
        while True:
            for index, event in enumerate(self.events):
                if event.get("method") == method:
                    return self.events.pop(index)
            self.events.append(self._receive())

    def _receive(self):
        deadline = time.monotonic() + self.timeout
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._in], [], [], max(0, deadline - time.monotonic()))
            chunk = os.read(self._in, 1 << 16) if ready else b""
            if not ready:
                raise TimeoutError("Chromium does not answer")
            if not chunk:
                raise RuntimeError("Chromium has ended")
            self._buffer += chunk
        message, self._buffer = self._buffer.split(b"\0", 1)
        return json.loads(message)


class Page:
    def __init__(self, browser, session):
        self.browser = browser
        self.session = session

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def load(self, path):
        self.call("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        self.browser.wait_for("Page.loadEventFired")

    def resize(self, width, height):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def prefer(self, scheme):
        """`scheme` is "light" or "dark". Returns when the page has it, which a page with much to draw learns later."""
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.evaluate(f"""new Promise((done) => {{
          const query = matchMedia('(prefers-color-scheme: {scheme})');
          const look = () => query.matches ? done() : setTimeout(look, 10);
          look();
        }})""")

    def load_measured(self, path):
        """Loads a page; returns for how many seconds its thread has worked for that. Other load of the machine does not count."""
        return self._measured(lambda: self.load(path))

    def evaluate_measured(self, expression):
        """The same for an expression."""
        return self._measured(lambda: self.evaluate(expression))

    def _measured(self, work):
        before = self._processor_time()
        work()
        after = self._processor_time()
        # A page may get a process of its own.
        return after - before if after >= before else after

    def _processor_time(self):
        self.call("Performance.enable", timeDomain="threadTicks")
        metrics = {each["name"]: each["value"] for each in self.call("Performance.getMetrics")["metrics"]}
        return metrics["TaskDuration"]

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def press(self, key, modifiers=0):
        event = {"key": key, "code": key, "windowsVirtualKeyCode": KEY_CODES[key], "modifiers": modifiers}
        self.call("Input.dispatchKeyEvent", type="rawKeyDown", **event)
        self.call("Input.dispatchKeyEvent", type="keyUp", **event)

    def click(self, x, y):
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    def accessibility_tree(self):
        return self.call("Accessibility.getFullAXTree")["nodes"]

    def screenshot(self, path):
        image = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=True)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(image))

    def problems(self):
        """Exceptions, console errors and requests other than for the page itself, so far."""
        found = []
        for event in self.browser.events:
            kind, details = event.get("method"), event.get("params", {})
            if kind == "Runtime.exceptionThrown":
                found.append(details["exceptionDetails"]["text"])
            elif kind == "Runtime.consoleAPICalled" and details["type"] in ("error", "warning"):
                found.append(str(details["args"]))
            elif kind == "Log.entryAdded" and details["entry"]["level"] in ("error", "warning"):
                found.append(details["entry"]["text"])
            elif kind == "Network.requestWillBeSent" and details["type"] != "Document":
                found.append(f"asks for {details['request']['url']}")
        return found
