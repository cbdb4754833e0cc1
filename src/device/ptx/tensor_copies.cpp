// Copies of a box of a tensor between global and shared memory, as a tensor map describes them (abi/tensor_map.h,
// src/ptx/instructions/tensor_instructions.cpp, include/cuda/detail/bulk_copies.h).
//
// The box lies in shared memory row by row, and with a swizzle chunks of 16 bytes of it change places: bits 4 to 6 of the
// address in shared memory are XORed with bits 7 to 9 (for 128 bytes; fewer bits for 64 and 32). As the first coordinate is
// a multiple of 16 bytes, so is each chunk in global memory: it lies within the tensor, outside, or across its end.

#include "abi/tensor_map.h"

#define DEVICE extern "C"
#define INLINE inline __attribute__((always_inline))

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;
using s32 = int;
using s64 = long long;

using Map = RaddleTensorMap;

// Rows of nvvm/intrinsics.def.
DEVICE __attribute__((noreturn)) void __raddle_illegal_instruction(const char *text, u32 first, u32 second);
DEVICE __attribute__((noreturn)) void __raddle_misaligned_operand(const char *text, u32 first, u32 second);
DEVICE u32 __raddle_address_space(const void *generic);
DEVICE void *__raddle_cluster_map_shared(const void *generic, u32 rank);
DEVICE u32 __raddle_cluster_size();
extern "C" u32 raddleLane() __asm__("llvm.nvvm.read.ptx.sreg.laneid");
extern "C" __attribute__((convergent)) void raddleSyncWarp(u32 mask) __asm__("llvm.nvvm.bar.warp.sync");

// memory.cpp.
DEVICE u64 __raddle_ptx_cluster_offset(const void *generic);
DEVICE void __raddle_ptx_mbarrier_complete_tx(void *object, u32 bytes);

