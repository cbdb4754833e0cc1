#!/usr/bin/env python3
"""What raddle profile says of several launch sizes, of kernels with one name, of names that a program gives, and what it advises."""

import json
import os
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
import program_checks

SOURCES = {"one.cu": """
#include <cuda.h>
#include <cuda_runtime.h>
#include <cstdlib>
#include <cstring>
#include <nvrtc.h>
#include <nvtx3/nvToolsExtCudaRt.h>
#include <string>
#include <sys/syscall.h>
#include <unistd.h>
void others(float *x);
void spinOthers(float *x);
static __global__ void spin(float *x) {
  for (int i = 0; i < 30000000; ++i)
    x[threadIdx.x] = x[threadIdx.x] * 0.5f + 1;
}
namespace { __global__ void scale(float *x) { x[threadIdx.x] *= 2; } }
__global__ void sizes(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void shifted(float *out, const float *in) { out[threadIdx.x] = in[threadIdx.x + 1]; }
__global__ void every_other(float *out, const float *in) {
  if (threadIdx.x % 2 == 0)
    out[threadIdx.x] = in[threadIdx.x];
}
__global__ void permuted(float *out, const float *in) {
  __shared__ float tile[1024];
  int i = threadIdx.x, at = i % 31 == 0 ? i : i * 32;
  tile[at] = in[at];
  __syncthreads();
  out[i] = tile[at];
}
void compileAndRun(float *x) {
  nvrtcProgram program;
  nvrtcCreateProgram(&program, "extern \\"C\\" __global__ void made(float *x) {\\n  x[threadIdx.x * 9] = 1;\\n}", "made.cu", 0, nullptr, nullptr);
  nvrtcCompileProgram(program, 0, nullptr);
  size_t size;
  nvrtcGetPTXSize(program, &size);
  std::string code(size, 0);
  nvrtcGetPTX(program, code.data());
  nvrtcDestroyProgram(&program);
  CUmodule module;
  CUfunction function;
  cuModuleLoadData(&module, code.data());
  cuModuleGetFunction(&function, module, "made");
  void *arguments[] = {&x};
  cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr);
}
int main(int count, char **) {
  float *x;
  cudaStream_t stream;
  cudaMalloc(&x, 1 << 20);
  if (count > 2) {
    spin<<<1, 32>>>(x);
    spinOthers(x);
    return cudaDeviceSynchronize();
  }
  cudaStreamCreate(&stream);
  nvtxNameOsThreadA(syscall(SYS_gettid), "main thread");
  nvtxNameCudaStreamA(stream, "second stream");
  nvtxNameCudaDeviceA(0, "only device");
  nvtxRangePushA("never popped");
  nvtxRangeStartA("never ended");
  scale<<<1, 32, 0, stream>>>(x);
  others(x);
  for (int blocks : {8, 40, 100})
    sizes<<<blocks, 64>>>(x);
  shifted<<<1, 32>>>(x, x);
  every_other<<<1, 32>>>(x, x);
  permuted<<<1, 32>>>(x, x);
  compileAndRun(x);
  cudaDeviceSynchronize();
  nvtxRangePushA("popped");
  nvtxRangePop();
  if (count > 1)
    std::abort();
}
""", "two.cu": """
namespace { __global__ void scale(float *x) { x[threadIdx.x] *= 3; } }
static __global__ void spin(float *x) {
  for (int i = 0; i < 30000000; ++i)
    x[threadIdx.x] = x[threadIdx.x] * 0.25f + 2;
}
void others(float *x) { scale<<<2, 64>>>(x); }
void spinOthers(float *x) { spin<<<1, 32>>>(x); }
"""}


