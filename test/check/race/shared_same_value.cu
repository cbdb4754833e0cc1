// All threads write to one word: the same value is only a note.
#include <cuda_runtime.h>

__global__ void any(int *data) {
  __shared__ int found;
  if (threadIdx.x == 0)
    found = 0;
  __syncthreads();
  if (data[threadIdx.x] == 0)
#ifdef REPAIRED
    found = 1;
#else
    found = threadIdx.x; // EXPECT: error race-shared
#endif
  __syncthreads();
  data[128 + threadIdx.x] = found;
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  any<<<1, 128>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
