// The stages of a sorting network compare, and negate the result in some lanes. Where lanes that sort downwards
// hold complements, each exchange is a minimum and a maximum.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z6roundsPii -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=ROUNDS
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z5roundPi -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=ROUND

__device__ void exchange_at(int *keys, int first, int stride, bool ascending) {
  int a = keys[first], b = keys[first + stride];
  bool swap = (a > b) == ascending;
  keys[first] = swap ? b : a;
  keys[first + stride] = swap ? a : b;
}

__device__ void exchange(int *keys, int stride, bool ascending) {
  int lane = threadIdx.x % 32;
  exchange_at(keys, 2 * lane - (lane & (stride - 1)), stride, ascending);
}

// All lanes of a warp sort in the same direction: complemented once before and once after.
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

// Results that are only stored change places where all lanes sort downwards. The places are the same or apart, because
// they are a multiple of 32 elements away from each other.
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z8far_awayPiii -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=FAR
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z7overlapPiii -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s --check-prefix=OVERLAP
// FAR-LABEL: define {{.*}} @_Z8far_awayPiii
// FAR-NOT: icmp sgt <32 x i32>
// FAR-COUNT-2: select i1 %{{.*}}, ptr
// FAR: ret void
__global__ void far_away(int *keys, int length, int n) {
  exchange_at(keys, threadIdx.x, 32 * n, (threadIdx.x / 32 & length) == 0);
}

// OVERLAP-LABEL: define {{.*}} @_Z7overlapPiii
// OVERLAP: icmp sgt <32 x i32>
// OVERLAP: ret void
__global__ void overlap(int *keys, int length, int n) {
  exchange_at(keys, threadIdx.x, 16 * n, (threadIdx.x / 32 & length) == 0);
}
