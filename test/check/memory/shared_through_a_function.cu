// A function writes past the shared array that it is given.
#include <cuda_runtime.h>

__device__ __noinline__ void put(int *to, int index, int value) {
  to[index] = value; // EXPECT: error out-of-bounds-shared
}

__global__ void store(int *out) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
#ifdef REPAIRED
  put(tile, t, t);
#else
  put(tile, t + 64, t);
#endif
  __syncthreads();
  out[t] = tile[t];
}

int main() {
  int *out;
  cudaMalloc(&out, 32 * sizeof(int));
  store<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
