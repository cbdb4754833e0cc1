// Bit casts, and conversions with a stated rounding: rn to nearest even, rz to zero, ru up, rd down.
#ifndef RADDLE_DEVICE_CONVERSIONS_H
#define RADDLE_DEVICE_CONVERSIONS_H

RADDLE_DEVICE int __float_as_int(float x) { return __builtin_bit_cast(int, x); }
RADDLE_DEVICE unsigned int __float_as_uint(float x) { return __builtin_bit_cast(unsigned int, x); }
RADDLE_DEVICE float __int_as_float(int x) { return __builtin_bit_cast(float, x); }
RADDLE_DEVICE float __uint_as_float(unsigned int x) { return __builtin_bit_cast(float, x); }
RADDLE_DEVICE long long __double_as_longlong(double x) { return __builtin_bit_cast(long long, x); }
RADDLE_DEVICE double __longlong_as_double(long long x) { return __builtin_bit_cast(double, x); }
RADDLE_DEVICE int __double2hiint(double x) {
  return static_cast<int>(__builtin_bit_cast(unsigned long long, x) >> 32);
}
RADDLE_DEVICE int __double2loint(double x) {
  return static_cast<int>(__builtin_bit_cast(unsigned long long, x));
}
RADDLE_DEVICE double __hiloint2double(int high, int low) {
  return __builtin_bit_cast(double, static_cast<unsigned long long>(static_cast<unsigned int>(high)) << 32 |
                                        static_cast<unsigned int>(low));
}

#define RADDLE_CONVERSION(function, to, from)                                                                \
  RADDLE_LIBRARY_PURE to function##_rn(from x);                                                              \
  RADDLE_LIBRARY_PURE to function##_rz(from x);                                                              \
  RADDLE_LIBRARY_PURE to function##_ru(from x);                                                              \
  RADDLE_LIBRARY_PURE to function##_rd(from x);

// To integers: out of range gives the nearest integer there is. NaN gives 0 for float to 32 bits, else the
// highest bit alone, as the instruction cvt does.
RADDLE_CONVERSION(__float2int, int, float)
RADDLE_CONVERSION(__float2uint, unsigned int, float)
RADDLE_CONVERSION(__float2ll, long long, float)
RADDLE_CONVERSION(__float2ull, unsigned long long, float)
RADDLE_CONVERSION(__double2int, int, double)
RADDLE_CONVERSION(__double2uint, unsigned int, double)
RADDLE_CONVERSION(__double2ll, long long, double)
RADDLE_CONVERSION(__double2ull, unsigned long long, double)

// To floating point.
RADDLE_CONVERSION(__int2float, float, int)
RADDLE_CONVERSION(__uint2float, float, unsigned int)
RADDLE_CONVERSION(__ll2float, float, long long)
RADDLE_CONVERSION(__ull2float, float, unsigned long long)
RADDLE_CONVERSION(__ll2double, double, long long)
RADDLE_CONVERSION(__ull2double, double, unsigned long long)
RADDLE_CONVERSION(__double2float, float, double)
RADDLE_DEVICE double __int2double_rn(int x) { return x; }
RADDLE_DEVICE double __uint2double_rn(unsigned int x) { return x; }

#undef RADDLE_CONVERSION

#endif
