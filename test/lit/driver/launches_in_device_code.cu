// Launches of kernels, and their addresses, in device code. What is said about them has its place in the source.
// RUN: %raddlecc -rdc=true -o %t %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %t | FileCheck %s --check-prefix=OUTPUT
// RUN: not %raddlecc -arch=sm_90 -DSYNCHRONIZES -c -o %t.o %s 2>&1 | FileCheck %s --check-prefix=SYNC
// RUN: %raddlecc -arch=sm_80 -DSYNCHRONIZES -c -o %t.o %s
#include <cstdio>

__global__ void child(int *out, int value) { *out = value; }
template <typename T> __global__ void typed(T *out, int depth) {
  if (depth > 0)
    typed<<<1, 1>>>(out, depth - 1);
  else
    *out = T(7);
}
#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)
#define PAIR(kernel, first, second)                                                                          \
  kernel<<<1, 1>>>(first);                                                                                   \
  kernel<<<1, 1>>>(second)
__global__ void one(int *out) { *out = 9; }
namespace far { namespace away {
template <typename T> __global__ void doubled(T *out, int value) { *out = T(2 * value); }
} }
// What it is given is more than a kernel.
#define CHECKED(error) ((cudaError_t)(error))
template <typename Kernel> __device__ cudaError_t launched(Kernel kernel, int *out, int value) {
  kernel<<<1, 1>>>(out, value);
  return cudaGetLastError();
}

__global__ void parent(int *out) {
  // CHECK: launches_in_device_code.cu:[[#@LINE+1]]:27: warning: implicit conversion from 'double' to 'int'
  child<<<1, 1>>>(out,    1.5);
  // CHECK: launches_in_device_code.cu:[[#@LINE+4]]:49: warning: implicit conversion from 'double' to 'int'
  // CHECK-NEXT: if (threadIdx.x == 0) child<<<1, 1>>>(out, 2.5); int also = 3.5;
  // CHECK-NEXT: ~~~~~                ^~~
  // CHECK-NEXT: launches_in_device_code.cu:[[#@LINE+1]]:66: warning: implicit conversion from 'double' to 'int'
     if (threadIdx.x == 0) child<<<1, 1>>>(out, 2.5); int also = 3.5;
  out[5] = also;
  const void *address = reinterpret_cast<const void *>(&typed<int>);
  out[6] = address == reinterpret_cast<const void *>(typed<int>);
  LAUNCH(typed<int>, out + 1, 3);
  PAIR(one, out + 2, out + 3);
  void (*chosen)(int *, int) = threadIdx.x ? typed<int> : child;
  chosen<<<1, 1>>>(out + 4, 11);
  out[7] = CHECKED(launched(child, out + 8, 13));
  out[7] += launched(far::away::
                       doubled<int>, out + 9, 21);
}

#ifdef SYNCHRONIZES
__global__ void waits() {
  // SYNC: launches_in_device_code.cu:[[#@LINE+1]]:3: error: {{.*}}cudaDeviceSynchronize
  cudaDeviceSynchronize();
}
#endif

int main() {
  int *out = nullptr;
  cudaMallocManaged(&out, 10 * sizeof(int));
  parent<<<1, 1>>>(out);
  std::printf("%s:", cudaGetErrorName(cudaDeviceSynchronize()));
  for (int i = 0; i < 10; ++i)
    std::printf(" %d", out[i]);
  // OUTPUT: cudaSuccess: 2 7 9 9 11 3 1 0 13 42
}
