// Arguments and comparisons for functions that have one right result, bit by bit.
#ifndef RADDLE_TEST_CONFORMANCE_MATHS_BITS_H
#define RADDLE_TEST_CONFORMANCE_MATHS_BITS_H

#include "../check.h"

#include <cmath>
#include <cstring>
#include <limits>

template <typename T> using BitsOf = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

// The bits of a number; all NaNs count as one, since their payload is nobody's promise.
template <typename T> BitsOf<T> bitsOf(T value) {
  BitsOf<T> bits = 0;
  if (value == value)
    std::memcpy(&bits, &value, sizeof value);
  else
    bits = ~bits;
  return bits;
}

template <typename T> T anyNumber(Random &random) {
  std::uint64_t bits = random.bits();
  T x;
  std::memcpy(&x, &bits, sizeof x);
  return x;
}

template <typename T> std::vector<T> specialNumbers() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> values = {0,
                           Limits::denorm_min(),
                           Limits::denorm_min() * 3,
                           std::nextafter(Limits::min(), T(0)),
                           Limits::min(),
                           T(0.5),
                           std::nextafter(T(0.5), T(0)),
                           T(1),
                           std::nextafter(T(1), T(2)),
                           T(1.5),
                           T(2.5),
                           T(3),
                           T(0x1p31),
                           T(0x1p32),
                           T(0x1p63),
                           T(0x1p64),
                           1 / Limits::epsilon(),
                           1 / Limits::epsilon() + 1,
                           Limits::max() / 2,
                           Limits::max(),
                           Limits::infinity()};
  for (std::size_t i = 0, n = values.size(); i < n; ++i)
    values.push_back(-values[i]);
  values.push_back(Limits::quiet_NaN());
  return values;
}

// Pairs (or triples) of arguments: special ones with each other, any numbers, and numbers of like magnitude.
template <typename T> struct Operands {
  std::vector<T> x, y, z;
  explicit Operands(int random_count) {
    Random random;
    std::vector<T> special = specialNumbers<T>();
    for (T a : special)
      for (T b : special)
        add(a, b, special[random.below(static_cast<unsigned>(special.size()))]);
    for (int i = 0; i < random_count; ++i) {
      T a = anyNumber<T>(random), b = anyNumber<T>(random), c = anyNumber<T>(random);
      if (i % 4 == 1) {
        a = static_cast<T>(random.between(-4, 4)), b = static_cast<T>(random.between(-4, 4));
        c = static_cast<T>(random.between(-16, 16));
      } else if (i % 4 == 2) {
        // The sum cancels.
        a = static_cast<T>(random.between(1, 2)), b = static_cast<T>(random.between(-2, -1)), c = -(a * b);
      } else if (i % 4 == 3) {
        // Around the smallest numbers.
        a = static_cast<T>(random.between(0.5, 4)) * std::numeric_limits<T>::min();
        b = static_cast<T>(random.between(-1.5, 1.5)),
        c = static_cast<T>(random.between(-2, 2)) * std::numeric_limits<T>::min();
      }
      add(a, b, c);
    }
  }
  int count() const { return static_cast<int>(x.size()); }

private:
  void add(T a, T b, T c) { x.push_back(a), y.push_back(b), z.push_back(c); }
};

template <typename T, typename Result, typename Function>
__global__ void evaluateAll(const T *x, const T *y, const T *z, Result *result, int count,
                            Function function) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    result[i] = function(x[i], y[i], z[i]);
}

// Compares function(x, y, z) on the device with reference(x, y, z) on the host, bit by bit.
template <typename Result, typename T, typename Function, typename Reference>
void compareBits(const char *name, const Operands<T> &operands, Function function, Reference reference) {
  DeviceArray<T> x(operands.x), y(operands.y), z(operands.z);
  DeviceArray<Result> out(operands.x.size());
  evaluateAll<<<(operands.count() + 127) / 128, 128>>>(x.get(), y.get(), z.get(), out.get(), operands.count(),
                                                       function);
  CHECK_LAUNCH();
  std::vector<Result> got = out.host();
  for (std::size_t i = 0; i < got.size(); ++i) {
    Result expected = reference(operands.x[i], operands.y[i], operands.z[i]);
    bool good = bitsOf(got[i]) == bitsOf(expected);
    record(good, __FILE__, __LINE__,
           good ? std::string()
                : std::string(name) + "(" + textOf(operands.x[i]) + ", " + textOf(operands.y[i]) + ", " +
                      textOf(operands.z[i]) + ") is " + textOf(got[i]) + ", expected " + textOf(expected));
  }
}

#endif
