// A value that warps load from one address where none has written anything since the last barrier is the same for all, or they
// would race for it: barriers may depend on it.
// RUN: %clang_device -c -o %t.bc %s
// RUN: %kernelc -bitcode %t.bc -kernel _Z8segmentsPKiPi -lanes 32 -block rows -engine -o %t.so | FileCheck %s --check-prefix=LOOPS
// RUN: %kernelc -bitcode %t.bc -kernel _Z6roundsPi -lanes 32 -block rows -engine -o %t.so | FileCheck %s --check-prefix=LOOPS
// RUN: %kernelc -bitcode %t.bc -kernel _Z7writtenPKiPi -lanes 32 -block rows -engine -o %t.so | FileCheck %s --check-prefix=FIBERS
// RUN: %kernelc -bitcode %t.bc -kernel _Z7checkedPxi -lanes 32 -block rows -engine -o %t.so | FileCheck %s --check-prefix=LOOPS
// RUN: %kernelc -bitcode %t.bc -kernel _Z6partedPKiPi -lanes 32 -block rows -engine -o %t.so | FileCheck %s --check-prefix=LOOPS
// LOOPS: warp engine, a loop over its warps between barriers
// FIBERS: warp engine, warps are fibers

__global__ void segments(const int *bounds, int *out) {
  __shared__ int tile[1024];
  for (int i = bounds[blockIdx.x]; i < bounds[blockIdx.x + 1]; i += blockDim.x) {
    tile[threadIdx.x] = i;
    __syncthreads();
    out[i + threadIdx.x] = tile[threadIdx.x ^ 33];
    __syncthreads();
  }
}

__global__ void rounds(int *out) {
  __shared__ int left;
  if (threadIdx.x == 0)
    left = out[0];
  __syncthreads();
  while (left > 0) {
    __syncthreads();
    if (threadIdx.x == 0)
      --left;
    __syncthreads();
  }
  out[threadIdx.x] = 0;
}

// A warp may have written it.
__global__ void written(const int *bounds, int *out) {
  out[threadIdx.x] = 1;
  if (bounds[blockIdx.x] > 0)
    __syncthreads();
  out[threadIdx.x ^ 33] += 2;
}

// A warp whose address is misaligned comes to no barrier; a report ends the kernel.
__global__ void checked(long long *out, int n) {
  extern __shared__ int numbers[];
  const int t = threadIdx.x;
  numbers[t] = t;
  __syncthreads();
  long long x = t;
  if (t > n)
    x += *reinterpret_cast<const long long *>(numbers + n);
  if (numbers[5] > n) {
    __syncthreads();
    numbers[t] = static_cast<int>(x);
    __syncthreads();
    x += numbers[t ^ 33];
  }
  out[t] = x;
}

// One lane parts from the others on one of the ways to the branch, and brings the same number as they do.
__global__ void parted(const int *bounds, int *out) {
  int bound;
  if (blockIdx.x == 0) {
    bound = bounds[0];
    if (threadIdx.x == 0)
      out[1000] = bound;
  } else {
    bound = bounds[1];
  }
  if (bound > 0)
    __syncthreads();
  out[threadIdx.x ^ 33] += 2;
}
