// Small arrays are held back when they are freed: by the call that gives one of them away, or at the program's end, it is seen
// what was written there meanwhile. Kernels find the pointers in memory, where nobody looks at them.
// exit: 1
// stderr: raddle: error: 4 bytes of an array of 400 bytes were overwritten after it was freed
// stderr: note: it lies at 0x[0-9a-f]+, allocated at .*{here}, freed at .*{here}
// stderr: raddle: error: 8 bytes of an array of 1000 bytes were overwritten after it was freed
#include "../error_check.h"

struct Arrays {
  int *first;
  double *second;
};

__global__ void writeFirst(Arrays *arrays) { arrays->first[7] = 1; }
__global__ void writeSecond(Arrays *arrays) { arrays->second[7] = 1; }

int main() {
  Arrays *arrays = nullptr;
  cudaMallocManaged(&arrays, sizeof(Arrays));
  cudaMalloc(&arrays->first, 400); // <- here
  cudaFree(arrays->first);         // <- here
  writeFirst<<<1, 1>>>(arrays);
  CHECK_CUDA(cudaDeviceSynchronize());

  // What is freed gives way to what is freed later.
  int failures = 0;
  for (int i = 0; i < 100; ++i) {
    void *other = nullptr;
    CHECK_CUDA(cudaMalloc(&other, 60'000));
    CHECK_CUDA(cudaMemset(other, i, 60'000));
    const cudaError_t error = cudaFree(other);
    failures += error == cudaErrorIllegalAddress;
    if (error != cudaSuccess)
      CHECK_EQ(error, cudaGetLastError());
  }
  CHECK_EQ(failures, 1);
  checkStillComputes();

  CHECK_CUDA(cudaMalloc(&arrays->second, 1000));
  CHECK_CUDA(cudaFree(arrays->second));
  writeSecond<<<1, 1>>>(arrays);
  CHECK_CUDA(cudaDeviceSynchronize());
  return verdict();
}
