// What raddlecc tells of a unit's kernels beside their code (abi::PayloadKind::kKernels).
#ifndef RADDLE_BASE_KERNEL_LIST_H
#define RADDLE_BASE_KERNEL_LIST_H

#include "abi/block_class.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace raddle {

struct ListedKernel {
  std::string_view name; // mangled
  unsigned max_threads;  // of __launch_bounds__; 0: none
};

/// In the order of the source, as far as templates allow. What is no line of the list is passed over.
std::vector<ListedKernel> readKernelList(std::string_view list);

/// The blocks that the kernel is most probably launched with: a row of as many threads as it allows. Nothing where it says
/// nothing.
std::optional<BlockClass> blocksOf(const ListedKernel &kernel);

} // namespace raddle

#endif
