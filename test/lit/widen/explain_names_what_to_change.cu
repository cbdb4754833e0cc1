// raddle explain without --kernel: each kernel of the file, its engine, and for those on the thread engine the line and
// what to change; where the engine differs between blocks of different shapes, in which it is which one.
// RUN: %raddle explain %s | FileCheck %s --strict-whitespace
// RUN: %raddle explain %s --block rows-of-8 | FileCheck %s --check-prefix=NARROW
// RUN: %raddle explain %s --kernel ofRows | FileCheck %s --check-prefix=ONE

#include <cuda/atomic>

// CHECK: {{^}}scale(float*, int)
// CHECK-NEXT: {{^}}  warp engine{{$}}
__global__ void scale(float *values, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    values[i] *= 2;
}

__device__ void take(int *lock) {
  // CHECK: {{^}}lock(int*, int*)
  // CHECK-NEXT: {{^}}  thread engine: lanes of a warp may wait for each other in a loop that polls memory at {{.*}}.cu:[[#@LINE+2]]:10
  // CHECK-NEXT: {{^}}    let one thread of the block poll
  while (atomicCAS(lock, 0, 1) != 0) {
  }
}

__global__ void lock(int *lock, int *count) {
  take(lock);
  ++*count;
  atomicExch(lock, 0);
  __syncthreads();
}

// The line of what is polled, in headers too.
// CHECK: {{^}}flags(
// CHECK-NEXT: {{^}}  thread engine: lanes of a warp may wait for each other in a loop that polls memory at {{.*}}.cu:[[#@LINE+5]]
// CHECK-NEXT: {{^}}    let one thread of the block poll
__global__ void flags(cuda::atomic<int, cuda::thread_scope_device> *flags) {
  if (threadIdx.x > 0)
    for (;;)
      if (flags->load() == threadIdx.x)
        break;
  flags->store(threadIdx.x + 1);
  __syncthreads();
}

// CHECK: {{^}}sides(int*)
// CHECK-NEXT: {{^}}  thread engine: lanes of a warp may meet from different sides of a branch at {{.*}}.cu:[[#@LINE+4]]
// CHECK-NEXT: {{^}}    choose the operands in the branch
__global__ void sides(int *out) {
  if (threadIdx.x % 2)
    out[threadIdx.x] = __shfl_sync(0xffffffff, out[threadIdx.x], 0);
  else
    out[threadIdx.x] = __shfl_sync(0xffffffff, out[threadIdx.x], 1);
}

__device__ __noinline__ int neighbours(const int *values, int n) {
  if (threadIdx.x >= n)
    return n > 0 ? neighbours(values, n - 1) : 0;
  // CHECK: {{^}}leaves(int*, int)
  // CHECK-NEXT: {{^}}  thread engine: lanes of a warp may leave a function while others wait in it at {{.*}}.cu:[[#@LINE+2]]
  // CHECK-NEXT: {{^}}    let all lanes come to the barrier
  __syncthreads();
  return values[threadIdx.x ^ 1];
}

__global__ void leaves(int *out, int n) { out[threadIdx.x] = neighbours(out, n) + neighbours(out + n, n); }

// CHECK: {{^}}sized(int*, int)
// CHECK-NEXT: {{^}}  thread engine: a local array whose size is known only at run time at {{.*}}.cu:[[#@LINE+3]]
// CHECK-NEXT: {{^}}    give the array the largest size
__global__ void sized(int *out, int n) {
  int *array = static_cast<int *>(__builtin_alloca(n * sizeof(int)));
  for (int i = 0; i < n; ++i)
    array[i] = i * threadIdx.x;
  out[threadIdx.x] = array[out[threadIdx.x]];
}

// threadIdx.y is the same for all lanes of a warp in some blocks only.
// CHECK: {{^}}ofRows(int*)
// CHECK-NEXT: {{^}}  warp engine in blocks whose width is a multiple of 32, other one-dimensional blocks
// CHECK-NEXT: {{^}}  thread engine in narrow blocks (8 wide), blocks of other shapes: lanes of a warp may meet from different sides of a branch at
// CHECK-NEXT: {{^}}    choose the operands
// NARROW: {{^}}scale(float*, int)
// NARROW-NEXT: {{^}}  warp engine{{$}}
// NARROW: {{^}}ofRows(int*)
// NARROW-NEXT: {{^}}  thread engine: lanes of a warp may meet
// ONE: {{^}}warp engine{{$}}
// ONE-NEXT: {{^}}thread engine in narrow blocks (8 wide), blocks of other shapes: lanes
// ONE-NEXT: {{^}}  choose the operands
// ONE: {{^}}        store of 4 bytes: contiguous
__global__ void ofRows(int *out) {
  out[threadIdx.x + 1024] = 0;
  if (threadIdx.y % 2)
    out[threadIdx.x] = __shfl_sync(0xffffffff, out[threadIdx.x], 0);
  else
    out[threadIdx.x] = __shfl_sync(0xffffffff, out[threadIdx.x], 1);
}
