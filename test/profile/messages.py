#!/usr/bin/env python3
"""What raddle profile says where something is wrong, and what it keeps of programs that crash."""

import argparse
import json
import os
import subprocess
import sys
import tempfile

PROGRAM = """
#include <cuda_runtime.h>
#include <cstdlib>
#include <cstring>
#include <nvtx3/nvToolsExt.h>
void CUDART_CB called(void *) {}
__global__ void first(int *out) { out[threadIdx.x] = 1; }
template <typename T> __global__ void second(T *out) { out[threadIdx.x] = 2; }
int main(int count, char **arguments) {
  if (count > 1 && !std::strcmp(arguments[1], "nothing"))
    return 0;
  int *out;
  nvtxRangePushA("outer range");
  cudaMalloc(&out, 4096);
  first<<<1, 64>>>(out);
  second<<<2, 32>>>(out);
  cudaLaunchHostFunc(0, called, nullptr);
  cudaDeviceSynchronize();
  cudaMemset(out, 0, 4096);
  int number;
  cudaMemcpy(&number, out, 4, cudaMemcpyDeviceToHost);
  nvtxRangePop();
  if (count > 1 && !std::strcmp(arguments[1], "abort"))
    std::abort();
  if (count > 1 && !std::strcmp(arguments[1], "fault")) {
    first<<<1, 64>>>(nullptr);
    cudaDeviceSynchronize();
  }
  return count > 1 ? std::atoi(arguments[1]) : 0;
}
"""


