// A sorting network whose last warp is half idle, in a kernel that then calls functions by their addresses: masks of
// parts of a warp are kept for long, in more places than the machine has registers for them.
#include "../check.h"

#include <algorithm>

__noinline__ __device__ unsigned threefold(unsigned x) { return x * 3 + threadIdx.x; }
__noinline__ __device__ unsigned fivefold(unsigned x) { return x * 5 + threadIdx.x; }
__device__ unsigned (*functions[])(unsigned) = {threefold, fivefold};

__global__ void sortAndCall(unsigned *keys, unsigned *results, const unsigned *choice, unsigned calls) {
  __shared__ unsigned shared[1024];
  const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
  const unsigned t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  shared[t] = keys[t];
  __syncthreads();
  for (unsigned length = 2; length <= threads; length *= 2)
    for (unsigned stride = length / 2; stride; stride /= 2) {
      const unsigned first = 2 * t - (t & (stride - 1)), second = first + stride;
      if (second < threads) {
        const unsigned x = shared[first], y = shared[second];
        if ((x > y) == ((first & length) == 0)) {
          shared[first] = y;
          shared[second] = x;
        }
      }
      __syncthreads();
    }
  keys[t] = shared[t];
  unsigned result = t;
  for (unsigned i = 0; i < calls; ++i)
    result += functions[choice[result % 8] & 1](result);
  results[t] = result;
}

int main() {
  const std::vector<unsigned> choice = {0, 1, 0, 1, 0, 1, 0, 1};
  const DeviceArray<unsigned> choices(choice);
  for (unsigned threads : {32u, 96u, 128u, 224u, 256u, 480u, 1000u})
    for (unsigned seed : {1u, 7u, 31u}) {
      std::vector<unsigned> keys(threads), results(threads);
      for (unsigned i = 0; i < threads; ++i)
        keys[i] = (i ^ 5) << (32 - seed);
      DeviceArray<unsigned> device_keys(keys), device_results(threads);
      sortAndCall<<<1, threads>>>(device_keys.get(), device_results.get(), choices.get(), 2);
      CHECK_LAUNCH();
      for (unsigned length = 2; length <= threads; length *= 2)
        for (unsigned stride = length / 2; stride; stride /= 2)
          for (unsigned t = 0; t < threads; ++t) {
            const unsigned first = 2 * t - (t & (stride - 1)), second = first + stride;
            if (second < threads && (keys[first] > keys[second]) == ((first & length) == 0))
              std::swap(keys[first], keys[second]);
          }
      for (unsigned t = 0; t < threads; ++t) {
        results[t] = t;
        for (int i = 0; i < 2; ++i)
          results[t] += results[t] * (choice[results[t] % 8] ? 5 : 3) + t;
      }
      CHECK_SAME(device_keys.host(), keys);
      CHECK_SAME(device_results.host(), results);
    }
  return verdict();
}
