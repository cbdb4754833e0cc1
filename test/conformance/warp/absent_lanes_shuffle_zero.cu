// A shuffle from a lane that does not exist, or has exited, returns zero. CUDA leaves it undefined; GPUs do so,
// and programs whose last block is smaller than a warp rely on it.
// check: shuffle-of-absent-lane
#include "../check.h"

__global__ void read(int leave, const int *values, const int *sources, int *out) {
  const int lane = threadIdx.x;
  if (lane >= leave)
    return;
  const int value = values[lane];
  int *mine = out + 6 * lane;
  mine[0] = __shfl_sync(0xffffffff, value, sources[lane]);
  mine[1] = __shfl_down_sync(0xffffffff, value, 16);
  mine[2] = __shfl_xor_sync(0xffffffff, value, 5);
  mine[3] = __shfl_sync(0xffffffff, value, 31);
  // The same within groups of 8.
  const unsigned group = 0xffu << (lane & 24);
  mine[4] = __shfl_sync(group, value, 7, 8);
  mine[5] = __shfl_down_sync(group, value, 2, 8);
}

int main() {
  Random random;
  for (int threads : {1, 2, 20, 31, 32})
    for (int leave : {1, 2, 17, 32}) {
      const int here = threads < leave ? threads : leave;
      std::vector<int> values(threads), sources(threads);
      for (int lane = 0; lane < threads; ++lane) {
        values[lane] = 1 + random.below(1000);
        sources[lane] = random.below(32);
      }
      DeviceArray<int> device_values(values), device_sources(sources), out(6 * threads);
      read<<<1, threads>>>(leave, device_values.get(), device_sources.get(), out.get());
      CHECK_LAUNCH();
      std::vector<int> got = out.host();
      auto from = [&](int source) { return source < here ? values[source] : 0; };
      for (int lane = 0; lane < here; ++lane) {
        CHECK_EQ(got[6 * lane], from(sources[lane]));
        CHECK_EQ(got[6 * lane + 1], lane < 16 ? from(lane + 16) : values[lane]);
        CHECK_EQ(got[6 * lane + 2], from(lane ^ 5));
        CHECK_EQ(got[6 * lane + 3], from(31));
        CHECK_EQ(got[6 * lane + 4], from(lane | 7));
        CHECK_EQ(got[6 * lane + 5], lane % 8 < 6 ? from(lane + 2) : values[lane]);
      }
    }
  return verdict();
}
