// What else looks for overruns: a reset of the device, a fault, and memory that is freed in the order of a stream.
// stderr: raddle: error: 4 bytes past the end of an array of 100 bytes were overwritten
// stderr: raddle: error: 4 bytes past the end of an array of 204 bytes were overwritten
// stderr: {here}: error: kernel 'put\(int\*, int\)' wrote address 0x
// stderr: raddle: error: 4 bytes past the end of an array of 300 bytes were overwritten
// stderr: raddle: error: 4 bytes past the end of an array of 400 bytes were overwritten
#include "../error_check.h"

__global__ void put(int *values, int i) {
  values[i] = 1; // <- here
}

int main() {
  int *values = nullptr;
  CHECK_CUDA(cudaMalloc(&values, 100));
  put<<<1, 1>>>(values, 25);
  CHECK_LAUNCH();
  CHECK_EQ(cudaDeviceReset(), cudaErrorIllegalAddress);
  CHECK_EQ(cudaGetLastError(), cudaErrorIllegalAddress);

  CHECK_CUDA(cudaMallocAsync(&values, 204, 0));
  put<<<1, 1>>>(values, 51);
  CHECK_CUDA(cudaFreeAsync(values, 0));
  CHECK_LAUNCH();

  CHECK_CUDA(cudaMalloc(&values, 300));
  put<<<1, 1>>>(values, 75);
  put<<<1, 1>>>(nullptr, 75);
  checkFailedLaunch(cudaErrorIllegalAddress);

  // Nothing that was told is told again.
  CHECK_CUDA(cudaMalloc(&values, 400));
  put<<<1, 1>>>(values, 100);
  CHECK_LAUNCH();
  checkRefused(cudaFree(values), cudaErrorIllegalAddress);
  return verdict();
}
