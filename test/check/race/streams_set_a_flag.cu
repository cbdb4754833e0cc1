// Launches of two streams write to one word. That is harmless only if both write the same.
#include <cuda_runtime.h>

__global__ void search(const int *values, int *found) {
  if (values[threadIdx.x] == 0)
#ifdef REPAIRED
    *found = 1;
#else
    *found = values[64 + threadIdx.x]; // EXPECT: error race-between-streams
#endif
}

int main() {
  int *values, *found;
  cudaMalloc(&values, 256 * sizeof(int));
  cudaMalloc(&found, sizeof(int));
  cudaMemset(values, 0, 128 * sizeof(int));
  cudaMemset(values + 128, 1, 128 * sizeof(int));
  cudaMemset(found, 0, sizeof(int));
  cudaDeviceSynchronize();
  cudaStream_t first, second;
  cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking);
  search<<<1, 64, 0, first>>>(values, found);
  search<<<1, 64, 0, second>>>(values + 64, found);
  cudaDeviceSynchronize();
  cudaStreamDestroy(first);
  cudaStreamDestroy(second);
  cudaFree(values);
  cudaFree(found);
}
