// raddle explain: the engine, and line by line what became of loops, branches and accesses.
// RUN: %raddle explain %s --kernel sums | FileCheck %s
// RUN: %raddle explain %s --kernel waits | FileCheck %s --check-prefix=WAITS

// CHECK: warp engine{{$}}
// CHECK: explain_says_what_became_of_accesses.cu
// CHECK: |   for (int i
// CHECK-NEXT: loop: all lanes leave it together
// CHECK: |     sum +=
// CHECK-NEXT: load of 4 bytes: varying: gather
// CHECK-NEXT: load of 4 bytes: contiguous: one vector access
// CHECK: |   if (sum > 0)
// CHECK-NEXT: branch: lanes may diverge
// CHECK: |     atomicAdd
// CHECK-NEXT: atomic update: uniform address
__global__ void sums(float *total, const float *values, const int *indices, int n) {
  float sum = 0;
  for (int i = 0; i < n; ++i)
    sum += values[indices[i * 32 + static_cast<int>(threadIdx.x)]];
  if (sum > 0)
    atomicAdd(total, sum);
}

// WAITS: thread engine: lanes of a warp may wait for each other
__global__ void waits(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0) {
  }
  atomicExch(lock, 0);
  __syncthreads();
}
