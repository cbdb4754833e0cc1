// A block that finds its piece of an array in memory prefetches a little ahead of what it reads under a mask: where the next
// block's piece begins. What all lanes read needs none, and neither does what can be computed from the block's number.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6piecesPKiS0_Pi -lanes 32 -block rows -ir-after insert-prefetches -stop-after insert-prefetches | FileCheck %s

// CHECK: define {{.*}}_Z6piecesPKiS0_Pi
// CHECK: %[[AHEAD:.*]] = getelementptr i8, ptr %{{.*}}, i64 256
// CHECK-NEXT: call void @llvm.prefetch.p0(ptr %[[AHEAD]]
// CHECK-NEXT: load i32
// CHECK: raddle_syncthreads
__global__ void pieces(const int *ends, const int *in, int *out) {
  __shared__ int shared[256];
  const int begin = ends[blockIdx.x], n = ends[blockIdx.x + 1] - begin, t = threadIdx.x;
  int x = 0;
  if (t < n)
    x = __brev(in[begin + t]);
  shared[t] = x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + t] = shared[255 - t];
}
