// Each lane passes its value on to the next one through shared memory. That the memory is volatile orders nothing.
#include <cuda_runtime.h>

__global__ void rotate(int *values) {
  __shared__ volatile int passed[64];
  int lane = threadIdx.x % 32, warp = threadIdx.x - lane;
  passed[threadIdx.x] = values[threadIdx.x];
#ifdef REPAIRED
  __syncwarp();
#endif
  values[threadIdx.x] = passed[warp + (lane + 1) % 32]; // EXPECT: warning relies-on-lock-step
}

int main() {
  int *values;
  cudaMalloc(&values, 64 * sizeof(int));
  cudaMemset(values, 0, 64 * sizeof(int));
  rotate<<<1, 64>>>(values);
  cudaDeviceSynchronize();
  cudaFree(values);
}
