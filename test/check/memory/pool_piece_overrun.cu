// A pool of the program's own hands out pieces of one array. A kernel leaves its piece and meets the next one.
#include <cuda_runtime.h>
#include <raddle/check.h>

__global__ void fill(int *values, int count) {
  if (threadIdx.x < count)
    values[threadIdx.x] = threadIdx.x; // EXPECT: error out-of-bounds-global
}

struct Pool {
  char *begin;
  size_t used = 0;
  Pool(size_t bytes) {
    cudaMalloc(&begin, bytes);
    raddleCheckPool(begin, bytes);
  }
  int *take(size_t bytes) {
    char *piece = begin + used;
    used += bytes;
    raddleCheckPiece(piece, bytes);
    return reinterpret_cast<int *>(piece);
  }
  ~Pool() { cudaFree(begin); }
};

int main() {
  Pool pool(4096);
  int *first = pool.take(32 * sizeof(int));
  int *second = pool.take(64 * sizeof(int));
  fill<<<1, 64>>>(second, 64);
#ifdef REPAIRED
  fill<<<1, 64>>>(first, 32);
#else
  fill<<<1, 64>>>(first, 33);
#endif
  cudaDeviceSynchronize();
}
