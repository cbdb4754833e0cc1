// cooperative_groups::memcpy_async: the threads of a group copy together, and may go on before it is done.
//
//   memcpy_async(group, target, source, bytes)
//   memcpy_async(group, target, target_elements, source, source_elements)     the smaller number of elements
//   wait(group)               all copies that the group has started are done, for all its threads
//   wait_prior<N>(group)      all but the last N of them
//
// group: a thread_block, a tile or a coalesced_group; all its threads call. Sizes are integers, or
// cuda::aligned_size_t<A>: a promise that both pointers are multiples of A bytes and so is what is copied.
//
// On a GPU of compute capability 8.0 or higher, copies from global to shared memory whose addresses are
// multiples of 4, 8 or 16 go on by themselves; 16 is best. All others are done when memcpy_async returns.
#ifndef _COOPERATIVE_GROUPS_MEMCPY_ASYNC_H_
#define _COOPERATIVE_GROUPS_MEMCPY_ASYNC_H_

#if defined(__RADDLE__)
#include "raddle/names/hide.h"
#endif

#include "../cooperative_groups.h"

#if defined(__cplusplus) && defined(__CUDACC__)

#ifdef __RADDLE__
#include "detail/async_copy_raddle.h"
#else
#include "detail/async_copy_nvcc.h"
#endif

#include <cstddef>

namespace cooperative_groups::__v1 {

namespace detail {

// A of cuda::aligned_size_t<A>, by its member `align`; 1 for integers.
template <typename Size, typename = void> inline constexpr std::size_t alignment_of_size = 1;
template <typename Size>
inline constexpr std::size_t alignment_of_size<Size, std::void_t<decltype(Size::align)>> = Size::align;

template <typename Group> RADDLE_CG_CONSTEXPR void require_copying_group() {
  constexpr group_shape kShape = group_traits<Group>::kShape;
  static_assert(kShape == group_shape::kBlock || kShape == group_shape::kTile ||
                    kShape == group_shape::kCoalesced,
                "memcpy_async and wait take a thread_block, a tile or a coalesced_group");
}

template <std::size_t Alignment, typename Group>
RADDLE_CG_DEVICE void copy_together(const Group &group, void *target, const void *source, std::size_t bytes) {
  require_copying_group<Group>();
  start_copy<Alignment>(static_cast<unsigned char *>(target), static_cast<const unsigned char *>(source),
                        bytes, static_cast<unsigned>(group.thread_rank()),
                        static_cast<unsigned>(group.num_threads()));
  end_stage();
}

} // namespace detail

template <typename Group, typename Element, typename Size>
RADDLE_CG_DEVICE void memcpy_async(const Group &group, Element *__restrict__ target,
                                   const Element *__restrict__ source, const Size &bytes) {
  detail::copy_together<detail::alignment_of_size<Size>>(group, target, source,
                                                         static_cast<std::size_t>(bytes));
}

template <typename Group, typename Element, typename TargetSize, typename SourceSize>
RADDLE_CG_DEVICE void memcpy_async(const Group &group, Element *__restrict__ target,
                                   const TargetSize &target_elements, const Element *__restrict__ source,
                                   const SourceSize &source_elements) {
  constexpr std::size_t kAlignment = detail::alignment_of_size<TargetSize>;
  static_assert(kAlignment == detail::alignment_of_size<SourceSize>,
                "both layouts must promise the same alignment");
  auto room = static_cast<std::size_t>(target_elements);
  auto given = static_cast<std::size_t>(source_elements);
  detail::copy_together<kAlignment>(group, target, source, (room < given ? room : given) * sizeof(Element));
}

template <unsigned Stages, typename Group> RADDLE_CG_DEVICE void wait_prior(const Group &group) {
  detail::require_copying_group<Group>();
  detail::wait_for_stages<Stages>();
  group.sync();
}
template <typename Group> RADDLE_CG_DEVICE void wait(const Group &group) { wait_prior<0>(group); }

} // namespace cooperative_groups::__v1

#endif
#if defined(__RADDLE__)
#include "raddle/names/show.h"
#endif

#endif
