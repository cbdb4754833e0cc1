// Constant indices beside local arrays and constants, which LLVM would take for accesses that nobody makes.
#include <cuda_runtime.h>

#ifdef REPAIRED
constexpr int kLast = 7;
#else
constexpr int kLast = 8;
#endif

__device__ int elementOf(const int *values, int index) { return values[index]; } // EXPECT: error out-of-bounds-local

__global__ void indices(int *out, int n) {
  int a[8], b[8], c[8];
  for (int i = 0; i < 8; ++i)
    a[i] = b[i] = c[i] = i * n;
  a[kLast] = 1; // EXPECT: error out-of-bounds-local
  int sum = 0;
  for (int i = 0; i <= kLast; ++i)
    sum += b[i]; // EXPECT: error out-of-bounds-local
  const int weights[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  sum += weights[kLast]; // EXPECT: error out-of-bounds-local
  int grid[4][2] = {};
  grid[kLast / 2][0] = n; // EXPECT: error out-of-bounds-local
  out[threadIdx.x] = sum + a[n] + elementOf(c, kLast) + grid[n][1];
}

int main() {
  int *out;
  cudaMalloc(&out, 32 * sizeof(int));
  indices<<<1, 32>>>(out, 2);
  cudaDeviceSynchronize();
  cudaFree(out);
}
