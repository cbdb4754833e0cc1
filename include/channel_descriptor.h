// cudaCreateChannelDesc<T>(): how an array stores elements of type T.
#ifndef __CHANNEL_DESCRIPTOR_H__
#define __CHANNEL_DESCRIPTOR_H__

#include "raddle/names/hide.h"

#include "cuda_runtime_api.h"

#if defined(__cplusplus)

// Types that arrays cannot store have no kind.
template <typename T> inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  return cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
}

#define RADDLE_CHANNEL(type, bits_x, bits_y, bits_z, bits_w, kind)                                           \
  template <> inline cudaChannelFormatDesc cudaCreateChannelDesc<type>() {                                   \
    return cudaCreateChannelDesc(bits_x, bits_y, bits_z, bits_w, cudaChannelFormatKind##kind);               \
  }

#define RADDLE_CHANNELS(element, base, bits, kind)                                                           \
  RADDLE_CHANNEL(element, bits, 0, 0, 0, kind)                                                               \
  RADDLE_CHANNEL(base##1, bits, 0, 0, 0, kind)                                                               \
  RADDLE_CHANNEL(base##2, bits, bits, 0, 0, kind)                                                            \
  RADDLE_CHANNEL(base##4, bits, bits, bits, bits, kind)

RADDLE_CHANNELS(signed char, char, 8, Signed)
RADDLE_CHANNELS(unsigned char, uchar, 8, Unsigned)
RADDLE_CHANNELS(short, short, 16, Signed)
RADDLE_CHANNELS(unsigned short, ushort, 16, Unsigned)
RADDLE_CHANNELS(int, int, 32, Signed)
RADDLE_CHANNELS(unsigned int, uint, 32, Unsigned)
RADDLE_CHANNELS(float, float, 32, Float)
RADDLE_CHANNEL(char, 8, 0, 0, 0, Signed)

#undef RADDLE_CHANNELS
#undef RADDLE_CHANNEL

inline cudaChannelFormatDesc cudaCreateChannelDescHalf() {
  return cudaCreateChannelDesc(16, 0, 0, 0, cudaChannelFormatKindFloat);
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf1() { return cudaCreateChannelDescHalf(); }
inline cudaChannelFormatDesc cudaCreateChannelDescHalf2() {
  return cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindFloat);
}
inline cudaChannelFormatDesc cudaCreateChannelDescHalf4() {
  return cudaCreateChannelDesc(16, 16, 16, 16, cudaChannelFormatKindFloat);
}

#endif

#include "raddle/names/show.h"

#endif
