// Numbers of 6 and 4 bits, and scales (e8m0): all codes, and where numbers round to, on the host and on the device, against a
// search among all numbers.
#include "../check.h"

#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

#include <cmath>

constexpr int kSamples = 2048;
constexpr int kFormats = 3; // e2m3, e3m2, e2m1

struct Results {
  float numbers[kFormats][64], scales[256];
  unsigned char nearest[kFormats][kSamples], constructed[kFormats][kSamples], of_half[kFormats][kSamples],
      of_bfloat[kFormats][kSamples];
  unsigned char scales_up[kSamples], scales_to_zero[kSamples], scales_constructed[kSamples],
      scales_unsaturated[kSamples];
  unsigned pairs[8], fours[8];
  float of_fours[4][4];
  float2 of_pairs[4];
};

// From far below the smallest to far beyond the largest, with what lies half way between two numbers.
__host__ __device__ float sample(int i) {
  const float sign = i % 2 == 0 ? 1.0f : -1.0f;
  return sign * ldexpf(1.0f + static_cast<float>(i / 2 % 64) / 64, i / 128 - 8);
}
// Of all exponents of a float.
__host__ __device__ float scaleSample(int i) {
  return i == 0 ? 0.0f : ldexpf(1.0f + static_cast<float>(i % 4) / 4, i / 7 - 149);
}

template <class Float> __host__ __device__ float numberOf(int code) {
  Float x;
  x.__x = static_cast<unsigned char>(code);
  return static_cast<float>(x);
}

template <class Float> __host__ __device__ void convertTo(Results &out, int format, int i) {
  const float x = sample(i);
  out.constructed[format][i] = Float(x).__x;
  out.of_half[format][i] = Float(__float2half_rn(x)).__x;
  out.of_bfloat[format][i] = Float(__float2bfloat16_rn(x)).__x;
}

__host__ __device__ void convert(int i, Results &out) {
  const float x = sample(i), scale = scaleSample(i);
  if (i < 64) {
    out.numbers[0][i] = numberOf<__nv_fp6_e2m3>(i);
    out.numbers[1][i] = numberOf<__nv_fp6_e3m2>(i);
    out.numbers[2][i] = numberOf<__nv_fp4_e2m1>(i % 16);
  }
  if (i < 256)
    out.scales[i] = numberOf<__nv_fp8_e8m0>(i);
  out.nearest[0][i] = __nv_cvt_float_to_fp6(x, __NV_E2M3, cudaRoundNearest);
  out.nearest[1][i] = __nv_cvt_double_to_fp6(x, __NV_E3M2, cudaRoundNearest);
  out.nearest[2][i] = __nv_cvt_float_to_fp4(x, __NV_E2M1, cudaRoundNearest);
  convertTo<__nv_fp6_e2m3>(out, 0, i);
  convertTo<__nv_fp6_e3m2>(out, 1, i);
  convertTo<__nv_fp4_e2m1>(out, 2, i);
  out.scales_up[i] = __nv_cvt_float_to_e8m0(scale, __NV_SATFINITE, cudaRoundPosInf);
  out.scales_to_zero[i] = __nv_cvt_double_to_e8m0(scale, __NV_SATFINITE, cudaRoundZero);
  out.scales_constructed[i] = __nv_fp8_e8m0(scale).__x;
  out.scales_unsaturated[i] = __nv_cvt_float_to_e8m0(scale, __NV_NOSAT, cudaRoundPosInf);
  if (i != 0)
    return;
  out.pairs[0] = __nv_fp6x2_e2m3(float2{1.0f, -7.5f}).__x;
  out.pairs[1] = __nv_cvt_float2_to_fp6x2(float2{1.0f, -28.0f}, __NV_E3M2, cudaRoundNearest);
  out.pairs[2] = __nv_fp4x2_e2m1(double2{1.0, -6.0}).__x;
  out.pairs[3] = __nv_fp8x2_e8m0(float2{1.0f, 4.0f}).__x;
  out.pairs[4] = __nv_fp8x2_e5m2(__floats2bfloat162_rn(1.0f, -2.0f)).__x;
  out.pairs[5] = __nv_fp4x2_e2m1(__floats2half2_rn(-0.5f, 3.0f)).__x;
  out.pairs[6] = __nv_cvt_float2_to_e8m0x2(float2{3.0f, 0.5f}, __NV_SATFINITE, cudaRoundZero);
  out.fours[0] = __nv_fp6x4_e2m3(float4{1.0f, 2.0f, -4.0f, 100.0f}).__x;
  out.fours[1] = __nv_fp6x4_e3m2(__floats2half2_rn(1.0f, 2.0f), __floats2half2_rn(-4.0f, 100.0f)).__x;
  out.fours[2] = __nv_fp4x4_e2m1(float4{1.0f, 2.0f, -4.0f, 100.0f}).__x;
  out.fours[3] = __nv_fp8x4_e8m0(float4{1.0f, 2.0f, 4.0f, 1e-40f}).__x;
  out.fours[4] =
      __nv_fp8x4_e4m3(__floats2bfloat162_rn(1.0f, 2.0f), __floats2bfloat162_rn(-4.0f, 1000.0f)).__x;
  __nv_fp4x4_e2m1 four;
  four.__x = 0xf170;
  const float4 numbers = static_cast<float4>(four);
  out.of_fours[0][0] = numbers.x, out.of_fours[0][1] = numbers.y, out.of_fours[0][2] = numbers.z;
  out.of_fours[0][3] = numbers.w;
  __nv_fp4x2_e2m1 two;
  two.__x = 0x9d;
  out.of_pairs[0] = static_cast<float2>(two);
  out.of_pairs[1] = __half22float2(__half2(__nv_cvt_fp6x2_to_halfraw2(0x1f21, __NV_E3M2)));
}

