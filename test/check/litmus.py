#!/usr/bin/env python3
"""Litmus tests of the PTX memory model (PTX ISA, "Memory Consistency Model"): which of them have a race.

    litmus.py --raddlecc PATH --raddle PATH [--print]

Each is a kernel of one program. Threads A, B, C are lanes of one warp, of different warps, or in different blocks; each
does what its column says. Two accesses to x of which one writes race unless a release and an acquire order them, both with
a scope that holds both threads; atomic accesses race only where the scope of one is too narrow. What the checker does not
see by design is marked (docs/checker.md), and counted apart: it takes a reader that has no fence for one that has.
"""

import argparse
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

SCOPES = {"cta": "cuda::thread_scope_block", "gpu": "cuda::thread_scope_device", "sys": "cuda::thread_scope_system"}
FENCES = {"none": "", "cta": "__threadfence_block();", "gpu": "__threadfence();", "sys": "__threadfence_system();"}
# Who thread B is to A.
PLACES = {"warp": ("blockIdx.x == 0 && threadIdx.x == 1", "cta"), "block": ("blockIdx.x == 0 && threadIdx.x == 32", "cta"),
          "grid": ("blockIdx.x == 1 && threadIdx.x == 0", "gpu")}
A = "blockIdx.x == 0 && threadIdx.x == 0"
WIDTH = {"cta": 0, "gpu": 1, "sys": 2}


def ref(name, scope):
    return f"cuda::atomic_ref<int, {SCOPES[scope]}>(*{name})"


def store(name, order, scope):
    return f"{ref(name, scope)}.store(1, cuda::memory_order_{order});"


def wait(name, order, scope, least=1):
    return f"while ({ref(name, scope)}.load(cuda::memory_order_{order}) < {least}) {{}}"


def covers(scope, needed):
    return WIDTH[scope] >= WIDTH[needed]


class Test:
    def __init__(self, name, threads, races, unseen=False):
        self.name, self.threads, self.races, self.unseen = name, threads, races, unseen

    def text(self):
        lines = [f"__global__ void {self.name}(int *x, int *f, int *g, int *seen) {{"]
        for condition, code in self.threads:
            lines.append(f"  if ({condition}) {{ {code} }}")
        return "\n".join(lines + ["}"])


def message_passing():
    """A writes x and tells of it by f; B waits for f and reads x."""
    for place, (b, needed) in PLACES.items():
        for order, scope, fence in itertools.product(["release", "relaxed"], ["cta", "gpu"], ["none", "cta", "gpu"]):
            if order == "release" and fence != "none":
                continue
            tells = covers(scope, needed) and (order == "release" or (fence != "none" and covers(fence, needed)))
            reads = "acquire" if order == "release" else "relaxed"
            after = FENCES[fence]
            yield Test(f"mp_{place}_{order}_{scope}_{fence}", [
                (A, f"*x = 1; {FENCES[fence]} {store('f', order, scope)}"),
                (b, f"{wait('f', reads, scope)} {after} *seen = *x;")], not tells)
        # The reader has no fence.
        yield Test(f"mp_{place}_reader_without_fence", [
            (A, f"*x = 1; __threadfence(); {store('f', 'relaxed', 'gpu')}"),
            (b, f"{wait('f', 'relaxed', 'gpu')} *seen = *x;")], True, unseen=True)
        yield Test(f"mp_{place}_plain", [(A, "*x = 1; __threadfence(); *f = 1;"),
                                         (b, "if (*f) *seen = *x;")], True)
        yield Test(f"mp_{place}_volatile", [
            (A, "*x = 1; __threadfence(); *(volatile int *)f = 1;"),
            (b, "while (*(volatile int *)f == 0) {} __threadfence(); *seen = *x;")], False)
        yield Test(f"mp_{place}_written_again", [
            (A, f"*x = 1; {store('f', 'release', 'gpu')} *x = 2;"),
            (b, f"{wait('f', 'acquire', 'gpu')} *seen = *x;")], True)
        yield Test(f"mp_{place}_read_first", [
            (A, f"*x = 1; {store('f', 'release', 'gpu')}"),
            (b, f"const int first = *x; {wait('f', 'acquire', 'gpu')} *seen = first;")], True)
        yield Test(f"mp_{place}_exchange", [
            (A, "*x = 1; __threadfence(); atomicExch(f, 1);"),
            (b, "while (atomicAdd(f, 0) == 0) {} __threadfence(); *seen = *x;")], False)


