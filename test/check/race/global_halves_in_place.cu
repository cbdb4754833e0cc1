// A block shifts numbers of two bytes by one place; what the next warp, or the next lane, has written is read too late.
#include <cuda_runtime.h>

__global__ void shift(unsigned short *numbers) {
  int i = threadIdx.x;
  unsigned short next = numbers[i + 1];
#ifdef REPAIRED
  __syncthreads();
#endif
  numbers[i] = next; // EXPECT: error race-global
}

int main() {
  unsigned short *numbers;
  cudaMalloc(&numbers, 257 * sizeof(unsigned short));
  cudaMemset(numbers, 0, 257 * sizeof(unsigned short));
  for (int i = 0; i < 3; ++i)
    shift<<<1, 256>>>(numbers);
  cudaDeviceSynchronize();
  cudaFree(numbers);
}
