// Events: elapsed time covers the work between the events, and adds up.
#include "../check.h"

__global__ void spin(long long cycles, int *out) {
  long long start = clock64();
  while (clock64() - start < cycles) {
  }
  *out = 1;
}

int main() {
  cudaEvent_t events[3];
  for (cudaEvent_t &event : events)
    CHECK_CUDA(cudaEventCreate(&event));
  DeviceArray<int> out(1);
  spin<<<1, 1>>>(1000, out.get());
  CHECK_LAUNCH();
  CHECK_CUDA(cudaEventRecord(events[0]));
  spin<<<1, 1>>>(20'000'000, out.get());
  CHECK_CUDA(cudaEventRecord(events[1], nullptr));
  spin<<<1, 1>>>(100'000'000, out.get());
  CHECK_CUDA(cudaEventRecord(events[2]));
  CHECK_CUDA(cudaEventSynchronize(events[2]));
  float first = -1, second = -1, both = -1;
  CHECK_CUDA(cudaEventElapsedTime(&first, events[0], events[1]));
  CHECK_CUDA(cudaEventElapsedTime(&second, events[1], events[2]));
  CHECK_CUDA(cudaEventElapsedTime(&both, events[0], events[2]));
  // Whatever else the machine does: so many cycles take at least this long, below 5 GHz.
  CHECK(first > 4);
  CHECK(second > 20);
  CHECK(both >= second && both - first - second < 0.01f && first + second - both < 0.01f);
  for (cudaEvent_t event : events)
    CHECK_CUDA(cudaEventDestroy(event));
  return verdict();
}
