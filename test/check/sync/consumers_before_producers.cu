// The blocks that wait fill the device, so that those that they wait for cannot start.
// ENV: RADDLE_HANG_SECONDS=1
#include <cuda_runtime.h>

__global__ void handOver(int *values, int consumers, bool producers_are_first) {
  const bool produces = blockIdx.x == (producers_are_first ? 0 : consumers);
  if (threadIdx.x != 0)
    return;
  if (produces)
    atomicExch(values, 1);
  else
    while (atomicAdd(values, 0) == 0) // EXPECT: error no-progress
      ;
}

bool producersAreFirst() {
#ifdef REPAIRED
  return true;
#else
  return false;
#endif
}
int consumersOf(int threads) {
  int of_each = 0, processors = 0;
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&of_each, handOver, threads, 0);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0);
  return of_each * processors;
}

int main() {
  int *values;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMemset(values, 0, 1024 * sizeof(int));
  const int consumers = consumersOf(256) + 8;
  handOver<<<consumers + 1, 256>>>(values, consumers, producersAreFirst());
  cudaDeviceSynchronize();
  cudaFree(values);
}
