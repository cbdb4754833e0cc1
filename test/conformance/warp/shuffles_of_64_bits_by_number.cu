// __shfl_sync of 64 bits from lanes that only the run knows: a lane of its own for each, one for all, within segments,
// and among the lanes of a branch. Votes and reductions whose results all lanes use.
#include "../check.h"

#include <algorithm>

constexpr unsigned kFull = 0xffffffff;

__global__ void shuffles(const double *values, const long long *numbers, const int *lanes, int one,
                         double *doubles, long long *integers, unsigned *words) {
  int t = threadIdx.x;
  double value = values[t];
  long long number = numbers[t];
  doubles[t] = __shfl_sync(kFull, value, lanes[t]);
  doubles[64 + t] = __shfl_sync(kFull, value, one);
  doubles[128 + t] = __shfl_sync(kFull, value, lanes[t], 8);
  integers[t] = __shfl_sync(kFull, number, lanes[t]);
  integers[64 + t] = __shfl_sync(kFull, number, one) + number;
  integers[128 + t] = __shfl_sync(kFull, number, one, 16);
  bool odd = lanes[t] & 1;
  unsigned group = __ballot_sync(kFull, odd);
  if (odd) {
    int first = __ffs(group) - 1;
    integers[192 + t] = __shfl_sync(group, number, first) ^ number;
    words[t] = __shfl_sync(group, static_cast<unsigned>(number), first) * 2 + __any_sync(group, number > 0);
    words[64 + t] = __reduce_add_sync(group, static_cast<unsigned>(number)) ^ static_cast<unsigned>(t);
  } else {
    integers[192 + t] = number;
    words[t] = __all_sync(~group, number != 5) + 2 * __any_sync(~group, number == 5);
    words[64 + t] = __reduce_max_sync(~group, static_cast<unsigned>(number)) ^ static_cast<unsigned>(t);
  }
}

int main() {
  constexpr int kThreads = 64;
  std::vector<double> values(kThreads);
  std::vector<long long> numbers(kThreads);
  std::vector<int> lanes(kThreads);
  unsigned state = 1;
  for (int t = 0; t < kThreads; ++t) {
    state = state * 1664525 + 1013904223;
    values[t] = t + 1.0 / (t + 3);
    numbers[t] = static_cast<long long>(t + 1) * 0x1234567890123;
    lanes[t] = static_cast<int>(state >> 27);
  }
  const int one = 19;
  DeviceArray<double> device_values(values), doubles(3 * kThreads);
  DeviceArray<long long> device_numbers(numbers), integers(4 * kThreads);
  DeviceArray<int> device_lanes(lanes);
  DeviceArray<unsigned> words(2 * kThreads);
  shuffles<<<1, kThreads>>>(device_values.get(), device_numbers.get(), device_lanes.get(), one, doubles.get(),
                            integers.get(), words.get());
  CHECK_LAUNCH();

  std::vector<double> expected_doubles(3 * kThreads);
  std::vector<long long> expected_integers(4 * kThreads);
  std::vector<unsigned> expected_words(2 * kThreads);
  for (int warp = 0; warp < kThreads; warp += 32) {
    int first = 0;
    while (!(lanes[warp + first] & 1))
      ++first;
    unsigned sum = 0, largest = 0;
    for (int t = warp; t < warp + 32; ++t)
      if (lanes[t] & 1)
        sum += static_cast<unsigned>(numbers[t]);
      else
        largest = std::max(largest, static_cast<unsigned>(numbers[t]));
    for (int t = warp; t < warp + 32; ++t) {
      expected_doubles[t] = values[warp + lanes[t]];
      expected_doubles[64 + t] = values[warp + one];
      expected_doubles[128 + t] = values[(t & ~7) + (lanes[t] & 7)];
      expected_integers[t] = numbers[warp + lanes[t]];
      expected_integers[64 + t] = numbers[warp + one] + numbers[t];
      expected_integers[128 + t] = numbers[(t & ~15) + (one & 15)];
      const bool odd = lanes[t] & 1;
      expected_integers[192 + t] = odd ? numbers[warp + first] ^ numbers[t] : numbers[t];
      expected_words[t] = odd ? static_cast<unsigned>(numbers[warp + first]) * 2 + 1 : 1;
      expected_words[64 + t] = (odd ? sum : largest) ^ static_cast<unsigned>(t);
    }
  }
  CHECK_SAME(doubles.host(), expected_doubles);
  CHECK_SAME(integers.host(), expected_integers);
  CHECK_SAME(words.host(), expected_words);
  return verdict();
}
