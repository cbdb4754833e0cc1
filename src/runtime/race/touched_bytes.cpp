#include "runtime/race/touched_bytes.h"

#include "check/footprint.h"

#include <algorithm>
#include <bit>
#include <tuple>

namespace raddle::runtime::race {

namespace {

constexpr unsigned kSiteBits = TouchedBytes::kSiteBits;
// Pages become ranges when there are so many (16 MiB); what is longer than that is a range at once.
constexpr std::size_t kMostPages = std::size_t{1} << 15, kLongRange = std::size_t{1} << 16;
constexpr std::size_t kMostRanges = std::size_t{1} << 20;

std::uint64_t keyOf(std::uintptr_t page, unsigned site) { return page << kSiteBits | site; }

// Sets bits `begin` to `end` - 1.
template <typename Bits> void setBits(Bits &bits, unsigned begin, unsigned end) {
  const std::uint64_t first = ~std::uint64_t{0} << begin % 64,
                      last = ~std::uint64_t{0} >> (63 - (end - 1) % 64);
  const unsigned from = begin / 64, to = (end - 1) / 64;
  if (from == to) {
    bits[from] |= first & last;
    return;
  }
  bits[from] |= first;
  for (unsigned word = from + 1; word < to; ++word)
    bits[word] = ~std::uint64_t{0};
  bits[to] |= last;
}

// Calls visit(begin, end) for each row of ones.
template <typename Bits, typename F> void forEachRun(const Bits &bits, F visit) {
  const auto find = [&](unsigned from, bool value) {
    for (unsigned word = from / 64; word < bits.size(); ++word) {
      std::uint64_t left = value ? bits[word] : ~bits[word];
      if (word == from / 64)
        left &= ~std::uint64_t{0} << from % 64;
      if (left)
        return word * 64 + static_cast<unsigned>(std::countr_zero(left));
    }
    return static_cast<unsigned>(bits.size() * 64);
  };
  const auto all = static_cast<unsigned>(bits.size() * 64);
  for (unsigned begin = find(0, true); begin < all;) {
    const unsigned end = find(begin, false);
    visit(begin, end);
    begin = end < all ? find(end, true) : all;
  }
}

void join(std::vector<TouchedBytes::Range> &ranges) {
  std::ranges::sort(ranges, [](const auto &a, const auto &b) {
    return std::tie(a.site, a.begin) < std::tie(b.site, b.begin);
  });
  std::size_t kept = 0;
  for (const TouchedBytes::Range &range : ranges)
    if (kept && ranges[kept - 1].site == range.site && ranges[kept - 1].end >= range.begin)
      ranges[kept - 1].end = std::max(ranges[kept - 1].end, range.end);
    else
      ranges[kept++] = range;
  ranges.resize(kept);
}

} // namespace

TouchedBytes::Bits &TouchedBytes::bitsOf(std::uint64_t key) {
  Recent &recent = recent_[(key ^ key >> kSiteBits) % recent_.size()];
  if (recent.key == key) [[likely]]
    return *recent.bits;
  if (pages_.size() >= kMostPages)
    flush();
  recent = {key, &pages_[key]};
  return *recent.bits;
}

void TouchedBytes::flush() {
  constexpr std::uint64_t kSiteMask = (std::uint64_t{1} << kSiteBits) - 1;
  for (const auto &[key, bits] : pages_) {
    const std::uintptr_t page = (key >> kSiteBits) * kPageBytes;
    forEachRun(bits, [&, site = static_cast<unsigned>(key & kSiteMask)](unsigned begin, unsigned end) {
      ranges_.push_back({site, page + begin, page + end});
    });
  }
  pages_.clear();
  recent_.fill({});
  join(ranges_);
  is_full_ |= ranges_.size() > kMostRanges;
  if (is_full_)
    ranges_.clear();
}

void TouchedBytes::note(unsigned site, std::uintptr_t begin, std::uint64_t bytes) {
  if (is_full_)
    return;
  if (bytes >= kLongRange) {
    ranges_.push_back({site, begin, begin + bytes});
    return;
  }
  for (const std::uintptr_t end = begin + bytes; begin < end;) {
    const auto first = static_cast<unsigned>(begin % kPageBytes);
    const auto last = static_cast<unsigned>(std::min<std::uintptr_t>(kPageBytes, first + (end - begin)));
    setBits(bitsOf(keyOf(begin / kPageBytes, site)), first, last);
    begin += last - first;
  }
}

void TouchedBytes::noteRow(unsigned site, std::uint32_t lanes, std::uintptr_t first, std::int64_t stride,
                           std::uint64_t bytes) {
  while (lanes) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    const bool have_no_gaps = stride == static_cast<std::int64_t>(bytes);
    const auto count = have_no_gaps ? static_cast<unsigned>(std::countr_one(lanes >> lane)) : 1;
    note(site, first + static_cast<std::uintptr_t>(stride * lane), count * bytes);
    // All lanes access the same.
    if (stride == 0)
      return;
    lanes &= ~static_cast<std::uint32_t>(((std::uint64_t{1} << count) - 1) << lane);
  }
}

void TouchedBytes::noteLanes(unsigned site, std::uint32_t lanes, const std::uint64_t *addresses,
                             std::uint64_t bytes) {
  while (lanes) {
    const auto first = static_cast<unsigned>(std::countr_zero(lanes));
    unsigned end = first + 1;
    while (end < 32 && lanes >> end & 1 && addresses[end] == addresses[end - 1] + bytes)
      ++end;
    note(site, addresses[first], (end - first) * bytes);
    lanes &= ~static_cast<std::uint32_t>((std::uint64_t{1} << end) - 1);
  }
}

void TouchedBytes::Written::add(std::uint64_t another) {
  is_one = is_one && (!is_known || value == another);
  is_known = true;
  value = another;
}

void TouchedBytes::Written::add(const Written &others) {
  if (!others.is_known)
    return;
  add(others.value);
  is_one = is_one && others.is_one;
}

void TouchedBytes::noteValues(unsigned site, std::uint32_t lanes, const std::uint64_t *values,
                              std::uint64_t bytes) {
  Written &written = written_[site];
  if (!written.is_one)
    return;
  if (!values || !std::has_single_bit(bytes) || bytes > sizeof(*values)) {
    written = {0, false, true};
    return;
  }
  for (; lanes; lanes &= lanes - 1)
    written.add(check::repeated(values[std::countr_zero(lanes)], bytes));
}

TouchedBytes::Written TouchedBytes::writtenAt(unsigned site) const {
  const auto found = written_.find(site);
  return found == written_.end() ? Written() : found->second;
}

std::vector<TouchedBytes::Range> TouchedBytes::take() {
  flush();
  return std::move(ranges_);
}

} // namespace raddle::runtime::race
