// cudaEventQuery answers "not ready" until the work before the event ended; polling it ends.
#include "../check.h"

__global__ void wait_for_host(const volatile int *go, int *out) {
  while (*go == 0) {
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

  volatile int *go = nullptr;
  CHECK_CUDA(cudaMallocHost(const_cast<int **>(&go), sizeof(int)));
  *go = 0;
  wait_for_host<<<1, 1>>>(const_cast<const int *>(go), out.get());
  CHECK_CUDA(cudaEventRecord(event));
  CHECK_EQ(cudaEventQuery(event), cudaErrorNotReady);
  CHECK_EQ(cudaStreamQuery(nullptr), cudaErrorNotReady);
  *go = 1;
  cudaError_t answer;
  do
    answer = cudaEventQuery(event);
  while (answer == cudaErrorNotReady);
  CHECK_EQ(answer, cudaSuccess);
  // "Not ready" is an answer: it is not remembered as an error.
  CHECK_EQ(cudaGetLastError(), cudaSuccess);
  CHECK_EQ(cudaStreamQuery(nullptr), cudaSuccess);
  CHECK_EQ(out.first(), 1);
  CHECK_CUDA(cudaEventRecord(untimed));
  CHECK_CUDA(cudaEventSynchronize(untimed));
  CHECK(cudaEventElapsedTime(&time, untimed, event) == cudaErrorInvalidResourceHandle);
  CHECK(cudaGetLastError() != cudaSuccess);
  CHECK_CUDA(cudaEventDestroy(event));
  CHECK_CUDA(cudaEventDestroy(untimed));
  CHECK_CUDA(cudaFreeHost(const_cast<int *>(go)));
  return verdict();
}
