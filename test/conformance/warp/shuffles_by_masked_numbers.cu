// The lane that __shfl_sync names has some bits of the thread's number only, or of a sum with it: a pattern that repeats
// within the warp, not one distance for all lanes.
// long: under sanitizers its kernels take the compiler more than half a minute.
#include "../check.h"

constexpr unsigned kThreads = 96;

template <unsigned kMask, typename T> __global__ void masked(const T *in, T *out, unsigned step) {
  const unsigned thread = blockIdx.x * blockDim.x + threadIdx.x; // no multiple of 32 for the compiler
  const T own = in[thread];
  out[thread * 4] = __shfl_sync(0xffffffffu, own, thread & kMask);
  out[thread * 4 + 1] = __shfl_sync(0xffffffffu, own, (thread + step) & kMask);
  out[thread * 4 + 2] =
      __shfl_sync(0xffffffffu, own, static_cast<unsigned char>((step + 2 + thread) & kMask));
  out[thread * 4 + 3] = __shfl_sync(0xffffffffu, own, (thread + step) & kMask, 8);
}

template <unsigned kMask, typename T> void check() {
  std::vector<T> given(kThreads);
  for (unsigned thread = 0; thread < kThreads; ++thread)
    given[thread] = static_cast<T>(thread * 3 + 1);
  DeviceArray<T> in(given), out(kThreads * 4);
  for (unsigned step : {0u, 3u, 31u}) {
    masked<kMask><<<1, kThreads>>>(in.get(), out.get(), step);
    CHECK_LAUNCH();
    for (unsigned thread = 0; thread < kThreads; ++thread) {
      const unsigned warp = thread / 32 * 32, sum = (thread + step) & kMask;
      CHECK_EQ(out.host()[thread * 4], given[warp + (thread & kMask) % 32]);
      CHECK_EQ(out.host()[thread * 4 + 1], given[warp + sum % 32]);
      CHECK_EQ(out.host()[thread * 4 + 2], given[warp + ((step + 2 + thread) & kMask) % 32]);
      CHECK_EQ(out.host()[thread * 4 + 3], given[thread / 8 * 8 + sum % 8]);
    }
  }
}

template <typename T> void checkMasks() {
  check<1, T>();
  check<3, T>();
  check<7, T>();
  check<15, T>();
  check<31, T>();
  check<63, T>();
  check<30, T>();
  check<28, T>();
  check<0xfc, T>();
  check<0x5f, T>();
}

int main() {
  checkMasks<int>();
  checkMasks<float>();
  checkMasks<long long>();
  checkMasks<double>();
  return verdict();
}
