// Every function of the CUDA Math API for float, double and integers, called by its name: none is missing, and each
// has CUDA's parameters.
#include "../check.h"

#include <cmath>

__device__ float f = 0.75f;
__device__ double d = 0.75;

template <typename T> __device__ void keep(T value, double *sum) { *sum += static_cast<double>(value); }
#define CALL(...) keep((__VA_ARGS__), &sum);
#define FLOAT_AND_DOUBLE(name) CALL(name##f(x)) CALL(name(y))
#define FLOAT_AND_DOUBLE_2(name) CALL(name##f(x, x)) CALL(name(y, y))
#define IN_ALL_MODES(name, ...) CALL(name##_rn(__VA_ARGS__)) CALL(name##_rz(__VA_ARGS__)) CALL(name##_ru(__VA_ARGS__)) CALL(name##_rd(__VA_ARGS__))

__global__ void mathematical(double *out) {
  double sum = 0, y = d, parts[2];
  float x = f, float_parts[2];
  int exponent;
  FLOAT_AND_DOUBLE(acos) FLOAT_AND_DOUBLE(acosh) FLOAT_AND_DOUBLE(asin) FLOAT_AND_DOUBLE(asinh)
  FLOAT_AND_DOUBLE(atan) FLOAT_AND_DOUBLE(atanh) FLOAT_AND_DOUBLE(cbrt) FLOAT_AND_DOUBLE(ceil)
  FLOAT_AND_DOUBLE(cos) FLOAT_AND_DOUBLE(cosh) FLOAT_AND_DOUBLE(cospi) FLOAT_AND_DOUBLE(cyl_bessel_i0)
  FLOAT_AND_DOUBLE(cyl_bessel_i1) FLOAT_AND_DOUBLE(erf) FLOAT_AND_DOUBLE(erfc) FLOAT_AND_DOUBLE(erfcinv)
  FLOAT_AND_DOUBLE(erfcx) FLOAT_AND_DOUBLE(erfinv) FLOAT_AND_DOUBLE(exp) FLOAT_AND_DOUBLE(exp10)
  FLOAT_AND_DOUBLE(exp2) FLOAT_AND_DOUBLE(expm1) FLOAT_AND_DOUBLE(fabs) FLOAT_AND_DOUBLE(floor)
  FLOAT_AND_DOUBLE(ilogb) FLOAT_AND_DOUBLE(j0) FLOAT_AND_DOUBLE(j1) FLOAT_AND_DOUBLE(lgamma)
  FLOAT_AND_DOUBLE(llrint) FLOAT_AND_DOUBLE(llround) FLOAT_AND_DOUBLE(log) FLOAT_AND_DOUBLE(log10)
  FLOAT_AND_DOUBLE(log1p) FLOAT_AND_DOUBLE(log2) FLOAT_AND_DOUBLE(logb) FLOAT_AND_DOUBLE(lrint)
  FLOAT_AND_DOUBLE(lround) FLOAT_AND_DOUBLE(nearbyint) FLOAT_AND_DOUBLE(normcdf) FLOAT_AND_DOUBLE(normcdfinv)
  FLOAT_AND_DOUBLE(rcbrt) FLOAT_AND_DOUBLE(rint) FLOAT_AND_DOUBLE(round) FLOAT_AND_DOUBLE(rsqrt)
  FLOAT_AND_DOUBLE(sin) FLOAT_AND_DOUBLE(sinh) FLOAT_AND_DOUBLE(sinpi) FLOAT_AND_DOUBLE(sqrt)
  FLOAT_AND_DOUBLE(tan) FLOAT_AND_DOUBLE(tanh) FLOAT_AND_DOUBLE(tgamma) FLOAT_AND_DOUBLE(trunc)
  FLOAT_AND_DOUBLE(y0) FLOAT_AND_DOUBLE(y1)
  FLOAT_AND_DOUBLE_2(atan2) FLOAT_AND_DOUBLE_2(copysign) FLOAT_AND_DOUBLE_2(fdim) FLOAT_AND_DOUBLE_2(fmax)
  FLOAT_AND_DOUBLE_2(fmin) FLOAT_AND_DOUBLE_2(fmod) FLOAT_AND_DOUBLE_2(hypot) FLOAT_AND_DOUBLE_2(nextafter)
  FLOAT_AND_DOUBLE_2(pow) FLOAT_AND_DOUBLE_2(remainder) FLOAT_AND_DOUBLE_2(rhypot)
  CALL(fdividef(x, x)) CALL(fmaf(x, x, x)) CALL(fma(y, y, y)) CALL(frexpf(x, &exponent)) CALL(frexp(y, &exponent))
  CALL(jnf(2, x)) CALL(jn(2, y)) CALL(ynf(2, x)) CALL(yn(2, y)) CALL(ldexpf(x, 2)) CALL(ldexp(y, 2))
  CALL(scalbnf(x, 2)) CALL(scalbn(y, 2)) CALL(scalblnf(x, 2L)) CALL(scalbln(y, 2L))
  CALL(modff(x, float_parts)) CALL(modf(y, parts)) CALL(remquof(x, x, &exponent)) CALL(remquo(y, y, &exponent))
  CALL(norm3df(x, x, x)) CALL(norm3d(y, y, y)) CALL(norm4df(x, x, x, x)) CALL(norm4d(y, y, y, y))
  CALL(rnorm3df(x, x, x)) CALL(rnorm3d(y, y, y)) CALL(rnorm4df(x, x, x, x)) CALL(rnorm4d(y, y, y, y))
  sincosf(x, &float_parts[0], &float_parts[1]), sincospif(x, &float_parts[0], &float_parts[1]);
  sincos(y, &parts[0], &parts[1]), sincospi(y, &parts[0], &parts[1]);
  CALL(normf(2, float_parts)) CALL(norm(2, parts)) CALL(rnormf(2, float_parts)) CALL(rnorm(2, parts))
  CALL(isfinite(x)) CALL(isfinite(y)) CALL(isinf(x)) CALL(isinf(y)) CALL(isnan(x)) CALL(isnan(y)) CALL(signbit(x))
  CALL(signbit(y)) CALL(max(x, x)) CALL(max(x, y)) CALL(max(y, y)) CALL(min(x, x)) CALL(min(y, x)) CALL(min(y, y))
  CALL(nanf("") != 0) CALL(nan("") != 0)
  *out = sum;
}

