#!/usr/bin/env python3
"""Kernels that have the same name in two files of a program."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import program_checks

SOURCES = {"one.cu": """
void others(float *x);
static __global__ void scale(float *x) { x[threadIdx.x] *= 2; }
int main() {
  float *x;
  cudaMalloc(&x, 4096);
  scale<<<1, 32>>>(x);
  others(x);
  return cudaDeviceSynchronize();
}
""", "two.cu": """
static __global__ void scale(float *x) { x[threadIdx.x] *= 3; }
void others(float *x) { scale<<<2, 64>>>(x); }
"""}


class Checks(program_checks.Checks):
    def command(self):
        return [self.raddle, "view", "-o", self.folder + "/page.html"]

    def all(self):
        self.expect("the first one", self.run(self.program), 0, "steps of scale(float*) in one.cu are in")
        self.expect("the other one", self.run("--kernel", "scale(float*) in two.cu", "--block", "1", self.program), 0,
                    "steps of scale(float*) in two.cu are in")
        if "x[threadIdx.x] *= 3" not in pathlib.Path(self.folder, "page.html").read_text():
            self.fail("the other one: its source is not there")
        self.expect("none of them", self.run("--kernel", "three.cu", self.program), 1,
                    "scale(float*) in one.cu <<<(1,1,1), (32,1,1)>>>", "scale(float*) in two.cu <<<(2,1,1), (64,1,1)>>>")


if __name__ == "__main__":
    program_checks.run_checks(Checks, __doc__, SOURCES)
