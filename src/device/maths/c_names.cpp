// The mathematical functions by their C names. clang's headers send calls of <math.h> to libdevice's names, but its
// builtins (__builtin_hypotf) end at C's, where they are no instruction. host_functions.def has those of the host's
// C library.

#define FORWARD_1(type, name, from)                                                                          \
  extern "C" type __nv_##name(from);                                                                         \
  extern "C" type name(from x) { return __nv_##name(x); }
#define FORWARD_2(type, name, first, second)                                                                 \
  extern "C" type __nv_##name(first, second);                                                                \
  extern "C" type name(first x, second y) { return __nv_##name(x, y); }

#define UNARY(name) FORWARD_1(double, name, double) FORWARD_1(float, name##f, float)
#define BINARY(name) FORWARD_2(double, name, double, double) FORWARD_2(float, name##f, float, float)

UNARY(acos)
UNARY(acosh)
UNARY(asin)
UNARY(asinh)
UNARY(atan)
UNARY(atanh)
UNARY(cbrt)
UNARY(cos)
UNARY(cosh)
UNARY(erf)
UNARY(erfc)
UNARY(exp)
UNARY(exp10)
UNARY(exp2)
UNARY(expm1)
UNARY(lgamma)
UNARY(log)
UNARY(log10)
UNARY(log1p)
UNARY(log2)
UNARY(logb)
UNARY(sin)
UNARY(sinh)
UNARY(tan)
UNARY(tanh)
UNARY(tgamma)

BINARY(atan2)
BINARY(fdim)
BINARY(hypot)
BINARY(nextafter)
BINARY(pow)
BINARY(remainder)

FORWARD_1(int, ilogb, double)
FORWARD_1(int, ilogbf, float)
FORWARD_1(long long, llrint, double)
FORWARD_1(long long, llrintf, float)
FORWARD_1(long long, llround, double)
FORWARD_1(long long, llroundf, float)
FORWARD_2(double, ldexp, double, int)
FORWARD_2(float, ldexpf, float, int)
FORWARD_2(double, scalbn, double, int)
FORWARD_2(float, scalbnf, float, int)
FORWARD_2(double, frexp, double, int *)
FORWARD_2(float, frexpf, float, int *)
FORWARD_2(double, modf, double, double *)
FORWARD_2(float, modff, float, float *)

// long has 64 bits, and an exponent beyond those of int gives what the last of these gives.
extern "C" long lrint(double x) { return __nv_llrint(x); }
extern "C" long lrintf(float x) { return __nv_llrintf(x); }
extern "C" long lround(double x) { return __nv_llround(x); }
extern "C" long lroundf(float x) { return __nv_llroundf(x); }
static int exponent(long n) { return static_cast<int>(n < -100000 ? -100000 : n > 100000 ? 100000 : n); }
extern "C" double scalbln(double x, long n) { return __nv_scalbn(x, exponent(n)); }
extern "C" float scalblnf(float x, long n) { return __nv_scalbnf(x, exponent(n)); }
