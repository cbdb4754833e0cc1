// flags: --extended-lambda
// check: uninitialised-shared
// Thrust's algorithms and iterators on device vectors, against the C++ library's. The last threads of Thrust's
// set_intersection compare what lies behind the keys of their tile, which nobody has written, and then leave the outcome out.
#include "../check.h"

#include <thrust/binary_search.h>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <thrust/transform.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>

#include <algorithm>
#include <numeric>

namespace {

using Ints = thrust::device_vector<int>;

std::vector<int> valuesOf(const Ints &vector, std::size_t count) {
  std::vector<int> values(count);
  thrust::copy(vector.begin(), vector.begin() + static_cast<std::ptrdiff_t>(count), values.begin());
  return values;
}
std::vector<int> valuesOf(const Ints &vector) { return valuesOf(vector, vector.size()); }

std::vector<int> numbers(int count, int range) {
  std::vector<int> values(count);
  unsigned state = 777u + static_cast<unsigned>(count);
  for (int &value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<int>(state >> 8) % range;
  }
  return values;
}

struct IsOdd {
  __host__ __device__ bool operator()(int value) const { return value % 2 != 0; }
};
struct Square {
  __host__ __device__ int operator()(int value) const { return value * value; }
};
// (a, b) -> a * b
struct Product {
  template <typename Pair> __host__ __device__ int operator()(const Pair &pair) const {
    return thrust::get<0>(pair) * thrust::get<1>(pair);
  }
};

void sorting(const std::vector<int> &host) {
  Ints keys(host.begin(), host.end()), places(host.size());
  thrust::copy(thrust::make_counting_iterator(0),
               thrust::make_counting_iterator(static_cast<int>(host.size())), places.begin());
  std::vector<int> expected = host, expected_places(host.size());
  std::iota(expected_places.begin(), expected_places.end(), 0);
  std::stable_sort(expected_places.begin(), expected_places.end(),
                   [&](int a, int b) { return host[a] < host[b]; });
  std::sort(expected.begin(), expected.end());
  thrust::sort_by_key(keys.begin(), keys.end(), places.begin());
  CHECK_SAME(valuesOf(keys), expected);
  CHECK_SAME(valuesOf(places), expected_places);

  // Another order than less and greater is sorted by merging.
  const auto byLastDigit = [] __host__ __device__(int a, int b) { return a % 10 < b % 10; };
  thrust::stable_sort(keys.begin(), keys.end(), byLastDigit);
  std::stable_sort(expected.begin(), expected.end(), byLastDigit);
  CHECK_SAME(valuesOf(keys), expected);
}

void reducing(const std::vector<int> &host) {
  const Ints in(host.begin(), host.end());
  CHECK_EQ(thrust::reduce(in.begin(), in.end()), std::accumulate(host.begin(), host.end(), 0));
  int squares = 0;
  for (int value : host)
    squares += value * value;
  CHECK_EQ(thrust::transform_reduce(thrust::device, in.begin(), in.end(), Square(), 0, thrust::plus<int>()),
           squares);

  // What lies in a row with equal keys, each element counted once.
  std::vector<int> keys = host;
  std::sort(keys.begin(), keys.end());
  const Ints sorted(keys.begin(), keys.end());
  Ints unique(host.size()), counts(host.size());
  const auto ends = thrust::reduce_by_key(sorted.begin(), sorted.end(), thrust::make_constant_iterator(1),
                                          unique.begin(), counts.begin());
  std::vector<int> expected, expected_counts;
  for (int key : keys) {
    if (expected.empty() || expected.back() != key) {
      expected.push_back(key);
      expected_counts.push_back(0);
    }
    ++expected_counts.back();
  }
  CHECK_SAME(valuesOf(unique, static_cast<std::size_t>(ends.first - unique.begin())), expected);
  CHECK_SAME(valuesOf(counts, static_cast<std::size_t>(ends.second - counts.begin())), expected_counts);
}

void scanning(const std::vector<int> &host) {
  const Ints in(host.begin(), host.end());
  Ints out(host.size());
  std::vector<int> expected(host.size());
  thrust::inclusive_scan(in.begin(), in.end(), out.begin());
  std::partial_sum(host.begin(), host.end(), expected.begin());
  CHECK_SAME(valuesOf(out), expected);

  // By key: a sum of its own for each hundred elements.
  const auto hundreds = thrust::make_transform_iterator(thrust::make_counting_iterator(0),
                                                        [] __host__ __device__(int i) { return i / 100; });
  thrust::exclusive_scan_by_key(hundreds, hundreds + static_cast<std::ptrdiff_t>(host.size()), in.begin(),
                                out.begin(), 5);
  for (std::size_t i = 0; i < host.size(); ++i)
    expected[i] = i % 100 == 0 ? 5 : expected[i - 1] + host[i - 1];
  CHECK_SAME(valuesOf(out), expected);
}

void selecting(const std::vector<int> &host) {
  const Ints in(host.begin(), host.end());
  Ints out(host.size());
  std::vector<int> expected;
  const auto end = thrust::copy_if(in.begin(), in.end(), out.begin(), IsOdd());
  std::copy_if(host.begin(), host.end(), std::back_inserter(expected), IsOdd());
  CHECK_SAME(valuesOf(out, static_cast<std::size_t>(end - out.begin())), expected);

  out = in;
  std::vector<int> parted = host;
  const auto middle = thrust::stable_partition(out.begin(), out.end(), IsOdd());
  const auto expected_middle = std::stable_partition(parted.begin(), parted.end(), IsOdd());
  CHECK_EQ(middle - out.begin(), expected_middle - parted.begin());
  CHECK_SAME(valuesOf(out), parted);
}

void sets(const std::vector<int> &first, const std::vector<int> &second) {
  std::vector<int> a = first, b = second;
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  const Ints left(a.begin(), a.end()), right(b.begin(), b.end());
  Ints out(a.size() + b.size());
  std::vector<int> expected(a.size() + b.size());
  thrust::merge(left.begin(), left.end(), right.begin(), right.end(), out.begin());
  std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin());
  CHECK_SAME(valuesOf(out), expected);

