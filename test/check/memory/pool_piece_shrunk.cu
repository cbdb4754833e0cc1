// A piece becomes shorter, and a kernel still writes to all that it was.
#include <cuda_runtime.h>
#include <raddle/check.h>

__global__ void fill(float *values, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    values[i] = 1; // EXPECT: error out-of-bounds-global
}

int main() {
  float *pool;
  cudaMalloc(&pool, 1024 * sizeof(float));
  raddleCheckPool(pool, 1024 * sizeof(float));
  raddleCheckPiece(pool, 256 * sizeof(float));
  fill<<<1, 64>>>(pool, 256);
  cudaDeviceSynchronize();
  raddleCheckPieceResized(pool, 200 * sizeof(float));
#ifdef REPAIRED
  fill<<<1, 64>>>(pool, 200);
#else
  fill<<<1, 64>>>(pool, 256);
#endif
  cudaDeviceSynchronize();
  cudaFree(pool);
}
