// A pool takes a piece back, but the memory stays allocated. A kernel still reads it.
#include <cuda_runtime.h>
#include <raddle/check.h>

__global__ void sum(const int *values, int *out) {
  atomicAdd(out, values[threadIdx.x]); // EXPECT: error use-after-free
}

int main() {
  char *pool;
  int *out;
  cudaMalloc(&out, sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  cudaMalloc(&pool, 4096);
  cudaMemset(pool, 0, 4096);
  raddleCheckPool(pool, 4096);
  int *piece = reinterpret_cast<int *>(pool + 256);
  raddleCheckPiece(piece, 128);
#ifdef REPAIRED
  sum<<<1, 32>>>(piece, out);
  cudaDeviceSynchronize();
  raddleCheckPieceFreed(piece);
#else
  raddleCheckPieceFreed(piece);
  sum<<<1, 32>>>(piece, out);
  cudaDeviceSynchronize();
#endif
  raddleCheckPoolGone(pool);
  sum<<<1, 32>>>(piece, out);
  cudaDeviceSynchronize();
  cudaFree(pool);
  cudaFree(out);
}
