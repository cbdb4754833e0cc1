// Casts from each floating-point type to each integer type: what lies out of range saturates, at the very borders and for
// numbers of any size, where some lanes take part and where all do. Integers of fewer than 32 bits are cut out of one of 32.
#include "../check.h"

#include <cmath>
#include <cuda_fp16.h>
#include <limits>
#include <type_traits>
#include <vector>

namespace {

template <typename To, typename From> __global__ void all(To *out, const From *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = static_cast<To>(in[i]);
}

template <typename To, typename From> __global__ void positive_ones(To *out, const From *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  To result = 1;
  if (in[i] > From(0))
    result = static_cast<To>(in[i] * From(3));
  out[i] = result;
}

template <typename To> __global__ void of_halves(To *out, const __half *in, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = static_cast<To>(__half2float(in[i]));
}

// The conversions of constants, which a compiler may cast.
__global__ void constants(unsigned *out) {
  constexpr float kByte = 300, kNegative = -1, kInt = 3e9f;
  out[0] = static_cast<unsigned char>(kByte);
  out[1] = static_cast<int>(kInt);
  out[2] = static_cast<unsigned>(kNegative);
  out[3] = static_cast<unsigned short>(static_cast<double>(kInt));
}

template <typename To, typename From> To saturated(From number) {
  if constexpr (sizeof(To) < sizeof(int))
    return static_cast<To>(saturated<std::conditional_t<std::is_signed_v<To>, int, unsigned>>(number));
  constexpr To kMost = std::numeric_limits<To>::max(), kLeast = std::numeric_limits<To>::min();
  // The numbers next to these powers of two are integers of the type, or have a fraction.
  const From above = std::ldexp(From(1), std::numeric_limits<To>::digits);
  const From below = std::numeric_limits<To>::is_signed ? -above : From(0);
  return number >= above ? kMost : number <= below ? kLeast : static_cast<To>(number);
}

// Around each border of each type, in steps of the number's precision and in halves; numbers of every magnitude.
template <typename From> std::vector<From> numbers() {
  std::vector<From> result{From(INFINITY),
                           From(-INFINITY),
                           From(0),
                           From(-0.0),
                           std::numeric_limits<From>::denorm_min(),
                           std::numeric_limits<From>::max(),
                           std::numeric_limits<From>::lowest()};
  auto add = [&](From number) {
    result.push_back(number);
    result.push_back(-number);
  };
  for (int bits : {0, 7, 8, 15, 16, 31, 32, 63, 64}) {
    const From border = std::ldexp(From(1), bits);
    From above = border, below = border;
    for (int step = 0; step < 3; ++step) {
      add(above);
      add(below);
      above = std::nextafter(above, From(INFINITY));
      below = std::nextafter(below, From(0));
    }
    for (From distance : {From(0.25), From(0.5), From(0.75), From(1), From(1.5), From(2)}) {
      add(border + distance);
      add(border - distance);
    }
  }
  Random random;
  for (int exponent = -10; exponent < 80; ++exponent)
    for (int i = 0; i < 4; ++i)
      add(std::ldexp(From(1) + From(random.below(1 << 20)) / From(1 << 20), exponent));
  return result;
}

template <typename To, typename From> void check() {
  const std::vector<From> in = numbers<From>();
  const int n = static_cast<int>(in.size());
  DeviceArray<From> device_in(in);
  DeviceArray<To> out(n), positive(n);
  all<<<(n + 63) / 64, 64>>>(out.get(), device_in.get(), n);
  positive_ones<<<(n + 63) / 64, 64>>>(positive.get(), device_in.get(), n);
  CHECK_LAUNCH();
  std::vector<To> expected, expected_positive;
  for (From number : in) {
    expected.push_back(saturated<To>(number));
    expected_positive.push_back(number > From(0) ? saturated<To>(number * From(3)) : To(1));
  }
  CHECK_SAME(out.host(), expected);
  CHECK_SAME(positive.host(), expected_positive);
}

template <typename To> void checkHalves() {
  std::vector<__half> in;
  for (float number : numbers<float>())
    in.push_back(__float2half(number));
  const int n = static_cast<int>(in.size());
  DeviceArray<__half> device_in(in);
  DeviceArray<To> out(n);
  of_halves<<<(n + 63) / 64, 64>>>(out.get(), device_in.get(), n);
  CHECK_LAUNCH();
  std::vector<To> expected;
  for (__half number : in)
    expected.push_back(saturated<To>(__half2float(number)));
  CHECK_SAME(out.host(), expected);
}

// NaN is 0 from float to 32 bits, and otherwise the number of which only the highest bit is set.
template <typename To, typename From> void checkNan() {
  const std::vector<From> in(40, From(NAN));
  DeviceArray<From> device_in(in);
  DeviceArray<To> out(in.size());
  all<<<1, 64>>>(out.get(), device_in.get(), static_cast<int>(in.size()));
  CHECK_LAUNCH();
  constexpr bool kIsZero = sizeof(To) < 4 || (sizeof(From) == 4 && sizeof(To) == 4);
  const To expected = kIsZero ? To(0) : static_cast<To>(1ull << (8 * sizeof(To) - 1));
  CHECK_SAME(out.host(), std::vector<To>(in.size(), expected));
}

template <typename To> void check() {
  check<To, float>();
  check<To, double>();
  checkHalves<To>();
  checkNan<To, float>();
  checkNan<To, double>();
}

void checkConstants() {
  DeviceArray<unsigned> out(4);
  constants<<<1, 1>>>(out.get());
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), (std::vector<unsigned>{44, 0x7fffffff, 0, 0x5e00}));
}

} // namespace

int main() {
  checkConstants();
  check<signed char>();
  check<unsigned char>();
  check<short>();
  check<unsigned short>();
  check<int>();
  check<unsigned>();
  check<long long>();
  check<unsigned long long>();
  return verdict();
}