class Checks(program_checks.Checks):
    def command(self):
        return [self.raddle, "profile"]

    def all(self):
        file = os.path.join(self.folder, "counts.json")
        for lanes in ("32", "1"):
            done = self.run("--json", file, self.program, environment={"RADDLE_LANES": lanes})
            self.expect(f"{lanes} lanes", done, 0, "scale(float*) in one.cu  <<<1, 32>>>", "scale(float*) in two.cu  <<<2, 64>>>",
                        "sizes(float*)  launched with 3 different sizes: 8 to 100 blocks of 64 threads", "3 launches, ",
                        "  <<<8, 64>>>\n", "  <<<40, 64>>>\n", "  <<<100, 64>>>\n", "<<<40, 64>>>: 40 blocks can keep 40 of the 132 SMs of an H200 busy")
            self.places(json.loads(pathlib.Path(file).read_text()), done.stderr)
        self.advice(json.loads(pathlib.Path(file).read_text()))
        only = self.run("--kernel", "scale(float*) in two.cu", self.program)
        self.expect("one of two", only, 0, "scale(float*) in two.cu")
        if "one.cu" in only.stderr:
            self.fail(f"one of two: both are there\n{only.stderr}")
        self.expect("hot lines", self.run("--hot-lines", self.program, "for", "long"), 0, "spin(float*) in one.cu: ", "spin(float*) in two.cu: ")
        self.timeline(0, self.program)
        self.timeline(134, self.program, "abort")

    def places(self, profile, report):
        """Files have the names that the program knows, not those of temporary folders."""
        if "staging" in report or "staging" in json.dumps(profile):
            self.fail(f"a folder of Raddle's own is shown:\n{report}")
        made = [kernel for kernel in profile["kernels"] if kernel["name"] == "made"]
        if not made or made[0]["file"] != "made.cu" or made[0]["lines"][0]["path"] != "made.cu":
            self.fail(f"lines of a program that is compiled at run time: {made}")

    def advice(self, profile):
        texts = {kernel["name"].split("(")[0]: "; ".join(each["text"] for each in kernel["advice"]) for kernel in profile["kernels"]}
        for kernel, wanted in (("shifted", "5 sectors where 4 would do: it is misaligned"),
                               ("every_other", "4 sectors where 2 would do: only 16 of 32 lanes take part"),
                               ("permuted", "addresses of neighbouring lanes are scattered"),
                               ("permuted", "lanes meet in the same banks at different words"),
                               ("made", "lanes are 36 bytes apart")):
            if wanted not in texts[kernel] or "lanes are 4 bytes apart" in texts[kernel]:
                self.fail(f"advice on {kernel}: {texts[kernel]}")

    def timeline(self, status, *command):
        """Ranges that never end are there until the end, and rows have the program's names."""
        trace = os.path.join(self.folder, "trace.json")
        self.expect("a timeline", self.run("--timeline", trace, *command), status, "never popped", "never ended")
        events = json.loads(pathlib.Path(trace).read_text())["traceEvents"]
        names = {event["args"]["name"] for event in events if event["ph"] == "M"}
        for wanted in ("main thread (thread ", "second stream (stream ", "only device (device 0)"):
            if not any(name.startswith(wanted) for name in names):
                self.fail(f"rows of the timeline: {names}")
        ranges = {event["name"]: event for event in events if event.get("cat") == "nvtx" and event["ph"] in "Xb"}
        end = max(event["ts"] + event.get("dur", 0) for event in events if event["ph"] == "X" and event["cat"] != "nvtx")
        for name in ("never popped", "never ended"):
            last = next(each["ts"] for each in events if each["ph"] == "e") if name == "never ended" else ranges[name]["ts"] + ranges[name]["dur"]
            if "open at the end" not in ranges[name]["args"].get("ended", "") or last < end - 0.01:
                self.fail(f"a range that is open: {ranges[name]} ends at {last}, other things at {end}")
        if ranges["popped"]["args"] != {}:
            self.fail(f"a range that was ended: {ranges['popped']}")


if __name__ == "__main__":
    program_checks.run_checks(Checks, __doc__, SOURCES)