__global__ void kernel(Results *out) {
  for (int i = static_cast<int>(threadIdx.x); i < kSamples; i += static_cast<int>(blockDim.x))
    convert(i, *out);
}

float modelOf(int code, int exponent_bits, int mantissa_bits) {
  const int exponent = code >> mantissa_bits & ((1 << exponent_bits) - 1),
            bias = (1 << (exponent_bits - 1)) - 1;
  const float mantissa = std::ldexp(static_cast<float>(code & ((1 << mantissa_bits) - 1)), -mantissa_bits);
  const float magnitude =
      exponent == 0 ? std::ldexp(mantissa, 1 - bias) : std::ldexp(1 + mantissa, exponent - bias);
  return code >> (exponent_bits + mantissa_bits) & 1 ? -magnitude : magnitude;
}

// The number that is nearest, the even one of two, by looking at all; beyond the largest, that.
int nearest(float x, const float *numbers, int codes) {
  int best = 0;
  for (int code = 0; code < codes; ++code) {
    const float difference = std::fabs(std::fabs(x) - numbers[code]),
                least = std::fabs(std::fabs(x) - numbers[best]);
    if (difference < least || (difference == least && code % 2 == 0))
      best = code;
  }
  return best | (std::signbit(x) ? codes : 0);
}

void check(const Results &results) {
  const int exponent_bits[] = {2, 3, 2}, mantissa_bits[] = {3, 2, 1};
  for (int format = 0; format < kFormats; ++format) {
    const int codes = 1 << (exponent_bits[format] + mantissa_bits[format]);
    for (int code = 0; code < 2 * codes; ++code)
      CHECK_EQ(results.numbers[format][code], modelOf(code, exponent_bits[format], mantissa_bits[format]));
    for (int i = 0; i < kSamples; ++i) {
      const int expected = nearest(sample(i), results.numbers[format], codes);
      CHECK_EQ(results.nearest[format][i], expected);
      CHECK_EQ(results.constructed[format][i], expected);
      const int of_half = nearest(__half2float(__float2half_rn(sample(i))), results.numbers[format], codes);
      CHECK_EQ(results.of_half[format][i], of_half);
      const int of_bfloat =
          nearest(__bfloat162float(__float2bfloat16_rn(sample(i))), results.numbers[format], codes);
      CHECK_EQ(results.of_bfloat[format][i], of_bfloat);
    }
  }
  for (int code = 0; code < 255; ++code)
    CHECK_EQ(results.scales[code], std::ldexp(1.0f, code - 127));
  CHECK(std::isnan(results.scales[255]));
  for (int i = 0; i < kSamples; ++i) {
    int exponent = 0;
    const float x = scaleSample(i), mantissa = std::frexp(x, &exponent);
    const int below = x == 0 ? -127 : exponent - 1, above = x == 0             ? -127
                                                            : mantissa == 0.5f ? exponent - 1
                                                                               : exponent;
    auto code = [](int power, int beyond) { return power > 127 ? beyond : power < -127 ? 0 : power + 127; };
    CHECK_EQ(results.scales_up[i], code(std::isinf(x) ? 128 : above, 254));
    CHECK_EQ(results.scales_constructed[i], code(std::isinf(x) ? 128 : above, 254));
    CHECK_EQ(results.scales_to_zero[i], code(std::isinf(x) ? 128 : below, 254));
    CHECK_EQ(results.scales_unsaturated[i], code(std::isinf(x) ? 128 : above, 255));
  }
  const unsigned pairs[] = {0x3f08, 0x3f0c, 0xf2, 0x817f, 0xc03c, 0x59, 0x7e80};
  for (int i = 0; i < 7; ++i)
    CHECK_EQ(results.pairs[i], pairs[i]);
  const unsigned fours[] = {0x1f381008, 0x1f34100c, 0x7e42, 0x0081807f, 0x7ec84038};
  for (int i = 0; i < 5; ++i)
    CHECK_EQ(results.fours[i], fours[i]);
  const float of_four[] = {0, 6, 0.5f, -6};
  for (int i = 0; i < 4; ++i)
    CHECK_EQ(results.of_fours[0][i], of_four[i]);
  CHECK_EQ(results.of_pairs[0].x, -3.0f);
  CHECK_EQ(results.of_pairs[0].y, -0.5f);
  CHECK_EQ(results.of_pairs[1].x, -0.0625f);
  CHECK_EQ(results.of_pairs[1].y, 28.0f);
}

