// The classes of one number, of two and of four, for cuda_fp8.h, cuda_fp6.h and cuda_fp4.h, which undefine these macros by
// raddle/small_floats/end.h. `bits` is how far the numbers of a pair or four are apart; the first one is the lowest.

#define RADDLE_FROM_NUMBER(name, Format, type)                                                               \
  RADDLE_FLOAT16_MEMBER explicit name(type x)                                                                \
      : __x(static_cast<decltype(__x)>(Format::code(static_cast<double>(x)))) {}
// What rounds up sees that a long integer is more than a double.
#define RADDLE_FROM_LONG(name, Format, type, same_type)                                                      \
  RADDLE_FLOAT16_MEMBER explicit name(type x)                                                                \
      : __x(static_cast<decltype(__x)>(                                                                      \
            Format::code(raddle_float16::roundable(static_cast<same_type>(x))))) {}
#define RADDLE_TO_NUMBER(Format, type)                                                                       \
  RADDLE_FLOAT16_MEMBER explicit operator type() const {                                                     \
    return raddle_float16::saturated<type>(__builtin_truncf(Format::number(__x)));                           \
  }

#define RADDLE_SMALL_FLOAT(name, Format, is_true)                                                            \
  struct __attribute__((aligned(1))) name {                                                                  \
    unsigned char __x;                                                                                       \
    name() = default;                                                                                        \
    RADDLE_FROM_NUMBER(name, Format, float)                                                                  \
    RADDLE_FROM_NUMBER(name, Format, double)                                                                 \
    RADDLE_FROM_NUMBER(name, Format, short)                                                                  \
    RADDLE_FROM_NUMBER(name, Format, unsigned short)                                                         \
    RADDLE_FROM_NUMBER(name, Format, int)                                                                    \
    RADDLE_FROM_NUMBER(name, Format, unsigned)                                                               \
    RADDLE_FROM_LONG(name, Format, long, long long)                                                          \
    RADDLE_FROM_LONG(name, Format, unsigned long, unsigned long long)                                        \
    RADDLE_FROM_LONG(name, Format, long long, long long)                                                     \
    RADDLE_FROM_LONG(name, Format, unsigned long long, unsigned long long)                                   \
    RADDLE_FLOAT16_MEMBER explicit name(__half x) : name(__half2float(x)) {}                                 \
    RADDLE_FLOAT16_MEMBER explicit name(__nv_bfloat16 x) : name(__bfloat162float(x)) {}                      \
    RADDLE_FLOAT16_MEMBER explicit operator float() const { return Format::number(__x); }                    \
    RADDLE_FLOAT16_MEMBER explicit operator double() const { return Format::number(__x); }                   \
    RADDLE_FLOAT16_MEMBER explicit operator __half() const { return __float2half_rn(Format::number(__x)); }  \
    RADDLE_FLOAT16_MEMBER explicit operator __nv_bfloat16() const {                                          \
      return __float2bfloat16_rz(Format::number(__x));                                                       \
    }                                                                                                        \
    RADDLE_FLOAT16_MEMBER explicit operator bool() const { return is_true; }                                 \
    RADDLE_TO_NUMBER(Format, char)                                                                           \
    RADDLE_TO_NUMBER(Format, signed char)                                                                    \
    RADDLE_TO_NUMBER(Format, unsigned char)                                                                  \
    RADDLE_TO_NUMBER(Format, short)                                                                          \
    RADDLE_TO_NUMBER(Format, unsigned short)                                                                 \
    RADDLE_TO_NUMBER(Format, int)                                                                            \
    RADDLE_TO_NUMBER(Format, unsigned)                                                                       \
    RADDLE_TO_NUMBER(Format, long)                                                                           \
    RADDLE_TO_NUMBER(Format, unsigned long)                                                                  \
    RADDLE_TO_NUMBER(Format, long long)                                                                      \
    RADDLE_TO_NUMBER(Format, unsigned long long)                                                             \
  };

#define RADDLE_SMALL_FLOAT_PAIR(name, Storage, Format, bits)                                                 \
  struct __attribute__((aligned(sizeof(Storage)))) name {                                                    \
    Storage __x;                                                                                             \
    name() = default;                                                                                        \
    RADDLE_FLOAT16_MEMBER explicit name(double2 x)                                                           \
        : __x(static_cast<Storage>(Format::code(x.x) | Format::code(x.y) << bits)) {}                        \
    RADDLE_FLOAT16_MEMBER explicit name(float2 x) : name(double2{x.x, x.y}) {}                               \
    RADDLE_FLOAT16_MEMBER explicit name(__half2 x) : name(__half22float2(x)) {}                              \
    RADDLE_FLOAT16_MEMBER explicit name(__nv_bfloat162 x) : name(__bfloat1622float2(x)) {}                   \
    RADDLE_FLOAT16_MEMBER explicit operator float2() const {                                                 \
      const unsigned mask = (1u << bits) - 1;                                                                \
      return float2{Format::number(__x & mask), Format::number(__x >> bits & mask)};                         \
    }                                                                                                        \
    RADDLE_FLOAT16_MEMBER explicit operator __half2() const {                                                \
      return __float22half2_rn(static_cast<float2>(*this));                                                  \
    }                                                                                                        \
  };

