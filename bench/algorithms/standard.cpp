// C++'s parallel algorithms: std::execution::par_unseq with oneTBB.
#include <execution>
#include <thread>

#include "algorithm.h"

namespace {

constexpr auto par = std::execution::par_unseq;

struct Offer {
  template <typename T> bench::Offered operator()(bench::Data<T> &d) const {
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
    const auto sort = [](auto *begin, auto *end) { std::sort(par, begin, end); };
    offered["sort_keys"] = offered["merge_sort"] = bench::sortKeys(d, sort);
    offered["sort_pairs"] = bench::sortPairs(d, sort);
    return offered;
  }
};

} // namespace

int main(int argc, char **argv) { return bench::serveAlgorithm(argc, argv, Offer()); }