// The instructions, which GPUs have from sm_100a on. The first operand is the upper number.
#if defined(RADDLE_FLOAT16)
constexpr int kInstructions = 10;
__global__ void instructions(unsigned *out) {
  const int i = static_cast<int>(threadIdx.x + blockIdx.x * blockDim.x);
  const float a = sample(i), b = sample(i + 1), scale_a = scaleSample(i), scale_b = scaleSample(i + 1);
  unsigned *r = out + i * kInstructions;
  unsigned short word;
#define PAIR(slot, instruction, a, b)                                                                        \
  asm(instruction " %0, %1, %2;" : "=h"(word) : "f"(a), "f"(b));                                             \
  r[slot] = word;
  PAIR(0, "cvt.rn.satfinite.e2m3x2.f32", a, b)
  PAIR(1, "cvt.rn.satfinite.e3m2x2.f32", a, b)
  PAIR(2, "cvt.rp.satfinite.ue8m0x2.f32", scale_a, scale_b)
  PAIR(3, "cvt.rz.ue8m0x2.f32", scale_a, scale_b)
  asm("{ .reg .b8 t; cvt.rn.satfinite.e2m1x2.f32 t, %1, %2; cvt.u32.u8 %0, t; }"
      : "=r"(r[4])
      : "f"(a), "f"(b));
  asm("{ .reg .b8 t; cvt.rn.satfinite.relu.e2m1x2.f32 t, %1, %2; cvt.u32.u8 %0, t; }"
      : "=r"(r[5])
      : "f"(a), "f"(b));
  asm("cvt.rn.f16x2.e2m3x2 %0, %1;" : "=r"(r[6]) : "h"(static_cast<unsigned short>(r[0])));
  asm("cvt.rn.relu.f16x2.e3m2x2 %0, %1;" : "=r"(r[7]) : "h"(static_cast<unsigned short>(r[1])));
  asm("{ .reg .b8 t; cvt.u8.u32 t, %1; cvt.rn.f16x2.e2m1x2 %0, t; }" : "=r"(r[8]) : "r"(r[4]));
  asm("cvt.rn.bf16x2.ue8m0x2 %0, %1;" : "=r"(r[9]) : "h"(static_cast<unsigned short>(r[2])));
}

