#include "base/kernel_list.h"

#include <algorithm>
#include <charconv>

namespace raddle {

std::vector<ListedKernel> readKernelList(std::string_view list) {
  std::vector<ListedKernel> kernels;
  while (!list.empty()) {
    const std::string_view line = list.substr(0, list.find('\n'));
    list.remove_prefix(std::min(line.size() + 1, list.size()));
    ListedKernel kernel{};
    const auto [end, failed] = std::from_chars(line.data(), line.data() + line.size(), kernel.max_threads);
    const auto digits = static_cast<std::size_t>(end - line.data());
    if (failed != std::errc() || digits + 1 >= line.size() || line[digits] != ' ')
      continue;
    kernel.name = line.substr(digits + 1);
    kernels.push_back(kernel);
  }
  return kernels;
}

std::optional<BlockClass> blocksOf(const ListedKernel &kernel) {
  constexpr unsigned kMostThreads = 1024;
  if (kernel.max_threads == 0 || kernel.max_threads > kMostThreads)
    return std::nullopt;
  return BlockClass::of({kernel.max_threads, 1, 1});
}

} // namespace raddle
