// RADDLE_GUARD=sync: each wait looks, and fails once. The program goes on.
// env: RADDLE_GUARD=sync
// stderr: raddle: error: 8 bytes past the end of an array of 800 bytes were overwritten
// stderr: note: it lies at 0x[0-9a-f]+, allocated at {here}
// stderr: raddle: error: 8 bytes before an array of 1600 bytes were overwritten
// stderr: raddle: error: 8 bytes past the end of an array of 2400 bytes were overwritten
#include "../error_check.h"

__global__ void put(double *values, int i) { values[i] = 1; }

int main() {
  double *values = nullptr;
  CHECK_CUDA(cudaMalloc(&values, 800)); // <- here
  put<<<1, 1>>>(values, 99);
  CHECK_LAUNCH();
  put<<<1, 1>>>(values, 100);
  checkRefused(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(cudaFree(values));

  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  CHECK_CUDA(cudaMalloc(&values, 1600));
  put<<<1, 1, 0, stream>>>(values, -1);
  checkRefused(cudaStreamSynchronize(stream), cudaErrorIllegalAddress);

  double value = 0;
  CHECK_CUDA(cudaMalloc(&values, 2400));
  put<<<1, 1>>>(values, 7);
  put<<<1, 1>>>(values, 300);
  checkRefused(cudaMemcpy(&value, values + 7, sizeof value, cudaMemcpyDeviceToHost), cudaErrorIllegalAddress);
  CHECK_EQ(value, 1.0); // it has copied nevertheless
  checkStillComputes();
  return verdict();
}
