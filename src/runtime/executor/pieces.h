// Work in pieces that any threads may take, which the one that waits for them takes as well.
#ifndef RADDLE_RUNTIME_EXECUTOR_PIECES_H
#define RADDLE_RUNTIME_EXECUTOR_PIECES_H

#include "machine/processor.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

namespace raddle::runtime {

/// Shared by the threads that take pieces. A helper that comes late, even after everything is done, finds none.
class Pieces {
public:
  /// `call` lives until awaitEnd() returns; nobody calls it later.
  Pieces(std::size_t count, const std::function<void(std::size_t)> &call) : count_(count), call_(call) {}

  /// Takes one piece after the other, until none is left; before each of them, calls before_each().
  template <typename F> void work(F before_each) {
    std::size_t ended = 0;
    for (std::size_t piece = take(); piece < count_; piece = take()) {
      before_each();
      call_(piece);
      ++ended;
    }
    if (ended != 0 && left_.fetch_sub(ended, std::memory_order_acq_rel) == ended)
      left_.notify_one();
  }

  /// Whether there are more pieces than helpers that have been asked for, this one among them.
  bool wantHelp() {
    const std::size_t begun = next_.load(std::memory_order_relaxed);
    if (begun >= count_ || count_ - begun <= helpers_)
      return false;
    ++helpers_;
    return true;
  }

  /// Returns when the pieces that others have taken are done. Seldom long: they are as small as the last own one.
  void awaitEnd() {
    constexpr std::uint64_t kSpinCycles = 250'000;
    const std::uint64_t begin = timeStamp();
    std::size_t left = 0;
    while ((left = left_.load(std::memory_order_acquire)) != 0)
      if (timeStamp() - begin < kSpinCycles)
        spinPause();
      else
        left_.wait(left, std::memory_order_acquire);
  }

private:
  std::size_t take() { return next_.fetch_add(1, std::memory_order_relaxed); }

  const std::size_t count_;
  const std::function<void(std::size_t)> &call_;
  std::size_t helpers_ = 0; // of the thread that waits
  std::atomic<std::size_t> next_ = 0;
  std::atomic<std::size_t> left_ = count_;
};

} // namespace raddle::runtime

#endif
