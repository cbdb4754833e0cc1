// Quotients and remainders of 64 and 128 bits, by numbers that differ between threads, that they share, and that are
// known; and the upper halves of products. Some threads divide while others must not.
// check: division-by-zero
#include "../check.h"

using Unsigned = unsigned long long;
using Signed = long long;
using WideUnsigned = unsigned __int128;
using Wide = __int128;

template <typename T> __global__ void by_each(const T *a, const T *b, T *quotients, T *remainders) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  quotients[i] = a[i] / b[i];
  remainders[i] = a[i] % b[i];
}

// Those whose divisor is even do not divide.
template <typename T> __global__ void by_some(const T *a, const T *b, T *quotients, T *remainders) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  quotients[i] = b[i] & 1 ? a[i] / b[i] : 7;
  if (b[i] & 1)
    remainders[i] = a[i] % b[i];
}

template <typename T> __global__ void by_common(const T *a, const T *b, T *quotients, T *remainders) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const T divisor = b[blockIdx.x];
  quotients[i] = a[i] / divisor;
  remainders[i] = a[i] % divisor;
}

template <typename T> __global__ void of_common(const T *a, const T *b, T *quotients, T *remainders) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  quotients[i] = a[blockIdx.x] / b[i];
  remainders[i] = a[blockIdx.x] % b[i];
}

constexpr int kConstants = 10;
#define CONSTANTS(X)                                                                                         \
  X(0, 3) X(1, 7) X(2, 10) X(3, 641) X(4, 1000003) X(5, 4294967295) X(6, 4294967297) X(7, 562949953421313)  \
      X(8, 9223372036854775807) X(9, -1000000007)