class Checks:
    def __init__(self, raddle, program, folder):
        self.raddle, self.program, self.folder, self.failures = raddle, program, folder, []

    def run(self, *arguments, environment=None):
        return subprocess.run([self.raddle, "profile", *arguments], capture_output=True, text=True, timeout=120,
                              env={**os.environ, **(environment or {})})

    def expect(self, what, done, status, *texts):
        if done.returncode != status:
            self.failures.append(f"{what}: status {done.returncode}, not {status}\n{done.stderr}")
        for text in texts:
            if text not in done.stderr + done.stdout:
                self.failures.append(f"{what}: '{text}' is missing in\n{done.stderr}{done.stdout}")

    def all(self):
        program, missing = self.program, os.path.join(self.folder, "missing", "file")
        self.expect("the program's status", self.run(program, "3"), 3, "first(int*)", "second<int>(int*)")
        self.expect("no such kernel", self.run("--kernel", "third", program), 1,
                    "raddle: error: no kernel that ran contains 'third'; there are\n", "  first(int*)", "  second<int>(int*)")
        self.expect("no expression", self.run("--kernel", "(", program), 1, "'(' is no regular expression")
        self.expect("no such metric", self.run("--metrics", "launch__grid_siz", program), 1,
                    "there is no metric 'launch__grid_siz'; did you mean 'launch__grid_size'?")
        for option in ("--json", "--csv"):
            self.expect("an output that cannot be written", self.run(option, missing, program), 1,
                        f"raddle: error: cannot write {missing}: No such file or directory")
        self.expect("no kernel", self.run(program, "nothing"), 0, "raddle profile: no kernel has run")
        self.expect("no program", self.run(), 1, "raddle profile needs a program, or --import")
        self.expect("a program that is missing", self.run(missing), 127, f"cannot run {missing}")
        self.expect("a source", self.run("app.cu"), 1, "app.cu is a source: compile it first, with raddlecc")
        self.expect("an unknown option", self.run("--kernels", "x", program), 1, "--kernel")
        self.expect("no record", self.run("--import", missing), 1,
                    f"{missing} is no folder that RADDLE_PROFILE or --record has named")
        self.expect("a metric", self.run("--quiet", "--csv", "-", "--metrics", "launch__grid_size", program), 0,
                    '"second<int>(int*)","(32, 1, 1)","(2, 1, 1)","0","sm_90","launch__grid_size","block","2","same"')
        for how, status in (("abort", 134), ("fault", 0)):
            done = self.run("--json", "-", program, how)
            self.expect(f"a program that ends by {how}", done, status)
            counted = json.loads(done.stdout)
            if sum(kernel["counts"]["memory"]["store.global"]["requests"] for kernel in counted["kernels"]) < 4:
                self.failures.append(f"a program that ends by {how}: counts are lost\n{done.stdout}")
        self.folders()
        self.timelines()
        self.front_ends()

    def timelines(self):
        program, trace = self.program, os.path.join(self.folder, "trace.json")
        self.expect("an unwritable timeline", self.run("--timeline", self.program + "/x", program), 1, "cannot write")
        self.expect("nothing that runs", self.run("--timeline", trace, "--import", self.folder), 1, "need a program that runs")
        for how, status in (("abort", 134), ("3", 3)):
            self.expect("a timeline", self.run("--timeline", trace, program, how), status, "  kernels", "second<int>(int*)",
                        "cudaMalloc", "outer range", "  ranges of NVTX")
            with open(trace) as file:
                events = json.load(file)["traceEvents"]
            kinds = {event.get("cat") for event in events}
            if not {"kernel", "memcpy", "memset", "cuda", "nvtx", "host function"} <= kinds:
                self.failures.append(f"a timeline that ends with {how} has only {kinds}")
            kernels = [event for event in events if event.get("cat") == "kernel"]
            if [event["args"]["grid"] for event in kernels[:2]] != [[1, 1, 1], [2, 1, 1]] or any(e["dur"] <= 0 for e in kernels):
                self.failures.append(f"kernels on the timeline: {kernels}")
        self.expect("scaling", self.run("--scaling", program, environment={"RADDLE_WORKERS": "2"}), 0, "x with 2", "first(int*)")

    def front_ends(self):
        """Under the names of NVIDIA's profilers."""
        tools = os.path.dirname(self.raddle)

        def tool(*words):
            return subprocess.run([os.path.join(tools, words[0]), *words[1:]], capture_output=True, text=True, timeout=120,
                                  cwd=self.folder)

        self.expect("ncu", tool("ncu", "--csv", "--metrics=launch__grid_size", "-k", "second", self.program), 0,
                    '"second<int>(int*)","(32, 1, 1)","(2, 1, 1)","0","sm_90","launch__grid_size","block","2"')
        self.expect("an option of ncu", tool("ncu", "--set", "full", self.program), 1, "ncu: error: --set is not supported")
        self.expect("a metric of ncu", tool("ncu", "--metrics", "dram__bytes.sum", self.program), 1, "there is no metric 'dram__bytes.sum'")
        self.expect("ncu without a program", tool("ncu", "--csv"), 1, "ncu: error: no program is named")
        self.expect("nsys", tool("nsys", "profile", "-t", "cuda,nvtx", "--stats=true", "-o", "report", self.program, "4"), 4,
                    "Generated:", "report.json", "  kernels")
        self.expect("nsys again", tool("nsys", "profile", "-o", "report", self.program), 1,
                    "report.json is there already; --force-overwrite true replaces it")
        self.expect("nsys by force", tool("nsys", "profile", "-f", "true", "-o", "report", self.program), 0, "Generated:")
        self.expect("an option of nsys", tool("nsys", "profile", "--delay", "3", self.program), 1, "nsys: error: --delay is not supported")
        self.expect("a command of nsys", tool("nsys", "stats", "x"), 1, "nsys: error: stats is not supported")

    def folders(self):
        """By the variable alone, and read later."""
        record = os.path.join(self.folder, "record")
        done = subprocess.run([self.program], env={**os.environ, "RADDLE_PROFILE": record}, capture_output=True, text=True)
        self.expect("with the variable", done, 0)
        self.expect("what it has recorded", self.run("--import", record), 0, "first(int*)", "second<int>(int*)")
        unusable = os.path.join(self.program, "folder")
        done = subprocess.run([self.program], env={**os.environ, "RADDLE_PROFILE": unusable}, capture_output=True, text=True)
        self.expect("a folder that cannot be made", done, 0,
                    f"raddle: warning: cannot write to RADDLE_PROFILE={unusable}: Not a directory; nothing is counted")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--raddlecc", required=True)
    parser.add_argument("--raddle", required=True)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        source, program = os.path.join(folder, "program.cu"), os.path.join(folder, "program")
        with open(source, "w") as file:
            file.write(PROGRAM)
        subprocess.run([arguments.raddlecc, "-o", program, source], check=True)
        checks = Checks(arguments.raddle, program, folder)
        checks.all()
    print("\n".join(checks.failures) or "all messages are as expected")
    return bool(checks.failures)


if __name__ == "__main__":
    sys.exit(main())
