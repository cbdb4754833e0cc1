// A spin lock inside a warp. The lane that holds the lock can only release it while its 31 neighbours spin,
// so this program ends only where lanes make progress independently, as they do since compute capability 7.0.
#include <cstdio>

__device__ int lock = 0;
__device__ int counter = 0;

__global__ void count(int rounds) {
  for (int i = 0; i < rounds; ++i) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence(); // see what the last owner wrote
    // Not atomic: right only because the lock excludes everyone else.
    int seen = *(volatile int *)&counter;
    *(volatile int *)&counter = seen + 1;
    __threadfence(); // and show it to the next one
    atomicExch(&lock, 0);
  }
}

int main() {
  const int blocks = 4, threads = 64, rounds = 10;
  count<<<blocks, threads>>>(rounds);
  cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) {
    fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
    return 1;
  }
  int total = 0;
  cudaMemcpyFromSymbol(&total, counter, sizeof(total));
  const int expected = blocks * threads * rounds;
  printf("%d increments under the lock, expected %d, %s\n", total, expected,
         total == expected ? "PASSED" : "FAILED");
  return total == expected ? 0 : 1;
}
