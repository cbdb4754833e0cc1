// C++'s parallel algorithms: std::execution::par_unseq with oneTBB.
#include <execution>
#include <thread>

#include "algorithm.h"

namespace {

constexpr auto par = std::execution::par_unseq;

struct Offer {
  template <typename T> bench::Offered operator()(bench::Data<T> &d) const {
    using bench::Pair;
    bench::Offered offered;
    std::size_t n = d.size;

    offered["reduce"] = {[&d, n] { d.output[0] = std::reduce(par, d.input, d.input + n); }};
    offered["scan"] = {[&d, n] { std::inclusive_scan(par, d.input, d.input + n, d.output); }};
    offered["transform"] = {
        [&d, n] { std::transform(par, d.input, d.input + n, d.values, d.output, bench::Mix<T>()); }};
    offered["select"] = {[&d, n] {
      d.found =
          std::copy_if(par, d.input, d.input + n, d.output, bench::KeepSmall<T>{bench::half<T>()}) - d.output;
    }};
    // A histogram of each piece, and their sum.
    offered["histogram"] = {[&d, n] {
      using Counts = std::vector<unsigned>;
      std::vector<Counts> pieces(4 * std::thread::hardware_concurrency(), Counts(bench::kBins));
      T width = d.bin_width;
      std::for_each(std::execution::par, pieces.begin(), pieces.end(), [&](Counts &counts) {
        std::size_t piece = &counts - pieces.data();
        std::size_t begin = n * piece / pieces.size(), end = n * (piece + 1) / pieces.size();
        for (std::size_t i = begin; i < end; ++i)
          if (T bin = d.input[i] / width; bin < bench::kBins)
            ++counts[bin];
      });
      for (unsigned bin = 0; bin < bench::kBins; ++bin) {
        d.counts[bin] = 0;
        for (Counts &counts : pieces)
          d.counts[bin] += counts[bin];
      }
    }};
    offered["segmented_reduce"] = offered["segmented_reduce_short"] = {[&d] {
      std::for_each(par, d.output, d.output + d.segment_count, [&d](T &sum) {
        std::size_t segment = &sum - d.output;
        sum = std::reduce(d.input + d.segments[segment], d.input + d.segments[segment + 1]);
      });
    }};
    offered["sort_keys"] = {[&d, n] { std::sort(par, d.output, d.output + n); },
                            [&d, n] { std::memcpy(d.output, d.input, n * sizeof(T)); }};
    offered["merge_sort"] = offered["sort_keys"];
    offered["sort_pairs"] = {[&d, n] { std::sort(par, d.pairs, d.pairs + n); },
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
