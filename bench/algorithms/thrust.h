// Thrust's algorithms on its device system, which is CUDA or TBB. `Wait` waits until the device is done.
#ifndef RADDLE_BENCH_THRUST_H
#define RADDLE_BENCH_THRUST_H

#include <thrust/copy.h>
#include <thrust/execution_policy.h>
#include <thrust/iterator/constant_iterator.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform.h>

#include "algorithm.h"

namespace bench {

template <typename Wait> struct OfferOfThrust {
  template <typename T> Offered operator()(Data<T> &d) const {
    Offered offered;
    std::size_t n = d.size;
    auto waited = [](auto run) {
      return [run] {
        run();
        Wait()();
      };
    };
    auto restore = [&d, n] {
      std::memcpy(d.output, d.input, n * sizeof(T));
      std::memcpy(d.value_output, d.values, n * sizeof(T));
    };

    offered["reduce"] = {
        waited([&d, n] { d.output[0] = thrust::reduce(thrust::device, d.input, d.input + n); })};
    offered["scan"] = {
        waited([&d, n] { thrust::inclusive_scan(thrust::device, d.input, d.input + n, d.output); })};
    offered["transform"] = {waited(
        [&d, n] { thrust::transform(thrust::device, d.input, d.input + n, d.values, d.output, Mix<T>()); })};
    offered["select"] = {waited([&d, n] {
      d.found =
          thrust::copy_if(thrust::device, d.input, d.input + n, d.output, KeepSmall<T>{half<T>()}) - d.output;
    })};
    offered["reduce_by_key"] = {waited([&d, n] {
      d.found =
          thrust::reduce_by_key(thrust::device, d.input, d.input + n, d.values, d.output, d.value_output)
              .first -
          d.output;
    })};
    offered["run_length_encode"] = {waited([&d, n] {
      d.found = thrust::reduce_by_key(thrust::device, d.input, d.input + n,
                                      thrust::constant_iterator<unsigned>(1), d.output, d.counts)
                    .first -
                d.output;
    })};
    offered["sort_keys"] = {waited([&d, n] { thrust::sort(thrust::device, d.output, d.output + n); }),
                            restore};
    offered["merge_sort"] = offered["sort_keys"];
    offered["sort_pairs"] = {
        waited([&d, n] { thrust::sort_by_key(thrust::device, d.output, d.output + n, d.value_output); }),
        restore};
    return offered;
  }
};

} // namespace bench

#endif
