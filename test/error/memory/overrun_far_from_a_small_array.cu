// Writes too far from small arrays for their margins, where nothing is: found when the program ends, and told once for each
// array. Not told again is what belongs to an overrun of margins.
// stderr: raddle: error: something was written where no array is
// stderr: note: address 0x\w+ lies 3600 bytes past the end of an array of 400 bytes, allocated at {here}
// stderr: raddle: error: 240 bytes past the end of an array of 400 bytes were overwritten, at a distance of 0 to 239 bytes
// stderr lacks: where no array is\n[\s\S]*where no array is
// env: RADDLE_GUARD=sync
#include "../error_check.h"

__global__ void put(int *values, int i) { values[i] = 5; }

__global__ void fill(int *values, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    values[i] = 5;
}

int main() {
  int *small = nullptr, *other = nullptr;
  CHECK_CUDA(cudaMalloc(&small, 400)); // <- here
  put<<<1, 1>>>(small, 99);
  CHECK_LAUNCH();
  put<<<1, 1>>>(small, 1000);
  CHECK_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  cudaGetLastError();
  put<<<1, 1>>>(small, 1200);
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_CUDA(cudaFree(small));
  CHECK_CUDA(cudaMalloc(&other, 400));
  fill<<<1, 64>>>(other, 5000);
  CHECK_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
  cudaGetLastError();
  CHECK_CUDA(cudaFree(other));
  return verdict();
}
