// Shared memory as PTX addresses it, mbarrier objects, asynchronous copies (src/ptx/instructions/memory_instructions.cpp,
// async_instructions.cpp).

#include "cuda/detail/phase_word.h"
#include "cuda/detail/word_copies.h"

#define DEVICE extern "C"

using u32 = unsigned int;
using u64 = unsigned long long;

DEVICE u64 __raddle_scoped_load_i64(const void *address, int mode);
DEVICE void __raddle_scoped_store_i64(void *address, u64 value, int mode);
DEVICE u64 __raddle_scoped_cas_i64(void *address, u64 expected, u64 desired, int mode);
// Rows of nvvm/intrinsics.def.
DEVICE u64 __raddle_shared_offset(const void *generic);
DEVICE void *__raddle_shared_pointer(u64 offset);
DEVICE u32 __raddle_address_space(const void *generic);
DEVICE void *__raddle_cluster_map_shared(const void *generic, u32 rank);
DEVICE u32 __raddle_cluster_shared_rank(const void *generic);
DEVICE u32 __raddle_cluster_block_rank();

// --- Addresses of .shared::cluster -------------------------------------------------------------------------
//
//   bits 0..23  the offset within a block's shared memory
//   bits 24..31 0: this block's; else the block's rank in the cluster, plus one

namespace {

constexpr u64 kOffsetMask = 0xffffff;

} // namespace

DEVICE u64 __raddle_ptx_map_offset(u64 offset, u32 rank) {
  return static_cast<u64>(rank + 1) << 24 | (offset & kOffsetMask);
}

DEVICE void *__raddle_ptx_cluster_pointer(u64 offset) {
  const u32 number = static_cast<u32>(offset) >> 24;
  if (number == 0)
    return __raddle_shared_pointer(offset);
  return __raddle_cluster_map_shared(__raddle_shared_pointer(offset & kOffsetMask), number - 1);
}

DEVICE u64 __raddle_ptx_cluster_offset(const void *generic) {
  constexpr u32 kSharedOfAnotherBlock = 7;
  if (__raddle_address_space(generic) != kSharedOfAnotherBlock)
    return __raddle_shared_offset(generic);
  const void *own = __raddle_cluster_map_shared(generic, __raddle_cluster_block_rank());
  return __raddle_ptx_map_offset(__raddle_shared_offset(own), __raddle_cluster_shared_rank(generic));
}

// --- mbarrier ----------------------------------------------------------------------------------------------

namespace {

using namespace raddle::detail;

// 8 * scope + order, see scoped_atomics.ll.in. All threads that can see the object run on one OS thread.
constexpr int kAcquire = 18, kRelease = 19, kAcquireRelease = 20;

// Returns the word as it was.
template <class Change> u64 change(void *object, Change changed) {
  u64 expected, found = __raddle_scoped_load_i64(object, kAcquire);
  do {
    expected = found;
    const u64 desired = changed(expected);
    found = __raddle_scoped_cas_i64(object, expected, isComplete(desired) ? nextPhase(desired) : desired,
                                    kAcquireRelease);
  } while (found != expected);
  return found;
}

} // namespace

DEVICE void __raddle_ptx_mbarrier_init(void *object, u32 count) {
  __raddle_scoped_store_i64(object, firstPhase(count), kRelease);
}
DEVICE void __raddle_ptx_mbarrier_inval(void *object) { __raddle_scoped_store_i64(object, 0, kRelease); }
DEVICE u64 __raddle_ptx_mbarrier_arrive(void *object, u32 count) {
  return change(object, [=](u64 word) { return arriving(word, count, false); });
}
DEVICE u64 __raddle_ptx_mbarrier_arrive_drop(void *object, u32 count) {
  return change(object, [=](u64 word) { return arriving(word, count, true); });
}
DEVICE u64 __raddle_ptx_mbarrier_arrive_expect_tx(void *object, u32 bytes) {
  return change(object, [=](u64 word) { return arriving(addingBytes(word, bytes), 1, false); });
}
DEVICE void __raddle_ptx_mbarrier_expect_tx(void *object, u32 bytes) {
  change(object, [=](u64 word) { return addingBytes(word, bytes); });
}
DEVICE void __raddle_ptx_mbarrier_complete_tx(void *object, u32 bytes) {
  change(object, [=](u64 word) { return addingBytes(word, -static_cast<long long>(bytes)); });
}
// Whether the phase is over in which an arrival returned `state`; whether the one of this parity is.
DEVICE u32 __raddle_ptx_mbarrier_test(const void *object, u64 state) {
  return phaseOf(__raddle_scoped_load_i64(object, kAcquire)) != phaseOf(state);
}
DEVICE u32 __raddle_ptx_mbarrier_test_parity(const void *object, u32 parity) {
  return (phaseOf(__raddle_scoped_load_i64(object, kAcquire)) & 1) != (parity & 1);
}
DEVICE u32 __raddle_ptx_mbarrier_pending_count(u64 state) { return static_cast<u32>(pendingOf(state)); }

// --- Copies ------------------------------------------------------------------------------------------------

// The first `valid` bytes of `bytes`; the rest becomes zero.
DEVICE void __raddle_ptx_copy_and_fill(void *to, const void *from, u32 bytes, u32 valid) {
  copyWordAndFill(to, from, bytes, valid < bytes ? valid : bytes);
}

DEVICE void __raddle_ptx_copy_bulk(u64 *to, const u64 *from, u32 bytes) {
  for (u32 i = 0; i < bytes / sizeof(u64); ++i)
    to[i] = from[i];
}

// The same at the same place in each block of the cluster whose bit is set, each with its own mbarrier.
DEVICE void __raddle_ptx_copy_bulk_multicast(void *to, const u64 *from, u32 bytes, void *barrier,
                                             unsigned short blocks) {
  for (u32 block = 0; block < 16; ++block)
    if (blocks >> block & 1) {
      __raddle_ptx_copy_bulk(static_cast<u64 *>(__raddle_cluster_map_shared(to, block)), from, bytes);
      __raddle_ptx_mbarrier_complete_tx(__raddle_cluster_map_shared(barrier, block), bytes);
    }
}

// --- Approximations of double, whose upper halves alone count ----------------------------------------------

namespace {

double flushed(double x) { return __builtin_fabs(x) < 0x1p-1022 ? __builtin_copysign(0.0, x) : x; }

} // namespace

DEVICE double __raddle_ptx_rcp_approx_ftz_f64(double x) { return flushed(1 / flushed(x)); }
DEVICE double __raddle_ptx_rsqrt_approx_ftz_f64(double x) { return 1 / __builtin_sqrt(flushed(x)); }
DEVICE double __raddle_ptx_rsqrt_approx_f64(double x) { return 1 / __builtin_sqrt(x); }
