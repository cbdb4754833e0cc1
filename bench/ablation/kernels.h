// This header holds what the kernels of bench/ablation.py share. Each kernel registers itself with its data, runs once, prints the
// check sum of its results, and then runs on command, as the benchmark suite's programs do (see ../suite/common/harness.h).
//
// A program with the name of a kernel writes `ready <check sum> <what is summed>` and answers each line that holds a number
// N by running N times and writing the seconds of the fastest run, once by the clock on the wall and once by processor
// time. Without a name it runs all its kernels and writes for each `name nanoseconds check-sum`.
#ifndef RADDLE_BENCH_ABLATION_KERNELS_H
#define RADDLE_BENCH_ABLATION_KERNELS_H

#include "../suite/common/device.h"

#include <cstdint>
#include <cstdio>
#include <functional>
#include <vector>

namespace ablation {

using bench::Array;
using bench::blocksFor;
using bench::DeviceArray;

/// Random numbers in [low, high).
inline DeviceArray<float> uniform(std::size_t size, float low = 0, float high = 1) {
  bench::Random random;
  Array<float> host(size);
  for (float &value : host)
    value = random.uniform(low, high);
  return DeviceArray<float>(host);
}

/// Random integers below `limit`.
template <typename T = int> DeviceArray<T> integersBelow(unsigned limit, std::size_t size) {
  bench::Random random;
  Array<T> host(size);
  for (T &value : host)
    value = static_cast<T>(random.next() % limit);
  return DeviceArray<T>(host);
}

/// Element i is function(i).
template <typename T, typename Function> DeviceArray<T> generated(std::size_t size, Function function) {
  Array<T> host(size);
  for (std::size_t i = 0; i < size; ++i)
    host[i] = function(i);
  return DeviceArray<T>(host);
}

class Runner {
public:
  explicit Runner(const char *name, bool serves) : name_(name), serves_(serves) {}

  /// Before each run, and not measured: for kernels that work in place.
  void before(std::function<void()> prepare) { prepare_ = std::move(prepare); }

  /// Measures what `launch` launches. The outputs must not depend on the order of threads.
  template <typename... Outputs>
  void measure(const std::function<void()> &launch, const Outputs &...outputs) {
    launch_ = launch;
    runOnce();
    std::uint64_t sum = kStart;
    (add(sum, outputs), ...);
    if (serves_)
      serve(sum);
    else
      print(sum);
  }

private:
  struct Times {
    double wall = 1e30, processor = 1e30;
  };
  static constexpr std::uint64_t kStart = 0xcbf29ce484222325, kPrime = 0x100000001b3;

  template <typename T> static void add(std::uint64_t &sum, const DeviceArray<T> &output) {
    Array<T> host(output.size());
    output.copyTo(host);
    const auto *bytes = reinterpret_cast<const unsigned char *>(host.data());
    for (std::size_t i = 0; i < output.size() * sizeof(T); ++i)
      sum = (sum ^ bytes[i]) * kPrime;
  }

  void runOnce() {
    prepare_();
    launch_();
    bench::finish();
  }

  Times fastestOf(int runs) {
    Times fastest;
    for (int i = 0; i < runs; ++i) {
      prepare_();
      bench::finish();
      const double wall = bench::secondsOf(CLOCK_MONOTONIC);
      const double processor = bench::secondsOf(CLOCK_PROCESS_CPUTIME_ID);
      launch_();
      bench::finish();
      fastest.processor = std::min(fastest.processor, bench::secondsOf(CLOCK_PROCESS_CPUTIME_ID) - processor);
      fastest.wall = std::min(fastest.wall, bench::secondsOf(CLOCK_MONOTONIC) - wall);
    }
    return fastest;
  }

  void serve(std::uint64_t sum) {
    std::printf("ready %016llx check-sum\n", static_cast<unsigned long long>(sum));
    std::fflush(stdout);
    for (int runs; std::scanf("%d", &runs) == 1;) {
      const Times fastest = fastestOf(runs);
      std::printf("%.9g %.9g\n", fastest.wall, fastest.processor);
      std::fflush(stdout);
    }
  }

  void print(std::uint64_t sum) {
    const Times fastest = fastestOf(5);
    std::printf("%-28s %10.0f %016llx\n", name_, fastest.wall * 1e9, static_cast<unsigned long long>(sum));
    std::fflush(stdout);
  }

  const char *name_;
  bool serves_;
  std::function<void()> prepare_ = [] {}, launch_;
};

struct Kernel {
  const char *name;
  void (*run)(Runner &);
};

inline std::vector<Kernel> &kernels() {
  static std::vector<Kernel> all;
  return all;
}

struct Registration {
  Registration(const char *name, void (*run)(Runner &)) { kernels().push_back({name, run}); }
};

} // namespace ablation

/// Defines how the kernel NAME is set up and launched, with a Runner `runner`.
#define ABLATION_KERNEL(NAME)                                                                                \
  static void measure_##NAME(ablation::Runner &runner);                                                      \
  static const ablation::Registration registration_of_##NAME(#NAME, measure_##NAME);                         \
  static void measure_##NAME([[maybe_unused]] ablation::Runner &runner)

int main(int argc, char **argv) try {
  if (argc > 1 && !std::strcmp(argv[1], "--list")) {
    for (const ablation::Kernel &kernel : ablation::kernels())
      std::printf("%s\n", kernel.name);
    return 0;
  }
  for (const ablation::Kernel &kernel : ablation::kernels())
    if (argc < 2 || !std::strcmp(argv[1], kernel.name)) {
      ablation::Runner runner(kernel.name, argc > 1);
      kernel.run(runner);
    }
  return 0;
} catch (const std::exception &error) {
  std::printf("wrong %s\n", error.what());
  return 1;
}

#endif