__global__ void intrinsics(double *out) {
  double sum = 0, y = d;
  float x = f, sine, cosine;
  CALL(__cosf(x)) CALL(__exp10f(x)) CALL(__expf(x)) CALL(__fdividef(x, x)) CALL(__frsqrt_rn(x)) CALL(__log10f(x))
  CALL(__log2f(x)) CALL(__logf(x)) CALL(__powf(x, x)) CALL(__saturatef(x)) CALL(__sinf(x)) CALL(__tanf(x))
  __sincosf(x, &sine, &cosine);
  IN_ALL_MODES(__fadd, x, x) IN_ALL_MODES(__fsub, x, x) IN_ALL_MODES(__fmul, x, x) IN_ALL_MODES(__fdiv, x, x)
  IN_ALL_MODES(__fmaf, x, x, x) IN_ALL_MODES(__fmaf_ieee, x, x, x) IN_ALL_MODES(__frcp, x) IN_ALL_MODES(__fsqrt, x)
  IN_ALL_MODES(__dadd, y, y) IN_ALL_MODES(__dsub, y, y) IN_ALL_MODES(__dmul, y, y) IN_ALL_MODES(__ddiv, y, y)
  IN_ALL_MODES(__fma, y, y, y) IN_ALL_MODES(__drcp, y) IN_ALL_MODES(__dsqrt, y)
  // Conversions.
  IN_ALL_MODES(__double2float, y) IN_ALL_MODES(__double2int, y) IN_ALL_MODES(__double2uint, y)
  IN_ALL_MODES(__double2ll, y) IN_ALL_MODES(__double2ull, y) IN_ALL_MODES(__float2int, x)
  IN_ALL_MODES(__float2uint, x) IN_ALL_MODES(__float2ll, x) IN_ALL_MODES(__float2ull, x)
  IN_ALL_MODES(__int2float, 3) IN_ALL_MODES(__uint2float, 3u) IN_ALL_MODES(__ll2float, 3ll)
  IN_ALL_MODES(__ull2float, 3ull) IN_ALL_MODES(__ll2double, 3ll) IN_ALL_MODES(__ull2double, 3ull)
  CALL(__int2double_rn(3)) CALL(__uint2double_rn(3u)) CALL(__double2hiint(y)) CALL(__double2loint(y))
  CALL(__hiloint2double(1, 2)) CALL(__double_as_longlong(y)) CALL(__longlong_as_double(1ll)) CALL(__float_as_int(x))
  CALL(__float_as_uint(x)) CALL(__int_as_float(1)) CALL(__uint_as_float(1u))
  *out = sum;
}

