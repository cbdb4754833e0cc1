// Threads that find their partner by a stride that is an argument: any number, not only powers of two.
#include "../check.h"

constexpr int kThreads = 256, kElements = 4 * kThreads;

// What a thread exchanges, by each way to find a place.
__host__ __device__ unsigned placeByMask(unsigned t, unsigned stride) { return 2 * t - (t & (stride - 1)); }
__host__ __device__ unsigned placeByXor(unsigned t, unsigned stride) { return t ^ stride; }
__host__ __device__ unsigned placeByRemainder(unsigned t, unsigned stride) { return 2 * t - t % stride; }

__global__ void exchange(int *keys, unsigned stride, int bound) {
  __shared__ int shared[kElements];
  for (int i = threadIdx.x; i < kElements; i += kThreads)
    shared[i] = keys[i];
  __syncthreads();
  const unsigned first = placeByMask(threadIdx.x, stride);
  if (first + stride < kElements) {
    int a = shared[first], b = shared[first + stride];
    if (a > b && a < bound) {
      shared[first] = b;
      shared[first + stride] = a;
    }
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kElements; i += kThreads)
    keys[i] = shared[i];
}

__global__ void collect(int *out, const int *in, unsigned stride) {
  unsigned partner = placeByXor(threadIdx.x, stride);
  int value = in[partner] * 2;
  if (threadIdx.x < partner)
    value += in[threadIdx.x];
  out[partner] = value;
}

__global__ void spread(long long *out, const float *in, unsigned stride, long long *last) {
  unsigned place = placeByRemainder(threadIdx.x, stride);
  float sum = 0;
  for (int step = 0; step < 3; ++step)
    sum += in[place + step];
  out[place] = static_cast<long long>(sum) + round(in[place]);
  *last = stride;
}

int main() {
  const unsigned strides[] = {1,  2,  3,  4,  5,  7,  8,   12,  16,  17, 24,
                              31, 32, 33, 48, 64, 96, 100, 128, 255, 256};
  for (unsigned stride : strides) {
    std::vector<int> keys(kElements);
    for (int i = 0; i < kElements; ++i)
      keys[i] = (i * 7919 + 13) % 1009;
    // Several threads may have one place where a mask is no power of two less one: only those that do not.
    if ((stride & (stride - 1)) == 0) {
      DeviceArray<int> device(keys);
      exchange<<<1, kThreads>>>(device.get(), stride, 700);
      CHECK_LAUNCH();
      std::vector<int> expected = keys;
      for (unsigned t = 0; t < kThreads; ++t) {
        const unsigned first = placeByMask(t, stride);
        if (first + stride < kElements && keys[first] > keys[first + stride] && keys[first] < 700)
          std::swap(expected[first], expected[first + stride]);
      }
      const std::vector<int> got = device.host();
      for (int i = 0; i < kElements; ++i)
        CHECK_EQ(got[i], expected[i]);
    }

    DeviceArray<int> in(keys), out(kElements);
    collect<<<1, kThreads>>>(out.get(), in.get(), stride);
    CHECK_LAUNCH();
    const std::vector<int> collected = out.host();
    for (unsigned t = 0; t < kThreads; ++t) {
      const unsigned partner = placeByXor(t, stride);
      CHECK_EQ(collected[partner], keys[partner] * 2 + (t < partner ? keys[t] : 0));
    }

    std::vector<float> numbers(kElements);
    for (int i = 0; i < kElements; ++i)
      numbers[i] = static_cast<float>(keys[i]);
    DeviceArray<float> floats(numbers);
    DeviceArray<long long> sums(kElements), last(1);
    spread<<<1, kThreads>>>(sums.get(), floats.get(), stride, last.get());
    CHECK_LAUNCH();
    const std::vector<long long> spread_out = sums.host();
    std::vector<long long> expected(kElements);
    for (unsigned t = 0; t < kThreads; ++t) {
      const unsigned place = placeByRemainder(t, stride);
      expected[place] = keys[place] * 2 + keys[place + 1] + keys[place + 2];
    }
    for (int i = 0; i < kElements; ++i)
      CHECK_EQ(spread_out[i], expected[i]);
    CHECK_EQ(last.first(), static_cast<long long>(stride));
  }
  // A stride of nought is a mask of all bits.
  std::vector<int> keys(kElements);
  for (int i = 0; i < kElements; ++i)
    keys[i] = i;
  DeviceArray<int> in(keys), out(kElements);
  collect<<<1, kThreads>>>(out.get(), in.get(), 0);
  CHECK_LAUNCH();
  for (int t = 0; t < kThreads; ++t)
    CHECK_EQ(out.host()[t], 2 * t);
  return verdict();
}
