// The last steps of a reduction rely on lanes that run in step.
#include <cuda_runtime.h>

__global__ void sum(int *data) {
  __shared__ int part[64];
  const int t = threadIdx.x;
  part[t] = data[t];
  __syncthreads();
  if (t < 32)
    for (int step = 32; step > 0; step /= 2) {
      const int other = part[t + step];
#ifdef REPAIRED
      __syncwarp();
#endif
      part[t] += other; // EXPECT: error race-shared
#ifdef REPAIRED
      __syncwarp();
#endif
    }
  if (t == 0)
    data[64] = part[0];
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  sum<<<1, 64>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
