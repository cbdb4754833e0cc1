// The same network on vectors of 16 keys: strides of 16 and more exchange whole vectors, smaller ones lanes
// of one.
#include "../common/vector.h"
#include "problem.h"

using namespace bench;

namespace {

Int16 smaller(Int16 a, Int16 b) { return a < b ? a : b; }
Int16 larger(Int16 a, Int16 b) { return a > b ? a : b; }

const Int16 kLanes = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};

template <int kStride> Int16 partners(Int16 keys) {
  if constexpr (kStride == 8)
    return __builtin_shufflevector(keys, keys, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7);
  else if constexpr (kStride == 4)
    return __builtin_shufflevector(keys, keys, 4, 5, 6, 7, 0, 1, 2, 3, 12, 13, 14, 15, 8, 9, 10, 11);
  else if constexpr (kStride == 2)
    return __builtin_shufflevector(keys, keys, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
  else
    return __builtin_shufflevector(keys, keys, 1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14);
}

// `descending` is -1 in lanes of sequences that run down, 0 in others.
template <int kStride> Int16 exchange(Int16 keys, Int16 descending) {
  Int16 others = partners<kStride>(keys);
  Int16 upper = -((kLanes & kStride) != 0 ? Int16{} + 1 : Int16{});
  return (upper ^ descending) != 0 ? larger(keys, others) : smaller(keys, others);
}

// The strides of 8 and less of the sequences of one length: a vector at a time, all in registers.
template <int kLargest> void exchangeWithin(int *keys, int length) {
  for (int i = 0; i < BitonicSort::kSegment; i += 16) {
    Int16 descending = ((kLanes + i) & length) != 0;
    Int16 v = load(keys + i);
    if constexpr (kLargest >= 8)
      v = exchange<8>(v, descending);
    if constexpr (kLargest >= 4)
      v = exchange<4>(v, descending);
    if constexpr (kLargest >= 2)
      v = exchange<2>(v, descending);
    store(keys + i, exchange<1>(v, descending));
  }
}

void sort(int *keys) {
  exchangeWithin<1>(keys, 2);
  exchangeWithin<2>(keys, 4);
  exchangeWithin<4>(keys, 8);
  exchangeWithin<8>(keys, 16);
  for (int length = 32; length <= BitonicSort::kSegment; length *= 2) {
    for (int stride = length / 2; stride >= 16; stride /= 2)
      for (int first = 0; first < BitonicSort::kSegment; first += 2 * stride) {
        int *low = keys + first, *high = low + stride;
        if (first & length)
          std::swap(low, high);
        for (int i = 0; i < stride; i += 16) {
          Int16 a = load(low + i), b = load(high + i);
          store(low + i, smaller(a, b));
          store(high + i, larger(a, b));
        }
      }
    exchangeWithin<8>(keys, length);
  }
}

} // namespace

struct Program : BitonicSort {
  explicit Program(bool tiny) : BitonicSort(tiny), out_(size) {}
  void run() {
#pragma omp parallel for
    for (int segment = 0; segment < size; segment += kSegment) {
      alignas(64) int keys[kSegment];
      std::copy(&in[segment], &in[segment] + kSegment, keys);
      sort(keys);
      std::copy(keys, keys + kSegment, &out_[segment]);
    }
  }
  void check() { BitonicSort::check(out_.data()); }
  Array<int> out_;
};

int main(int argc, char **argv) { return serve<Program>(argc, argv); }
