// __shfl_sync and its kin: each lane reads a value of another lane of its warp.
//
// The warp falls into segments of `width` lanes (2, 4, 8, 16 or 32). Source lanes are within the segment:
// idx takes the source modulo width; up and down leave the lanes at the edge with their own value; xor into
// a later segment does too. The hardware moves 32 bits, so wider values take two shuffles.
#ifndef RADDLE_DEVICE_SHUFFLE_H
#define RADDLE_DEVICE_SHUFFLE_H

// Operand c of the instruction: the bits of the lane number that select the segment, and the clamp.
#define RADDLE_SHUFFLE_CONTROL(width, clamp) (((32 - (width)) << 8) | (clamp))

#define RADDLE_SHUFFLE_AS(function, type, word, source_type)                                                 \
  RADDLE_DEVICE type function(unsigned int mask, type value, source_type source, int width = 32) {           \
    return __builtin_bit_cast(type, function(mask, __builtin_bit_cast(word, value), source, width));         \
  }

#define RADDLE_SHUFFLE(function, operation, source_type, clamp)                                              \
  RADDLE_DEVICE unsigned int function(unsigned int mask, unsigned int value, source_type source,             \
                                      int width = 32) {                                                      \
    return __nvvm_shfl_sync_##operation##_i32(mask, value, source, RADDLE_SHUFFLE_CONTROL(width, clamp));    \
  }                                                                                                          \
  RADDLE_DEVICE unsigned long long function(unsigned int mask, unsigned long long value, source_type source, \
                                            int width = 32) {                                                \
    unsigned int low = function(mask, static_cast<unsigned int>(value), source, width);                      \
    unsigned int high = function(mask, static_cast<unsigned int>(value >> 32), source, width);               \
    return static_cast<unsigned long long>(high) << 32 | low;                                                \
  }                                                                                                          \
  RADDLE_SHUFFLE_AS(function, int, unsigned int, source_type)                                                \
  RADDLE_SHUFFLE_AS(function, float, unsigned int, source_type)                                              \
  RADDLE_SHUFFLE_AS(function, long, unsigned long long, source_type)                                         \
  RADDLE_SHUFFLE_AS(function, unsigned long, unsigned long long, source_type)                                \
  RADDLE_SHUFFLE_AS(function, long long, unsigned long long, source_type)                                    \
  RADDLE_SHUFFLE_AS(function, double, unsigned long long, source_type)

RADDLE_SHUFFLE(__shfl_sync, idx, int, 0x1f)
RADDLE_SHUFFLE(__shfl_up_sync, up, unsigned int, 0)
RADDLE_SHUFFLE(__shfl_down_sync, down, unsigned int, 0x1f)
RADDLE_SHUFFLE(__shfl_xor_sync, bfly, int, 0x1f)

#undef RADDLE_SHUFFLE
#undef RADDLE_SHUFFLE_AS
#undef RADDLE_SHUFFLE_CONTROL

#endif