// half.cpp, and atomics/scoped_atomics.ll.in.
DEVICE u32 __raddle_ptx_tf32_rn_(float x);
#define ATOMIC(name, type) DEVICE type name(void *address, type value, int mode);
ATOMIC(__raddle_ptx_atomic_add_f16, u16)
ATOMIC(__raddle_ptx_atomic_min_f16, u16)
ATOMIC(__raddle_ptx_atomic_max_f16, u16)
ATOMIC(__raddle_ptx_atomic_add_bf16, u16)
ATOMIC(__raddle_ptx_atomic_min_bf16, u16)
ATOMIC(__raddle_ptx_atomic_max_bf16, u16)
ATOMIC(__raddle_scoped_fadd_float, float)
ATOMIC(__raddle_scoped_fadd_double, double)
#define ATOMICS(word, type)                                                                                  \
  ATOMIC(__raddle_scoped_add_##word, type)                                                                   \
  ATOMIC(__raddle_scoped_and_##word, type)                                                                   \
  ATOMIC(__raddle_scoped_or_##word, type)                                                                    \
  ATOMIC(__raddle_scoped_xor_##word, type)                                                                   \
  ATOMIC(__raddle_scoped_min_##word, type)                                                                   \
  ATOMIC(__raddle_scoped_max_##word, type)                                                                   \
  ATOMIC(__raddle_scoped_umin_##word, type)                                                                  \
  ATOMIC(__raddle_scoped_umax_##word, type)
ATOMICS(i32, u32)
ATOMICS(i64, u64)
DEVICE u32 __raddle_scoped_load_i32(const void *address, int mode);
DEVICE u32 __raddle_scoped_cas_i32(void *address, u32 expected, u32 desired, int mode);

namespace {

constexpr u32 kChunk = 16;
constexpr int kRelaxed = 8; // on the device, see scoped_atomics.ll.in

// CUtensorMapDataType.
enum Type : u8 { kU8, kU16, kU32, kS32, kU64, kS64, kF16, kF32, kF64, kBf16, kF32Ftz, kTf32, kTf32Ftz };

// Their order in `tensor_instructions.cpp` is the same.
enum Operation : u32 { kAdd, kMin, kMax, kInc, kDec, kAnd, kOr, kXor };

INLINE u32 bytesOf(u32 type) {
  return type == kU8 ? 1
         : type == kU16 || type == kF16 || type == kBf16 ? 2
         : type == kU64 || type == kS64 || type == kF64  ? 8
                                                         : 4;
}

// How many elements of a dimension are copied.
INLINE u32 countOf(const Map &map, int dimension) {
  return (map.box[dimension] + map.steps[dimension] - 1u) / map.steps[dimension];
}

INLINE u32 bytesOfRow(const Map &map) { return map.box[0] * bytesOf(map.type); }

INLINE u32 bytesOfBox(const Map &map) {
  return bytesOfRow(map) * countOf(map, 1) * countOf(map, 2) * countOf(map, 3) * countOf(map, 4);
}

// The box, as an instruction names it: where it begins, and where it lies in shared memory.
struct Box {
  const Map &map;
  s32 at[kRaddleTensorRank];
  u8 *shared; // where an address of 0 in shared memory would be
  u32 offset; // in it, of the box

  // In global memory and in shared memory; and how many of its bytes lie within the tensor, all if 16 or more, none if 0
  // or less.
  struct Chunk {
    u64 global;
    u8 *shared;
    s64 inside;
  };

  INLINE u8 *sharedAt(u32 offset_in_shared) const {
    const u32 bits = (1u << map.swizzle) - 1;
    return shared + (offset_in_shared ^ (offset_in_shared >> 3 & bits << 4));
  }
};

// Dimensions from `dimension` on downwards. `outside`: that one further up is beyond the tensor.
template <int dimension, class Body>
INLINE void eachChunk(const Box &box, u64 begin, bool outside, u32 &offset, Body body) {
  const Map &map = box.map;
  if constexpr (dimension == 0) {
    const s64 first = static_cast<s64>(box.at[0]) * bytesOf(map.type);
    const s64 end = (static_cast<s64>(map.last[0]) + 1) * bytesOf(map.type);
    const u32 bytes = bytesOfRow(map);
    for (u32 i = 0; i < bytes; i += kChunk) {
      const s64 position = first + i;
      body(typename Box::Chunk{begin + static_cast<u64>(position), box.sharedAt(offset + i),
                               outside || position < 0 ? 0 : end - position});
    }
    offset += bytes;
  } else {
    const u32 count = countOf(map, dimension);
    for (u32 i = 0; i < count; ++i) {
      const s64 index = box.at[dimension] + static_cast<s64>(i) * map.steps[dimension];
      eachChunk<dimension - 1>(box, begin + static_cast<u64>(index) * map.strides[dimension],
                               outside || index < 0 || index > map.last[dimension], offset, body);
    }
  }
}

template <class Body> INLINE void eachChunk(const Box &box, Body body) {
  u32 offset = box.offset;
  eachChunk<kRaddleTensorRank - 1>(box, box.map.address, false, offset, body);
}

// ---- What a GPU refuses. Calls are not merged with others, which would cost them their lines. ----

INLINE const Map &checkedMap(const void *address, u32 rank, s32 first) {
  const Map &map = *static_cast<const Map *>(address);
  if (map.mark != RADDLE_TENSOR_MAP_MARK) [[clang::nomerge]]
    __raddle_illegal_instruction("a tensor copy was given a tensor map that cuTensorMapEncodeTiled() has not made", 0, 0);
  if (map.rank != rank) [[clang::nomerge]]
    __raddle_illegal_instruction("a tensor copy of {} dimensions was given a tensor map of {}", rank, map.rank);
  if (first * bytesOf(map.type) % kChunk != 0) [[clang::nomerge]]
    __raddle_illegal_instruction("the first coordinate of a tensor copy must be a multiple of 16 bytes, but in elements of {} "
                                 "it is {} more",
                                 bytesOf(map.type), first * bytesOf(map.type) % kChunk);
  return map;
}

INLINE u32 checkedOffset(const void *shared) {
  constexpr u32 kOffsetMask = 0xffffff, kShared = 3, kSharedOfAnotherBlock = 7, kAlignment = 128;
  const u32 space = __raddle_address_space(shared);
  if (space != kShared && space != kSharedOfAnotherBlock) [[clang::nomerge]]
    __raddle_illegal_instruction("the box of a tensor copy does not lie in shared memory", 0, 0);
  const u32 offset = static_cast<u32>(__raddle_ptx_cluster_offset(shared)) & kOffsetMask;
  if (offset % kAlignment != 0) [[clang::nomerge]]
    __raddle_misaligned_operand("the box of a tensor copy lies at byte {} of shared memory, which is no multiple of {}",
                                offset, kAlignment);
  return offset;
}

INLINE Box boxOf(const void *map, u32 rank, const s32 *at, const void *shared) {
  const u32 offset = checkedOffset(shared);
  return {checkedMap(map, rank, at[0]), {at[0], at[1], at[2], at[3], at[4]},
          static_cast<u8 *>(const_cast<void *>(shared)) - offset, offset};
}

// ---- Loads ----

// What elements outside of the tensor become.
INLINE u64 fillOf(const Map &map) {
  if (!map.fills_nan)
    return 0;
  return bytesOf(map.type) == 2   ? 0x7fff7fff7fff7fff
         : bytesOf(map.type) == 4 ? 0x7fffffff7fffffff
                                  : 0x7fffffffffffffff;
}

// Eight bytes of global memory, of which the first `inside` are there.
INLINE u64 wordAt(u64 address, s64 inside, u64 fill) {
  if (inside >= 8)
    return *reinterpret_cast<const u64 *>(address);
  u64 word = fill;
  for (s64 i = 0; i < inside; ++i) {
    const u64 byte = reinterpret_cast<const u8 *>(address)[i];
    word = (word & ~(0xffull << 8 * i)) | byte << 8 * i;
  }
  return word;
}

// .ftz and tf32: numbers of 32 bits that change on the way.
INLINE u32 converted(u32 bits, u32 type) {
  const bool is_subnormal = (bits & 0x7f800000) == 0;
  if (is_subnormal && type != kTf32)
    bits &= 0x80000000;
  const bool is_finite = (bits & 0x7f800000) != 0x7f800000;
  return type == kF32Ftz || !is_finite ? bits : __raddle_ptx_tf32_rn_(__builtin_bit_cast(float, bits));
}

INLINE u64 convertedPair(u64 pair, u32 type) {
  return converted(static_cast<u32>(pair), type) |
         static_cast<u64>(converted(static_cast<u32>(pair >> 32), type)) << 32;
}

INLINE void load(const Box &box) {
  const u32 type = box.map.type;
  const u64 fill = fillOf(box.map);
  const bool converts = type == kF32Ftz || type == kTf32 || type == kTf32Ftz;
  eachChunk(box, [=](const Box::Chunk &chunk) __attribute__((always_inline)) {
    u64 *to = reinterpret_cast<u64 *>(chunk.shared);
    u64 low = wordAt(chunk.global, chunk.inside, fill), high = wordAt(chunk.global + 8, chunk.inside - 8, fill);
    if (converts) {
      low = convertedPair(low, type);
      high = convertedPair(high, type);
    }
    to[0] = low;
    to[1] = high;
  });
}

// ---- Stores and reductions ----

INLINE void store(const Box &box) {
  eachChunk(box, [](const Box::Chunk &chunk) __attribute__((always_inline)) {
    const u64 *from = reinterpret_cast<const u64 *>(chunk.shared);
    u64 *to = reinterpret_cast<u64 *>(chunk.global);
    if (chunk.inside >= kChunk) {
      to[0] = from[0];
      to[1] = from[1];
      return;
    }
    for (s64 i = 0; i < chunk.inside; ++i)
      reinterpret_cast<u8 *>(to)[i] = chunk.shared[i];
  });
}

// Up to `most`, and then from zero on; and the other way round.
INLINE void wrapAround(void *address, u32 most, bool upwards) {
  u32 expected, found = __raddle_scoped_load_i32(address, kRelaxed);
  do {
    expected = found;
    const u32 next = upwards ? (expected >= most ? 0 : expected + 1)
                             : (expected == 0 || expected > most ? most : expected - 1);
    found = __raddle_scoped_cas_i32(address, expected, next, kRelaxed);
  } while (found != expected);
}

// CASE(operation, function): the update of one element, if it is that operation.
#define CASE(operation_, function, type)                                                                     \
  if (operation == operation_) {                                                                             \
    function(to, *reinterpret_cast<const type *>(from), kRelaxed);                                           \
    return;                                                                                                  \
  }

INLINE void reduceHalf(u32 operation, bool is_bf16, void *to, const void *from) {
  if (is_bf16) {
    CASE(kAdd, __raddle_ptx_atomic_add_bf16, u16)
    CASE(kMin, __raddle_ptx_atomic_min_bf16, u16)
    CASE(kMax, __raddle_ptx_atomic_max_bf16, u16)
  } else {
    CASE(kAdd, __raddle_ptx_atomic_add_f16, u16)
    CASE(kMin, __raddle_ptx_atomic_min_f16, u16)
    CASE(kMax, __raddle_ptx_atomic_max_f16, u16)
  }
}

INLINE void reduce32(u32 operation, u32 type, void *to, const void *from) {
  if (type == kF32 || type == kF32Ftz) {
    CASE(kAdd, __raddle_scoped_fadd_float, float)
    return;
  }
  CASE(kAdd, __raddle_scoped_add_i32, u32)
  CASE(kAnd, __raddle_scoped_and_i32, u32)
  CASE(kOr, __raddle_scoped_or_i32, u32)
  CASE(kXor, __raddle_scoped_xor_i32, u32)
  if (operation == kInc || operation == kDec)
    return wrapAround(to, *static_cast<const u32 *>(from), operation == kInc);
  if (type == kS32) {
    CASE(kMin, __raddle_scoped_min_i32, u32)
    CASE(kMax, __raddle_scoped_max_i32, u32)
  }
  CASE(kMin, __raddle_scoped_umin_i32, u32)
  CASE(kMax, __raddle_scoped_umax_i32, u32)
}

INLINE void reduce64(u32 operation, u32 type, void *to, const void *from) {
  if (type == kF64) {
    CASE(kAdd, __raddle_scoped_fadd_double, double)
    return;
  }
  CASE(kAdd, __raddle_scoped_add_i64, u64)
  CASE(kAnd, __raddle_scoped_and_i64, u64)
  CASE(kOr, __raddle_scoped_or_i64, u64)
  CASE(kXor, __raddle_scoped_xor_i64, u64)
  if (type == kS64) {
    CASE(kMin, __raddle_scoped_min_i64, u64)
    CASE(kMax, __raddle_scoped_max_i64, u64)
  }
  CASE(kMin, __raddle_scoped_umin_i64, u64)
  CASE(kMax, __raddle_scoped_umax_i64, u64)
}

// Floats are added, halves also compared; integers of 32 and 64 bits have all operations, but for .inc and .dec of 64 bits.
INLINE bool exists(u32 operation, u32 type) {
  switch (type) {
  case kF16:
  case kBf16:
    return operation <= kMax;
  case kF32:
  case kF32Ftz:
  case kF64:
    return operation == kAdd;
  case kU32:
    return true;
  case kS32:
  case kU64:
  case kS64:
    return operation != kInc && operation != kDec;
  default:
    return false;
  }
}

INLINE void reduce(const Box &box, u32 operation) {
  const u32 type = box.map.type, bytes = bytesOf(type);
  if (!exists(operation, type)) [[clang::nomerge]]
    __raddle_illegal_instruction("a reduction by a tensor copy does not exist for the tensor's type, number {} of "
                                 "CUtensorMapDataType",
                                 type, 0);
  eachChunk(box, [=](const Box::Chunk &chunk) __attribute__((always_inline)) {
    for (u32 i = 0; i < kChunk && i < chunk.inside; i += bytes) {
      void *to = reinterpret_cast<void *>(chunk.global + i);
      const void *from = chunk.shared + i;
      if (bytes == 2)
        reduceHalf(operation, type == kBf16, to, from);
      else if (bytes == 4)
        reduce32(operation, type, to, from);
      else
        reduce64(operation, type, to, from);
    }
  });
}

} // namespace

#define COORDINATES s32 x, s32 y, s32 z, s32 u, s32 v
#define AT                                                                                                   \
  const s32 at[kRaddleTensorRank] = { x, y, z, u, v }

// Loads a box, and tells the mbarrier.
DEVICE void __raddle_ptx_tensor_load(void *to, const void *map, u32 rank, COORDINATES, void *barrier) {
  AT;
  const Box box = boxOf(map, rank, at, to);
  load(box);
  __raddle_ptx_mbarrier_complete_tx(barrier, bytesOfBox(box.map));
}

// The same at the same place in each block of the cluster whose bit is set, each with its own mbarrier.
DEVICE void __raddle_ptx_tensor_load_multicast(void *to, const void *map, u32 rank, COORDINATES, void *barrier,
                                               u16 blocks) {
  AT;
  for (u32 block = 0; block < 16; ++block) {
    if (!(blocks >> block & 1))
      continue;
    if (block >= __raddle_cluster_size()) [[clang::nomerge]]
      __raddle_illegal_instruction("a tensor copy is for block {} of its cluster, which has {}", block,
                                   __raddle_cluster_size());
    const Box box = boxOf(map, rank, at, __raddle_cluster_map_shared(to, block));
    load(box);
    __raddle_ptx_mbarrier_complete_tx(__raddle_cluster_map_shared(barrier, block), bytesOfBox(box.map));
  }
}

DEVICE void __raddle_ptx_tensor_store(const void *map, u32 rank, COORDINATES, const void *from) {
  AT;
  store(boxOf(map, rank, at, from));
}

DEVICE void __raddle_ptx_tensor_reduce(const void *map, u32 rank, COORDINATES, const void *from, u32 operation) {
  AT;
  reduce(boxOf(map, rank, at, from), operation);
}

// ---- tensormap: maps that kernels change ----

DEVICE void __raddle_ptx_tensormap_global_address(Map *map, u64 value) { map->address = value; }
DEVICE void __raddle_ptx_tensormap_rank(Map *map, u32 value) { map->rank = static_cast<u8>(value + 1); }
DEVICE void __raddle_ptx_tensormap_box_dim(Map *map, u32 i, u32 value) { map->box[i] = static_cast<u16>(value); }
DEVICE void __raddle_ptx_tensormap_global_dim(Map *map, u32 i, u32 value) { map->last[i] = value - 1; }
// The first stride is that of the second dimension.
DEVICE void __raddle_ptx_tensormap_global_stride(Map *map, u32 i, u64 value) { map->strides[i + 1] = value; }
DEVICE void __raddle_ptx_tensormap_element_stride(Map *map, u32 i, u32 value) {
  if (i != 0)
    map->steps[i] = static_cast<u8>(value);
}
DEVICE void __raddle_ptx_tensormap_swizzle_mode(Map *map, u32 value) { map->swizzle = static_cast<u8>(value); }
DEVICE void __raddle_ptx_tensormap_fill_mode(Map *map, u32 value) { map->fills_nan = static_cast<u8>(value); }
// PTX has numbers of its own for types.
DEVICE void __raddle_ptx_tensormap_elemtype(Map *map, u32 value) {
  constexpr u8 kTypes[] = {kU8, kU16, kU32, kS32, kU64, kS64, kF16, kF32, kF32Ftz, kF64, kBf16, kTf32, kTf32Ftz};
  map->type = kTypes[value];
}

// All lanes of the warp come here together; one of them copies.
DEVICE __attribute__((convergent)) void __raddle_ptx_tensormap_copy(u64 *to, const u64 *from) {
  constexpr int kWords = 16;
  raddleSyncWarp(0xffffffff);
  if ((raddleLane() & 31) == 0)
    for (int i = 0; i < kWords; ++i)
      to[i] = from[i];
  raddleSyncWarp(0xffffffff);
}
