// cp.async.bulk.tensor (src/ptx/instructions/async_instructions.cpp): copies of a box of a tensor, by the map that
// cuTensorMapEncodeTiled() has written.
//
// In shared memory the rows of a box, elements of the first dimension, follow each other. With a swizzle, chunks of 16 bytes change
// places: bits 4 to 6 of a chunk's address (4 and 5; 4) are those of its place and bits 7 to 9 (7 and 8; 7) by exclusive or. What
// is outside of the tensor is filled where it is read, and left out where it is written.

#include "abi/tensor_map.h"

#define DEVICE extern "C"
#define INLINE __attribute__((always_inline))

using u32 = unsigned int;
using u64 = unsigned long long;
using s32 = int;

DEVICE u64 __raddle_shared_offset(const void *generic);
DEVICE __attribute__((noreturn)) void __raddle_wrong_use(const char *text, u32 first, u32 second);
DEVICE __attribute__((noreturn)) void __raddle_misaligned(const void *pointer, u32 alignment);

namespace {

constexpr u32 kChunk = 16, kAlignment = 128; // bytes

// Inlined, so that what it finds has the line of the instruction.
INLINE inline const RaddleTensorMap &checkedMap(u64 address, u32 rank, s32 x, const void *shared) {
  const auto &map = *reinterpret_cast<const RaddleTensorMap *>(address);
  if (map.mark != RaddleTensorMap::kMark) [[clang::nomerge]]
    __raddle_wrong_use("a copy of a tensor by what is no tensor map: cuTensorMapEncodeTiled() makes one, and "
                       "a kernel takes it "
                       "as const __grid_constant__ CUtensorMap",
                       0, 0);
  if (map.rank != rank) [[clang::nomerge]]
    __raddle_wrong_use("a copy of a tensor with {} coordinates by a tensor map of {} dimensions", rank,
                       map.rank);
  // An H100 answers with an illegal instruction.
  if (x * map.element_bytes % static_cast<s32>(kChunk) != 0) [[clang::nomerge]]
    __raddle_wrong_use("the first coordinate of a copy of a tensor, {}, is no multiple of 16 bytes: its elements have {}",
                       static_cast<u32>(x), map.element_bytes);
  if (__raddle_shared_offset(shared) % kAlignment != 0) [[clang::nomerge]]
    __raddle_misaligned(shared, kAlignment);
  return map;
}

/// A row of a box: where its first element lies in the tensor, and whether it is inside but for its ends.
struct BoxRow {
  u64 address;
  bool is_inside;
};

class Box {
public:
  Box(const RaddleTensorMap &map, s32 x, s32 y, s32 z, s32 v, s32 w) : map(map), first{x, y, z, v, w} {}

  u32 count(u32 dimension) const {
    if (dimension >= map.rank)
      return 1;
    return (map.box[dimension] + map.steps[dimension] - 1) / map.steps[dimension];
  }
  u32 rows() const { return count(1) * count(2) * count(3) * count(4); }
  u32 bytesOfRow() const { return map.box[0] * map.element_bytes; }

  BoxRow row(u32 number) const {
    BoxRow row{map.address + static_cast<u64>(static_cast<long long>(first[0]) * map.element_bytes), true};
    for (u32 i = 1; i < map.rank; ++i) {
      const long long at = first[i] + static_cast<long long>(number % count(i)) * map.steps[i];
      number /= count(i);
      row.is_inside &= at >= 0 && at <= map.last[i];
      row.address += static_cast<u64>(at) * map.strides[i - 1];
    }
    return row;
  }
  /// Whether element `i` of a row is inside.
  bool isInside(u32 i) const {
    const long long at = first[0] + static_cast<long long>(i);
    return at >= 0 && at <= map.last[0];
  }
  /// Where a chunk goes, by its distance from the beginning of the box.
  u32 swizzled(u64 offset_of_box, u32 at) const {
    const u32 place = static_cast<u32>(offset_of_box) + at;
    const u32 changed = (place >> 7 & (map.swizzled_bytes / kChunk - 1)) << 4;
    return map.swizzled_bytes == 0 ? at : (place ^ changed) - static_cast<u32>(offset_of_box);
  }

