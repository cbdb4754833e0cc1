// Conversions between floating-point and integer types: rounding modes, saturation of the intrinsics, bit
// casts.
#include "../check.h"

#include <cmath>
#include <cstring>

__global__ void convert(const double *values, long long *out) {
  int i = threadIdx.x;
  double d = values[i];
  float f = static_cast<float>(d);
  long long *row = out + i * 16;
  row[0] = __float2int_rn(f), row[1] = __float2int_rz(f), row[2] = __float2int_rd(f),
  row[3] = __float2int_ru(f);
  row[4] = __double2int_rn(d), row[5] = __double2int_rz(d), row[6] = __double2int_rd(d),
  row[7] = __double2int_ru(d);
  row[8] = __float2uint_rz(f), row[9] = __double2uint_rn(d);
  row[10] = __double2ll_rn(d), row[11] = __double2ll_rd(d);
  row[12] = __float_as_int(f), row[13] = __double_as_longlong(d);
  row[14] = __double2hiint(d), row[15] = __double2loint(d);
}

__global__ void from_integers(const long long *values, float *floats, double *doubles) {
  int i = threadIdx.x;
  floats[i * 3] = __ll2float_rn(values[i]);
  floats[i * 3 + 1] = static_cast<float>(static_cast<int>(values[i]));
  floats[i * 3 + 2] = static_cast<float>(static_cast<unsigned long long>(values[i]));
  doubles[i * 3] = static_cast<double>(values[i]);
  doubles[i * 3 + 1] = __hiloint2double(static_cast<int>(values[i] >> 32), static_cast<int>(values[i]));
  doubles[i * 3 + 2] = __longlong_as_double(values[i]);
}

// Saturating, and 0 for NaN where the integer has 32 bits.
template <typename T> static long long saturated(double rounded) {
  const double low = std::is_signed_v<T> ? -2147483648.0 : 0,
               high = std::is_signed_v<T> ? 2147483647.0 : 4294967295.0;
  return rounded != rounded ? 0
         : rounded < low    ? (long long)low
         : rounded > high   ? (long long)high
                            : (long long)rounded;
}

int main() {
  std::vector<double> values{
      0,         -0.0, 0.5,   1.5,       2.5,          -0.5,         -1.5,          -2.5,
      0.4999999, 3.7,  -3.7,  1e6 + 0.5, 123456789.75, 2147483520.0, -2147483648.0, 3e9,
      -3e9,      1e20, -1e20, INFINITY,  -INFINITY,    NAN};
  int count = static_cast<int>(values.size());
  DeviceArray<double> device(values);
  DeviceArray<long long> out(count * 16);
  convert<<<1, count>>>(device.get(), out.get());
  CHECK_LAUNCH();
  std::vector<long long> got = out.host();
  for (int i = 0; i < count; ++i) {
    double d = values[i];
    float f = static_cast<float>(d);
    const long long *row = &got[i * 16];
    CHECK_EQ(row[0], saturated<int>(std::rint(f)));
    CHECK_EQ(row[1], saturated<int>(std::trunc(f)));
    CHECK_EQ(row[2], saturated<int>(std::floor(f)));
    CHECK_EQ(row[3], saturated<int>(std::ceil(f)));
    if (d == d) { // the 64-bit source gives another value for NaN
      CHECK_EQ(row[4], saturated<int>(std::rint(d)));
      CHECK_EQ(row[5], saturated<int>(std::trunc(d)));
      CHECK_EQ(row[6], saturated<int>(std::floor(d)));
      CHECK_EQ(row[7], saturated<int>(std::ceil(d)));
      CHECK_EQ(row[9], saturated<unsigned>(std::rint(d)));
    }
    CHECK_EQ(row[8], saturated<unsigned>(std::trunc(f)));
    if (std::fabs(d) < 1e18) {
      CHECK_EQ(row[10], std::llrint(d));
      CHECK_EQ(row[11], static_cast<long long>(std::floor(d)));
    }
    long long bits;
    int float_bits;
    std::memcpy(&bits, &d, sizeof bits);
    std::memcpy(&float_bits, &f, sizeof float_bits);
    if (d == d) {
      CHECK_EQ(row[12], float_bits);
      CHECK_EQ(row[13], bits);
    }
    CHECK_EQ(row[14], static_cast<int>(row[13] >> 32));
    CHECK_EQ(row[15], static_cast<int>(row[13]));
  }
  std::vector<long long> integers{
      0, 1, -1, 16777217, 1LL << 40, (1LL << 62) + 1, 4607182418800017408LL, -4611686018427387904LL};
  count = static_cast<int>(integers.size());
  DeviceArray<long long> device_integers(integers);
  DeviceArray<float> floats(count * 3);
  DeviceArray<double> doubles(count * 3);
  from_integers<<<1, count>>>(device_integers.get(), floats.get(), doubles.get());
  CHECK_LAUNCH();
  std::vector<float> got_floats = floats.host();
  std::vector<double> got_doubles = doubles.host();
  for (int i = 0; i < count; ++i) {
    CHECK_EQ(got_floats[i * 3], static_cast<float>(integers[i]));
    CHECK_EQ(got_floats[i * 3 + 1], static_cast<float>(static_cast<int>(integers[i])));
    CHECK_EQ(got_floats[i * 3 + 2], static_cast<float>(static_cast<unsigned long long>(integers[i])));
    CHECK_EQ(got_doubles[i * 3], static_cast<double>(integers[i]));
    CHECK_EQ(std::memcmp(&got_doubles[i * 3 + 1], &integers[i], 8), 0);
    CHECK_EQ(std::memcmp(&got_doubles[i * 3 + 2], &integers[i], 8), 0);
  }
  return verdict();
}
