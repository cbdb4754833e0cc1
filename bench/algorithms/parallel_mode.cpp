// The parallel mode of GNU's C++ library.
#include <parallel/algorithm>
#include <parallel/numeric>

#include "algorithm.h"

namespace {

struct Offer {
  template <typename T> bench::Offered operator()(bench::Data<T> &d) const {
    bench::Offered offered;
    std::size_t n = d.size;

    offered["reduce"] = {[&d, n] { d.output[0] = __gnu_parallel::accumulate(d.input, d.input + n, T(0)); }};
    offered["scan"] = {[&d, n] { __gnu_parallel::partial_sum(d.input, d.input + n, d.output); }};
    offered["transform"] = {
        [&d, n] { __gnu_parallel::transform(d.input, d.input + n, d.values, d.output, bench::Mix<T>()); }};
    offered["segmented_reduce"] = offered["segmented_reduce_short"] = {[&d] {
      __gnu_parallel::for_each(d.output, d.output + d.segment_count, [&d](T &sum) {
        std::size_t segment = &sum - d.output;
        sum = std::accumulate(d.input + d.segments[segment], d.input + d.segments[segment + 1], T(0));
      });
    }};
    const auto sort = [](auto *begin, auto *end) { __gnu_parallel::sort(begin, end); };
    offered["sort_keys"] = offered["merge_sort"] = bench::sortKeys(d, sort);
    offered["sort_pairs"] = bench::sortPairs(d, sort);
    return offered;
  }
};

} // namespace

int main(int argc, char **argv) { return bench::serveAlgorithm(argc, argv, Offer()); }
