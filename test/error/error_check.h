// What the error tests share beyond the conformance checks: after a failed launch the process lives on.
#ifndef RADDLE_TEST_ERROR_ERROR_CHECK_H
#define RADDLE_TEST_ERROR_ERROR_CHECK_H

#include "../conformance/check.h"

__global__ void addIndexToEach(int *values) { values[blockIdx.x * blockDim.x + threadIdx.x] += threadIdx.x; }

// The device computes, and memory that the host had before is as it was.
inline void checkStillComputes() {
  DeviceArray<int> values(std::vector<int>(256, 1000));
  addIndexToEach<<<2, 128>>>(values.get());
  CHECK_LAUNCH();
  std::vector<int> got = values.host();
  for (int i = 0; i < 256; ++i)
    CHECK_EQ(got[i], 1000 + i % 128);
}

// A call was refused with `expected`; asking once clears it.
inline void checkRefused(cudaError_t got, cudaError_t expected) {
  CHECK_EQ(got, expected);
  CHECK_EQ(cudaPeekAtLastError(), expected);
  CHECK_EQ(cudaGetLastError(), expected);
  CHECK_EQ(cudaGetLastError(), cudaSuccess);
}

// The launch before failed with `expected`. The error sticks to every call until cudaDeviceReset; then all is
// well.
inline void checkFailedLaunch(cudaError_t expected) {
  std::vector<int> host_memory(1000, 7);
  CHECK_EQ(cudaDeviceSynchronize(), expected);
  CHECK_EQ(cudaGetLastError(), expected);
  void *memory = nullptr;
  CHECK_EQ(cudaMalloc(&memory, 16), expected);
  CHECK_EQ(cudaDeviceSynchronize(), expected);
  addIndexToEach<<<1, 1>>>(nullptr);
  CHECK_EQ(cudaGetLastError(), expected);
  CHECK_CUDA(cudaDeviceReset());
  cudaGetLastError();
  checkStillComputes();
  CHECK_SAME(host_memory, std::vector<int>(1000, 7));
}

#endif
