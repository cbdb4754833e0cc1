// Copies of a box of a tensor between global and shared memory, as a tensor map describes them (abi/tensor_map.h,
// src/ptx/instructions/tensor_instructions.cpp, include/cuda/detail/bulk_copies.h).
//
// The box lies in shared memory row by row, and with a swizzle chunks of 16 bytes of it change places: bits 4 to 6 of the
// address in shared memory are XORed with bits 7 to 9 (for 128 bytes; fewer bits for 64 and 32). As the first coordinate is
// a multiple of 16 bytes, so is each chunk in global memory: it lies within the tensor, outside, or across its end. Of a chunk across
// the end, a load takes the elements within, and stores and reductions all 16 bytes.

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
DEVICE u64 __raddle_shared_offset(const void *generic);
DEVICE void *__raddle_cluster_map_shared(const void *generic, u32 rank);
DEVICE u32 __raddle_cluster_block_rank();
DEVICE u32 __raddle_cluster_size();
extern "C" u32 raddleLane() __asm__("llvm.nvvm.read.ptx.sreg.laneid");
extern "C" __attribute__((convergent)) void raddleSyncWarp(u32 mask) __asm__("llvm.nvvm.bar.warp.sync");

// memory.cpp.
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

// How many elements of a dimension are copied.
INLINE u32 countOf(const Map &map, int dimension) {
  return (map.box[dimension] + map.steps[dimension] - 1u) / map.steps[dimension];
}

INLINE u32 bytesOfBox(const Map &map) {
  return map.box[0] * map.element_bytes * countOf(map, 1) * countOf(map, 2) * countOf(map, 3) *
         countOf(map, 4);
}

// The part of a box along one dimension: `count` elements, of which the first has the index `first` and each next one an index that
// is `step` higher. In dimension 0 all of these are counted in bytes.
struct Extent {
  s64 first;
  u64 end, step, stride;
  u32 count;

  INLINE bool isOutside(s64 index) const { return static_cast<u64>(index) >= end; }
};

// The box, as an instruction names it: where it begins, and where it lies in shared memory. It has all of the map that copies
// need, because the map could be among what they write.
struct Box {
  Extent extents[kRaddleTensorRank];
  u8 *global; // where the tensor begins
  u8 *shared; // where an address of 0 in shared memory would be
  u32 offset; // in it, of the box
  u32 pitch;  // from row to row there
  u32 swizzled_bits;

  // In global memory and in shared memory; and how many of its bytes lie within the tensor, all if 16 or more, none if 0
  // or less.
  struct Chunk {
    u8 *global, *shared;
    s64 inside;
  };

  INLINE u8 *sharedAt(u32 at) const { return shared + (at ^ (at >> 3 & swizzled_bits)); }
};

// Dimensions from `dimension` on downwards. `outside`: that one further up is beyond the tensor.
template <int dimension, class Body>
INLINE void eachChunk(const Box &box, u8 *begin, bool outside, u32 &offset, Body body) {
  const Extent &extent = box.extents[dimension];
  if constexpr (dimension == 0) {
    for (u32 i = 0; i < extent.count; i += kChunk) {
      const s64 position = extent.first + i;
      body(typename Box::Chunk{begin + position, box.sharedAt(offset + i),
                               outside || position < 0 ? 0 : static_cast<s64>(extent.end) - position});
    }
    offset += box.pitch;
  } else {
    s64 index = extent.first;
    for (u32 i = 0; i < extent.count; ++i, index += extent.step)
      eachChunk<dimension - 1>(box, begin + index * static_cast<s64>(extent.stride),
                               outside || extent.isOutside(index), offset, body);
  }
}

template <class Body> INLINE void eachChunk(const Box &box, Body body) {
  u32 offset = box.offset;
  eachChunk<kRaddleTensorRank - 1>(box, box.global, false, offset, body);
}

// ---- What a GPU refuses. Calls are not merged with others, which would cost them their lines. ----

INLINE const Map &checkedMap(const void *address, u32 rank, s32 first) {
  const Map &map = *static_cast<const Map *>(address);
  if (map.mark != RADDLE_TENSOR_MAP_MARK) [[clang::nomerge]]
    __raddle_illegal_instruction(
        "a tensor copy was given a tensor map that cuTensorMapEncodeTiled() has not made", 0, 0);
  if (map.rank != rank) [[clang::nomerge]]
    __raddle_illegal_instruction("a tensor copy of {} dimensions was given a tensor map of {}", rank,
                                 map.rank);
  if (static_cast<u32>(first * map.element_bytes) % kChunk != 0) [[clang::nomerge]]
    __raddle_illegal_instruction(
        "the first coordinate of a tensor copy must be a multiple of 16 bytes, but in elements of {} "
        "it is {} more",
        map.element_bytes, static_cast<u32>(first * map.element_bytes) % kChunk);
  return map;
}