  const RaddleTensorMap &map;

private:
  const s32 first[RaddleTensorMap::kMostDimensions];
};

u64 fillOf(const RaddleTensorMap &map) {
  if (map.fill == RaddleTensorMap::kZero)
    return 0;
  return map.element == RaddleTensorMap::kDouble ? 0x7fffffffffffffff
         : map.element == RaddleTensorMap::kHalf || map.element == RaddleTensorMap::kBfloat ? 0x7fff
                                                                                            : 0x7fffffff;
}

u64 loadElement(u64 address, u32 bytes) {
  switch (bytes) {
  case 1:
    return *reinterpret_cast<const unsigned char *>(address);
  case 2:
    return *reinterpret_cast<const unsigned short *>(address);
  case 4:
    return *reinterpret_cast<const u32 *>(address);
  default:
    return *reinterpret_cast<const u64 *>(address);
  }
}
void storeElement(u64 address, u64 value, u32 bytes) {
  switch (bytes) {
  case 1:
    *reinterpret_cast<unsigned char *>(address) = static_cast<unsigned char>(value);
    return;
  case 2:
    *reinterpret_cast<unsigned short *>(address) = static_cast<unsigned short>(value);
    return;
  case 4:
    *reinterpret_cast<u32 *>(address) = static_cast<u32>(value);
    return;
  default:
    *reinterpret_cast<u64 *>(address) = value;
  }
}

u64 withoutSubnormal(const RaddleTensorMap &map, u64 value) {
  const bool is_flushed = map.element == RaddleTensorMap::kFloatFlushed && (value & 0x7f800000) == 0;
  return is_flushed ? value & 0x80000000 : value;
}

void loadChunk(const Box &box, const BoxRow &row, u32 at, unsigned char *to) {
  const u32 bytes = box.map.element_bytes, first = at / bytes, last = (at + kChunk) / bytes - 1;
  if (row.is_inside && box.isInside(first) && box.isInside(last) &&
      box.map.element != RaddleTensorMap::kFloatFlushed) {
    __builtin_memcpy(to, reinterpret_cast<const void *>(row.address + at), kChunk);
    return;
  }
  for (u32 i = first; i <= last; ++i) {
    const bool is_inside = row.is_inside && box.isInside(i);
    const u64 value =
        is_inside ? withoutSubnormal(box.map, loadElement(row.address + i * bytes, bytes)) : fillOf(box.map);
    storeElement(reinterpret_cast<u64>(to) + (i - first) * bytes, value, bytes);
  }
}

void storeChunk(const Box &box, const BoxRow &row, u32 at, const unsigned char *from) {
  const u32 bytes = box.map.element_bytes, first = at / bytes, last = (at + kChunk) / bytes - 1;
  if (!row.is_inside)
    return;
  if (box.isInside(first) && box.isInside(last)) {
    __builtin_memcpy(reinterpret_cast<void *>(row.address + at), from, kChunk);
    return;
  }
  for (u32 i = first; i <= last; ++i)
    if (box.isInside(i))
      storeElement(row.address + i * bytes,
                   loadElement(reinterpret_cast<u64>(from) + (i - first) * bytes, bytes), bytes);
}

template <class Move> u32 moveBox(const Box &box, const void *shared, Move move) {
  const u64 offset = __raddle_shared_offset(shared);
  const u32 rows = box.rows(), bytes = box.bytesOfRow();
  for (u32 number = 0; number < rows; ++number) {
    const BoxRow row = box.row(number);
    for (u32 at = 0; at < bytes; at += kChunk)
      move(row, at, box.swizzled(offset, number * bytes + at));
  }
  return rows * bytes;
}

__attribute__((noinline)) u32 loadBox(unsigned char *to, const Box &box) {
  return moveBox(box, to, [&](const BoxRow &row, u32 at, u32 place) { loadChunk(box, row, at, to + place); });
}
__attribute__((noinline)) void storeBox(const unsigned char *from, const Box &box) {
  moveBox(box, from, [&](const BoxRow &row, u32 at, u32 place) { storeChunk(box, row, at, from + place); });
}

} // namespace

/// Returns how many bytes the box has in shared memory.
DEVICE INLINE u32 __raddle_ptx_tensor_load(unsigned char *to, u64 map, u32 rank, s32 x, s32 y, s32 z, s32 v,
                                           s32 w) {
  return loadBox(to, Box(checkedMap(map, rank, x, to), x, y, z, v, w));
}
DEVICE INLINE void __raddle_ptx_tensor_store(const unsigned char *from, u64 map, u32 rank, s32 x, s32 y,
                                             s32 z, s32 v, s32 w) {
  storeBox(from, Box(checkedMap(map, rank, x, from), x, y, z, v, w));
}
