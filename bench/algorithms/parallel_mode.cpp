// The parallel mode of GNU's C++ library.
#include <parallel/algorithm>
#include <parallel/numeric>

#include "algorithm.h"

namespace {

struct Offer {
  template <typename T> bench::Offered operator()(bench::Data<T> &d) const {
    using bench::Pair;
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
    offered["sort_keys"] = {[&d, n] { __gnu_parallel::sort(d.output, d.output + n); },
                            [&d, n] { std::memcpy(d.output, d.input, n * sizeof(T)); }};
    offered["merge_sort"] = offered["sort_keys"];
    offered["sort_pairs"] = {[&d, n] { __gnu_parallel::sort(d.pairs, d.pairs + n); },
                             [&d, n] {
                               if (!d.pairs)
                                 d.pairs = bench::allocate<Pair<T>>(n);
                               for (std::size_t i = 0; i < n; ++i)
                                 d.pairs[i] = {d.input[i], d.values[i]};
                             },
                             [&d, n] {
                               for (std::size_t i = 0; i < n; ++i) {
                                 d.output[i] = d.pairs[i].key;
                                 d.value_output[i] = d.pairs[i].value;
                               }
                             }};
    return offered;
  }
};

} // namespace

int main(int argc, char **argv) { return bench::serveAlgorithm(argc, argv, Offer()); }
