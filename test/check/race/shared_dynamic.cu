// Dynamic shared memory, of which each warp writes a part and the first one reads all.
#include <cuda_runtime.h>

extern __shared__ double parts[];

__global__ void sums(int *data) {
  const int t = threadIdx.x;
  if (t % 32 == 0)
    parts[t / 32] = data[t];
#ifdef REPAIRED
  __syncthreads();
#endif
  if (t < 4)
    data[256 + t] = (int)parts[t]; // EXPECT: error race-shared
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  sums<<<1, 128, 4 * sizeof(double)>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