#define COORDINATES s32 x, s32 y, s32 z, s32 u, s32 v

// Loads may begin before the tensor.
INLINE void refuseNegative(COORDINATES) {
  const s32 coordinates[] = {x, y, z, u, v};
#pragma clang loop unroll(full)
  for (u32 i = 0; i < kRaddleTensorRank; ++i)
    if (coordinates[i] < 0) [[clang::nomerge]]
      __raddle_illegal_instruction(
          "a tensor copy to global memory must not begin before the tensor, but coordinate {} is -{}", i,
          0u - static_cast<u32>(coordinates[i]));
}

// The memory of another block begins elsewhere. Whether it is shared memory at all is asked on the way.
INLINE u32 checkedOffset(const void *shared) {
  constexpr u64 kMostShared = 256 * 1024;
  constexpr u32 kAlignment = 128;
  u64 offset = __raddle_shared_offset(shared);
  if (offset >= kMostShared)
    offset = __raddle_shared_offset(__raddle_cluster_map_shared(shared, __raddle_cluster_block_rank()));
  if (offset % kAlignment != 0) [[clang::nomerge]]
    __raddle_misaligned_operand(
        "the box of a tensor copy lies at byte {} of shared memory, which is no multiple of {}",
        static_cast<u32>(offset), kAlignment);
  return static_cast<u32>(offset);
}

INLINE Extent extentOf(const Map &map, int dimension, s32 first) {
  return {first, static_cast<u64>(map.last[dimension]) + 1, map.steps[dimension], map.strides[dimension],
          countOf(map, dimension)};
}

// Rows that are shorter than what is swizzled lie apart.
INLINE u32 pitchOf(const Map &map) {
  const u32 bytes = map.box[0] * map.element_bytes, span = map.swizzle == 0 ? 0 : kChunk << map.swizzle;
  return bytes > span ? bytes : span;
}

INLINE Box boxOf(const Map &map, COORDINATES, const void *shared) {
  const u32 offset = checkedOffset(shared), bytes = map.element_bytes;
  const Extent row{static_cast<s64>(x) * bytes, (static_cast<u64>(map.last[0]) + 1) * bytes, 1, 1,
                   map.box[0] * bytes};
  return {{row, extentOf(map, 1, y), extentOf(map, 2, z), extentOf(map, 3, u), extentOf(map, 4, v)},
          reinterpret_cast<u8 *>(map.address),
          static_cast<u8 *>(const_cast<void *>(shared)) - offset,
          offset,
          pitchOf(map),
          ((1u << map.swizzle) - 1) << 4};
}

INLINE void copyChunk(u8 *to, const u8 *from) {
  const u64 low = reinterpret_cast<const u64 *>(from)[0], high = reinterpret_cast<const u64 *>(from)[1];
  reinterpret_cast<u64 *>(to)[0] = low;
  reinterpret_cast<u64 *>(to)[1] = high;
}

// ---- Loads ----

// The value of elements outside of the tensor, repeated to fill 64 bits. The NaN is the same for all types.
INLINE u64 fillOf(const Map &map) { return map.fills_nan ? 0x7ff77ff77ff77ff7 : 0; }

INLINE u32 flushed(u32 bits) { return (bits & 0x7f800000) == 0 ? bits & 0x80000000 : bits; }

// Only tf32 changes on the way: kF32Ftz counts in reductions alone.
INLINE u32 roundedToTf32(u32 bits, u32 type) {
  if (type == kTf32Ftz)
    bits = flushed(bits);
  const bool is_finite = (bits & 0x7f800000) != 0x7f800000;
  return !is_finite ? bits : __raddle_ptx_tf32_rn_(__builtin_bit_cast(float, bits));
}

// At a border of the tensor: seldom, so that it may be slow, but not long.
INLINE void loadPart(const Box::Chunk &chunk, u64 fill) {
#pragma clang loop unroll(disable)
  for (u32 i = 0; i < kChunk; ++i)
    chunk.shared[i] = i < chunk.inside ? chunk.global[i] : static_cast<u8>(fill >> 8 * (i % 8));
}

