// Addition, multiplication, logic, comparison and conversion of every integer type, wrapping where C++ wraps.
#include "../check.h"

template <typename T> __host__ __device__ inline unsigned long long mix(T a, T b) {
  unsigned long long result = static_cast<unsigned long long>(static_cast<T>(a + b));
  auto join = [&](unsigned long long x) { result = result * 1099511628211ull ^ x; };
  join(static_cast<T>(a - b));
  join(static_cast<T>(a * b));
  join(static_cast<T>(a & b));
  join(static_cast<T>(a | b));
  join(static_cast<T>(a ^ b));
  join(static_cast<T>(~a));
  join(static_cast<T>(-(a / 2)));
  join(a < b);
  join(a >= b);
  join(a == b);
  join(static_cast<unsigned char>(a));
  join(static_cast<signed char>(b));
  join(static_cast<short>(a));
  join(static_cast<unsigned short>(b));
  join(static_cast<int>(a));
  join(static_cast<unsigned>(b));
  join(static_cast<long long>(a));
  join(a ? a : b);
  return result;
}

template <typename T> __global__ void run(const T *a, const T *b, unsigned long long *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = mix(a[i], b[i]);
}

template <typename T> void check(T low, T high) {
  const int count = 2048;
  Random random;
  std::vector<T> a(count), b(count);
  const T special[] = {
      0, 1, static_cast<T>(-1), low, high, static_cast<T>(high / 2), static_cast<T>(low / 2)};
  for (int i = 0; i < count; ++i) {
    // Signed 32- and 64-bit arithmetic must not overflow: C++ leaves that undefined.
    int keep = sizeof(T) >= 4 && std::is_signed_v<T> ? sizeof(T) * 4 + 1 : 0;
    a[i] = i < 49 && !keep ? special[i / 7] : static_cast<T>(random.bits()) >> keep;
    b[i] = i < 49 && !keep ? special[i % 7] : static_cast<T>(random.bits()) >> keep;
  }
  DeviceArray<T> da(a), db(b);
  DeviceArray<unsigned long long> out(count);
  run<<<8, 256>>>(da.get(), db.get(), out.get());
  CHECK_LAUNCH();
  std::vector<unsigned long long> got = out.host();
  for (int i = 0; i < count; ++i)
    CHECK_EQ(got[i], mix(a[i], b[i]));
}

int main() {
  check<signed char>(-128, 127);
  check<unsigned char>(0, 255);
  check<short>(-32768, 32767);
  check<unsigned short>(0, 65535);
  check<int>(-2147483647, 2147483647);
  check<unsigned>(0, ~0u);
  check<long>(-9e18, 9e18);
  check<unsigned long>(0, ~0ul);
  check<long long>(-9e18, 9e18);
  check<unsigned long long>(0, ~0ull);
  return verdict();
}
