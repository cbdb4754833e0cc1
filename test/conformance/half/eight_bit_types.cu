// Numbers of 8 bits: all of them, and where they round, on the host and on the device.
#include "../check.h"

#include <cuda_fp8.h>

#include <cmath>

struct Results {
  float e4m3[256], e5m2[256];
  unsigned char rounded_e4m3[1024], rounded_e5m2[1024], unsaturated_e4m3[1024], unsaturated_e5m2[1024];
  unsigned pairs;
};

// From far below the smallest to far beyond the largest, with what lies half way between two numbers.
__host__ __device__ float sample(int i) {
  const float sign = i % 2 == 0 ? 1.0f : -1.0f;
  return sign * ldexpf(1.0f + static_cast<float>(i / 2 % 32) / 32, i / 64 * 3 - 22);
}

__host__ __device__ void convert(int i, Results &out) {
  if (i < 256) {
    __nv_fp8_e4m3 four;
    __nv_fp8_e5m2 five;
    four.__x = five.__x = static_cast<unsigned char>(i);
    out.e4m3[i] = static_cast<float>(four);
    out.e5m2[i] = static_cast<float>(five);
  }
  out.rounded_e4m3[i] = __nv_fp8_e4m3(sample(i)).__x;
  out.rounded_e5m2[i] = __nv_fp8_e5m2(sample(i)).__x;
  out.unsaturated_e4m3[i] = __nv_cvt_float_to_fp8(sample(i), __NV_NOSAT, __NV_E4M3);
  out.unsaturated_e5m2[i] = __nv_cvt_float_to_fp8(sample(i), __NV_NOSAT, __NV_E5M2);
  if (i == 0)
    out.pairs = __nv_fp8x4_e4m3(float4{1.0f, -2.0f, 448.0f, 1e9f}).__x;
}

__global__ void kernel(Results *out) { convert(static_cast<int>(threadIdx.x), *out); }

// The number that is nearest, the even one of two, by looking at all.
unsigned char nearest(float x, const float *numbers, unsigned char largest) {
  unsigned char best = 0;
  for (int code = 0; code <= largest; ++code) {
    const float difference = std::fabs(std::fabs(x) - numbers[code]),
                least = std::fabs(std::fabs(x) - numbers[best]);
    if (difference < least || (difference == least && code % 2 == 0))
      best = static_cast<unsigned char>(code);
  }
  return static_cast<unsigned char>(best | (std::signbit(x) ? 0x80 : 0));
}

int main() {
  Results *device;
  static Results host;
  CHECK_CUDA(cudaMallocManaged(&device, sizeof(Results)));
  kernel<<<1, 1024>>>(device);
  CHECK_LAUNCH();
  for (int i = 0; i < 1024; ++i)
    convert(i, host);

  for (int code = 0; code < 256; ++code) {
    const int exponent = code >> 3 & 15, mantissa = code & 7;
    const float e4m3 =
        std::ldexp(exponent == 0 ? mantissa / 8.0f : 1 + mantissa / 8.0f, (exponent == 0 ? 1 : exponent) - 7);
    const int exponent5 = code >> 2 & 31, mantissa5 = code & 3;
    const float e5m2 = std::ldexp(exponent5 == 0 ? mantissa5 / 4.0f : 1 + mantissa5 / 4.0f,
                                  (exponent5 == 0 ? 1 : exponent5) - 15);
    for (const Results *results : {device, &host}) {
      if ((code & 127) == 127)
        CHECK(std::isnan(results->e4m3[code]));
      else
        CHECK_EQ(results->e4m3[code], code < 128 ? e4m3 : -e4m3);
      if (exponent5 == 31 && mantissa5 != 0)
        CHECK(std::isnan(results->e5m2[code]));
      else if (exponent5 == 31)
        CHECK_EQ(results->e5m2[code], code < 128 ? INFINITY : -INFINITY);
      else
        CHECK_EQ(results->e5m2[code], code < 128 ? e5m2 : -e5m2);
    }
  }
  for (int i = 0; i < 1024; ++i)
    for (const Results *results : {device, &host}) {
      const float x = sample(i);
      const int sign = std::signbit(x) ? 0x80 : 0;
      CHECK_EQ(results->rounded_e4m3[i], nearest(x, host.e4m3, 0x7e));
      CHECK_EQ(results->rounded_e5m2[i], nearest(x, host.e5m2, 0x7b));
      CHECK_EQ(results->unsaturated_e4m3[i], std::fabs(x) > 464 ? sign | 0x7f : results->rounded_e4m3[i]);
      CHECK_EQ(results->unsaturated_e5m2[i], std::fabs(x) >= 61440 ? sign | 0x7c : results->rounded_e5m2[i]);
    }
  CHECK_EQ(device->pairs, 0x7e7ec038u);
  CHECK_EQ(host.pairs, 0x7e7ec038u);
  CHECK_EQ(static_cast<int>(__nv_fp8_e5m2(-3.5)), -3);
  CHECK_EQ(__nv_fp8_e4m3(NAN).__x & 0x7f, 0x7f);
  return verdict();
}
