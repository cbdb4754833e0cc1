// CUB's algorithms for a whole device, against the host's: reductions, scans, selections, histograms, runs, sorts.
#include "../check.h"

#include <cub/cub.cuh>

#include <algorithm>
#include <numeric>
#include <utility>

namespace {

struct Largest {
  __host__ __device__ int operator()(int a, int b) const { return a < b ? b : a; }
};

// Memory of the device that holds a copy of a vector.
template <typename T> class DeviceArray {
public:
  explicit DeviceArray(std::size_t count) : count_(count) {
    CHECK_CUDA(cudaMalloc(&data_, std::max<std::size_t>(count, 1) * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T> &values) : DeviceArray(values.size()) {
    CHECK_CUDA(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  DeviceArray(const DeviceArray &) = delete;
  ~DeviceArray() { cudaFree(data_); }

  T *data() const { return data_; }
  std::vector<T> values(std::size_t count) const {
    std::vector<T> copy(count);
    CHECK_CUDA(cudaMemcpy(copy.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost));
    return copy;
  }
  std::vector<T> values() const { return values(count_); }

private:
  T *data_ = nullptr;
  std::size_t count_;
};

// Each algorithm is asked for the memory that it needs, then runs in it.
template <typename Algorithm> void run(Algorithm algorithm) {
  std::size_t bytes = 0;
  CHECK_CUDA(algorithm(nullptr, bytes));
  DeviceArray<char> memory(bytes);
  CHECK_CUDA(algorithm(memory.data(), bytes));
  CHECK_CUDA(cudaDeviceSynchronize());
}

std::vector<int> numbers(int count, int range) {
  std::vector<int> values(count);
  unsigned state = 12345u + static_cast<unsigned>(count);
  for (int &value : values) {
    state = state * 1664525u + 1013904223u;
    value = static_cast<int>(state >> 8) % range - range / 3;
  }
  return values;
}

struct IsEven {
  __host__ __device__ bool operator()(int value) const { return value % 2 == 0; }
};

struct Greater {
  __host__ __device__ bool operator()(int a, int b) const { return a > b; }
};

void reductions(const std::vector<int> &host) {
  const int count = static_cast<int>(host.size());
  DeviceArray<int> in(host), out(1);
  DeviceArray<cub::KeyValuePair<int, int>> place(1);
  run([&](void *memory, std::size_t &bytes) {
    return cub::DeviceReduce::Sum(memory, bytes, in.data(), out.data(), count);
  });
  CHECK_EQ(out.values()[0], std::accumulate(host.begin(), host.end(), 0));
  run([&](void *memory, std::size_t &bytes) {
    return cub::DeviceReduce::ArgMin(memory, bytes, in.data(), place.data(), count);
  });
  const auto least = std::min_element(host.begin(), host.end());
  CHECK_EQ(place.values()[0].key, static_cast<int>(least - host.begin()));
  CHECK_EQ(place.values()[0].value, *least);

  const std::vector<int> offsets{0, count / 3, count / 3, count / 2, count};
  DeviceArray<int> segments(offsets), sums(offsets.size() - 1);
  run([&](void *memory, std::size_t &bytes) {
    return cub::DeviceSegmentedReduce::Sum(memory, bytes, in.data(), sums.data(),
                                           static_cast<int>(offsets.size()) - 1, segments.data(),
                                           segments.data() + 1);
  });
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
    CHECK_EQ(sums.values()[i], std::accumulate(host.begin() + offsets[i], host.begin() + offsets[i + 1], 0));
}

void scans(const std::vector<int> &host) {
  const int count = static_cast<int>(host.size());
  DeviceArray<int> in(host), out(host.size());
  std::vector<int> expected(host.size());
  run([&](void *memory, std::size_t &bytes) {
    return cub::DeviceScan::InclusiveSum(memory, bytes, in.data(), out.data(), count);
  });
  std::partial_sum(host.begin(), host.end(), expected.begin());
  CHECK_SAME(out.values(), expected);
  run([&](void *memory, std::size_t &bytes) {
    return cub::DeviceScan::ExclusiveScan(memory, bytes, in.data(), out.data(), Largest(), -1000000, count);
  });
  int largest = -1000000;
  for (std::size_t i = 0; i < host.size(); ++i) {
    expected[i] = largest;
    largest = std::max(largest, host[i]);
  }
  CHECK_SAME(out.values(), expected);
}

void selections(const std::vector<int> &host) {
  const int count = static_cast<int>(host.size());
  DeviceArray<int> in(host), out(host.size()), selected(1);
  run([&](void *memory, std::size_t &bytes) {
    return cub::DeviceSelect::If(memory, bytes, in.data(), out.data(), selected.data(), count, IsEven());
  });
  std::vector<int> expected;
  std::copy_if(host.begin(), host.end(), std::back_inserter(expected), IsEven());
  CHECK_SAME(out.values(selected.values()[0]), expected);

  run([&](void *memory, std::size_t &bytes) {
    return cub::DevicePartition::If(memory, bytes, in.data(), out.data(), selected.data(), count, IsEven());
  });
  std::vector<int> odd;
  std::remove_copy_if(host.begin(), host.end(), std::back_inserter(odd), IsEven());
  expected.insert(expected.end(), odd.rbegin(), odd.rend());
  CHECK_EQ(selected.values()[0], count - static_cast<int>(odd.size()));
  CHECK_SAME(out.values(), expected);
}

void runsAndHistogram(std::vector<int> host) {
  for (int &value : host)
    value = std::abs(value) % 3;
  const int count = static_cast<int>(host.size());
  DeviceArray<int> in(host), unique(host.size()), lengths(host.size()), runs(1);
  run([&](void *memory, std::size_t &bytes) {
    return cub::DeviceRunLengthEncode::Encode(memory, bytes, in.data(), unique.data(), lengths.data(),
                                              runs.data(), count);
  });
  std::vector<int> values, expected_lengths;
  for (int value : host) {
    if (values.empty() || values.back() != value) {
      values.push_back(value);
      expected_lengths.push_back(0);
    }
    ++expected_lengths.back();
  }
  CHECK_SAME(unique.values(runs.values()[0]), values);
  CHECK_SAME(lengths.values(runs.values()[0]), expected_lengths);

  constexpr int kBins = 8;
  DeviceArray<int> histogram(kBins);
  std::vector<int> expected(kBins);
  for (int value : host)
    ++expected[value];
  run([&](void *memory, std::size_t &bytes) {
    return cub::DeviceHistogram::HistogramEven(memory, bytes, in.data(), histogram.data(), kBins + 1, 0,
                                               kBins, count);
  });
  CHECK_SAME(histogram.values(), expected);
}

void sorts(const std::vector<int> &host) {
  const int count = static_cast<int>(host.size());
  std::vector<int> places(host.size());
  std::iota(places.begin(), places.end(), 0);
  DeviceArray<int> keys(host), values(places), sorted_keys(host.size()), sorted_values(host.size());
  std::vector<int> expected = host;
  std::sort(expected.begin(), expected.end());
  std::vector<int> expected_places = places;
  std::stable_sort(expected_places.begin(), expected_places.end(),
                   [&](int a, int b) { return host[a] < host[b]; });
  run([&](void *memory, std::size_t &bytes) {
    return cub::DeviceRadixSort::SortPairs(memory, bytes, keys.data(), sorted_keys.data(), values.data(),
                                           sorted_values.data(), count);
  });
  CHECK_SAME(sorted_keys.values(), expected);
  CHECK_SAME(sorted_values.values(), expected_places);

  run([&](void *memory, std::size_t &bytes) {
    return cub::DeviceMergeSort::SortKeys(memory, bytes, keys.data(), count, Greater());
  });
  std::reverse(expected.begin(), expected.end());
  CHECK_SAME(keys.values(), expected);
}

} // namespace

int main() {
  for (int count : {1, 777, 20011}) {
    const std::vector<int> host = numbers(count, 1000);
    reductions(host);
    scans(host);
    selections(host);
    runsAndHistogram(host);
    sorts(host);
  }
  return verdict();
}
