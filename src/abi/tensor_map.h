// What a CUtensorMap holds: cuTensorMapEncodeTiled() writes it, and copies of tensors read it (src/device/ptx/tensor_copies.cpp).
#ifndef RADDLE_ABI_TENSOR_MAP_H
#define RADDLE_ABI_TENSOR_MAP_H

struct RaddleTensorMap {
  static constexpr unsigned kMostDimensions = 5;
  static constexpr unsigned long long kMark = 0x3170614d736e6554; // of tiles: "TensMap1"
  enum Fill : unsigned char { kZero, kNan };
  enum Element : unsigned char { kBits, kHalf, kBfloat, kFloat, kFloatFlushed, kDouble };

  unsigned long long mark;
  unsigned long long address;
  unsigned long long strides[kMostDimensions - 1]; // bytes, of all dimensions but the first
  unsigned last[kMostDimensions];                  // the highest coordinate that is inside
  unsigned short box[kMostDimensions];             // elements that a copy spans
  unsigned char steps[kMostDimensions];            // of them, every so many one is copied
  unsigned char rank;
  unsigned char element_bytes;
  unsigned char swizzled_bytes; // 0, 32, 64 or 128: rows within which chunks of 16 bytes change places
  Fill fill;                    // of what is outside
  Element element;
};

#endif
