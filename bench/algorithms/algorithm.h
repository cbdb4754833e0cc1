// The part that all programs of this benchmark share. It makes the inputs, computes the right results by a plain loop, and
// measures. Each program is one implementation of parallel algorithms (CUB or Thrust on Raddle, or a peer) and is started as
//
//   PROGRAM ALGORITHM BYTES LOG2_SIZE
//
// It writes `ready` when its result is right, `absent` when it lacks the algorithm, or `wrong <what>`. From then on it
// answers each line that holds a number N by running N times and writing the seconds of the fastest run, once by the clock on
// the wall and once by the time that the process spent on processors, and compares the last result again at the end of its
// input. bench/algorithms.py lets the programs take turns.
#ifndef RADDLE_BENCH_ALGORITHM_H
#define RADDLE_BENCH_ALGORITHM_H

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "../suite/common/harness.h"

#ifdef __CUDACC__
#include <cuda_runtime.h>
#define BENCH_BOTH __host__ __device__
#else
#define BENCH_BOTH
#endif

namespace bench {

constexpr unsigned kBins = 256;

/// Memory that the implementation and the host both reach, in huge pages where the system has them; nothing is touched.
inline void *allocate(std::size_t bytes) {
  void *memory = nullptr;
#ifdef __CUDACC__
  if (cudaMallocManaged(&memory, bytes) != cudaSuccess)
    throw std::bad_alloc();
#else
  constexpr std::size_t kHugePage = std::size_t(2) << 20;
  bytes = (bytes + kHugePage - 1) / kHugePage * kHugePage;
  memory = std::aligned_alloc(kHugePage, bytes);
  if (!memory)
    throw std::bad_alloc();
  madvise(memory, bytes, MADV_HUGEPAGE);
#endif
  return memory;
}

template <typename T> T *allocate(std::size_t size) { return static_cast<T *>(allocate(size * sizeof(T))); }

/// A key and its value side by side, as C++'s own algorithms sort pairs.
template <typename T> struct Pair {
  T key, value;
  friend bool operator<(const Pair &a, const Pair &b) { return a.key < b.key; }
};

/// Inputs and outputs of one algorithm. What an algorithm does not use is never touched.
template <typename T> struct Data {
  explicit Data(std::size_t n) : size(n) {}

  std::size_t size;
  /// Random numbers; all different enough for pairs that are sorted to have one right order (where they are not, the
  /// order of equal keys' values is compared after sorting them).
  T *input = allocate<T>(size);
  T *values = allocate<T>(size);
  T *output = allocate<T>(size);
  T *value_output = allocate<T>(size);
  /// The counts of a histogram, or the lengths of runs.
  unsigned *counts = allocate<unsigned>(size < kBins ? kBins : size);
  /// Segments: where each begins, and the end of the last.
  std::vector<int> segment_bounds;
  int *segments = nullptr;
  int segment_count = 0;
  /// How many elements of `output` are the result.
  std::size_t found = 0;
  /// What keeps one bin of the histogram.
  T bin_width = 0;
  Pair<T> *pairs = nullptr;
};

/// What an implementation offers for an algorithm: `prepare` restores what `run` overwrites, and is not measured.
struct Implementation {
  std::function<void()> run, prepare = [] {}, finish = [] {};
};
using Offered = std::map<std::string, Implementation>;

/// What every sort of C++'s own algorithms shares: `sort(begin, end)` of keys, and of pairs, which lie side by side meanwhile.
template <typename T, typename Sort> Implementation sortKeys(Data<T> &d, Sort sort) {
  return {[&d, sort] { sort(d.output, d.output + d.size); },
          [&d] { std::memcpy(d.output, d.input, d.size * sizeof(T)); }};
}

template <typename T, typename Sort> Implementation sortPairs(Data<T> &d, Sort sort) {
  return {[&d, sort] { sort(d.pairs, d.pairs + d.size); },
          [&d] {
            if (!d.pairs)
              d.pairs = allocate<Pair<T>>(d.size);
            for (std::size_t i = 0; i < d.size; ++i)
              d.pairs[i] = {d.input[i], d.values[i]};
          },
          [&d] {
            for (std::size_t i = 0; i < d.size; ++i) {
              d.output[i] = d.pairs[i].key;
              d.value_output[i] = d.pairs[i].value;
            }
          }};
}

/// The functions that the algorithms are given.
template <typename T> struct KeepSmall {
  T bound;
  BENCH_BOTH bool operator()(T x) const { return x < bound; }
};
template <typename T> struct Mix {
  BENCH_BOTH T operator()(T x, T y) const { return x * 3 + y; }
};

template <typename T> constexpr T half() { return T(1) << (8 * sizeof(T) - 1); }

namespace detail {

template <typename T> void fill(const std::string &algorithm, Data<T> &data) {
  Random random;
  bool runs = algorithm == "run_length_encode" || algorithm == "reduce_by_key";
  T key = 0;
  for (std::size_t i = 0; i < data.size; ++i) {
    T number = random.next();
    if (sizeof(T) == 8)
      number = (number << 16 << 16) | random.next();
    if (runs) {
      // Runs of 16 elements in the mean.
      key += i && number % 16 == 0;
      data.input[i] = key;
    } else {
      data.input[i] = number;
    }
    data.values[i] = T(i);
  }
  data.bin_width = T(~T(0) / kBins);
  if (algorithm.rfind("segmented_reduce", 0) == 0) {
    // Segments of 1024 elements in the mean, or of 64, none of which is longer than twice that.
    unsigned longest = algorithm == "segmented_reduce" ? 2048 : 128;
    for (std::size_t begin = 0; begin < data.size; begin += random.next() % (longest + 1))
      data.segment_bounds.push_back(int(begin));
    data.segment_count = int(data.segment_bounds.size());
    data.segment_bounds.push_back(int(data.size));
    data.segments = allocate<int>(data.segment_bounds.size());
    std::copy(data.segment_bounds.begin(), data.segment_bounds.end(), data.segments);
  }
}

/// Throws unless the outputs are those of a plain loop.
template <typename T> void check(const std::string &algorithm, Data<T> &data) {
  std::vector<T> expected, expected_values;
  std::vector<unsigned> expected_counts;
  const T *in = data.input;
  std::size_t n = data.size;
  if (algorithm == "reduce") {
    expected = {std::accumulate(in, in + n, T(0))};
  } else if (algorithm == "scan") {
    expected.resize(n);
    std::partial_sum(in, in + n, expected.begin());
  } else if (algorithm == "select") {
    std::copy_if(in, in + n, std::back_inserter(expected), KeepSmall<T>{half<T>()});
    requireEqual("found", 0, data.found, expected.size());
  } else if (algorithm == "transform") {
    expected.resize(n);
    std::transform(in, in + n, data.values, expected.begin(), Mix<T>());
  } else if (algorithm == "histogram") {
    expected_counts.resize(kBins);
    for (std::size_t i = 0; i < n; ++i)
      if (T bin = in[i] / data.bin_width; bin < kBins)
        ++expected_counts[bin];
  } else if (algorithm == "run_length_encode" || algorithm == "reduce_by_key") {
    for (std::size_t i = 0, begin = 0; i <= n; ++i)
      if (i == n || (i && in[i] != in[i - 1])) {
        expected.push_back(in[begin]);
        if (algorithm == "reduce_by_key")
          expected_values.push_back(std::accumulate(data.values + begin, data.values + i, T(0)));
        else
          expected_counts.push_back(unsigned(i - begin));
        begin = i;
      }
    requireEqual("found", 0, data.found, expected.size());
  } else if (algorithm.rfind("segmented_reduce", 0) == 0) {
    for (int i = 0; i < data.segment_count; ++i)
      expected.push_back(std::accumulate(in + data.segments[i], in + data.segments[i + 1], T(0)));
  } else {
    expected.assign(in, in + n);
    std::sort(expected.begin(), expected.end());
    // Where a key stands more than once, the order of its values is not said: each must belong to the key.
    if (algorithm == "sort_pairs")
      for (std::size_t i = 0; i < n; ++i)
        requireEqual("value", i, in[data.value_output[i]], expected[i]);
  }
  for (std::size_t i = 0; i < expected.size(); ++i)
    requireEqual("output", i, data.output[i], expected[i]);
  for (std::size_t i = 0; i < expected_values.size(); ++i)
    requireEqual("value", i, data.value_output[i], expected_values[i]);
  for (std::size_t i = 0; i < expected_counts.size(); ++i)
    requireEqual("count", i, data.counts[i], expected_counts[i]);
}

template <typename T, typename Offer> int serve(const std::string &algorithm, std::size_t size, Offer offer) {
  Data<T> data(size);
  fill(algorithm, data);
  Offered offered = offer(data);
  auto found = offered.find(algorithm);
  if (found == offered.end()) {
    std::printf("absent\n");
    return 0;
  }
  const Implementation &implementation = found->second;
  double wall = 0, processor = 0;
  auto measure = [&] {
    implementation.prepare();
    double wall_begin = secondsOf(CLOCK_MONOTONIC), processor_begin = secondsOf(CLOCK_PROCESS_CPUTIME_ID);
    implementation.run();
    processor = std::min(processor, secondsOf(CLOCK_PROCESS_CPUTIME_ID) - processor_begin);
    wall = std::min(wall, secondsOf(CLOCK_MONOTONIC) - wall_begin);
  };
  measure();
  implementation.finish();
  check(algorithm, data);
  std::printf("ready\n");
  std::fflush(stdout);
  for (int runs; std::scanf("%d", &runs) == 1;) {
    wall = processor = 1e30;
    for (int i = 0; i < runs; ++i)
      measure();
    std::printf("%.9g %.9g\n", wall, processor);
    std::fflush(stdout);
  }
  implementation.finish();
  check(algorithm, data);
  return 0;
}

} // namespace detail

/// The main function of a program. `offer(data)` gives the algorithms that it has, for elements of 4 and of 8 bytes.
template <typename Offer> int serveAlgorithm(int argc, char **argv, Offer offer) try {
  if (argc != 4)
    throw std::runtime_error("usage: PROGRAM ALGORITHM BYTES LOG2_SIZE");
  std::size_t size = std::size_t(1) << std::atoi(argv[3]);
  if (std::atoi(argv[2]) == 4)
    return detail::serve<std::uint32_t>(argv[1], size, offer);
  return detail::serve<std::uint64_t>(argv[1], size, offer);
} catch (const std::exception &error) {
  std::printf("wrong %s\n", error.what());
  return 1;
}

} // namespace bench

#endif
