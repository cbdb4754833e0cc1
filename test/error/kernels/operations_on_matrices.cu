// Operations on matrices by a part of a warp, and rows that are no multiples of 16 bytes.
// stderr: {here}: error: an operation on matrices needs all 32 lanes of a warp, but only 16 came to it
// stderr: {here}: error: an operation on matrices needs all 32 lanes of a warp, but only 20 came to it
// stderr: {here}: error: kernel 'loadRows\(.*\)' accessed address 0x\w+8, which is no multiple of 16
#include "../error_check.h"

#include <mma.h>

using namespace nvcuda;

__global__ void multiplyByHalf(float *out, int lanes) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::row_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> c;
  wmma::fill_fragment(a, __float2half(static_cast<float>(threadIdx.x)));
  wmma::fill_fragment(b, __float2half(1.0f));
  wmma::fill_fragment(c, 0.0f);
  if (threadIdx.x >= lanes)
    return;
  wmma::mma_sync(c, a, b, c); // <- here
  out[threadIdx.x] = c.x[0];
}

__device__ void load(unsigned *out, const void *row) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" // <- here
               : "=r"(out[0]), "=r"(out[1]), "=r"(out[2]), "=r"(out[3])
               : "r"(static_cast<unsigned>(__cvta_generic_to_shared(row))));
}

__global__ void loadBySome(unsigned *out) {
  __shared__ __align__(16) unsigned rows[32 * 4];
  load(out + 4 * threadIdx.x, rows + 4 * threadIdx.x); // <- here
}

__global__ void loadRows(unsigned *out, int wrong) {
  __shared__ __align__(16) unsigned rows[33 * 4];
  load(out + 4 * threadIdx.x, rows + 4 * threadIdx.x + (threadIdx.x == 9 ? wrong : 0)); // <- here
}

int main() {
  {
    DeviceArray<float> out(32);
    multiplyByHalf<<<1, 32>>>(out.get(), 32);
    CHECK_LAUNCH();
    multiplyByHalf<<<1, 32>>>(out.get(), 16);
    checkFailedLaunch(cudaErrorLaunchFailure);
  }
  cudaGetLastError();
  {
    DeviceArray<unsigned> out(128);
    loadBySome<<<1, 20>>>(out.get());
    checkFailedLaunch(cudaErrorLaunchFailure);
  }
  cudaGetLastError();
  DeviceArray<unsigned> out(128);
  loadRows<<<1, 32>>>(out.get(), 0);
  CHECK_LAUNCH();
  loadRows<<<1, 32>>>(out.get(), 2);
  checkFailedLaunch(cudaErrorMisalignedAddress);
  return verdict();
}
