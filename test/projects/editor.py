"""Reads CUDA sources as an editor does, with clangd, where `raddle init` has been.

  editor.py RADDLE EXAMPLES WORK
"""

import json
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

SKIPPED = 77
CLANGD = "clangd-19"

MISTAKE = """__global__ void kernel(int *out) {
  out[threadIdx.x] = undeclared;
}
"""

# Says what its compile command must not have lost, and uses a header of CUDA code without an extension of its own.
PROJECT_SOURCE = """#include "twice.cuh"
#include <concepts>
#if FLAG != 7
#error the project's macro is lost
#endif
template <std::integral T> __global__ void kernel(T *out) { out[threadIdx.x] = twice(__shfl_sync(~0u, out[0], 0)); }
int main() { kernel<<<1, 32>>>(static_cast<int *>(nullptr)); }
"""
PROJECT_HEADER = """#pragma once
__device__ inline int twice(int x) { return 2 * x + threadIdx.x; }
"""
PROJECT_COMMAND = ["raddlecc", "-forward-unknown-to-host-compiler", "-DFLAG=7", "-O3", "-std=c++20",
                   "--generate-code=arch=compute_70,code=[compute_70,sm_70]", "--extended-lambda", "-Xcompiler=-Wall",
                   "-rdc=true", "-lineinfo", "-x", "cu", "-c", "kernel.cu", "-o", "kernel.o"]


def errors_of(source):
    done = subprocess.run([CLANGD, f"--check={source.name}", "--check-lines=1-2"], cwd=source.parent, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode not in (0, 1, 2, 3):
        sys.exit(f"clangd ended with {done.returncode}:\n{done.stdout}")
    return [line for line in done.stdout.splitlines() if line.startswith("E[")]


def main():
    raddle, examples, work = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    if not shutil.which(CLANGD):
        print(f"skipped: there is no {CLANGD}")
        sys.exit(SKIPPED)
    shutil.rmtree(work, ignore_errors=True)
    project = work / "project"
    project.mkdir(parents=True)
    for example in examples.glob("*.cu"):
        shutil.copy(example, work)
    (work / "mistake.cu").write_text(MISTAKE)
    (project / "kernel.cu").write_text(PROJECT_SOURCE)
    (project / "twice.cuh").write_text(PROJECT_HEADER)
    (project / "host.cpp").write_text("#include <cuda_runtime.h>\nint main() { return cudaDeviceSynchronize(); }\n")
    (project / "compile_commands.json").write_text(json.dumps(
        [{"directory": str(project), "file": "kernel.cu", "arguments": PROJECT_COMMAND}]))
    init = [raddle, "init", "--directory", work]
    subprocess.run(init, check=True)
    subprocess.run(init, check=True)

    sources = [*sorted(work.glob("*.cu")), project / "kernel.cu", project / "twice.cuh", project / "host.cpp"]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for source, errors in zip(sources, pool.map(errors_of, sources)):
            if source.name == "mistake.cu":
                if not any("undeclared" in error for error in errors):
                    sys.exit(f"clangd does not see the mistake: {errors}")
            elif errors:
                sys.exit(f"{source.name}:\n" + "\n".join(errors))

    # What somebody else wrote is theirs.
    (work / ".clangd").write_text("# mine\n")
    refused = subprocess.run(init, stderr=subprocess.PIPE, text=True)
    if refused.returncode != 1 or "--force" not in refused.stderr or (work / ".clangd").read_text() != "# mine\n":
        sys.exit(f"a foreign .clangd was not left alone: {refused.stderr}")


main()
