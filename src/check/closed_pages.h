// Pages that the host may not access, or not write, until it has waited for the work that does so.
#ifndef RADDLE_CHECK_CLOSED_PAGES_H
#define RADDLE_CHECK_CLOSED_PAGES_H

#include "check/footprint.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace raddle::check {

/// Bytes from `begin` to `end`.
struct Bytes {
  std::uintptr_t begin, end;

  bool operator==(const Bytes &) const = default;
};

/// Sorts them, and joins those that overlap or have fewer than `gap` bytes between them.
std::vector<Bytes> joined(std::vector<Bytes> bytes, std::size_t gap = 0);

/// Whole pages in which nothing else of the arrays lies than what work has touched: the kernel of the system answers EFAULT to
/// calls like read() where a page is closed, which must not happen to a program that is right.
struct PagesToClose {
  std::vector<Bytes> all;     // the host may not write there
  std::vector<Bytes> written; // of these: nor read
};

/// `arrays`: their ends by their beginnings; none overlap. `page`: bytes of a page.
PagesToClose pagesToClose(const std::map<std::uintptr_t, std::uintptr_t> &arrays,
                          std::span<const TouchedRange> touched, std::size_t page);

} // namespace raddle::check

#endif
