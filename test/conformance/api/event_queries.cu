// cudaEventQuery answers "not ready" until the work before the event ended; polling it ends.
#include "../check.h"

__global__ void spin(long long cycles, int *out) {
  long long start = clock64();
  while (clock64() - start < cycles) {
  }
  *out += 1;
}

int main() {
  cudaEvent_t event, untimed;
  CHECK_CUDA(cudaEventCreate(&event));
  CHECK_CUDA(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
  DeviceArray<int> out(1);
  // An event that was never recorded is complete, but has no time.
  CHECK_EQ(cudaEventQuery(event), cudaSuccess);
  CHECK_CUDA(cudaEventSynchronize(event));
  float time = 0;
  CHECK_EQ(cudaEventElapsedTime(&time, event, event), cudaErrorInvalidResourceHandle);
  CHECK_EQ(cudaGetLastError(), cudaErrorInvalidResourceHandle);

  spin<<<1, 1>>>(300'000'000, out.get());
  CHECK_CUDA(cudaEventRecord(event));
  long polls = 0;
  cudaError_t answer;
  while ((answer = cudaEventQuery(event)) == cudaErrorNotReady)
    ++polls;
  CHECK_EQ(answer, cudaSuccess);
  CHECK(polls > 0);
  // "Not ready" counts as an error of the call: it is remembered, and programs clear it.
  CHECK_EQ(cudaGetLastError(), cudaErrorNotReady);
  CHECK_EQ(cudaGetLastError(), cudaSuccess);
  CHECK_EQ(cudaStreamQuery(nullptr), cudaSuccess);
  CHECK_EQ(out.first(), 1);
  CHECK_CUDA(cudaEventRecord(untimed));
  CHECK_CUDA(cudaEventSynchronize(untimed));
  CHECK(cudaEventElapsedTime(&time, untimed, event) == cudaErrorInvalidResourceHandle);
  CHECK(cudaGetLastError() != cudaSuccess);
  CHECK_CUDA(cudaEventDestroy(event));
  CHECK_CUDA(cudaEventDestroy(untimed));
  return verdict();
}
