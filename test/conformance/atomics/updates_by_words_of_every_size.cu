// Updates of shared memory by parts of words of 8 to 64 bits, which lie in memory side by side, wherever they begin.
#include "../check.h"

#include <cstdint>

constexpr int kBins = 300;

struct Add {
  static constexpr unsigned kNeutral = 0;
  __device__ static void update(unsigned *bin, unsigned value) { atomicAdd(bin, value); }
  static unsigned apply(unsigned bin, unsigned value) { return bin + value; }
};
struct Max {
  static constexpr unsigned kNeutral = 0;
  __device__ static void update(unsigned *bin, unsigned value) { atomicMax(bin, value); }
  static unsigned apply(unsigned bin, unsigned value) { return bin > value ? bin : value; }
};
struct Min {
  static constexpr unsigned kNeutral = ~0u;
  __device__ static void update(unsigned *bin, unsigned value) { atomicMin(bin, value); }
  static unsigned apply(unsigned bin, unsigned value) { return bin < value ? bin : value; }
};
struct Xor {
  static constexpr unsigned kNeutral = 0;
  __device__ static void update(unsigned *bin, unsigned value) { atomicXor(bin, value); }
  static unsigned apply(unsigned bin, unsigned value) { return bin ^ value; }
};

// What a word says of its part: which bin, and a value.
template <int kParts, typename Word> __host__ __device__ unsigned binOf(Word word, int part) {
  return static_cast<unsigned>(word >> (part * 8 * static_cast<int>(sizeof(Word)) / kParts)) % 256 + part;
}
template <typename Word> __host__ __device__ unsigned valueOf(Word word, unsigned weight, bool weighted) {
  return weighted ? weight ^ static_cast<unsigned>(word >> 1) : static_cast<unsigned>(word) & 15;
}

template <typename Kind, int kParts, bool kWeighted, typename Word>
__global__ void histogram(const Word *words, const unsigned *weights, int count, unsigned *result) {
  __shared__ unsigned bins[kBins];
  for (int i = threadIdx.x; i < kBins; i += blockDim.x)
    bins[i] = Kind::kNeutral;
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x) {
    const Word word = words[i];
    const unsigned value = valueOf(word, kWeighted ? weights[i] : 0, kWeighted);
#pragma unroll
    for (int part = 0; part < kParts; ++part)
      Kind::update(&bins[binOf<kParts>(word, part)], value);
  }
  __syncthreads();
  for (int i = threadIdx.x; i < kBins; i += blockDim.x)
    result[i] = bins[i];
}

template <typename Kind, int kParts, bool kWeighted, typename Word> void test(Random &random, int skipped) {
  const int count = 3000;
  std::vector<Word> words(count + skipped);
  std::vector<unsigned> weights(count);
  for (Word &word : words)
    word =
        static_cast<Word>(static_cast<std::uint64_t>(random.below(1u << 31)) * random.below(1u << 31) >> 5);
  for (unsigned &weight : weights)
    weight = random.below(1u << 20);
  std::vector<unsigned> expected(kBins, Kind::kNeutral);
  for (int i = 0; i < count; ++i)
    for (int part = 0; part < kParts; ++part) {
      unsigned &bin = expected[binOf<kParts>(words[i + skipped], part)];
      bin = Kind::apply(bin, valueOf(words[i + skipped], weights[i], kWeighted));
    }
  DeviceArray<Word> device_words(words);
  DeviceArray<unsigned> device_weights(weights);
  for (int threads : {32, 96, 128, 160, 256}) {
    DeviceArray<unsigned> found(kBins);
    histogram<Kind, kParts, kWeighted>
        <<<1, threads>>>(device_words.get() + skipped, device_weights.get(), count, found.get());
    CHECK_LAUNCH();
    CHECK_SAME(found.host(), expected);
  }
}

template <typename Word> void testWord(Random &random) {
  for (int skipped : {0, 1, 3}) {
    test<Add, 1, false, Word>(random, skipped);
    test<Add, 1, true, Word>(random, skipped);
    test<Add, 2, true, Word>(random, skipped);
    test<Xor, 4, false, Word>(random, skipped);
    test<Max, 2, false, Word>(random, skipped);
    test<Min, 4, true, Word>(random, skipped);
  }
}

// Words that lie at one number of different elements after each lane's.
struct Four {
  unsigned first, others[3];
};

__global__ void atOneNumber(const unsigned *words, long long number, unsigned *result) {
  __shared__ unsigned bins[kBins];
  for (int i = threadIdx.x; i < kBins; i += blockDim.x)
    bins[i] = 0;
  __syncthreads();
  const unsigned *own = words + threadIdx.x;
  const unsigned near = own[number], far = reinterpret_cast<const Four *>(own)[number].first;
  atomicAdd(&bins[near & 255], 1u);
  atomicAdd(&bins[near >> 8 & 255], 1u);
  atomicAdd(&bins[far & 255], 3u);
  atomicAdd(&bins[far >> 8 & 255], 3u);
  __syncthreads();
  for (int i = threadIdx.x; i < kBins; i += blockDim.x)
    result[i] = bins[i];
}

void testOneNumber(Random &random) {
  const int threads = 64, number = 20;
  std::vector<unsigned> words(4 * number + threads + 4), expected(kBins);
  for (unsigned &word : words)
    word = random.below(1u << 16);
  for (int i = 0; i < threads; ++i) {
    const unsigned near = words[i + number], far = words[i + 4 * number];
    expected[near & 255] += 1;
    expected[near >> 8 & 255] += 1;
    expected[far & 255] += 3;
    expected[far >> 8 & 255] += 3;
  }
  DeviceArray<unsigned> device(words), found(kBins);
  atOneNumber<<<1, threads>>>(device.get(), number, found.get());
  CHECK_LAUNCH();
  CHECK_SAME(found.host(), expected);
}

int main() {
  Random random;
  testOneNumber(random);
  testWord<std::uint8_t>(random);
  testWord<std::int16_t>(random);
  testWord<std::uint16_t>(random);
  testWord<int>(random);
  testWord<std::uint32_t>(random);
  testWord<std::uint64_t>(random);
  return verdict();
}