INLINE void load(const Map &map, const Box &box) {
  const u32 type = map.type;
  const u64 fill = fillOf(map);
  const bool rounds = type == kTf32 || type == kTf32Ftz;
  eachChunk(
      box, [=](const Box::Chunk &chunk) __attribute__((always_inline)) {
        if (chunk.inside >= kChunk)
          copyChunk(chunk.shared, chunk.global);
        else
          loadPart(chunk, fill);
        u32 *words = reinterpret_cast<u32 *>(chunk.shared);
        if (rounds)
#pragma clang loop unroll(disable)
          for (u32 i = 0; i < kChunk / sizeof(u32); ++i)
            words[i] = roundedToTf32(words[i], type);
      });
}

// ---- Stores and reductions ----

INLINE void store(const Box &box) {
  eachChunk(
      box, [](const Box::Chunk &chunk) __attribute__((always_inline)) {
        if (chunk.inside > 0)
          copyChunk(chunk.global, chunk.shared);
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

// Of f32, where subnormal numbers count as zero.
INLINE void addFlushed(void *address, u32 addend) {
  u32 expected, found = __raddle_scoped_load_i32(address, kRelaxed);
  do {
    expected = found;
    const float sum =
        __builtin_bit_cast(float, flushed(expected)) + __builtin_bit_cast(float, flushed(addend));
    found = __raddle_scoped_cas_i32(address, expected, flushed(__builtin_bit_cast(u32, sum)), kRelaxed);
  } while (found != expected);
}

// CASE(operation, function): the update of one element, if it is that operation.
#define CASE(operation_, function, type)                                                                     \
  if (operation == operation_) {                                                                             \
    function(to, *reinterpret_cast<const type *>(from), kRelaxed);                                           \
    return;                                                                                                  \
  }

// All operations on integers but .inc and .dec.
#define INTEGER_CASES(word, type, is_signed)                                                                 \
  CASE(kAdd, __raddle_scoped_add_##word, type)                                                               \
  CASE(kAnd, __raddle_scoped_and_##word, type)                                                               \
  CASE(kOr, __raddle_scoped_or_##word, type)                                                                 \
  CASE(kXor, __raddle_scoped_xor_##word, type)                                                               \
  if (is_signed) {                                                                                           \
    CASE(kMin, __raddle_scoped_min_##word, type)                                                             \
    CASE(kMax, __raddle_scoped_max_##word, type)                                                             \
  }                                                                                                          \
  CASE(kMin, __raddle_scoped_umin_##word, type)                                                              \
  CASE(kMax, __raddle_scoped_umax_##word, type)

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
  if (type == kF32Ftz || type == kTf32Ftz)
    return addFlushed(to, *static_cast<const u32 *>(from));
  if (type == kF32 || type == kTf32) {
    CASE(kAdd, __raddle_scoped_fadd_float, float)
    return;
  }
  if (operation == kInc || operation == kDec)
    return wrapAround(to, *static_cast<const u32 *>(from), operation == kInc);
  INTEGER_CASES(i32, u32, type == kS32)
}

INLINE void reduce64(u32 operation, u32 type, void *to, const void *from) {
  if (type == kF64) {
    CASE(kAdd, __raddle_scoped_fadd_double, double)
    return;
  }
  INTEGER_CASES(i64, u64, type == kS64)
}

// Which an H200 has.
INLINE bool exists(u32 operation, u32 type) {
  switch (type) {
  case kU32:
    return true;
  case kS32:
  case kU64:
    return operation != kInc && operation != kDec;
  case kS64:
    return operation == kMin || operation == kMax;
  case kF16:
  case kBf16:
    return operation <= kMax;
  case kU8:
  case kU16:
    return false;
  default:
    return operation == kAdd; // floats of 32 and 64 bits
  }
}

INLINE void reduceElement(u32 operation, u32 type, u32 bytes, void *to, const void *from) {
  if (bytes == 2)
    reduceHalf(operation, type == kBf16, to, from);
  else if (bytes == 4)
    reduce32(operation, type, to, from);
  else
    reduce64(operation, type, to, from);
}

INLINE void reduce(const Map &map, const Box &box, u32 operation) {
  const u32 type = map.type, bytes = map.element_bytes;
  if (!exists(operation, type)) [[clang::nomerge]]
    __raddle_illegal_instruction(
        "a reduction by a tensor copy does not exist for the tensor's type, number {} of "
        "CUtensorMapDataType",
        type, 0);
  eachChunk(
      box, [=](const Box::Chunk &chunk) __attribute__((always_inline)) {
        for (u32 i = 0; i < kChunk && chunk.inside > 0; i += bytes)
          reduceElement(operation, type, bytes, chunk.global + i, chunk.shared + i);
      });
}

} // namespace

// Loads a box, and tells the mbarrier.
DEVICE void __raddle_ptx_tensor_load(void *to, const void *map, u32 rank, COORDINATES, void *barrier) {
  const Map &checked = checkedMap(map, rank, x);
  const u32 bytes = bytesOfBox(checked);
  load(checked, boxOf(checked, x, y, z, u, v, to));
  __raddle_ptx_mbarrier_complete_tx(barrier, bytes);
}

// The same at the same place in each block of the cluster whose bit is set, each with its own mbarrier.
DEVICE void __raddle_ptx_tensor_load_multicast(void *to, const void *map, u32 rank, COORDINATES,
                                               void *barrier, u16 blocks) {
  const Map &checked = checkedMap(map, rank, x);
  const u32 bytes = bytesOfBox(checked);
  for (u32 block = 0; block < 16; ++block) {
    if (!(blocks >> block & 1))
      continue;
    if (block >= __raddle_cluster_size()) [[clang::nomerge]]
      __raddle_illegal_instruction("a tensor copy is for block {} of its cluster, which has {}", block,
                                   __raddle_cluster_size());
    load(checked, boxOf(checked, x, y, z, u, v, __raddle_cluster_map_shared(to, block)));
    __raddle_ptx_mbarrier_complete_tx(__raddle_cluster_map_shared(barrier, block), bytes);
  }
}

DEVICE void __raddle_ptx_tensor_store(const void *map, u32 rank, COORDINATES, const void *from) {
  refuseNegative(x, y, z, u, v);
  store(boxOf(checkedMap(map, rank, x), x, y, z, u, v, from));
}

DEVICE void __raddle_ptx_tensor_reduce(const void *map, u32 rank, COORDINATES, const void *from,
                                       u32 operation) {
  const Map &checked = checkedMap(map, rank, x);
  refuseNegative(x, y, z, u, v);
  reduce(checked, boxOf(checked, x, y, z, u, v, from), operation);
}

// Without a map: adjacent elements.
DEVICE __attribute__((always_inline)) void __raddle_ptx_reduce_bulk(void *to, const void *from, u32 bytes,
                                                                    u32 type, u32 operation) {
  const u32 of_element = type == kF16 || type == kBf16                  ? 2
                         : type == kU64 || type == kS64 || type == kF64 ? 8
                                                                        : 4;
  for (u32 i = 0; i < bytes; i += of_element)
    reduceElement(operation, type, of_element, static_cast<u8 *>(to) + i, static_cast<const u8 *>(from) + i);
}

// ---- tensormap: maps that kernels change ----

DEVICE void __raddle_ptx_tensormap_global_address(Map *map, u64 value) { map->address = value; }
DEVICE void __raddle_ptx_tensormap_rank(Map *map, u32 value) { map->rank = static_cast<u8>(value + 1); }
DEVICE void __raddle_ptx_tensormap_box_dim(Map *map, u32 i, u32 value) {
  map->box[i] = static_cast<u16>(value);
}
DEVICE void __raddle_ptx_tensormap_global_dim(Map *map, u32 i, u32 value) { map->last[i] = value - 1; }
// The first stride is that of the second dimension.
DEVICE void __raddle_ptx_tensormap_global_stride(Map *map, u32 i, u64 value) { map->strides[i + 1] = value; }
DEVICE void __raddle_ptx_tensormap_element_stride(Map *map, u32 i, u32 value) {
  if (i != 0)
    map->steps[i] = static_cast<u8>(value);
}
DEVICE void __raddle_ptx_tensormap_swizzle_mode(Map *map, u32 value) {
  map->swizzle = static_cast<u8>(value);
}
DEVICE void __raddle_ptx_tensormap_fill_mode(Map *map, u32 value) { map->fills_nan = static_cast<u8>(value); }
// PTX has numbers of its own for types.
DEVICE void __raddle_ptx_tensormap_elemtype(Map *map, u32 value) {
  constexpr u8 kTypes[] = {kU8,  kU16,    kU32, kS32,  kU64,  kS64,    kF16,
                           kF32, kF32Ftz, kF64, kBf16, kTf32, kTf32Ftz};
  constexpr u8 kBytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 4, 8, 2, 4, 4};
  map->type = kTypes[value];
  map->element_bytes = kBytes[value];
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
