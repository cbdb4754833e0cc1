// What a program has put in order: launches, copies and fills, by streams, events, graphs, and what the host waits for.
//
// Work lies on chains, each of which is in order, so that whatever comes before something is a number for each chain (a vector
// clock). A stream is a chain most often, as is what follows each other in a graph.
#ifndef RADDLE_CHECK_WORK_ORDER_H
#define RADDLE_CHECK_WORK_ORDER_H

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace raddle::check {

/// Where a piece of work stands. Numbers of a chain, and of chains, start with 1.
struct PlaceInOrder {
  std::uint64_t chain = 0, number = 0;
};

/// A set of work that holds whatever comes before something in it.
class Past {
public:
  bool holds(const PlaceInOrder &place) const;
  void add(const PlaceInOrder &place);
  void add(const Past &other);
  /// The chain of what was added last by its place; 0 if there is none. What comes next goes on there.
  std::uint64_t latestChain() const { return latest_; }

  /// Something in it waits for what nobody knows, so that more may come before the rest than it holds.
  void open() { is_open_ = true; }
  void close() { is_open_ = false; }
  bool isOpen() const { return is_open_; }

  struct Entry {
    std::uint64_t chain, number; // the last one of the chain that it holds
  };
  const std::vector<Entry> &entries() const { return entries_; }
  /// Drops the chains for which `is_over` is true.
  template <typename F> void drop(F is_over) {
    std::erase_if(entries_, [&](const Entry &entry) { return is_over(entry.chain); });
  }

private:
  std::vector<Entry> entries_; // by their chains
  std::uint64_t latest_ = 0;
  bool is_open_ = false;
};

/// The chains. Not for several threads at a time.
class WorkOrder {
public:
  /// A place after all of `past`, which loses what is over.
  PlaceInOrder placeAfter(Past &past);
  /// All work so far.
  Past everything() const;
  bool isOver(std::uint64_t chain) const { return !ends_.contains(chain); }
  /// Nobody will compare anything with the work of that chain any more, and nothing will follow it.
  void forget(std::uint64_t chain) { ends_.erase(chain); }
  /// The last number of each chain.
  const std::map<std::uint64_t, std::uint64_t> &ends() const { return ends_; }

private:
  std::uint64_t chains_ = 0;
  std::map<std::uint64_t, std::uint64_t> ends_;
};

} // namespace raddle::check

#endif
