// Collectives on the host, value by value in the order in which an H100 combines them (CUDA 13.0,
// 2026-11-21), so that floating-point results can be compared bit by bit.
#ifndef RADDLE_TEST_CONFORMANCE_COLLECTIVES_MODEL_H
#define RADDLE_TEST_CONFORMANCE_COLLECTIVES_MODEL_H

#include "../check.h"

#include <cooperative_groups.h>

#include <algorithm>
#include <cstring>

namespace cg = cooperative_groups;

// The function objects of cg, for the host.
struct Plus {
  template <typename T> T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>)
      return static_cast<T>(static_cast<unsigned long long>(a) + static_cast<unsigned long long>(b));
    else
      return a + b;
  }
};
struct Less {
  template <typename T> T operator()(T a, T b) const { return b < a ? b : a; }
};
struct Greater {
  template <typename T> T operator()(T a, T b) const { return a < b ? b : a; }
};
struct BitAnd {
  template <typename T> T operator()(T a, T b) const { return a & b; }
};
struct BitOr {
  template <typename T> T operator()(T a, T b) const { return a | b; }
};
struct BitXor {
  template <typename T> T operator()(T a, T b) const { return a ^ b; }
};

// x -> scale * x + shift, modulo 2^32. Composition is associative and not commutative.
struct Affine {
  unsigned scale, shift;
  __host__ __device__ bool operator==(const Affine &other) const {
    return scale == other.scale && shift == other.shift;
  }
};
struct Compose {
  __host__ __device__ Affine operator()(Affine outer, Affine inner) const {
    return {outer.scale * inner.scale, outer.scale * inner.shift + outer.shift};
  }
};

// A value of `Words` 32-bit words, each added and rotated for itself.
template <int Words> struct Bundle {
  unsigned word[Words];
  __host__ __device__ bool operator==(const Bundle &other) const {
    for (int i = 0; i < Words; ++i)
      if (word[i] != other.word[i])
        return false;
    return true;
  }
};
template <int Words> __host__ __device__ Bundle<Words> operator+(Bundle<Words> a, const Bundle<Words> &b) {
  for (int i = 0; i < Words; ++i)
    a.word[i] += b.word[i];
  return a;
}

// Groups within a warp, tile<N> of all sizes: the highest bit of the rank first; own, then other.
template <typename T, typename Op> std::vector<T> butterfly(std::vector<T> values, Op op) {
  for (std::size_t distance = values.size() / 2; distance > 0; distance /= 2) {
    std::vector<T> before = values;
    for (std::size_t rank = 0; rank < values.size(); ++rank)
      values[rank] = op(before[rank], before[rank ^ distance]);
  }
  return values;
}

// Inclusive: each step doubles the distance; own, then lower.
template <typename T, typename Op> std::vector<T> koggeStone(std::vector<T> values, Op op) {
  for (std::size_t distance = 1; distance < values.size(); distance *= 2) {
    std::vector<T> before = values;
    for (std::size_t rank = distance; rank < values.size(); ++rank)
      values[rank] = op(before[rank], before[rank - distance]);
  }
  return values;
}

// A tile or a whole warp reduces by a butterfly; other lanes all get the last value of a scan.
template <typename T, typename Op>
std::vector<T> modelReduce(const std::vector<T> &values, Op op, bool tile) {
  if (tile || values.size() == 32)
    return butterfly(values, op);
  return std::vector<T>(values.size(), koggeStone(values, op).back());
}

// Tiles of several warps: each warp, then the warps. `op` is commutative.
template <typename T, typename Op> std::vector<T> modelReduceOfWarps(const std::vector<T> &values, Op op) {
  std::vector<T> totals;
  for (std::size_t first = 0; first < values.size(); first += 32)
    totals.push_back(butterfly(std::vector<T>(&values[first], &values[first] + 32), op)[0]);
  return std::vector<T>(values.size(), butterfly(totals, op)[0]);
}

// Several warps: each warp, then the last values of the warps.
template <typename T, typename Op> std::vector<T> totalsOfWarps(const std::vector<T> &values, Op op) {
  std::vector<T> totals;
  for (std::size_t first = 0; first < values.size(); first += 32)
    totals.push_back(
        koggeStone(std::vector<T>(&values[first], &values[std::min(first + 32, values.size())]), op).back());
  return koggeStone(totals, op);
}
template <typename T, typename Op> std::vector<T> modelScan(const std::vector<T> &values, Op op) {
  if (values.size() <= 32)
    return koggeStone(values, op);
  std::vector<T> scanned, totals = totalsOfWarps(values, op);
  for (std::size_t first = 0; first < values.size(); first += 32)
    for (const T &value : koggeStone(std::vector<T>(&values[first], &values[first] + 32), op))
      scanned.push_back(first > 0 ? op(value, totals[first / 32 - 1]) : value);
  return scanned;
}

// The inclusive scan, one rank further; the first one gets a zero, and the first of each further warp the
// scan of the warps.
template <typename T, typename Op> std::vector<T> modelExclusiveScan(const std::vector<T> &values, Op op) {
  std::vector<T> scanned = modelScan(values, op), totals = totalsOfWarps(values, op);
  std::rotate(scanned.begin(), scanned.end() - 1, scanned.end());
  for (std::size_t first = 0; first < values.size(); first += 32)
    scanned[first] = first > 0 ? totals[first / 32 - 1] : T{};
  return scanned;
}

template <typename T> T randomValue(Random &random) {
  if constexpr (std::is_floating_point_v<T>) {
    return static_cast<T>(random.between(-1000, 1000));
  } else {
    std::uint64_t bits[4] = {random.bits(), random.bits(), random.bits(), random.bits()};
    static_assert(sizeof(T) <= sizeof bits);
    T value;
    std::memcpy(&value, bits, sizeof value);
    return value;
  }
}
template <typename T> std::vector<T> randomValues(std::size_t count, Random &random) {
  std::vector<T> values(count);
  for (T &value : values)
    value = randomValue<T>(random);
  return values;
}

// Applies `model`(values of a group) -> values to each `size` of the values in turn.
template <typename T, typename Model>
std::vector<T> ofEach(std::size_t size, const std::vector<T> &values, Model model) {
  std::vector<T> results;
  for (std::size_t first = 0; first < values.size(); first += size) {
    std::vector<T> part = model(std::vector<T>(&values[first], &values[first] + size));
    results.insert(results.end(), part.begin(), part.end());
  }
  return results;
}

#endif
