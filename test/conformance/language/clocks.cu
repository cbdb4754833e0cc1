// clock64 and clock never go back within a thread, and time passes, also in __nanosleep.
#include "../check.h"

__global__ void measure(long long *out) {
  long long start = clock64(), last = start;
  bool monotone = true;
  for (int i = 0; i < 1000; ++i) {
    long long now = clock64();
    monotone &= now >= last;
    last = now;
  }
  clock_t before = clock();
  __nanosleep(20'000);
  long long slept = clock64();
  out[threadIdx.x * 3] = monotone;
  out[threadIdx.x * 3 + 1] = last - start;
  out[threadIdx.x * 3 + 2] = slept - last + (clock() == before ? 0 : 1);
}

int main() {
  DeviceArray<long long> out(64 * 3);
  measure<<<1, 64>>>(out.get());
  CHECK_LAUNCH();
  std::vector<long long> got = out.host();
  for (int t = 0; t < 64; ++t) {
    CHECK_EQ(got[t * 3], 1);
    CHECK(got[t * 3 + 1] > 0);
    CHECK(got[t * 3 + 2] > 0);
  }
  return verdict();
}
