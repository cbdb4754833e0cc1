// Masks of which some lanes are known to be off are no shuffles with zeros, which LLVM's register allocator takes for
// copies.
// RUN: %clang_device -c -o %t.bc %s
// RUN: env RADDLE_ISA=avx512 %kernelc -bitcode %t.bc -kernel _Z11interleavedPiPKii -lanes 32 -block rows -ir-after finish -stop-after finish | FileCheck %s

// CHECK: and <16 x i1>
// CHECK-NOT: shufflevector <{{[0-9]+}} x i1> {{.*}}, <{{[0-9]+}} x i1> {{.*}}i1 false
// CHECK: call void @llvm.masked.store.v16i32
// CHECK-NOT: shufflevector <{{[0-9]+}} x i1> {{.*}}, <{{[0-9]+}} x i1> {{.*}}i1 false
// CHECK: ret void
__global__ void interleaved(int *out, const int *in, int n) {
  __shared__ int shared[1024];
  const int i = 2 * threadIdx.x - (threadIdx.x & 7);
  if (static_cast<int>(threadIdx.x) < n) {
    shared[i] = in[threadIdx.x];
    shared[i + 8] = in[threadIdx.x + 1];
  }
  __syncthreads();
  out[threadIdx.x] = shared[1023 - threadIdx.x];
}
