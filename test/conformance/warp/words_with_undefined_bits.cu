// Words of which a loop sets some bits, while the others never get a value, are shuffled as a whole, as libraries do it
// with structures that have padding. The bits that are set arrive.
#include "../check.h"

#include <cstring>

struct Tagged {
  unsigned tag : 16;
  unsigned unused : 16;
};

__device__ unsigned wordOf(const Tagged &tagged) {
  unsigned word;
  memcpy(&word, &tagged, sizeof word);
  return word;
}

__global__ void together(const unsigned short *tags, int rounds, unsigned *out) {
  Tagged tagged;
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
    tagged.tag = tags[round * 32 + threadIdx.x];
    sum += __shfl_down_sync(0xffffffff, wordOf(tagged), 1) & 0xffff;
  }
  out[threadIdx.x] = sum;
}

// Lanes leave the loop one by one, each with the bits that it set last.
__global__ void oneByOne(const unsigned short *tags, unsigned *out) {
  Tagged tagged;
  for (int round = 0; round <= int(threadIdx.x); ++round)
    tagged.tag = tags[round * 32 + threadIdx.x] + (round > 0 ? tagged.tag : 0);
  out[threadIdx.x] = __shfl_xor_sync(0xffffffff, wordOf(tagged), 1) & 0xffff;
}

// The bits are the same in all lanes, and set by part of them only.
__global__ void byPart(const unsigned short *tags, int rounds, unsigned *out) {
  Tagged tagged;
  unsigned sum = 0;
  for (int round = 0; round < rounds; ++round) {
    if (int(threadIdx.x) % 3 != round % 3) {
      tagged.tag = tags[round];
      sum += wordOf(tagged) & 0xffff;
    }
  }
  out[threadIdx.x] = sum;
}

int main() {
  constexpr int kRounds = 32;
  Random random;
  std::vector<unsigned short> tags(kRounds * 32);
  for (auto &tag : tags)
    tag = static_cast<unsigned short>(random.below(65536));
  DeviceArray<unsigned short> device_tags(tags);
  DeviceArray<unsigned> shuffled(32), left(32), parts(32);
  together<<<1, 32>>>(device_tags.get(), kRounds, shuffled.get());
  CHECK_LAUNCH();
  oneByOne<<<1, 32>>>(device_tags.get(), left.get());
  CHECK_LAUNCH();
  byPart<<<1, 32>>>(device_tags.get(), kRounds, parts.get());
  CHECK_LAUNCH();
  const std::vector<unsigned> got_shuffled = shuffled.host(), got_left = left.host(),
                              got_parts = parts.host();
  for (int lane = 0; lane < 32; ++lane) {
    const int below = lane < 31 ? lane + 1 : lane, other = lane ^ 1;
    unsigned sum = 0, last = 0, part = 0;
    for (int round = 0; round < kRounds; ++round) {
      sum += tags[round * 32 + below];
      if (round <= other)
        last = (last + tags[round * 32 + other]) & 0xffff;
      if (lane % 3 != round % 3)
        part += tags[round];
    }
    CHECK_EQ(got_shuffled[lane], sum);
    CHECK_EQ(got_left[lane], last);
    CHECK_EQ(got_parts[lane], part);
  }
  return verdict();
}
