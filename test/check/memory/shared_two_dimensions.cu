// The second index of a padded tile goes too far in the last row.
#include <cuda_runtime.h>

__global__ void transpose(const int *in, int *out) {
  __shared__ int tile[16][17];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x];
  __syncthreads();
#ifdef REPAIRED
  out[y * 16 + x] = tile[x][y];
#else
  out[y * 16 + x] = tile[x + 1][y]; // EXPECT: error out-of-bounds-shared
#endif
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 256 * sizeof(int));
  cudaMalloc(&out, 256 * sizeof(int));
  cudaMemset(in, 0, 256 * sizeof(int));
  transpose<<<1, dim3(16, 16)>>>(in, out);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
