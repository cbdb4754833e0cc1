// Placement new compares its address with null. That of an element in shared memory is none.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z6sharedPii -lanes 32 -block rows -ir-after simplify -stop-after simplify | FileCheck %s --check-prefix=SHARED
// RUN: %kernelc -bitcode %t.bc -kernel _Z5otherPii -lanes 32 -block rows -ir-after simplify -stop-after simplify | FileCheck %s --check-prefix=OTHER

__device__ void place(int *at, int value) {
  if (at)
    *at = value;
}

// SHARED-LABEL: define {{.*}} @_Z6sharedPii(
// SHARED-NOT: icmp
// SHARED: ret void
__global__ void shared(int *out, int value) {
  __shared__ int tile[32];
  extern __shared__ int rest[];
  place(&tile[threadIdx.x], value);
  place(&rest[threadIdx.x], value);
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x] + rest[31 - threadIdx.x];
}

// OTHER-LABEL: define {{.*}} @_Z5otherPii(
// OTHER: icmp {{eq|ne}} ptr %{{.*}}, null
// OTHER: ret void
__global__ void other(int *out, int value) { place(&out[threadIdx.x], value); }
