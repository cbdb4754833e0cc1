#include "check/footprint.h"

#include "abi/kernel_abi.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace raddle::check {

namespace {

// Whether one of the two may learn of the other one by these accesses: it polls what the other one writes. What a copy of the
// host writes may be polled, too.
bool mayTell(const Touch &writer, const Touch &reader) {
  return writer.writes && reader.is_atomic && reader.reads && (writer.is_atomic || !writer.call);
}

enum class Relation { kNone, kClash, kNarrow, kTold };

Relation relationOf(const Touch &a, const Touch &b, bool is_same_device) {
  if (!a.writes && !b.writes)
    return Relation::kNone;
  if (a.is_atomic && b.is_atomic &&
      std::max(a.scope, b.scope) > (is_same_device ? kRaddleScopeDevice : kRaddleScopeSystem))
    return Relation::kNarrow;
  if (mayTell(a, b) || mayTell(b, a))
    return Relation::kTold;
  return a.is_atomic && b.is_atomic ? Relation::kNone : Relation::kClash;
}

// Ranges of one footprint that reach beyond the place where a walk over both of them is.
class OpenRanges {
public:
  void add(const TouchedRange &range) { open_.push_back(&range); }
  /// Calls visit(range) for those that go on behind `address`.
  template <typename F> void forEachAt(std::uintptr_t address, F visit) {
    std::erase_if(open_, [&](const TouchedRange *range) { return range->end <= address; });
    for (const TouchedRange *range : open_)
      visit(*range);
  }

private:
  std::vector<const TouchedRange *> open_;
};

} // namespace

std::uint64_t repeated(std::uint64_t value, std::uint64_t bytes) {
  if (bytes >= sizeof(value))
    return value;
  value &= (std::uint64_t{1} << 8 * bytes) - 1;
  for (; bytes < sizeof(value); bytes *= 2)
    value |= value << 8 * bytes;
  return value;
}

// An update reads, too.
bool Clash::isOfSameValue() const {
  const Touch &a = first.how, &b = second.how;
  return a.writes && b.writes && !a.reads && !b.reads && a.value && a.value == b.value;
}

void Footprint::seal() {
  std::ranges::sort(ranges_, [](const TouchedRange &a, const TouchedRange &b) {
    return std::tie(a.how, a.begin) < std::tie(b.how, b.begin);
  });
  std::size_t kept = 0;
  for (const TouchedRange &range : ranges_) {
    if (kept && ranges_[kept - 1].how == range.how && ranges_[kept - 1].end >= range.begin)
      ranges_[kept - 1].end = std::max(ranges_[kept - 1].end, range.end);
    else
      ranges_[kept++] = range;
  }
  ranges_.resize(kept);
  ranges_.shrink_to_fit();
  std::ranges::sort(ranges_, {}, &TouchedRange::begin);
}

void Footprint::forget(std::uintptr_t begin, std::uintptr_t end) {
  std::vector<TouchedRange> behind;
  for (TouchedRange &range : ranges_) {
    if (range.end <= begin || range.begin >= end)
      continue;
    if (range.end > end)
      behind.push_back({end, range.end, range.how});
    range.end = std::max(begin, range.begin);
  }
  std::erase_if(ranges_, [](const TouchedRange &range) { return range.begin >= range.end; });
  ranges_.insert(ranges_.end(), behind.begin(), behind.end());
  std::ranges::sort(ranges_, {}, &TouchedRange::begin);
}

std::vector<Clash> clashesOf(const Footprint &first, const Footprint &second, bool is_same_device) {
  std::vector<Clash> clashes;
  std::set<std::tuple<Touch, Touch>> known;
  bool may_be_ordered = false;
  const auto compare = [&](const TouchedRange &a, const TouchedRange &b) {
    const Relation relation = relationOf(a.how, b.how, is_same_device);
    may_be_ordered |= relation == Relation::kTold;
    if ((relation == Relation::kClash || relation == Relation::kNarrow) && known.emplace(a.how, b.how).second)
      clashes.push_back({a, b, std::max(a.begin, b.begin), relation == Relation::kNarrow});
  };
  OpenRanges open_first, open_second;
  auto a = first.ranges().begin(), b = second.ranges().begin();
  const auto end_a = first.ranges().end(), end_b = second.ranges().end();
  while (!may_be_ordered && (a != end_a || b != end_b)) {
    if (b == end_b || (a != end_a && a->begin <= b->begin)) {
      open_second.forEachAt(a->begin, [&](const TouchedRange &other) { compare(*a, other); });
      open_first.add(*a++);
    } else {
      open_first.forEachAt(b->begin, [&](const TouchedRange &other) { compare(other, *b); });
      open_second.add(*b++);
    }
  }
  if (may_be_ordered)
    clashes.clear();
  return clashes;
}

} // namespace raddle::check