def chains():
    """A tells B, and B tells C: causality order is transitive."""
    b, c = "blockIdx.x == 0 && threadIdx.x == 32", "blockIdx.x == 1 && threadIdx.x == 0"
    for first, second, races in [("gpu", "gpu", False), ("cta", "gpu", False), ("gpu", "cta", True)]:
        yield Test(f"wrc_{first}_{second}", [
            (A, f"*x = 1; {store('f', 'release', first)}"),
            (b, f"{wait('f', 'acquire', first)} {store('g', 'release', second)}"),
            (c, f"{wait('g', 'acquire', second)} *seen = *x;")], races)
    yield Test("wrc_relaxed_in_the_middle", [
        (A, f"*x = 1; {store('f', 'release', 'gpu')}"),
        (b, f"{wait('f', 'acquire', 'gpu')} {store('g', 'relaxed', 'gpu')}"),
        (c, f"{wait('g', 'acquire', 'gpu')} *seen = *x;")], True)
    yield Test("release_sequence", [
        (A, f"*x = 1; {store('f', 'release', 'gpu')}"),
        (b, f"{wait('f', 'relaxed', 'gpu')} atomicAdd(f, 1);"),
        (c, f"{wait('f', 'acquire', 'gpu', 2)} *seen = *x;")], False)
    yield Test("isa2_barrier_then_release", [
        (A, "*x = 1;"), ("blockIdx.x == 0", "__syncthreads();"),
        (b, f"__threadfence(); {store('f', 'relaxed', 'gpu')}"),
        (c, f"{wait('f', 'acquire', 'gpu')} *seen = *x;")], False)


def shapes():
    """Store buffering, load buffering, coherence, 2+2W, and independent reads: atomic accesses do not race."""
    kinds = {"relaxed": (lambda name, value: f"{ref(name, 'gpu')}.store({value}, cuda::memory_order_relaxed);",
                         lambda name: f"{ref(name, 'gpu')}.load(cuda::memory_order_relaxed)"),
             "volatile": (lambda name, value: f"*(volatile int *){name} = {value};", lambda name: f"*(volatile int *){name}"),
             "narrow": (lambda name, value: f"{ref(name, 'cta')}.store({value}, cuda::memory_order_relaxed);",
                        lambda name: f"{ref(name, 'cta')}.load(cuda::memory_order_relaxed)"),
             "plain": (lambda name, value: f"*{name} = {value};", lambda name: f"*{name}")}
    b = PLACES["grid"][0]
    readers = [f"blockIdx.x == {block} && threadIdx.x == 32" for block in (0, 1)]
    for kind, (write, read) in kinds.items():
        races = kind in ("plain", "narrow")
        yield Test(f"sb_{kind}", [(A, f"{write('x', 1)} seen[0] = {read('f')};"),
                                  (b, f"{write('f', 1)} seen[1] = {read('x')};")], races)
        yield Test(f"lb_{kind}", [(A, f"seen[0] = {read('x')}; {write('f', 1)}"),
                                  (b, f"seen[1] = {read('f')}; {write('x', 1)}")], races)
        yield Test(f"two_and_two_writes_{kind}", [(A, f"{write('x', 1)} {write('f', 2)}"),
                                                  (b, f"{write('f', 1)} {write('x', 2)}")], races)
        yield Test(f"corr_{kind}", [(A, write("x", 1)), (b, f"seen[0] = {read('x')}; seen[1] = {read('x')};")], races)
        yield Test(f"iriw_{kind}", [(A, write("x", 1)), (b, write("f", 1)),
                                    (readers[0], f"seen[0] = {read('x')} + 2 * {read('f')};"),
                                    (readers[1], f"seen[1] = {read('f')} + 2 * {read('x')};")], races)
    yield Test("atomic_beside_plain_read", [(A, "atomicAdd(x, 1);"), (b, "*seen = *x;")], True)
    yield Test("two_updates", [(A, "atomicAdd(x, 1);"), (b, "atomicAdd(x, 2);")], False)
    yield Test("two_updates_of_the_block", [(A, "atomicAdd_block(x, 1);"), (b, "atomicAdd_block(x, 2);")], True)


