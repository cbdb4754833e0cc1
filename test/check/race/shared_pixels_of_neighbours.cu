// Threads keep a byte each, and look at that of the next thread, without a barrier in between.
#include <cuda_runtime.h>

__global__ void blur(const unsigned char *pixels, unsigned short *sums) {
  __shared__ unsigned char row[128];
  int i = threadIdx.x;
  row[i] = pixels[i];
#ifdef REPAIRED
  __syncthreads();
#endif
  sums[i] = row[i] + row[(i + 1) % 128]; // EXPECT: error race-shared
}

int main() {
  unsigned char *pixels;
  unsigned short *sums;
  cudaMalloc(&pixels, 128);
  cudaMemset(pixels, 3, 128);
  cudaMalloc(&sums, 128 * sizeof(unsigned short));
  blur<<<1, 128>>>(pixels, sums);
  cudaDeviceSynchronize();
  cudaFree(pixels);
  cudaFree(sums);
}
