// Device code may access an object as something of another type, as CUB's shuffles do: no access is taken for
// independent of another one because their types differ.
#include "../check.h"

struct Sample {
  long index;
  float weight;
  short flags[2];
};

__device__ __noinline__ long storedAsWords(Sample *sample, unsigned *words) {
  sample->index = 1;
  words[0] = 7;
  words[1] = 0;
  return sample->index;
}

template <typename T> __device__ T fromLane(const T &value, int lane) {
  T result;
  const unsigned *in = reinterpret_cast<const unsigned *>(&value);
  unsigned *out = reinterpret_cast<unsigned *>(&result);
  for (unsigned i = 0; i < sizeof(T) / sizeof(unsigned); ++i)
    out[i] = __shfl_sync(~0u, in[i], lane);
  return result;
}

__global__ void store(Sample *samples, long *seen) {
  Sample *own = samples + threadIdx.x;
  seen[threadIdx.x] = storedAsWords(own, reinterpret_cast<unsigned *>(own));
}

__global__ void shuffle(Sample *samples) {
  const int lane = threadIdx.x;
  Sample own{lane * 10L, lane * 0.5f, {static_cast<short>(lane), static_cast<short>(-lane)}};
  own.index += 1;
  Sample sum = fromLane(own, (lane + 1) % 32);
  own.weight = sum.weight + 1;
  sum = fromLane(own, (lane + 2) % 32);
  samples[lane] = sum;
}

// Bits of floats as integers, in memory that both types see.
__global__ void negate(float *values, int *seen) {
  int *bits = reinterpret_cast<int *>(values);
  const float before = values[threadIdx.x];
  bits[threadIdx.x] ^= 0x80000000;
  const float after = values[threadIdx.x];
  seen[threadIdx.x] = before + after == 0;
}

int main() {
  DeviceArray<Sample> samples(32);
  DeviceArray<long> seen(32);
  DeviceArray<float> values(std::vector<float>(32, 1.5f));
  DeviceArray<int> negated(32);
  store<<<1, 32>>>(samples.get(), seen.get());
  CHECK_LAUNCH();
  CHECK_SAME(seen.host(), std::vector<long>(32, 7));
  shuffle<<<1, 32>>>(samples.get());
  negate<<<1, 32>>>(values.get(), negated.get());
  CHECK_LAUNCH();
  const std::vector<Sample> shuffled = samples.host();
  for (int lane = 0; lane < 32; ++lane) {
    const int source = (lane + 2) % 32;
    CHECK_EQ(shuffled[lane].index, source * 10L + 1);
    CHECK_EQ(shuffled[lane].weight, (source + 1) % 32 * 0.5f + 1);
    CHECK_EQ(shuffled[lane].flags[1], static_cast<short>(-source));
  }
  CHECK_SAME(negated.host(), std::vector<int>(32, 1));
  return verdict();
}
