// CUB's device algorithms, their temporary storage given.
#include <cub/cub.cuh>
#include <thrust/functional.h>

#include "algorithm.h"

namespace {

void require(cudaError_t error) {
  if (error != cudaSuccess)
    throw std::runtime_error(std::string("CUDA: ") + cudaGetErrorString(error));
}

/// An algorithm of CUB as its two calls: for the size of its storage, which is then allocated once, and to run.
template <typename Call> std::function<void()> withStorage(Call call) {
  std::size_t bytes = 0;
  require(call(nullptr, bytes));
  void *storage;
  require(cudaMalloc(&storage, bytes));
  return [=]() mutable {
    require(call(storage, bytes));
    require(cudaDeviceSynchronize());
  };
}

struct Offer {
  template <typename T> bench::Offered operator()(bench::Data<T> &d) const {
    bench::Offered offered;
    int n = int(d.size);
    int *found;
    require(cudaMallocManaged(&found, sizeof(int)));
    auto fetch = [&d, found] { d.found = *found; };

    offered["reduce"] = {withStorage([=](void *storage, std::size_t &bytes) {
      return cub::DeviceReduce::Sum(storage, bytes, d.input, d.output, n);
    })};
    offered["scan"] = {withStorage([=](void *storage, std::size_t &bytes) {
      return cub::DeviceScan::InclusiveSum(storage, bytes, d.input, d.output, n);
    })};
    offered["select"] = {withStorage([=](void *storage, std::size_t &bytes) {
                           return cub::DeviceSelect::If(storage, bytes, d.input, d.output, found, n,
                                                        bench::KeepSmall<T>{bench::half<T>()});
                         }),
                         [] {}, fetch};
    offered["histogram"] = {withStorage([=](void *storage, std::size_t &bytes) {
      return cub::DeviceHistogram::HistogramEven(storage, bytes, d.input, d.counts, int(bench::kBins) + 1,
                                                 T(0), T(d.bin_width * bench::kBins), n);
    })};
    offered["run_length_encode"] = {withStorage([=](void *storage, std::size_t &bytes) {
                                      return cub::DeviceRunLengthEncode::Encode(storage, bytes, d.input,
                                                                                d.output, d.counts, found, n);
                                    }),
                                    [] {}, fetch};
    offered["segmented_reduce"] =
        offered["segmented_reduce_short"] = {withStorage([=](void *storage, std::size_t &bytes) {
          return cub::DeviceSegmentedReduce::Sum(storage, bytes, d.input, d.output, d.segment_count,
                                                 d.segments, d.segments + 1);
        })};
    offered["sort_keys"] = {withStorage([=](void *storage, std::size_t &bytes) {
      return cub::DeviceRadixSort::SortKeys(storage, bytes, d.input, d.output, n);
    })};
    offered["sort_pairs"] = {withStorage([=](void *storage, std::size_t &bytes) {
      return cub::DeviceRadixSort::SortPairs(storage, bytes, d.input, d.output, d.values, d.value_output, n);
    })};
    offered["merge_sort"] = {withStorage([=](void *storage, std::size_t &bytes) {
      return cub::DeviceMergeSort::SortKeysCopy(storage, bytes, d.input, d.output, n, thrust::less<T>());
    })};
    return offered;
  }
};

} // namespace

int main(int argc, char **argv) { return bench::serveAlgorithm(argc, argv, Offer()); }
