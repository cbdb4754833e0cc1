// SIMD within a 32-bit word: the suffix 2 means two halfwords, 4 means four bytes. s is signed, u unsigned;
// ss and us saturate. vcmp gives all ones or zero in each element, vset gives one or zero.
#ifndef RADDLE_DEVICE_SIMD_H
#define RADDLE_DEVICE_SIMD_H

#define RADDLE_SIMD_1(function)                                                                              \
  RADDLE_LIBRARY_PURE unsigned int function##2(unsigned int x);                                              \
  RADDLE_LIBRARY_PURE unsigned int function##4(unsigned int x);
#define RADDLE_SIMD_2(function)                                                                              \
  RADDLE_LIBRARY_PURE unsigned int function##2(unsigned int x, unsigned int y);                              \
  RADDLE_LIBRARY_PURE unsigned int function##4(unsigned int x, unsigned int y);
#define RADDLE_SIMD_COMPARE(relation)                                                                        \
  RADDLE_SIMD_2(__vcmp##relation)                                                                            \
  RADDLE_SIMD_2(__vset##relation)

RADDLE_SIMD_1(__vabs)
RADDLE_SIMD_1(__vabsss)
RADDLE_SIMD_1(__vneg)
RADDLE_SIMD_1(__vnegss)

RADDLE_SIMD_2(__vadd)
RADDLE_SIMD_2(__vaddss)
RADDLE_SIMD_2(__vaddus)
RADDLE_SIMD_2(__vsub)
RADDLE_SIMD_2(__vsubss)
RADDLE_SIMD_2(__vsubus)

// |x - y| in each element; and the sum of these over the elements.
RADDLE_SIMD_2(__vabsdiffs)
RADDLE_SIMD_2(__vabsdiffu)
RADDLE_SIMD_2(__vsads)
RADDLE_SIMD_2(__vsadu)

// Averages: rounded up (avg), and down (hadd).
RADDLE_SIMD_2(__vavgs)
RADDLE_SIMD_2(__vavgu)
RADDLE_SIMD_2(__vhaddu)

RADDLE_SIMD_2(__vmaxs)
RADDLE_SIMD_2(__vmaxu)
RADDLE_SIMD_2(__vmins)
RADDLE_SIMD_2(__vminu)

RADDLE_SIMD_COMPARE(eq)
RADDLE_SIMD_COMPARE(ne)
RADDLE_SIMD_COMPARE(ges)
RADDLE_SIMD_COMPARE(geu)
RADDLE_SIMD_COMPARE(gts)
RADDLE_SIMD_COMPARE(gtu)
RADDLE_SIMD_COMPARE(les)
RADDLE_SIMD_COMPARE(leu)
RADDLE_SIMD_COMPARE(lts)
RADDLE_SIMD_COMPARE(ltu)

#undef RADDLE_SIMD_COMPARE
#undef RADDLE_SIMD_2
#undef RADDLE_SIMD_1

#endif
