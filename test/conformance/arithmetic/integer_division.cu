// Division and remainder of every integer type; the least value divided by -1 gives itself and remainder 0.
#include "../check.h"

#include <limits>

template <typename T> __global__ void divide(const T *a, const T *b, T *quotients, T *remainders) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  quotients[i] = a[i] / b[i];
  remainders[i] = a[i] % b[i];
}

template <typename T> void check() {
  using Limits = std::numeric_limits<T>;
  const int count = 1024;
  Random random;
  std::vector<T> a(count), b(count), quotients(count), remainders(count);
  const T special[] = {1, static_cast<T>(-1), Limits::min(), Limits::max(), 2, 3, static_cast<T>(-7), 10};
  for (int i = 0; i < count; ++i) {
    a[i] = i < 64 ? special[i / 8] : static_cast<T>(random.bits());
    b[i] = i < 64 ? special[i % 8] : static_cast<T>(random.bits()) >> random.below(sizeof(T) * 8 - 1);
    if (b[i] == 0)
      b[i] = 1;
    bool overflows = std::is_signed_v<T> && a[i] == Limits::min() && b[i] == static_cast<T>(-1);
    quotients[i] = overflows ? Limits::min() : static_cast<T>(a[i] / b[i]);
    remainders[i] = overflows ? 0 : static_cast<T>(a[i] % b[i]);
  }
  DeviceArray<T> da(a), db(b), dq(count), dr(count);
  divide<<<4, 256>>>(da.get(), db.get(), dq.get(), dr.get());
  CHECK_LAUNCH();
  CHECK_SAME(dq.host(), quotients);
  CHECK_SAME(dr.host(), remainders);
}

__global__ void by_constants(const int *a, int *out) {
  int i = threadIdx.x;
  out[i] = a[i] / 7 + a[i] % 10 + a[i] / -3 + a[i] % 8 + a[i] / 16 +
           static_cast<int>(static_cast<unsigned>(a[i]) / 5);
}

// Nobody divides by the number of lane 0.
__global__ void by_odd_lanes(long long *out) {
  const unsigned thread = threadIdx.x + blockDim.x * threadIdx.y, lane = thread % 32;
  long long quotient = static_cast<int>(thread) * 1000003ll;
  int left = 3;
begin:
  if (--left < 0)
    goto end;
  if (lane & 1)
    goto divide;
  goto begin;
divide:
  quotient /= static_cast<long long>(lane) | 1;
  if (--left < 0)
    goto end;
  if (--left < 0)
    goto end;
  goto begin;
end:
  out[thread] = quotient;
}

int main() {
  check<signed char>();
  check<unsigned char>();
  check<short>();
  check<unsigned short>();
  check<int>();
  check<unsigned>();
  check<long long>();
  check<unsigned long long>();
  std::vector<int> a{0, 1, -1, 100, -100, 2147483647, -2147483647, 12345678, -87654321}, expected;
  for (int x : a)
    expected.push_back(
        static_cast<int>(unsigned(x / 7) + x % 10 + x / -3 + x % 8 + x / 16 + unsigned(x) / 5));
  DeviceArray<int> device(a), out(a.size());
  by_constants<<<1, static_cast<unsigned>(a.size())>>>(device.get(), out.get());
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
  std::vector<long long> quotients(64);
  for (int i = 0; i < 64; ++i)
    quotients[i] = i * 1000003ll / (i % 2 ? i % 32 : 1);
  DeviceArray<long long> quotients_by_lanes(64);
  by_odd_lanes<<<1, 64>>>(quotients_by_lanes.get());
  CHECK_LAUNCH();
  CHECK_SAME(quotients_by_lanes.host(), quotients);
  return verdict();
}
