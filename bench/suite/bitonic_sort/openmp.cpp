// The rounds of the CUDA kernel one after the other, for 16 segments at a time: strides of any size then compare
// whole rows.
#include "problem.h"

namespace {

constexpr int kSegment = BitonicSort::kSegment, kLanes = 16;

void sort(int (*keys)[kLanes]) {
  for (int length = 2; length <= kSegment; length *= 2)
    for (int stride = length / 2; stride > 0; stride /= 2)
      for (int first = 0; first < kSegment; first += 2 * stride) {
        int low = first, high = first + stride;
        if (first & length)
          std::swap(low, high);
        for (int i = 0; i < stride; ++i)
#pragma omp simd
          for (int lane = 0; lane < kLanes; ++lane) {
            int a = keys[low + i][lane], b = keys[high + i][lane];
            keys[low + i][lane] = std::min(a, b);
            keys[high + i][lane] = std::max(a, b);
          }
      }
}

} // namespace

struct Program : BitonicSort {
  explicit Program(bool tiny) : BitonicSort(tiny), out_(size) {}
  void run() {
#pragma omp parallel for
    for (int segment = 0; segment < size; segment += kSegment * kLanes) {
      alignas(64) int keys[kSegment][kLanes];
      const int *in = &this->in[segment];
      int *out = &out_[segment];
      for (int i = 0; i < kSegment; ++i)
#pragma omp simd
        for (int lane = 0; lane < kLanes; ++lane)
          keys[i][lane] = in[lane * kSegment + i];
      sort(keys);
      for (int lane = 0; lane < kLanes; ++lane)
#pragma omp simd
        for (int i = 0; i < kSegment; ++i)
          out[lane * kSegment + i] = keys[i][lane];
    }
  }
  void check() { BitonicSort::check(out_.data()); }
  bench::Array<int> out_;
};

int main(int argc, char **argv) { return bench::serve<Program>(argc, argv); }
