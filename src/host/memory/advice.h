// What programs have advised about managed memory. Host and devices share one memory, so it is only remembered.
#ifndef RADDLE_HOST_MEMORY_ADVICE_H
#define RADDLE_HOST_MEMORY_ADVICE_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

namespace raddle::host {

/// A device, the host or a part of it, with the numbers of both of CUDA's APIs.
struct Place {
  int type;
  int id;
  auto operator<=>(const Place &) const = default;
};

/// For a range: what holds for every page of it.
struct Advice {
  bool read_mostly = false;
  std::optional<Place> preferred = {}, prefetched = {};
  std::set<Place> accessed_by = {};
};

class AdviceRegistry {
public:
  /// Changes what is known of the pages in which the range lies.
  void change(const void *address, std::size_t bytes, const std::function<void(Advice &)> &change);
  Advice find(const void *address, std::size_t bytes) const;
  /// The memory is freed.
  void forget(const void *address, std::size_t bytes);

private:
  // By where pieces begin; each ends where the next one begins, and the last has no end.
  using Pieces = std::map<std::uintptr_t, Advice>;
  Pieces::iterator cut(std::uintptr_t address);

  mutable std::mutex mutex_;
  Pieces pieces_ = {{0, {}}};
};

} // namespace raddle::host

#endif
