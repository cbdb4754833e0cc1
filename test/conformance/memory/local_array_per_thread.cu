// Every thread has its own local array, also when its address escapes into another function.
#include "../check.h"

__device__ __noinline__ void rotate(int *values, int count, int by) {
  for (int step = 0; step < by; ++step) {
    int first = values[0];
    for (int i = 0; i + 1 < count; ++i)
      values[i] = values[i + 1];
    values[count - 1] = first;
  }
}

__global__ void use_locals(int *out, const int *picks) {
  int values[64];
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 64; ++i)
    values[i] = id * 64 + i;
  rotate(values, 64, id % 13);
  __syncthreads();
  out[id] = values[picks[id]];
}

// Of 8 KiB, stored to in other places by each thread, and copied as a whole.
constexpr int kLarge = 2048, kRounds = 100;
__host__ __device__ unsigned next(unsigned state) { return state * 1664525 + 1013904223; }

__global__ void use_large(int *out, const int *picks) {
  int values[kLarge], copy[kLarge];
  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < kLarge; ++i)
    values[i] = id + i;
  unsigned state = id;
  for (int round = 0; round < kRounds; ++round) {
    state = next(state);
    values[state >> 21] = round;
  }
  memcpy(copy, values, sizeof copy);
  rotate(copy, kLarge, id % 3);
  out[id] = copy[picks[id] * 32];
}

void checkLarge(const std::vector<int> &picks, int blocks, int threads) {
  DeviceArray<int> device_picks(picks), out(std::vector<int>(blocks * threads));
  use_large<<<blocks, threads>>>(out.get(), device_picks.get());
  CHECK_LAUNCH();
  std::vector<int> expected, values(kLarge);
  for (int id = 0; id < blocks * threads; ++id) {
    for (int i = 0; i < kLarge; ++i)
      values[i] = id + i;
    unsigned state = id;
    for (int round = 0; round < kRounds; ++round) {
      state = next(state);
      values[state >> 21] = round;
    }
    expected.push_back(values[(picks[id] * 32 + id % 3) % kLarge]);
  }
  CHECK_SAME(out.host(), expected);
}

int main() {
  const int threads = 4 * 160;
  Random random;
  std::vector<int> picks(threads);
  for (int &pick : picks)
    pick = random.below(64);
  DeviceArray<int> device_picks(picks), out(threads);
  use_locals<<<4, 160>>>(out.get(), device_picks.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int i = 0; i < threads; ++i)
    CHECK_EQ(got[i], i * 64 + (picks[i] + i % 13) % 64);
  checkLarge(picks, 4, 160);
  checkLarge(picks, 9, 32);
  checkLarge(picks, 40, 1);
  checkLarge(picks, 7, 33);
  return verdict();
}
