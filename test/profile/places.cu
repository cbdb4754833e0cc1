// What belongs to headers of CUDA counts at the lines of the program that use them, and what ends a kernel at no other line.

#include <cooperative_groups.h>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void indices(int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = threadIdx.x + gridDim.x; // counts: store.global.requests=4
}

__global__ void halves(const __half2 *in, __half2 *out) {
  int t = threadIdx.x;
  __half2 a = in[t];         // counts: load.global.requests=1
  out[t] = __hmul2(a, a);    // counts: store.global.requests=1 load.global.requests=0
}

__global__ void vectors(const int2 *in, float4 *out) {
  int t = threadIdx.x;
  int2 a = __ldg(&in[t]);                      // counts: load.global.requests=1 load.global.bytes=256
  out[t] = make_float4(a.x, a.y, a.x + a.y, 1); // counts: store.global.requests=1 store.global.bytes=512
}

__global__ void updates(int *out) {
  if (threadIdx.x % 2) // counts: branches=1 divergent_branches=1
    atomicAdd(out, 1); // counts: atomic.global.requests=1
  else
    atomicMax(out + 64, 1); // counts: atomic.global.requests=1
}

__global__ void groups(int *out) {
  auto tile = cg::tiled_partition<8>(cg::this_thread_block());
  out[threadIdx.x] = tile.shfl_down(threadIdx.x, 1); // counts: warp.warps=1 store.global.requests=1
  cg::this_thread_block().sync();                    // counts: barrier.warps=1
  out[threadIdx.x + 32] = out[threadIdx.x ^ 1];      // counts: load.global.requests=1 store.global.requests=1
}

// One of two stores, which may become one behind the branch.
__global__ void sides(const float *in, float *out) {
  int t = threadIdx.x;
  if (in[t] > t)
    out[t] = in[t] * 2;
  else
    out[t] = in[t] + 1;
} // counts: store.global.requests=0 load.global.requests=0 fp32.warps=0

int main() {
  char *in, *out;
  cudaMallocManaged(&in, 1 << 14);
  cudaMallocManaged(&out, 1 << 14);
  indices<<<2, 64>>>(reinterpret_cast<int *>(out));
  halves<<<1, 32>>>(reinterpret_cast<__half2 *>(in), reinterpret_cast<__half2 *>(out));
  vectors<<<1, 32>>>(reinterpret_cast<int2 *>(in), reinterpret_cast<float4 *>(out));
  updates<<<1, 32>>>(reinterpret_cast<int *>(out));
  groups<<<1, 32>>>(reinterpret_cast<int *>(out));
  sides<<<1, 32>>>(reinterpret_cast<float *>(in), reinterpret_cast<float *>(out));
  return cudaDeviceSynchronize();
}
