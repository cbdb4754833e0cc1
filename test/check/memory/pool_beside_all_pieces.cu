// A kernel gets a pointer to the whole pool, and the offsets of pieces. One of them is of no piece.
#include <cuda_runtime.h>
#include <raddle/check.h>

__global__ void clear(char *pool, int offset) {
  pool[offset + threadIdx.x] = 0; // EXPECT: error out-of-bounds-global
}

int main() {
  char *pool;
  cudaMalloc(&pool, 4096);
  raddleCheckPool(pool, 4096);
  raddleCheckPiece(pool + 1024, 32);
  raddleCheckPiece(pool + 2048, 32);
  clear<<<1, 32>>>(pool, 1024);
#ifdef REPAIRED
  clear<<<1, 32>>>(pool, 2048);
#else
  clear<<<1, 32>>>(pool, 3072);
#endif
  cudaDeviceSynchronize();
  cudaFree(pool);
}