def barriers():
    block = PLACES["block"][0]
    for name, code, races in [("none", "", True), ("syncthreads", "__syncthreads();", False),
                              ("syncwarp", "__syncwarp();", True), ("fence", "__threadfence();", True),
                              ("named", 'asm volatile("bar.sync 1, 64;" ::: "memory");', False)]:
        yield Test(f"barrier_{name}", [(A, "*x = 1;"), ("blockIdx.x == 0", code), (block, "*seen = *x;")], races)
    warp = PLACES["warp"][0]
    for name, code, races in [("none", "", True), ("syncwarp", "__syncwarp();", False),
                              ("syncwarp_of_others", "if (threadIdx.x % 32 >= 2) __syncwarp(0xfffffffc);", True),
                              ("shuffle", "g[threadIdx.x + 8] = __shfl_sync(0xffffffff, (int)threadIdx.x, 0);", False),
                              ("fence", "__threadfence();", True)]:
        yield Test(f"warp_{name}", [(A, "*x = 1;"), ("blockIdx.x == 0", code), (warp, "*seen = *x;")], races)


def program(tests):
    launches = "\n".join(f"  run({test.name});" for test in tests)
    kernels = "\n".join(test.text() for test in tests)
    return f"""#include <cuda/atomic>
#include <cuda_runtime.h>

{kernels}

void run(void (*kernel)(int *, int *, int *, int *)) {{
  int *memory;
  cudaMalloc(&memory, 4096 * sizeof(int));
  cudaMemset(memory, 0, 4096 * sizeof(int));
  kernel<<<2, 64>>>(memory, memory + 1024, memory + 2048, memory + 3072);
  cudaDeviceSynchronize();
  cudaFree(memory);
}}

int main() {{
{launches}
}}
"""


def found_in(arguments, binary, lanes, folder):
    report = os.path.join(folder, f"{lanes}.json")
    subprocess.run([arguments.raddle, "check", "--quiet", "--detectors", "race", "--json", report, binary],
                   env={**os.environ, "RADDLE_LANES": lanes}, check=False, timeout=600, capture_output=True)
    with open(report, encoding="utf-8") as file:
        return {finding["here"]["who"]["kernel"].split("(")[0]
                for finding in json.load(file)["findings"] if finding["severity"] != "note"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--raddlecc", required=True, type=pathlib.Path)
    parser.add_argument("--raddle", required=True, type=pathlib.Path)
    parser.add_argument("--print", dest="only_print", action="store_true")
    arguments = parser.parse_args()
    tests = [*message_passing(), *chains(), *shapes(), *barriers()]
    if arguments.only_print:
        print(program(tests))
        return
    failed = 0
    with tempfile.TemporaryDirectory(prefix="raddle-check-litmus-") as folder:
        source, binary = pathlib.Path(folder) / "litmus.cu", pathlib.Path(folder) / "litmus"
        source.write_text(program(tests), encoding="utf-8")
        subprocess.run([arguments.raddlecc, "-O2", "-std=c++17", "-w", "-o", binary, source], check=True, timeout=600)
        for lanes in ("32", "1"):
            found = found_in(arguments, binary, lanes, folder)
            for test in tests:
                if (test.name in found) != (test.races and not test.unseen):
                    failed += 1
                    print(f"{test.name} (lanes {lanes}): {'found' if test.name in found else 'not found'}", flush=True)
    races, unseen = sum(test.races for test in tests), sum(test.unseen for test in tests)
    print(f"{len(tests)} litmus tests, of which {races} have a race; {unseen} of these are not seen by design")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
