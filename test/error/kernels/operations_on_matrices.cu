// Operations on matrices by a part of a warp, and rows that are no multiples of 16 bytes.
// stderr: {here}: error: an operation on matrices needs all 32 lanes of a warp, but only 16 came to it
// stderr: {here}: error: an operation on matrices needs all 32 lanes of a warp, but only 20 came to it
// stderr: {here}: error: wgmma needs groups of four warps, but the block has 3 warps
// stderr: {here}: error: a matrix descriptor of wgmma has the base offset 5, but only patterns .* with the base offset 0, are supported
// stderr: {here}: error: kernel 'loadRows\(.*\)' accessed address 0x\w+8, which is no multiple of 16
#include "../error_check.h"

__global__ void multiplyByHalf(float *out, int lanes) {
  const unsigned a = 0x3c003c00 + threadIdx.x;
  float d[4] = {};
  if (threadIdx.x >= lanes)
    return;
  asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %4}, {%4}, {%0, %1, %2, %3};" // <- here
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "r"(a));
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
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

__global__ void multiplyByGroup(float *out, unsigned long long base_offset) {
  __shared__ __align__(128) unsigned char tile[4096];
  tile[threadIdx.x] = 0;
  const unsigned long long matrix =
      __cvta_generic_to_shared(tile) >> 4 | 8ull << 16 | 8ull << 32 | base_offset << 49;
  float d[4] = {};
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %4, 1, 1, 1, 0, 0;" // <- here
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(matrix));
  out[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
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
  {
    DeviceArray<float> out(128);
    multiplyByGroup<<<1, 128>>>(out.get(), 0);
    CHECK_LAUNCH();
    multiplyByGroup<<<1, 96>>>(out.get(), 0);
    checkFailedLaunch(cudaErrorLaunchFailure);
  }
  cudaGetLastError();
  {
    DeviceArray<float> out(128);
    multiplyByGroup<<<1, 128>>>(out.get(), 5);
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
