// What an architecture lacks is an error in the program's line, also after templates; its own function of the name is not.
// flags: -arch=sm_75
// stderr: {here}: error: '__reduce_max_sync<.*>' is unavailable: it needs compute capability 8.0: compile with -arch=sm_80 or higher
// stderr: {here}: error: '__reduce_or_sync<.*>' is unavailable
#include <cooperative_groups/reduce.h>
#include <cuda_runtime.h>

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
__device__ int __reduce_add_sync(unsigned mask, int value) {
  for (int lane_mask = 16; lane_mask > 0; lane_mask /= 2)
    value += __shfl_xor_sync(mask, value, lane_mask);
  return value;
}
#endif

template <class T> __device__ T allBits(T value) {
  return __reduce_or_sync(0xffffffffu, value); // <- here
}

__global__ void reduce(int *out, unsigned *bits) {
  __nanosleep(10);
  out[0] = __reduce_add_sync(0xffffffffu, out[threadIdx.x]);
  out[1] = __reduce_max_sync(0xffffffffu, out[threadIdx.x]); // <- here
  bits[0] = allBits(bits[threadIdx.x]);
}

int main() { reduce<<<1, 32>>>(nullptr, nullptr); }
