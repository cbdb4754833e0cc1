// The rounds of a sorting network compare, and turn the result around in some lanes. Where lanes that sort downwards
// hold complements, each exchange is a minimum and a maximum.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6roundsPii -lanes 32 -block rows -ir-after optimize -stop-behind optimize | FileCheck %s --check-prefix=ROUNDS
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5roundPi -lanes 32 -block rows -ir-after optimize -stop-behind optimize | FileCheck %s --check-prefix=ROUND

__device__ void exchange(int *keys, int stride, bool ascending) {
  int lane = threadIdx.x % 32;
  int first = 2 * lane - (lane & (stride - 1));
  int a = keys[first], b = keys[first + stride];
  bool swap = (a > b) == ascending;
  keys[first] = swap ? b : a;
  keys[first + stride] = swap ? a : b;
}

// All lanes of a warp sort in the same direction: complemented once in front and once behind.
// ROUNDS-LABEL: define {{.*}} @_Z6roundsPii
// ROUNDS: sext i1
// ROUNDS-COUNT-2: xor <32 x i32>
// ROUNDS: call <32 x i32> @llvm.s{{min|max}}.v32i32
// ROUNDS: call <32 x i32> @llvm.s{{min|max}}.v32i32
// ROUNDS-NOT: xor
// ROUNDS: call <32 x i32> @llvm.s{{min|max}}.v32i32
// ROUNDS: call <32 x i32> @llvm.s{{min|max}}.v32i32
// ROUNDS-NOT: xor
// ROUNDS: call <32 x i32> @llvm.s{{min|max}}.v32i32
// ROUNDS: call <32 x i32> @llvm.s{{min|max}}.v32i32
// ROUNDS-COUNT-4: xor <16 x i32>
// ROUNDS-NOT: select <32 x i1>
// ROUNDS: ret void
__global__ void rounds(int *keys, int length) {
  keys += 64 * (threadIdx.x / 32);
  bool ascending = (threadIdx.x / 32 & length) == 0;
  exchange(keys, 8, ascending);
  exchange(keys, 4, ascending);
  exchange(keys, 2, ascending);
}

// Once only it is not worth it.
// ROUND-LABEL: define {{.*}} @_Z5roundPi
// ROUND: icmp sgt <32 x i32>
// ROUND: select <32 x i1>
// ROUND: ret void
__global__ void round(int *keys) {
  keys += 64 * (threadIdx.x / 32);
  exchange(keys, 8, (threadIdx.x / 8 & 1) == 0);
}