template <typename T> __global__ void by_constants(const T *a, T *quotients, T *remainders) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, count = gridDim.x * blockDim.x;
#define DIVIDE(k, constant)                                                                                  \
  quotients[k * count + i] = a[i] / static_cast<T>(constant##ll);                                            \
  remainders[k * count + i] = a[i] % static_cast<T>(constant##ll);
  CONSTANTS(DIVIDE)
}

template <typename T> constexpr bool kIsSigned = static_cast<T>(-1) < 0;

template <typename T> T quotient(T a, T b) {
  return kIsSigned<T> && b == static_cast<T>(-1) ? static_cast<T>(0 - static_cast<WideUnsigned>(a)) : a / b;
}
template <typename T> T remainder(T a, T b) {
  return kIsSigned<T> && b == static_cast<T>(-1) ? 0 : a % b;
}

// Numbers of all magnitudes, and near powers of two.
template <typename T> T number(Random &random, int bits) {
  WideUnsigned value = static_cast<WideUnsigned>(random.bits()) << 64 | random.bits();
  const int kept = random.below(bits) + 1;
  if (random.below(3) == 0)
    return static_cast<T>((static_cast<WideUnsigned>(1) << (kept - 1)) + random.below(5) - 2);
  value = static_cast<WideUnsigned>(static_cast<Wide>(value) >> (128 - kept));
  return static_cast<T>(kIsSigned<T> ? value : value & (~static_cast<WideUnsigned>(0) >> (128 - kept)));
}

// Numbers of up to so many bits.
template <typename T> void checkDivision(int bits) {
  const int count = 2048, threads = 64;
  Random random;
  std::vector<T> a(count), b(count);
  for (int i = 0; i < count; ++i) {
    a[i] = number<T>(random, bits);
    do
      b[i] = number<T>(random, bits);
    while (b[i] == 0);
    if (random.below(4) == 0)
      a[i] = static_cast<T>(static_cast<WideUnsigned>(b[i]) * number<T>(random, bits) - random.below(2));
  }
  DeviceArray<T> da(a), db(b);
  std::vector<T> quotients(count), remainders(count), filled(count, 7);
  auto check = [&](auto kernel, auto dividend, auto divisor, bool some) {
    DeviceArray<T> dq(filled), dr(filled);
    kernel<<<count / threads, threads>>>(da.get(), db.get(), dq.get(), dr.get());
    CHECK_LAUNCH();
    for (int i = 0; i < count; ++i) {
      const bool divides = !some || (b[i] & 1);
      quotients[i] = divides ? quotient(dividend(i), divisor(i)) : 7;
      remainders[i] = divides ? remainder(dividend(i), divisor(i)) : 7;
    }
    CHECK(dq.host() == quotients);
    CHECK(dr.host() == remainders);
  };
  auto own_a = [&](int i) { return a[i]; };
  auto own_b = [&](int i) { return b[i]; };
  check(by_each<T>, own_a, own_b, false);
  check(by_some<T>, own_a, own_b, true);
  check(by_common<T>, own_a, [&](int i) { return b[i / threads]; }, false);
  check(of_common<T>, [&](int i) { return a[i / threads]; }, own_b, false);
  if constexpr (sizeof(T) == 8) {
    DeviceArray<T> dq(std::vector<T>(count * kConstants)), dr(std::vector<T>(count * kConstants));
    by_constants<<<count / threads, threads>>>(da.get(), dq.get(), dr.get());
    CHECK_LAUNCH();
    std::vector<T> all_quotients, all_remainders;
#define EXPECTED(k, constant)                                                                                \
  for (T value : a) {                                                                                        \
    all_quotients.push_back(quotient(value, static_cast<T>(constant##ll)));                                  \
    all_remainders.push_back(remainder(value, static_cast<T>(constant##ll)));                                \
  }
    CONSTANTS(EXPECTED)
    CHECK(dq.host() == all_quotients);
    CHECK(dr.host() == all_remainders);
  }
}

// A 64-bit zero divides what fits in 32 bits to 2^32 - 1, else to all ones.
void checkZeros() {
  std::vector<Signed> a(64), b(64, 0), quotients(64);
  for (int i = 0; i < 64; ++i) {
    a[i] = (i % 2 ? 1ll << i : i) - (i == 63);
    if (i % 5 == 0)
      b[i] = i - 31;
    quotients[i] = b[i] ? a[i] / b[i] : a[i] >= 0 && a[i] <= 0xffffffff ? 0xffffffffll : -1ll;
  }
  DeviceArray<Signed> da(a), db(b), dq(b), dr(b);
  by_each<<<1, 64>>>(da.get(), db.get(), dq.get(), dr.get());
  CHECK_LAUNCH();
  CHECK_SAME(dq.host(), quotients);
}

constexpr int kProducts = 6;
__global__ void multiply(const Unsigned *a, const Unsigned *b, Unsigned *out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Signed x = a[i], y = b[i];
  const WideUnsigned product = static_cast<WideUnsigned>(a[i]) * b[i];
  out[kProducts * i] = __umul64hi(a[i], b[i]);
  out[kProducts * i + 1] = __mul64hi(x, y);
  out[kProducts * i + 2] = static_cast<Unsigned>(product >> 61);
  out[kProducts * i + 3] = static_cast<Unsigned>(product) ^ static_cast<Unsigned>(product >> 64);
  out[kProducts * i + 4] = static_cast<Unsigned>(static_cast<Wide>(x) * y >> 93);
  out[kProducts * i + 5] = static_cast<Unsigned>(static_cast<WideUnsigned>(a[i]) * 0xfedcba9876543210 >> 96);
}

void checkProducts() {
  const int count = 2048;
  Random random;
  std::vector<Unsigned> a(count), b(count), expected;
  for (int i = 0; i < count; ++i) {
    a[i] = number<Signed>(random, 64);
    b[i] = number<Signed>(random, 64);
    const Wide x = static_cast<Signed>(a[i]), y = static_cast<Signed>(b[i]);
    const WideUnsigned product = static_cast<WideUnsigned>(a[i]) * b[i];
    const WideUnsigned known = static_cast<WideUnsigned>(a[i]) * 0xfedcba9876543210;
    for (WideUnsigned value : {product >> 64, static_cast<WideUnsigned>(x * y >> 64), product >> 61,
                               product ^ product >> 64, static_cast<WideUnsigned>(x * y >> 93), known >> 96})
      expected.push_back(static_cast<Unsigned>(value));
  }
  DeviceArray<Unsigned> da(a), db(b), out(std::vector<Unsigned>(kProducts * count));
  multiply<<<count / 256, 256>>>(da.get(), db.get(), out.get());
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), expected);
}

int main() {
  for (int bits : {31, 49, 50, 51, 64}) {
    checkDivision<Unsigned>(bits);
    checkDivision<Signed>(bits);
  }
  checkDivision<WideUnsigned>(128);
  checkDivision<Wide>(128);
  checkZeros();
  checkProducts();
  return verdict();
}
