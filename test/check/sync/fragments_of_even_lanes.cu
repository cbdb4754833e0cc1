// A product of matrices by `wmma` belongs to all lanes of a warp together; here half of them call it.
#include <mma.h>

using namespace nvcuda;

__global__ void multiply(const half *from, float *to) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums;
  wmma::fill_fragment(sums, 0.0f);
  wmma::load_matrix_sync(a, from, 16);
  wmma::load_matrix_sync(b, from, 16);
#ifndef REPAIRED
  if (threadIdx.x % 2 == 0)
#endif
    wmma::mma_sync(sums, a, b, sums); // EXPECT: error invalid-group
  wmma::store_matrix_sync(to, sums, 16, wmma::mem_row_major);
}

int main() {
  half *from;
  float *to;
  cudaMalloc(&from, 256 * sizeof(half));
  cudaMemset(from, 0, 256 * sizeof(half));
  cudaMalloc(&to, 256 * sizeof(float));
  multiply<<<1, 32>>>(from, to);
  cudaDeviceSynchronize();
  cudaFree(from);
  cudaFree(to);
}
