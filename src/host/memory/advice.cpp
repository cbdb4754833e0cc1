#include "host/memory/advice.h"

#include "machine/pages.h"

#include <iterator>

namespace raddle::host {

namespace {

// The pages in which the range lies.
std::pair<std::uintptr_t, std::uintptr_t> pagesOf(const void *address, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uintptr_t>(address);
  return {begin / pageBytes() * pageBytes(), roundUp(begin + bytes, pageBytes())};
}

// What holds for both.
void join(Advice &advice, const Advice &other) {
  advice.read_mostly &= other.read_mostly;
  if (advice.preferred != other.preferred)
    advice.preferred = std::nullopt;
  if (advice.prefetched != other.prefetched)
    advice.prefetched = std::nullopt;
  std::erase_if(advice.accessed_by, [&](const Place &place) { return !other.accessed_by.contains(place); });
}

} // namespace

// The piece that begins there; made of the one that contains the address. Call with the lock held.
AdviceRegistry::Pieces::iterator AdviceRegistry::cut(std::uintptr_t address) {
  const auto next = pieces_.upper_bound(address);
  const auto holder = std::prev(next);
  return holder->first == address ? holder : pieces_.emplace_hint(next, address, holder->second);
}

void AdviceRegistry::change(const void *address, std::size_t bytes,
                            const std::function<void(Advice &)> &change) {
  const auto [begin, end] = pagesOf(address, bytes);
  std::lock_guard lock(mutex_);
  const auto last = cut(end);
  for (auto piece = cut(begin); piece != last; ++piece)
    change(piece->second);
}

Advice AdviceRegistry::find(const void *address, std::size_t bytes) const {
  const auto [begin, end] = pagesOf(address, bytes);
  std::lock_guard lock(mutex_);
  auto piece = std::prev(pieces_.upper_bound(begin));
  Advice found = piece->second;
  for (++piece; piece != pieces_.end() && piece->first < end; ++piece)
    join(found, piece->second);
  return found;
}

void AdviceRegistry::forget(const void *address, std::size_t bytes) {
  const auto [begin, end] = pagesOf(address, bytes);
  std::lock_guard lock(mutex_);
  const auto last = cut(end);
  const auto first = cut(begin);
  first->second = {};
  pieces_.erase(std::next(first), last);
}

} // namespace raddle::host
