"""A program that can go wrong in several ways, and checks of what a subcommand of raddle says of it."""

import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Its argument is how it ends: "nothing", "abort", "fault", "outside", "late", "long", or an exit status.
PROGRAM = """
#include <cuda_runtime.h>
#include <cstdlib>
#include <cstring>
#include <nvtx3/nvToolsExt.h>
void CUDART_CB called(void *) {}
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
__global__ void late(int *out, int more) {
  out[threadIdx.x + more] = 1;
}
__global__ void spin(float *out, int n) {
  float x = threadIdx.x;
  for (int i = 0; i < n; ++i)
    x = x * 0.5f + 1.0f;  // the hot line
  out[threadIdx.x] = x;
}
int main(int count, char **arguments) {
  auto is = [&](const char *how) { return count > 1 && !std::strcmp(arguments[1], how); };
  if (is("nothing"))
    return 0;
  int *out;
  nvtxRangePushA("outer range");
  cudaMalloc(&out, 4096);
  if (is("long")) {
    spin<<<8, 256>>>(reinterpret_cast<float *>(out), 3000000);
    return cudaDeviceSynchronize();
  }
  first<<<1, 40>>>(out);
  second<<<dim3(2, 3), 32>>>(out);
  if (is("outside"))
    outside<<<1, 64>>>(out);
  if (is("late"))
    for (int round = 0; round < 4; ++round)
      late<<<1, 64>>>(out, round == 2 ? 1000 : round);
  cudaLaunchHostFunc(0, called, nullptr);
  cudaDeviceSynchronize();
  cudaMemset(out, 0, 4096);
  int number;
  cudaMemcpy(&number, out, 4, cudaMemcpyDeviceToHost);
  nvtxRangePop();
  if (is("abort"))
    std::abort();
  if (is("fault")) {
    first<<<1, 40>>>(nullptr);
    cudaDeviceSynchronize();
  }
  return count > 1 ? std::atoi(arguments[1]) : 0;
}
"""


class Checks:
    """Derived classes say in `command` and `all` what is run and what is expected."""

    def __init__(self, raddle, program, folder):
        self.raddle, self.program, self.folder, self.failures = raddle, program, folder, []

    def command(self):
        raise NotImplementedError

    def all(self):
        raise NotImplementedError

    def run(self, *arguments, environment=None, binary=None):
        command = [binary] if binary else self.command()
        return subprocess.run([*command, *arguments], capture_output=True, text=True, timeout=200, cwd=self.folder,
                              env={**os.environ, **(environment or {})})

    def fail(self, text):
        self.failures.append(text)

    def expect(self, what, done, status, *texts):
        if done.returncode != status:
            self.fail(f"{what}: status {done.returncode}, not {status}\n{done.stderr}")
        for text in texts:
            if text not in done.stderr + done.stdout:
                self.fail(f"{what}: '{text}' is missing in\n{done.stderr}{done.stdout}")

    def kept_elsewhere(self, option, begin):
        """The disk is full when the output is written: nothing of the run is lost."""
        done = self.run(option, "/dev/full", self.program, environment={"TMPDIR": self.folder})
        self.expect(f"{option} to a full disk", done, 1, "cannot write /dev/full: No space left on device; it is in ")
        kept = re.search(r"; it is in (\S+)", done.stderr)
        if kept and not pathlib.Path(kept[1]).read_text().startswith(begin):
            self.fail(f"{option} to a full disk: {kept[1]} is something else")


def run_checks(kind, description, sources=None):
    """Compiles the program, or another one of the given sources by name, makes all checks, and exits."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--raddlecc", required=True)
    parser.add_argument("--raddle", required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        program, sources = os.path.join(folder, "program"), sources or {"program.cu": PROGRAM}
        for name, text in sources.items():
            pathlib.Path(folder, name).write_text(text)
        subprocess.run([arguments.raddlecc, "-O3", "-o", program, *sources], check=True, cwd=folder)
        checks = kind(os.path.abspath(arguments.raddle), program, folder)
        checks.all()
    print("\n".join(checks.failures) or "all messages are as expected")
    sys.exit(bool(checks.failures))
