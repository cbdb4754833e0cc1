// __syncthreads_count, _and and _or in loops: each round counts anew, whatever is computed from the number,
// and also after warps have returned.
#include "../check.h"

// Each round's number decides what the threads say in the next one.
__global__ void countAgain(const int *rounds, unsigned *out) {
  unsigned value = threadIdx.x * 7;
  int round = 0;
  do {
    value += __syncthreads_count((value & 3) == 1);
  } while (++round < rounds[blockIdx.x]);
  out[blockIdx.x * blockDim.x + threadIdx.x] = value;
}

// Goes on as long as somebody, then as long as not everybody, wants to.
__global__ void askAgain(const int *wanted, int *out) {
  int rounds = 0, others = 0;
  while (__syncthreads_or(rounds < wanted[threadIdx.x]))
    ++rounds;
  while (!__syncthreads_and(others >= wanted[threadIdx.x]))
    ++others;
  out[threadIdx.x] = rounds * 1000 + others;
}

// Warps that have had enough return; the number times a constant is all that the others keep of a round.
__global__ void countTheLiving(const int *wanted, const float *scale, float *out) {
  float sum = threadIdx.x;
  for (int round = 0; round < 6; ++round) {
    if (round == wanted[threadIdx.x / 32]) {
      out[threadIdx.x] = sum;
      return;
    }
    sum += __syncthreads_count(threadIdx.x % 3 == 0) * scale[0];
    sum *= 0.5f;
  }
  out[threadIdx.x] = -sum;
}

void checkCountAgain(int block) {
  const std::vector<int> rounds = {0, 1, 2, 5, 13};
  const DeviceArray<int> device_rounds(rounds);
  DeviceArray<unsigned> out(rounds.size() * block);
  countAgain<<<rounds.size(), block>>>(device_rounds.get(), out.get());
  CHECK_LAUNCH();
  std::vector<unsigned> expected;
  for (int count : rounds) {
    std::vector<unsigned> values(block);
    for (int t = 0; t < block; ++t)
      values[t] = t * 7;
    for (int round = 0; round == 0 || round < count; ++round) {
      unsigned sum = 0;
      for (unsigned value : values)
        sum += (value & 3) == 1;
      for (unsigned &value : values)
        value += sum;
    }
    expected.insert(expected.end(), values.begin(), values.end());
  }
  CHECK_SAME(out.host(), expected);
}

void checkAskAgain(int block) {
  std::vector<int> wanted(block);
  for (int t = 0; t < block; ++t)
    wanted[t] = t * 7919 % 11;
  const DeviceArray<int> device_wanted(wanted);
  DeviceArray<int> out(block);
  askAgain<<<1, block>>>(device_wanted.get(), out.get());
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), std::vector<int>(block, 10 * 1001));
}

void checkCountTheLiving(int block) {
  const std::vector<int> wanted = {3, 9, 0, 5, 9, 1, 1, 6};
  const float scale = 0.25f;
  const DeviceArray<int> device_wanted(wanted);
  const DeviceArray<float> device_scale(std::vector<float>{scale});
  DeviceArray<float> out(block);
  countTheLiving<<<1, block>>>(device_wanted.get(), device_scale.get(), out.get());
  CHECK_LAUNCH();
  std::vector<float> expected(block);
  for (int t = 0; t < block; ++t) {
    float sum = t;
    int round = 0;
    for (; round < 6 && round < wanted[t / 32]; ++round) {
      int count = 0;
      for (int other = 0; other < block; other += 3)
        count += round < wanted[other / 32];
      sum = (sum + count * scale) * 0.5f;
    }
    expected[t] = round == 6 ? -sum : sum;
  }
  CHECK_SAME(out.host(), expected);
}

int main() {
  for (int block : {32, 64, 96, 100, 256}) {
    checkCountAgain(block);
    checkAskAgain(block);
    checkCountTheLiving(block);
  }
  return verdict();
}
