#!/usr/bin/env python3
"""What raddle view says where something is wrong, and what it keeps of programs that crash or take long."""

import json
import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import program_checks


class Checks(program_checks.Checks):
    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.page = os.path.join(self.folder, "page.html")

    def command(self):
        return [self.raddle, "view"]

    def run(self, *arguments, **more):
        return super().run(*(() if "-o" in arguments else ("-o", self.page)), *arguments, **more)

    def all(self):
        program, missing = self.program, os.path.join(self.folder, "missing", "file")
        self.expect("the program's status", self.run(program, "3"), 3, "steps of first(int*) are in")
        there = ("first(int*) <<<(1,1,1), (40,1,1)>>>: blocks 0,0,0 to 0,0,0, warps 0 to 1",
                 "second<int>(int*) <<<(2,3,1), (32,1,1)>>>: blocks 0,0,0 to 1,2,0, warps 0 to 0")
        self.expect("no such kernel", self.run("--kernel", "third", program), 1,
                    "no kernel that ran contains 'third'; there are", *there)
        self.expect("no such block", self.run("--kernel", "second", "--block", "1,3", program), 1,
                    "there is no warp 0 in a block 1,3,0 of that launch; there are", there[1])
        self.expect("no such warp", self.run("--warp", "2", program), 1, "there is no warp 2 in a block 0,0,0", there[0])
        self.expect("no such launch", self.run("--kernel", "first", "--launch", "5", program), 1,
                    "such kernels were not launched 6 times", there[0])
        self.expect("a warp that exists", self.run("--kernel", "second", "--block", "1,2", program), 0)
        self.expect("no block", self.run("--block", "1;2", program), 1, "'1;2' is no block; --block takes x,y,z")
        self.expect("no expression", self.run("--kernel", "(", program), 1, "'(' is no regular expression")
        self.expect("an output that cannot be written", self.run("-o", missing, program), 1,
                    f"raddle: error: cannot write {missing}: No such file or directory")
        self.kept_elsewhere("-o", "<!DOCTYPE html>")
        self.expect("a name as it is listed", self.run("--kernel", "second<int>(int*)", program), 0, "steps of second<int>(int*) are in")
        self.expect("no steps", self.run("--steps", "0", program), 1, "--steps is 0, so that nothing would be kept")
        self.expect("no kernel", self.run(program, "nothing"), 1, "no kernel has run")
        self.expect("no program", self.run(), 1, "raddle view needs a program")
        self.expect("a program that is missing", self.run(missing), 127, f"cannot run {missing}")
        self.expect("a source", self.run("app.cu"), 1, "app.cu is a source: compile it first, with raddlecc")
        self.expect("a warp without records", self.run("--skip", "1000", program), 1, "all of which --skip leaves out")
        self.kept()
        self.checked()

    def steps(self, what, status, *arguments):
        json_file = os.path.join(self.folder, "steps.json")
        self.expect(what, self.run("--json", json_file, *arguments), status)
        lines = pathlib.Path(json_file).read_text().splitlines()
        return json.loads(lines[0]), [json.loads(line) for line in lines[1:]]

    def checked(self):
        """A page that opens at what the checker finds."""
        done = self.run("--check", "memory", self.program, "outside")
        self.expect("the checker", done, 0, "write of 4 bytes past the end of an array of 4096 bytes", "lane 5")
        page = pathlib.Path(self.page).read_text()
        facts = json.loads(re.search(r'id="trace-facts">(.*?)</script>', page, re.S).group(1))
        steps = self.steps("the checker", 0, "--check", "memory", self.program, "outside")[1]
        step = [step for step in steps if not step["joins"]][facts["open"]]
        if step["kind"] != "store" or step["lanes"] >> 5 & 1 == 0 or "past the end" not in facts["notice"]:
            self.fail(f"the checker: the page opens at {step}")
        for lanes in ("32", "1"):
            self.expect("a fault of a later launch", self.run("--check", "memory", self.program, "late", environment={"RADDLE_LANES": lanes}), 0,
                        "write of 4 bytes past the end", "steps of late(int*, int) are in")
            page = pathlib.Path(self.page).read_text()
            facts = json.loads(re.search(r'id="trace-facts">(.*?)</script>', page, re.S).group(1))
            if facts["launch"] != 2 or facts["ofWarp"] != 0:
                self.fail(f"a fault of a later launch: the page shows launch {facts['launch']}, warp {facts['ofWarp']}")
        self.expect("nothing is found", self.run("--check", "memory", self.program), 1, "the checker has found nothing in a kernel")
        self.expect("no detector", self.run("--check", "everything", self.program), 1,
                    "--check is 'everything'; it can be memory, init, race, sync, or all")

    def kept(self):
        facts, steps = self.steps("a program that aborts", 134, "--kernel", "second", self.program, "abort")
        if sum(step["kind"] == "store" for step in steps) != 100:
            self.fail(f"a program that aborts: steps are lost: {facts}")
        facts, steps = self.steps("a fault", 0, "--launch", "1", "--kernel", "first", self.program, "fault")
        if steps[-1]["kind"] != "store" or steps[-1]["values"][0][0] != 0:
            self.fail(f"a fault: the last step is {steps[-1]}")
        facts, steps = self.steps("few steps", 0, "--kernel", "second", "--skip", "10", "--steps", "20", self.program)
        if len(steps) > 20 or facts["skipped"] != 10 or facts["lost"] < 200:
            self.fail(f"few steps: {facts}")
        if '"lost":%d' % facts["lost"] not in pathlib.Path(self.page).read_text():
            self.fail("the page does not say what was kept")


if __name__ == "__main__":
    program_checks.run_checks(Checks, __doc__)
