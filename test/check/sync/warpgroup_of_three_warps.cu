// A product of matrices by four warps is called in a block of three.
#include <cuda_runtime.h>

__global__ void multiply(float *sums) {
  __shared__ alignas(128) unsigned tile[(64 + 8) * 4 * 2];
  for (unsigned i = threadIdx.x; i < sizeof tile / 4; i += blockDim.x)
    tile[i] = 0;
  __syncthreads();
  asm volatile("fence.proxy.async;" ::: "memory");
  const unsigned long long begin = __cvta_generic_to_shared(tile) >> 4;
  const unsigned long long a = begin | 8ull << 16 | 16ull << 32, b = (begin + 128) | 8ull << 16 | 16ull << 32;
  float d[4] = {};
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); // EXPECT: error invalid-group
  asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
               : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
               : "l"(a), "l"(b));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
  sums[threadIdx.x] = d[0] + d[1] + d[2] + d[3];
}

int main() {
  float *sums;
  cudaMalloc(&sums, 128 * sizeof(float));
#ifdef REPAIRED
  multiply<<<1, 128>>>(sums);
#else
  multiply<<<1, 96>>>(sums);
#endif
  cudaDeviceSynchronize();
  cudaFree(sums);
}
