// Half of a warp calls a product of matrices, which takes all of it.
#include <cuda_runtime.h>

__global__ void multiply(const unsigned *words, float *sums) {
  const unsigned a = words[threadIdx.x], b = words[32 + threadIdx.x];
  float c[4] = {};
#ifndef REPAIRED
  if (threadIdx.x < 16)
#endif
    // EXPECT: error invalid-group
    asm volatile(
        "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a), "r"(a), "r"(b));
  sums[threadIdx.x] = c[0] + c[1] + c[2] + c[3];
}

int main() {
  unsigned *words;
  float *sums;
  cudaMalloc(&words, 64 * sizeof(unsigned));
  cudaMemset(words, 0, 64 * sizeof(unsigned));
  cudaMalloc(&sums, 32 * sizeof(float));
  multiply<<<1, 32>>>(words, sums);
  cudaDeviceSynchronize();
  cudaFree(words);
  cudaFree(sums);
}