unsigned wordOf(__half2_raw pair) { return pair.x | static_cast<unsigned>(pair.y) << 16; }
unsigned withoutNegative(unsigned halves) {
  return (halves & 0x8000 ? 0 : halves & 0xffff) | (halves >> 31 ? 0 : halves & 0xffff0000);
}

void checkInstructions() {
  DeviceArray<unsigned> out(kSamples * kInstructions);
  instructions<<<kSamples / 256, 256>>>(out.get());
  CHECK_LAUNCH();
  const std::vector<unsigned> got = out.host();
  for (int i = 0; i < kSamples; ++i) {
    const float2 x{sample(i + 1), sample(i)}, scales{scaleSample(i + 1), scaleSample(i)};
    const unsigned *r = &got[static_cast<std::size_t>(i * kInstructions)];
    const unsigned four_bits = __nv_cvt_float2_to_fp4x2(x, __NV_E2M1, cudaRoundNearest);
    CHECK_EQ(r[0], __nv_cvt_float2_to_fp6x2(x, __NV_E2M3, cudaRoundNearest));
    CHECK_EQ(r[1], __nv_cvt_float2_to_fp6x2(x, __NV_E3M2, cudaRoundNearest));
    CHECK_EQ(r[2], __nv_cvt_float2_to_e8m0x2(scales, __NV_SATFINITE, cudaRoundPosInf));
    CHECK_EQ(r[3], __nv_cvt_float2_to_e8m0x2(scales, __NV_NOSAT, cudaRoundZero));
    CHECK_EQ(r[4], four_bits);
    CHECK_EQ(r[5], (four_bits & 8 ? 0 : four_bits & 0xf) | (four_bits & 0x80 ? 0 : four_bits & 0xf0));
    CHECK_EQ(r[6], wordOf(__nv_cvt_fp6x2_to_halfraw2(static_cast<unsigned short>(r[0]), __NV_E2M3)));
    CHECK_EQ(r[7], withoutNegative(
                       wordOf(__nv_cvt_fp6x2_to_halfraw2(static_cast<unsigned short>(r[1]), __NV_E3M2))));
    CHECK_EQ(r[8], wordOf(__nv_cvt_fp4x2_to_halfraw2(static_cast<unsigned char>(four_bits), __NV_E2M1)));
    const __nv_bfloat162_raw powers = __nv_cvt_e8m0x2_to_bf162raw(static_cast<unsigned short>(r[2]));
    CHECK_EQ(r[9], powers.x | static_cast<unsigned>(powers.y) << 16);
  }
}
#else
void checkInstructions() {}
#endif

int main() {
  checkInstructions();
  Results *device;
  static Results host;
  CHECK_CUDA(cudaMallocManaged(&device, sizeof(Results)));
  kernel<<<1, 256>>>(device);
  CHECK_LAUNCH();
  for (int i = 0; i < kSamples; ++i)
    convert(i, host);
  check(*device);
  check(host);
  // NaN becomes the largest number, integers and doubles saturate.
  CHECK_EQ(__nv_fp6_e3m2(NAN).__x, 0x1f);
  CHECK_EQ(__nv_fp4_e2m1(NAN).__x, 7);
  CHECK_EQ(__nv_fp8_e8m0(NAN).__x, 0xff);
  CHECK_EQ(__nv_fp4_e2m1(-3).__x, 0xd);
  CHECK_EQ(__nv_fp6_e2m3(1e300).__x, 0x1f);
  CHECK_EQ(__nv_fp8_e4m3(1ull << 63).__x, 0x7e);
  CHECK_EQ(static_cast<int>(__nv_fp6_e3m2(-3.5)), -3);
  CHECK(!static_cast<bool>(__nv_fp4_e2m1(-0.0f)) && static_cast<bool>(__nv_fp6_e2m3(0.125f)));
  return verdict();
}
