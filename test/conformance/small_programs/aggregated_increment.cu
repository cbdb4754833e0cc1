// The active lanes of a warp elect one to add for all; every lane gets its own number.
#include "../check.h"

#if defined(__NVCC__) && !defined(__clang__)
// nvcc's headers have no such function.
__device__ unsigned int __lanemask_lt() {
  unsigned int mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}
#endif

__device__ int aggregated_increment(int *p) {
  unsigned int writemask = __activemask();
  unsigned int total = __popc(writemask);
  unsigned int prefix = __popc(writemask & __lanemask_lt());
  int elected_lane = __ffs(writemask) - 1;
  int base_offset = 0;
  if (prefix == 0)
    base_offset = atomicAdd(p, total);
  base_offset = __shfl_sync(writemask, base_offset, elected_lane);
  return prefix + base_offset;
}

// A filter: the values that pass go, in some order and none twice, to the front of `out`.
__global__ void keep_multiples(const int *values, int count, int divisor, int *out, int *kept) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count && values[i] % divisor == 0)
    out[aggregated_increment(kept)] = values[i];
}

int main() {
  const int count = 20'000;
  std::vector<int> values(count);
  for (int i = 0; i < count; ++i)
    values[i] = i;
  DeviceArray<int> device(values);
  for (int divisor : {1, 2, 3, 7, 33, 1000}) {
    DeviceArray<int> out(count), kept(1);
    keep_multiples<<<(count + 255) / 256, 256>>>(device.get(), count, divisor, out.get(), kept.get());
    CHECK_LAUNCH();
    int expected = (count - 1) / divisor + 1;
    CHECK_EQ(kept.first(), expected);
    std::vector<int> got = out.host(), seen(count);
    for (int i = 0; i < expected; ++i)
      ++seen[got[i]];
    for (int i = 0; i < count; ++i)
      CHECK_EQ(seen[i], int{i % divisor == 0});
  }
  return verdict();
}
