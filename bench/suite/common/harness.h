// What every competitor of the benchmark suite shares: it sets its data up, does the work once, checks the
// result, and then runs on command, so that bench/suite.py can let the competitors take turns.
//
// A program writes `ready <work> <unit>` when its result is right, or `wrong <what>` and exits with 1. From
// then on it answers each line that holds a number N by running N times and writing the seconds of the
// fastest run, once by the clock on the wall and once by the time that the process spent on processors. It
// exits at the end of its input.
#ifndef RADDLE_BENCH_HARNESS_H
#define RADDLE_BENCH_HARNESS_H

#include <sys/mman.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>

namespace bench {

/// Host memory in huge pages where the system has them, zeroed; the same for all competitors.
template <typename T> class Array {
public:
  explicit Array(std::size_t size) : size_(size) {
    constexpr std::size_t kHugePage = std::size_t(2) << 20;
    std::size_t bytes = (size * sizeof(T) + kHugePage - 1) / kHugePage * kHugePage;
    data_ = static_cast<T *>(std::aligned_alloc(kHugePage, bytes));
    if (!data_)
      throw std::bad_alloc();
    madvise(data_, bytes, MADV_HUGEPAGE);
    std::memset(static_cast<void *>(data_), 0, bytes);
  }
  ~Array() { std::free(data_); }
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;

  T *data() { return data_; }
  const T *data() const { return data_; }
  std::size_t size() const { return size_; }
  T &operator[](std::size_t i) { return data_[i]; }
  const T &operator[](std::size_t i) const { return data_[i]; }
  T *begin() { return data_; }
  T *end() { return data_ + size_; }

private:
  std::size_t size_;
  T *data_;
};

/// The same numbers for every competitor and on every machine (xorshift64*).
class Random {
public:
  unsigned next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return static_cast<unsigned>((state_ * 0x2545F4914F6CDD1Dull) >> 32);
  }
  /// In [low, high).
  float uniform(float low, float high) { return low + (high - low) * (next() >> 8) * 0x1p-24f; }

private:
  unsigned long long state_ = 0x9E3779B97F4A7C15ull;
};

[[noreturn]] inline void wrong(const char *what, std::size_t index, double value, double expected) {
  char message[160];
  std::snprintf(message, sizeof message, "%s[%zu] is %.9g, not %.9g", what, index, value, expected);
  throw std::runtime_error(message);
}

/// Throws unless `value` is within `relative` of `expected`, or within `relative` of zero.
inline void requireNear(const char *what, std::size_t index, double value, double expected, double relative) {
  if (!(std::abs(value - expected) <= relative * std::max(1.0, std::abs(expected))))
    wrong(what, index, value, expected);
}

template <typename T> void requireEqual(const char *what, std::size_t index, T value, T expected) {
  if (value != expected)
    wrong(what, index, double(value), double(expected));
}

inline double secondsOf(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return double(now.tv_sec) + 1e-9 * double(now.tv_nsec);
}

/// The main function of a competitor. `Program` has a constructor that takes `bool tiny` (sizes for a smoke
/// test), `run()`, which does the work once and waits for its end, `check()`, which throws when the result of
/// the last run is wrong, `work()`, how much one run does, and `kUnit`, which names the unit of `work()` per
/// second.
template <typename Program> int serve(int argc, char **argv) try {
  Program program(argc > 1 && !std::strcmp(argv[1], "tiny"));
  program.run();
  program.check();
  std::printf("ready %.17g %s\n", double(program.work()), Program::kUnit);
  std::fflush(stdout);
  for (int runs; std::scanf("%d", &runs) == 1;) {
    double wall = 1e30, processor = 1e30;
    for (int i = 0; i < runs; ++i) {
      double wall_begin = secondsOf(CLOCK_MONOTONIC), processor_begin = secondsOf(CLOCK_PROCESS_CPUTIME_ID);
      program.run();
      processor = std::min(processor, secondsOf(CLOCK_PROCESS_CPUTIME_ID) - processor_begin);
      wall = std::min(wall, secondsOf(CLOCK_MONOTONIC) - wall_begin);
    }
    std::printf("%.9g %.9g\n", wall, processor);
    std::fflush(stdout);
  }
  program.check();
  return 0;
} catch (const std::exception &error) {
  std::printf("wrong %s\n", error.what());
  return 1;
}

} // namespace bench

#endif