#define RADDLE_SMALL_FLOAT_FOUR(name, Storage, Pair, Format, bits)                                           \
  struct __attribute__((aligned(sizeof(Storage)))) name {                                                    \
    Storage __x;                                                                                             \
    name() = default;                                                                                        \
    RADDLE_FLOAT16_MEMBER explicit name(double4 x)                                                           \
        : __x(static_cast<Storage>(Pair(double2{x.x, x.y}).__x |                                             \
                                   static_cast<unsigned>(Pair(double2{x.z, x.w}).__x) << (2 * bits))) {}     \
    RADDLE_FLOAT16_MEMBER explicit name(float4 x) : name(double4{x.x, x.y, x.z, x.w}) {}                     \
    RADDLE_FLOAT16_MEMBER explicit name(__half2 low, __half2 high)                                           \
        : __x(static_cast<Storage>(Pair(low).__x | static_cast<unsigned>(Pair(high).__x) << (2 * bits))) {}  \
    RADDLE_FLOAT16_MEMBER explicit name(__nv_bfloat162 low, __nv_bfloat162 high)                             \
        : __x(static_cast<Storage>(Pair(low).__x | static_cast<unsigned>(Pair(high).__x) << (2 * bits))) {}  \
    RADDLE_FLOAT16_MEMBER explicit operator float4() const {                                                 \
      const unsigned mask = (1u << bits) - 1;                                                                \
      return float4{Format::number(__x & mask), Format::number(__x >> bits & mask),                          \
                    Format::number(__x >> (2 * bits) & mask), Format::number(__x >> (3 * bits) & mask)};     \
    }                                                                                                        \
  };

// ---- Conversions by name, of formats that a parameter names: RADDLE_CODE(double x) and RADDLE_NUMBER(code) ----
//
//   family           fp6
//   Pair, bits       the type of two codes, and how far they are apart
//   Interpretation   the type of `format`, which conversions from codes have as their second parameter
//   ...              the parameters of a conversion to codes after the first

#define RADDLE_SMALL_FLOAT_CONVERSIONS(family, Pair, bits, Interpretation, ...)                              \
  RADDLE_FLOAT16 unsigned char __nv_cvt_double_to_##family(double x, __VA_ARGS__) { return RADDLE_CODE(x); } \
  RADDLE_FLOAT16 unsigned char __nv_cvt_float_to_##family(float x, __VA_ARGS__) { return RADDLE_CODE(x); }   \
  RADDLE_FLOAT16 unsigned char __nv_cvt_halfraw_to_##family(__half_raw x, __VA_ARGS__) {                     \
    return RADDLE_CODE(raddle_float16::Half::toFloat(x));                                                    \
  }                                                                                                          \
  RADDLE_FLOAT16 unsigned char __nv_cvt_bfloat16raw_to_##family(__nv_bfloat16_raw x, __VA_ARGS__) {          \
    return RADDLE_CODE(raddle_float16::Bfloat16::toFloat(x));                                                \
  }                                                                                                          \
  RADDLE_FLOAT16 Pair __nv_cvt_double2_to_##family##x2(double2 x, __VA_ARGS__) {                             \
    return static_cast<Pair>(RADDLE_CODE(x.x) | RADDLE_CODE(x.y) << bits);                                   \
  }                                                                                                          \
  RADDLE_FLOAT16 Pair __nv_cvt_float2_to_##family##x2(float2 x, __VA_ARGS__) {                               \
    return static_cast<Pair>(RADDLE_CODE(x.x) | RADDLE_CODE(x.y) << bits);                                   \
  }                                                                                                          \
  RADDLE_FLOAT16 Pair __nv_cvt_halfraw2_to_##family##x2(__half2_raw x, __VA_ARGS__) {                        \
    return static_cast<Pair>(RADDLE_CODE(raddle_float16::Half::toFloat(__half_raw{x.x})) |                   \
                             RADDLE_CODE(raddle_float16::Half::toFloat(__half_raw{x.y})) << bits);           \
  }                                                                                                          \
  RADDLE_FLOAT16 Pair __nv_cvt_bfloat16raw2_to_##family##x2(__nv_bfloat162_raw x, __VA_ARGS__) {             \
    return static_cast<Pair>(RADDLE_CODE(raddle_float16::Bfloat16::toFloat(__nv_bfloat16_raw{x.x})) |        \
                             RADDLE_CODE(raddle_float16::Bfloat16::toFloat(__nv_bfloat16_raw{x.y}))          \
                                 << bits);                                                                   \
  }                                                                                                          \
  RADDLE_FLOAT16 __half_raw __nv_cvt_##family##_to_halfraw(unsigned char x, Interpretation format) {         \
    return raddle_float16::Half::narrow(RADDLE_NUMBER(x));                                                   \
  }                                                                                                          \
  RADDLE_FLOAT16 __half2_raw __nv_cvt_##family##x2_to_halfraw2(Pair x, Interpretation format) {              \
    const unsigned mask = (1u << bits) - 1;                                                                  \
    return __half2_raw{raddle_float16::Half::narrow(RADDLE_NUMBER(x & mask)).x,                              \
                       raddle_float16::Half::narrow(RADDLE_NUMBER(x >> bits & mask)).x};                     \
  }