__global__ void integers(double *out, int i, unsigned u, long long l, unsigned long long w) {
  double sum = 0;
  CALL(abs(i)) CALL(labs(static_cast<long>(l))) CALL(llabs(l)) CALL(llmax(l, l)) CALL(llmin(l, l)) CALL(ullmax(w, w))
  CALL(ullmin(w, w)) CALL(umax(u, u)) CALL(umin(u, u)) CALL(max(i, i)) CALL(max(u, u)) CALL(max(l, l)) CALL(max(w, w))
  CALL(min(i, i)) CALL(min(u, u)) CALL(min(l, l)) CALL(min(w, w)) CALL(max(i, u)) CALL(max(u, i)) CALL(min(l, w))
  CALL(__brev(u)) CALL(__brevll(w)) CALL(__byte_perm(u, u, u)) CALL(__clz(i)) CALL(__clzll(l)) CALL(__ffs(i))
  CALL(__ffsll(l)) CALL(__fns(u, 0, 1)) CALL(__funnelshift_l(u, u, u)) CALL(__funnelshift_lc(u, u, u))
  CALL(__funnelshift_r(u, u, u)) CALL(__funnelshift_rc(u, u, u)) CALL(__hadd(i, i)) CALL(__rhadd(i, i))
  CALL(__uhadd(u, u)) CALL(__urhadd(u, u)) CALL(__mul24(i, i)) CALL(__umul24(u, u)) CALL(__mulhi(i, i))
  CALL(__umulhi(u, u)) CALL(__mul64hi(l, l)) CALL(__umul64hi(w, w)) CALL(__popc(u)) CALL(__popcll(w))
  CALL(__sad(i, i, u)) CALL(__usad(u, u, u)) CALL(__dp4a(i, i, i)) CALL(__dp4a(u, u, u)) CALL(__dp2a_lo(i, i, i))
  CALL(__dp2a_lo(u, u, u)) CALL(__dp2a_hi(i, i, i)) CALL(__dp2a_hi(u, u, u))
  CALL(__dp4a(char4{}, char4{}, i)) CALL(__dp4a(uchar4{}, uchar4{}, u)) CALL(__dp2a_lo(short2{}, char4{}, i))
  CALL(__dp2a_hi(ushort2{}, uchar4{}, u))
  *out = sum;
}

#define PAIR_AND_QUAD_1(name) CALL(name##2(u)) CALL(name##4(u))
#define PAIR_AND_QUAD(name) CALL(name##2(u, u)) CALL(name##4(u, u))
#define COMPARISON(name) PAIR_AND_QUAD(__vcmp##name) PAIR_AND_QUAD(__vset##name)
#define FUSED(name) CALL(name##_s32(i, i, i)) CALL(name##_s32_relu(i, i, i)) CALL(name##_u32(u, u, u)) \
  CALL(name##_s16x2(u, u, u)) CALL(name##_s16x2_relu(u, u, u)) CALL(name##_u16x2(u, u, u))
#define WITH_CHOICE(name) CALL(name##_s32(i, i, &first)) CALL(name##_u32(u, u, &first)) \
  CALL(name##_s16x2(u, u, &first, &second)) CALL(name##_u16x2(u, u, &first, &second))

__global__ void simd(double *out, int i, unsigned u) {
  double sum = 0;
  bool first, second;
  PAIR_AND_QUAD_1(__vabs) PAIR_AND_QUAD_1(__vabsss) PAIR_AND_QUAD_1(__vneg) PAIR_AND_QUAD_1(__vnegss)
  PAIR_AND_QUAD(__vadd) PAIR_AND_QUAD(__vaddss) PAIR_AND_QUAD(__vaddus) PAIR_AND_QUAD(__vsub) PAIR_AND_QUAD(__vsubss)
  PAIR_AND_QUAD(__vsubus) PAIR_AND_QUAD(__vabsdiffs) PAIR_AND_QUAD(__vabsdiffu) PAIR_AND_QUAD(__vsads)
  PAIR_AND_QUAD(__vsadu) PAIR_AND_QUAD(__vavgs) PAIR_AND_QUAD(__vavgu) PAIR_AND_QUAD(__vhaddu) PAIR_AND_QUAD(__vmaxs)
  PAIR_AND_QUAD(__vmaxu) PAIR_AND_QUAD(__vmins) PAIR_AND_QUAD(__vminu)
  COMPARISON(eq) COMPARISON(ne) COMPARISON(ges) COMPARISON(geu) COMPARISON(gts) COMPARISON(gtu) COMPARISON(les)
  COMPARISON(leu) COMPARISON(lts) COMPARISON(ltu)
  FUSED(__viaddmax) FUSED(__viaddmin) FUSED(__vimax3) FUSED(__vimin3) WITH_CHOICE(__vibmax) WITH_CHOICE(__vibmin)
  CALL(__vimax_s32_relu(i, i)) CALL(__vimin_s32_relu(i, i)) CALL(__vimax_s16x2_relu(u, u)) CALL(__vimin_s16x2_relu(u, u))
  *out = sum;
}

int main() {
  DeviceArray<double> out(4);
  mathematical<<<1, 1>>>(out.get());
  intrinsics<<<1, 1>>>(out.get() + 1);
  integers<<<1, 1>>>(out.get() + 2, -5, 0x80ff7f01u, -6, 7);
  simd<<<1, 1>>>(out.get() + 3, -5, 0x80ff7f01u);
  CHECK_LAUNCH();
  for (double sum : out.host())
    CHECK(sum != 0);
  return verdict();
}
