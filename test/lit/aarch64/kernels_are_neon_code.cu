// The warp engine's code for AArch64 is made of NEON instructions.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -target=aarch64-linux-gnu -bitcode %t.bc -kernel _Z5saxpyPfPKff -lanes 32 -block rows -o %t.saxpy.so
// RUN: llvm-objdump-19 -d --no-show-raw-insn %t.saxpy.so | FileCheck %s --check-prefix=SAXPY
// RUN: %kernelc -target=aarch64-linux-gnu -bitcode %t.bc -kernel _Z7reversePi -lanes 32 -block rows -o %t.reverse.so
// RUN: llvm-objdump-19 -d --no-show-raw-insn %t.reverse.so | FileCheck %s --check-prefix=REVERSE
// RUN: %kernelc -target=aarch64-linux-gnu -bitcode %t.bc -kernel _Z4pickPiPKi -lanes 32 -block rows -o %t.pick.so
// RUN: llvm-objdump-19 -d --no-show-raw-insn %t.pick.so | FileCheck %s --check-prefix=PICK
// RUN: %kernelc -target=aarch64-linux-gnu -bitcode %t.bc -kernel _Z4turnPii -lanes 32 -block rows -o %t.turn.so
// RUN: llvm-objdump-19 -d --no-show-raw-insn %t.turn.so | FileCheck %s --check-prefix=TURN
// RUN: %kernelc -target=aarch64-linux-gnu -bitcode %t.bc -kernel _Z4votePjPKi -lanes 32 -block rows -o %t.vote.so
// RUN: llvm-objdump-19 -d --no-show-raw-insn %t.vote.so | FileCheck %s --check-prefix=VOTE

// SAXPY: <_Z5saxpyPfPKff
// SAXPY-COUNT-8: fmla v{{[0-9]+}}.4s, v{{[0-9]+}}.4s, v0.s[0]
// SAXPY-NOT: {{f(mul|add)}}
// SAXPY: stp q
__global__ void saxpy(float *y, const float *x, float a) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = a * x[i] + y[i];
}

// Known lanes are moved in registers.
// REVERSE-COUNT-8: ext v{{[0-9]+}}.16b
// REVERSE: stp q
__global__ void reverse(int *p) {
  p[threadIdx.x] = __shfl_xor_sync(0xffffffff, p[threadIdx.x], 31);
}

// Others are looked up in the lower half of the warp, and in the upper one.
// PICK-DAG: tbl v{{[0-9]+}}.16b, { v{{[0-9]+}}.16b, v{{[0-9]+}}.16b, v{{[0-9]+}}.16b, v{{[0-9]+}}.16b }
// PICK-DAG: tbx v{{[0-9]+}}.16b, { v{{[0-9]+}}.16b, v{{[0-9]+}}.16b, v{{[0-9]+}}.16b, v{{[0-9]+}}.16b }
__global__ void pick(int *p, const int *from) {
  p[threadIdx.x] = __shfl_sync(0xffffffff, p[threadIdx.x], from[threadIdx.x]);
}

// One distance for all lanes turns each register.
// TURN-COUNT-8: tbl v{{[0-9]+}}.16b, { v{{[0-9]+}}.16b }, v{{[0-9]+}}.16b
__global__ void turn(int *p, int distance) {
  p[threadIdx.x] = __shfl_xor_sync(0xffffffff, p[threadIdx.x], distance);
}

// VOTE-COUNT-8: cmgt v{{[0-9]+}}.4s, v{{[0-9]+}}.4s, #0
// VOTE: addv
__global__ void vote(unsigned *votes, const int *p) {
  votes[threadIdx.x] = __ballot_sync(0xffffffff, p[threadIdx.x] > 0);
}
