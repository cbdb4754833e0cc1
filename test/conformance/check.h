// What every conformance program shares: checks that count, and a verdict.
//
// A program launches its kernels, compares what came back with what the host computed, and ends with
// `return verdict();`. It prints one line: "pass: N checks", or "FAIL: ..." after the first failed checks.

#ifndef RADDLE_TEST_CONFORMANCE_CHECK_H
#define RADDLE_TEST_CONFORMANCE_CHECK_H

#include <cuda_runtime.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <type_traits>
#include <vector>

struct Tally {
  std::atomic<long> checks{0};
  std::atomic<long> failures{0};
};
inline Tally tally;

template <typename T> std::string textOf(const T &value) {
  char text[64] = "(a value)";
  if constexpr (std::is_same_v<T, cudaError_t>)
    return cudaGetErrorName(value);
  else if constexpr (std::is_pointer_v<T>)
    std::snprintf(text, sizeof text, "%p", reinterpret_cast<const void *>(value));
  else if constexpr (std::is_floating_point_v<T>)
    std::snprintf(text, sizeof text, "%.17g", static_cast<double>(value));
  else if constexpr (std::is_enum_v<T> || (std::is_integral_v<T> && std::is_signed_v<T>))
    std::snprintf(text, sizeof text, "%lld", static_cast<long long>(value));
  else if constexpr (std::is_integral_v<T>)
    std::snprintf(text, sizeof text, "%llu", static_cast<unsigned long long>(value));
  else if constexpr (std::is_same_v<T, std::string>)
    return value;
  return text;
}

// Counts one check; prints the first ten that fail.
inline bool record(bool good, const char *file, int line, const std::string &what) {
  ++tally.checks;
  if (!good && ++tally.failures <= 10)
    std::printf("%s:%d: %s\n", file, line, what.c_str());
  return good;
}

template <typename T, typename U>
bool recordEqual(const T &got, const U &expected, const char *file, int line, const char *expression) {
  bool good = got == expected;
  return record(good, file, line,
                good ? std::string()
                     : std::string(expression) + " is " + textOf(got) + ", expected " + textOf(expected));
}

template <typename T>
bool recordSame(const std::vector<T> &got, const std::vector<T> &expected, const char *file, int line,
                const char *expression) {
  for (std::size_t i = 0; i < got.size() && i < expected.size(); ++i)
    if (!(got[i] == expected[i]))
      return record(false, file, line,
                    std::string(expression) + "[" + std::to_string(i) + "] is " + textOf(got[i]) +
                        ", expected " + textOf(expected[i]));
  return recordEqual(got.size(), expected.size(), file, line, expression);
}

#define CHECK(condition) record(static_cast<bool>(condition), __FILE__, __LINE__, #condition " does not hold")
#define CHECK_EQ(got, expected) recordEqual((got), (expected), __FILE__, __LINE__, #got)
#define CHECK_SAME(got, expected) recordSame((got), (expected), __FILE__, __LINE__, #got)
#define CHECK_CUDA(call) CHECK_EQ(call, cudaSuccess)
// After a launch: it was accepted, and it ran to its end.
#define CHECK_LAUNCH() (CHECK_CUDA(cudaGetLastError()), CHECK_CUDA(cudaDeviceSynchronize()))

inline int verdict() {
  bool good = tally.failures == 0 && tally.checks > 0;
  if (good)
    std::printf("pass: %ld checks\n", tally.checks.load());
  else
    std::printf("FAIL: %ld of %ld checks\n", tally.failures.load(), tally.checks.load());
  return good ? 0 : 1;
}

// An array in device memory, zeroed at first.
template <typename T> class DeviceArray {
public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    CHECK_CUDA(cudaMalloc(&data_, count * sizeof(T)));
    CHECK_CUDA(cudaMemset(data_, 0, count * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T> &values) : DeviceArray(values.size()) {
    CHECK_CUDA(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  ~DeviceArray() { cudaFree(data_); }
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray &operator=(const DeviceArray &) = delete;

  T *get() const { return data_; }
  std::vector<T> host() const {
    std::vector<T> values(count_);
    CHECK_CUDA(cudaMemcpy(values.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost));
    return values;
  }
  T first() const { return host()[0]; }

private:
  std::size_t count_;
  T *data_ = nullptr;
};

// Random bits from a fixed seed (SplitMix64): the same data on every machine.
class Random {
public:
  explicit Random(std::uint64_t seed = 2024) : state_(seed) {}
  std::uint64_t bits() {
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  // An integer in 0..limit-1.
  unsigned below(unsigned limit) { return static_cast<unsigned>(bits() % limit); }
  // A real number in [low, high).
  double between(double low, double high) { return low + (high - low) * (bits() >> 11) * 0x1p-53; }

private:
  std::uint64_t state_;
};

#endif
