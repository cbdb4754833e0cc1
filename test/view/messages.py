#!/usr/bin/env python3
"""What raddle view says where something is wrong, and what it keeps of programs that crash or take long."""

import argparse
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRAM = """
#include <cuda_runtime.h>
#include <cstdlib>
#include <cstring>
__global__ void first(int *out) { out[threadIdx.x] = 1; }
template <typename T> __global__ void second(T *out) {
  for (int i = 0; i < 100; ++i)
    out[threadIdx.x] = i;
}
__global__ void outside(int *out) {
  int i = threadIdx.x;
  if (i % 8 == 5)
    i += 1024;
  out[i] = 1;
}
int main(int count, char **arguments) {
  if (count > 1 && !std::strcmp(arguments[1], "nothing"))
    return 0;
  int *out;
  cudaMalloc(&out, 4096);
  first<<<1, 40>>>(out);
  second<<<dim3(2, 3), 32>>>(out);
  if (count > 1 && !std::strcmp(arguments[1], "outside"))
    outside<<<1, 64>>>(out);
  cudaDeviceSynchronize();
  if (count > 1 && !std::strcmp(arguments[1], "abort"))
    std::abort();
  if (count > 1 && !std::strcmp(arguments[1], "fault")) {
    first<<<1, 40>>>(nullptr);
    cudaDeviceSynchronize();
  }
  return count > 1 ? std::atoi(arguments[1]) : 0;
}
"""


class Checks:
    def __init__(self, raddle, program, folder):
        self.raddle, self.program, self.folder, self.failures = raddle, program, folder, []
        self.page = os.path.join(folder, "page.html")

    def run(self, *arguments, output=None):
        return subprocess.run([self.raddle, "view", "-o", output or self.page, *arguments], capture_output=True, text=True,
                              timeout=120)

    def expect(self, what, done, status, *texts):
        if done.returncode != status:
            self.failures.append(f"{what}: status {done.returncode}, not {status}\n{done.stderr}")
        for text in texts:
            if text not in done.stderr + done.stdout:
                self.failures.append(f"{what}: '{text}' is missing in\n{done.stderr}{done.stdout}")

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
        self.expect("an output that cannot be written", self.run(program, output=missing), 1,
                    f"raddle: error: cannot write {missing}: No such file or directory")
        self.expect("no kernel", self.run(program, "nothing"), 1, "no kernel has run")
        self.expect("no program", self.run(), 1, "raddle view needs a program")
        self.expect("a program that is missing", self.run(missing), 127, f"cannot run {missing}")
        self.expect("a source", self.run("app.cu"), 1, "app.cu is a source: compile it first, with raddlecc")
        self.expect("a warp without records", self.run("--skip", "1000", program), 1, "all of which --skip leaves out")
        self.kept()

    def steps(self, what, status, *arguments):
        json_file = os.path.join(self.folder, "steps.json")
        self.expect(what, self.run("--json", json_file, *arguments), status)
        lines = pathlib.Path(json_file).read_text().splitlines()
        return json.loads(lines[0]), [json.loads(line) for line in lines[1:]]

        self.checked()

    def checked(self):
        """A page that opens at what the checker finds."""
        done = self.run("--check", "memory", self.program, "outside")
        self.expect("the checker", done, 0, "write of 4 bytes past the end of an array of 4096 bytes", "lane 5")
        page = pathlib.Path(self.page).read_text()
        facts = json.loads(re.search(r'id="trace-facts">(.*?)</script>', page, re.S).group(1))
        steps = self.steps("the checker", 0, "--check", "memory", self.program, "outside")[1]
        step = [step for step in steps if not step["joins"]][facts["open"]]
        if step["kind"] != "store" or step["lanes"] >> 5 & 1 == 0 or "past the end" not in facts["notice"]:
            self.failures.append(f"the checker: the page opens at {step}")
        self.expect("nothing is found", self.run("--check", "memory", self.program), 1, "the checker has found nothing in a kernel")
        self.expect("no detector", self.run("--check", "everything", self.program), 1,
                    "--check is 'everything'; it can be memory, init, race, sync, or all")

    def kept(self):
        facts, steps = self.steps("a program that aborts", 134, "--kernel", "second", self.program, "abort")
        if sum(step["kind"] == "store" for step in steps) != 100:
            self.failures.append(f"a program that aborts: steps are lost: {facts}")
        facts, steps = self.steps("a fault", 0, "--launch", "1", "--kernel", "first", self.program, "fault")
        if steps[-1]["kind"] != "store" or steps[-1]["values"][0][0] != 0:
            self.failures.append(f"a fault: the last step is {steps[-1]}")
        facts, steps = self.steps("few steps", 0, "--kernel", "second", "--skip", "10", "--steps", "20", self.program)
        if len(steps) > 20 or facts["skipped"] != 10 or facts["lost"] < 200:
            self.failures.append(f"few steps: {facts}")
        if '"lost":%d' % facts["lost"] not in pathlib.Path(self.page).read_text():
            self.failures.append("the page does not say what was kept")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raddlecc", required=True)
    parser.add_argument("--raddle", required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "program.cu"), os.path.join(folder, "program")
        pathlib.Path(source).write_text(PROGRAM)
        subprocess.run([arguments.raddlecc, "-o", program, source], check=True)
        checks = Checks(arguments.raddle, program, folder)
        checks.all()
    print("\n".join(checks.failures) or "all messages are as expected")
    return bool(checks.failures)


if __name__ == "__main__":
    sys.exit(main())
