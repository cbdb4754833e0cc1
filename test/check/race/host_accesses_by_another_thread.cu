// That one thread of the host waits helps the others only when they know of it.
#include <cuda_runtime.h>

#include <cstdio>
#include <thread>

__global__ void square(int *values) { values[threadIdx.x] *= values[threadIdx.x]; }

int main() {
  int *values;
  cudaMallocManaged(&values, 256 * sizeof(int));
  for (int i = 0; i < 256; ++i)
    values[i] = i;
  square<<<1, 256>>>(values);
#ifdef REPAIRED
  cudaDeviceSynchronize();
#endif
  std::thread reader([values] {
    std::printf("%d\n", values[16]); // EXPECT: error race-with-host
  });
  reader.join();
  cudaDeviceSynchronize();
  cudaFree(values);
}
