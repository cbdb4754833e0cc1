// Updates of shared memory whose addresses and amounts are parts of the same words, with all lanes and with some.
#include "../check.h"

#include <algorithm>

constexpr int kBins = 512;

__device__ void take(unsigned *bins, unsigned first, unsigned second) {
  atomicAdd(&bins[first & 255], 1u);
  atomicAdd(&bins[256 + (second & 255)], second >> 28);
  atomicAdd(&bins[first >> 8 & 255], 3u);
  atomicAdd(&bins[second >> 24], first >> 16 & 15);
  atomicAdd(&bins[(first >> 20) % 2 + 300], static_cast<unsigned>(static_cast<signed char>(first >> 8)));
}

__device__ void compare(unsigned *bins, unsigned long long whole) {
  atomicMax(&bins[whole & 255], static_cast<unsigned>(whole >> 40));
  atomicMin(&bins[whole >> 8 & 255], static_cast<unsigned>(whole >> 32));
  atomicMax(&bins[whole >> 16 & 127], static_cast<unsigned>(whole >> 48));
  atomicMin(&bins[whole >> 56], static_cast<unsigned>(whole));
}

template <bool kAdds> __global__ void updates(const unsigned *data, int count, unsigned *result) {
  __shared__ unsigned bins[kBins];
  for (int i = threadIdx.x; i < kBins; i += blockDim.x)
    bins[i] = 1u << 20;
  __syncthreads();
  for (int i = threadIdx.x; i + 1 < count; i += blockDim.x) {
    if (kAdds)
      take(bins, data[i], data[i + 1]);
    else if (i / 32 == 1 && i % 32 == 7) // one lane of the block: maxima and minima by turns have an order
      compare(bins, data[i] | static_cast<unsigned long long>(data[i + 1]) << 32);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kBins; i += blockDim.x)
    result[i] = bins[i];
}

int main() {
  const int count = 10'007;
  Random random;
  std::vector<unsigned> data(count);
  for (unsigned &word : data)
    word = random.below(1u << 16) << 16 | random.below(1u << 16);
  DeviceArray<unsigned> device(data);
  for (int threads : {32, 224, 256, 77}) {
    std::vector<unsigned> expected(kBins, 1u << 20);
    for (int i = 0; i + 1 < count; ++i) {
      const unsigned first = data[i], second = data[i + 1];
      expected[first & 255] += 1;
      expected[256 + (second & 255)] += second >> 28;
      expected[first >> 8 & 255] += 3;
      expected[second >> 24] += first >> 16 & 15;
      expected[(first >> 20) % 2 + 300] += static_cast<unsigned>(static_cast<signed char>(first >> 8));
    }
    DeviceArray<unsigned> sums(kBins);
    updates<true><<<1, threads>>>(device.get(), count, sums.get());
    CHECK_LAUNCH();
    CHECK_SAME(sums.host(), expected);

    std::vector<unsigned> extremes(kBins, 1u << 20);
    const unsigned long long whole = data[39] | static_cast<unsigned long long>(data[40]) << 32;
    auto most = [&](unsigned bin, unsigned value) { extremes[bin] = std::max(extremes[bin], value); };
    auto least = [&](unsigned bin, unsigned value) { extremes[bin] = std::min(extremes[bin], value); };
    most(whole & 255, static_cast<unsigned>(whole >> 40));
    least(whole >> 8 & 255, static_cast<unsigned>(whole >> 32));
    most(whole >> 16 & 127, static_cast<unsigned>(whole >> 48));
    least(whole >> 56, static_cast<unsigned>(whole));
    DeviceArray<unsigned> found(kBins);
    updates<false><<<1, threads>>>(device.get(), count, found.get());
    CHECK_LAUNCH();
    CHECK_SAME(found.host(), extremes);
  }
  return verdict();
}
