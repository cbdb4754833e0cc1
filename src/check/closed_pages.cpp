#include "check/closed_pages.h"

#include <algorithm>
#include <iterator>

namespace raddle::check {

namespace {

// What a kernel leaves out between elements, such as members of structures, is used with them.
constexpr std::size_t kGapOfElements = 64;

using Arrays = std::map<std::uintptr_t, std::uintptr_t>;

// The parts of a range that lie in arrays.
void addWithin(const Arrays &arrays, const TouchedRange &range, std::vector<Bytes> &out) {
  auto array = arrays.upper_bound(range.begin);
  if (array != arrays.begin())
    --array;
  for (; array != arrays.end() && array->first < range.end; ++array) {
    const Bytes part{std::max(range.begin, array->first), std::min(range.end, array->second)};
    if (part.begin < part.end)
      out.push_back(part);
  }
}

// What is left of the arrays without these bytes.
std::vector<Bytes> without(const Arrays &arrays, const std::vector<Bytes> &bytes) {
  std::vector<Bytes> left;
  auto next = bytes.begin();
  for (const auto &[begin, end] : arrays) {
    std::uintptr_t at = begin;
    for (; next != bytes.end() && next->begin < end; ++next) {
      if (next->begin > at)
        left.push_back({at, next->begin});
      at = std::max(at, next->end);
      // It goes on in the next array.
      if (next->end > end)
        break;
    }
    if (at < end)
      left.push_back({at, end});
  }
  return left;
}

bool overlaps(const std::vector<Bytes> &sorted, const Bytes &other) {
  const auto found =
      std::ranges::upper_bound(sorted, other.begin, {}, [](const Bytes &bytes) { return bytes.end; });
  return found != sorted.end() && found->begin < other.end;
}

Bytes pagesAround(const Bytes &bytes, std::size_t page) {
  return {bytes.begin / page * page, (bytes.end + page - 1) / page * page};
}

// Those of both lists, which are sorted.
std::vector<Bytes> common(const std::vector<Bytes> &a, const std::vector<Bytes> &b) {
  std::vector<Bytes> both;
  for (auto i = a.begin(), j = b.begin(); i != a.end() && j != b.end();) {
    const Bytes part{std::max(i->begin, j->begin), std::min(i->end, j->end)};
    if (part.begin < part.end)
      both.push_back(part);
    i->end < j->end ? ++i : ++j;
  }
  return both;
}

} // namespace

std::vector<Bytes> joined(std::vector<Bytes> bytes, std::size_t gap) {
  std::ranges::sort(bytes, {}, &Bytes::begin);
  std::vector<Bytes> result;
  for (const Bytes &next : bytes) {
    if (!result.empty() && next.begin <= result.back().end + gap)
      result.back().end = std::max(result.back().end, next.end);
    else
      result.push_back(next);
  }
  return result;
}

PagesToClose pagesToClose(const Arrays &arrays, std::span<const TouchedRange> touched, std::size_t page) {
  std::vector<Bytes> all, written;
  for (const TouchedRange &range : touched) {
    addWithin(arrays, range, all);
    if (range.how.writes)
      addWithin(arrays, range, written);
  }
  all = joined(std::move(all), kGapOfElements);
  const std::vector<Bytes> others = without(arrays, all);
  PagesToClose result;
  for (const Bytes &part : all) {
    Bytes pages = pagesAround(part, page);
    if (overlaps(others, {pages.begin, part.begin}))
      pages.begin += page;
    if (overlaps(others, {part.end, pages.end}))
      pages.end -= page;
    if (pages.begin < pages.end)
      result.all.push_back(pages);
  }
  result.all = joined(std::move(result.all));
  std::vector<Bytes> around;
  for (const Bytes &part : joined(std::move(written)))
    around.push_back(pagesAround(part, page));
  result.written = common(result.all, joined(std::move(around)));
  return result;
}

} // namespace raddle::check