  const auto end =
      thrust::set_intersection(left.begin(), left.end(), right.begin(), right.end(), out.begin());
  expected.erase(std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), expected.begin()),
                 expected.end());
  CHECK_SAME(valuesOf(out, static_cast<std::size_t>(end - out.begin())), expected);

  Ints places(a.size());
  thrust::lower_bound(right.begin(), right.end(), left.begin(), left.end(), places.begin());
  for (std::size_t i = 0; i < a.size(); ++i)
    expected.resize(a.size()),
        expected[i] = static_cast<int>(std::lower_bound(b.begin(), b.end(), a[i]) - b.begin());
  CHECK_SAME(valuesOf(places), expected);
}

void iterators(const std::vector<int> &host) {
  const int count = static_cast<int>(host.size());
  const Ints in(host.begin(), host.end());
  Ints out(host.size()), backwards(host.size());
  thrust::transform(thrust::make_counting_iterator(0), thrust::make_counting_iterator(count),
                    backwards.begin(), [=] __host__ __device__(int i) { return count - 1 - i; });
  const auto reversed = thrust::make_permutation_iterator(in.begin(), backwards.begin());
  const auto pairs = thrust::make_zip_iterator(thrust::make_tuple(in.begin(), reversed));
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  thrust::transform(thrust::cuda::par.on(stream), pairs, pairs + count, out.begin(), Product());
  CHECK_CUDA(cudaStreamSynchronize(stream));
  CHECK_CUDA(cudaStreamDestroy(stream));
  std::vector<int> expected(host.size());
  for (int i = 0; i < count; ++i)
    expected[i] = host[i] * host[count - 1 - i];
  CHECK_SAME(valuesOf(out), expected);
}

} // namespace

int main() {
  for (int count : {1, 700, 30001}) {
    const std::vector<int> host = numbers(count, 500);
    sorting(host);
    reducing(host);
    scanning(host);
    selecting(host);
    sets(host, numbers(count / 2 + 1, 700));
    iterators(host);
  }
  return verdict();
}
