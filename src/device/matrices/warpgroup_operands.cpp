// The operands of wgmma.mma_async in shared memory, as a descriptor says where they lie (PTX ISA, "Matrix Descriptor Format" and
// "Shared Memory Matrix Layout"). Each warp of a group of four multiplies its own 16 rows of A with B, eight columns at a time, by the
// functions of mma.sync, and these here make the fragments for it.
//
// A line is a row of A or a column of B. Registers of a fragment are 32 bits of a line: register r of B holds in the four lanes of
// group g the bytes 16 r to 16 r + 15 of line g, and A has one more for line g + 8 after each.

#include "device/matrices/lanes.h"

using namespace raddle_matrices;

extern "C" void *__raddle_shared_pointer(u64 offset);
extern "C" __attribute__((convergent)) void __raddle_barrier_tile(u32 tile, u32 threads);
extern "C" __attribute__((convergent)) void raddleBlockBarrier() __asm__("llvm.nvvm.barrier0");
extern "C" u32 raddleWarp() __asm__("llvm.nvvm.read.ptx.sreg.warpid");
extern "C" u32 raddleWarps() __asm__("llvm.nvvm.read.ptx.sreg.nwarpid");

namespace {

// The tiles of 128 threads, see raddle_barrier_tile().
constexpr u32 kFirstTileOfGroup = 8;
constexpr u32 kWarps = 4; // of a group
constexpr u32 kLinesOfAtom = 8;
constexpr u32 kBytesOfUnit = 16; // what swizzling moves as a whole

INLINE void needWholeGroups() {
  if (const u32 warps = raddleWarps(); warps % kWarps != 0) [[clang::nomerge]]
    __raddle_wrong_use("wgmma needs groups of four warps, but the block has {} warps", warps, 0);
}

/// A matrix in shared memory. Strides are bytes.
struct Matrix {
  u32 begin, leading_stride, stride;
  u32 width; // of what lies together, and within which units are swizzled; 16 where they are not

  // All lanes have the same one. Mostly all of it but the beginning is a constant, as long as nothing hides that from LLVM.
  INLINE Matrix(u64 descriptor) {
    const u32 low = static_cast<u32>(descriptor), high = static_cast<u32>(descriptor >> 32);
    begin = (low & 0x3fff) << 4;
    leading_stride = (low >> 16 & 0x3fff) << 4;
    stride = (high & 0x3fff) << 4;
    const u32 swizzle = high >> 30;
    width = swizzle == 0 ? kBytesOfUnit : 256 >> swizzle;
  }

  INLINE bool isSwizzled() const { return width != kBytesOfUnit; }
  /// Each unit goes to the place whose number is XORed with that of the row of 128 bytes.
  INLINE u32 swizzled(u32 place) const { return place ^ (place >> 3 & (width - kBytesOfUnit)); }

  /// Where byte `byte` of line `line` lies, of a matrix whose lines go along k.
  INLINE u32 placeInLine(u32 line, u32 byte) const {
    const u32 unit = isSwizzled() ? byte : byte / kBytesOfUnit * leading_stride + byte % kBytesOfUnit;
    return swizzled(begin + line % kLinesOfAtom * width + line / kLinesOfAtom * stride + unit);
  }
  /// Where element k of line `line` lies, of elements of 16 bits of a matrix in which lines follow each other.
  INLINE u32 placeAcrossLines(u32 line, u32 k) const {
    const u32 lines = width / 2;
    const u32 line_stride = isSwizzled() ? leading_stride : stride,
              k_stride = isSwizzled() ? stride : leading_stride;
    return swizzled(begin + line % lines * 2 + line / lines * line_stride + k % kLinesOfAtom * width +
                    k / kLinesOfAtom * k_stride);
  }
};

template <class T> INLINE T read(u32 place) {
  return *static_cast<const T *>(__raddle_shared_pointer(place));
}

/// The 32 bits of a line from `byte` on that belong to this lane.
template <bool transposes> INLINE u32 wordOf(const Matrix &matrix, u32 line, u32 byte) {
  const u32 own_byte = byte + 4 * laneInGroup();
  if constexpr (!transposes)
    return read<u32>(matrix.placeInLine(line, own_byte));
  else
    return read<u16>(matrix.placeAcrossLines(line, own_byte / 2)) |
           static_cast<u32>(read<u16>(matrix.placeAcrossLines(line, own_byte / 2 + 1))) << 16;
}

/// The 16 rows of this warp.
template <bool transposes> INLINE Registers<4, u32> rows(u64 descriptor) {
  const Matrix matrix(descriptor);
  const u32 line = 16 * (raddleWarp() % kWarps) + ownGroup();
  return {wordOf<transposes>(matrix, line, 0), wordOf<transposes>(matrix, line + 8, 0),
          wordOf<transposes>(matrix, line, 16), wordOf<transposes>(matrix, line + 8, 16)};
}

/// Eight columns from `first` on.
template <int count, bool transposes> INLINE Registers<count, u32> columns(u64 descriptor, u32 first) {
  const Matrix matrix(descriptor);
  Registers<count, u32> words;
#pragma unroll
  for (int i = 0; i < count; ++i)
    words[i] = wordOf<transposes>(matrix, first + ownGroup(), 16 * static_cast<u32>(i));
  return words;
}

} // namespace

/// Before a product.
DEVICE void __raddle_wgmma_begin() {
  needWholeGroups();
  needAllLanes();
}

DEVICE void __raddle_wgmma_check_descriptor(u64 descriptor) {
  if (const u32 offset = static_cast<u32>(descriptor >> 49) & 7; offset != 0) [[clang::nomerge]]
    __raddle_wrong_use("a matrix descriptor of wgmma has the base offset {}, but only patterns that begin "
                       "at multiples of 1024 bytes, "
                       "with the base offset 0, are supported",
                       offset, 0);
}

/// The warps of a group wait for each other. On a GPU none begins a product before all have come to it, and programs rely on what the
/// others have written before and read until then.
DEVICE void __raddle_wgmma_meet() {
  needWholeGroups();
  if (raddleWarps() == kWarps)
    raddleBlockBarrier();
  else
    __raddle_barrier_tile(kFirstTileOfGroup + raddleWarp() / kWarps, 32 * kWarps);
}

DEVICE Registers<4, u32> __raddle_wgmma_rows_(u64 a) { return rows<false>(a); }
DEVICE Registers<4, u32> __raddle_wgmma_rows_trans(u64 a) { return rows<true>(a); }
// A product by a sparse A takes twice as much of B.
#define COLUMNS(count)                                                                                       \
  DEVICE Registers<count, u32> __raddle_wgmma_columns_##count##_(u64 b, u32 first) {                         \
    return columns<count, false>(b, first);                                                                  \
  }                                                                                                          \
  DEVICE Registers<count, u32> __raddle_wgmma_columns_##count##_trans(u64 b, u32 first) {                    \
    return columns<count, true>(b, first);                                                                   \
  }
COLUMNS(2)
COLUMNS(4)
