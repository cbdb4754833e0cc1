#include "check/work_order.h"

#include <algorithm>

namespace raddle::check {

bool Past::holds(const PlaceInOrder &place) const {
  const auto found = std::ranges::lower_bound(entries_, place.chain, {}, &Entry::chain);
  return found != entries_.end() && found->chain == place.chain && found->number >= place.number;
}

void Past::add(const PlaceInOrder &place) {
  const auto found = std::ranges::lower_bound(entries_, place.chain, {}, &Entry::chain);
  if (found != entries_.end() && found->chain == place.chain)
    found->number = std::max(found->number, place.number);
  else
    entries_.insert(found, {place.chain, place.number});
  latest_ = place.chain;
}

void Past::add(const Past &other) {
  if (!latest_)
    latest_ = other.latest_;
  is_open_ |= other.is_open_;
  std::vector<Entry> joined;
  joined.reserve(entries_.size() + other.entries_.size());
  auto a = entries_.begin();
  for (const Entry &b : other.entries_) {
    while (a != entries_.end() && a->chain < b.chain)
      joined.push_back(*a++);
    if (a != entries_.end() && a->chain == b.chain)
      joined.push_back({b.chain, std::max(a++->number, b.number)});
    else
      joined.push_back(b);
  }
  joined.insert(joined.end(), a, entries_.end());
  entries_ = std::move(joined);
}

// The chain of the work's own stream is preferred, so that streams that wait for each other do not change their chains.
PlaceInOrder WorkOrder::placeAfter(Past &past) {
  past.drop([this](std::uint64_t chain) { return isOver(chain); });
  const auto isEnd = [this](const Past::Entry &entry) { return ends_.at(entry.chain) == entry.number; };
  const auto &entries = past.entries();
  auto found = std::ranges::lower_bound(entries, past.latestChain(), {}, &Past::Entry::chain);
  if (found == entries.end() || found->chain != past.latestChain() || !isEnd(*found))
    found = std::ranges::find_if(entries, isEnd);
  const std::uint64_t chain = found != entries.end() ? found->chain : ++chains_;
  return {chain, ++ends_[chain]};
}

Past WorkOrder::everything() const {
  Past past;
  for (const auto &[chain, number] : ends_)
    past.add(PlaceInOrder{chain, number});
  return past;
}

} // namespace raddle::check
