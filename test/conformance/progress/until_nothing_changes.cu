// Loops with barriers that go on until a flag says that the work is done: a volatile shared one, one after a barrier, a vote of the
// block, a flag of the grid that the host looks at. There are barriers in each round, so nobody polls.
#include "../check.h"

#include <algorithm>

namespace {

constexpr int kBlocks = 5, kThreads = 128, kAll = kBlocks * kThreads;

} // namespace

// Searches a sorted array: each round narrows the range to a 32nd.
__global__ void untilFlag(const int *in, int count, int *out) {
  __shared__ volatile int done;
  __shared__ int low, high;
  const int t = threadIdx.x, key = blockIdx.x;
  if (t == 0) {
    done = 0;
    low = 0;
    high = count;
  }
  __syncthreads();
  while (!done) {
    const int step = (high - low) / 32, here = low + t * step;
    const bool mine = in[here] <= key && (t == 31 || key < in[here + step]);
    __syncthreads();
    if (mine) {
      low = here;
      high = t == 31 ? high : here + step;
      if (high - low < 64)
        done = 1;
    }
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = low;
}

// Sorts by neighbours, until a round has changed nothing.
__global__ void untilNoExchange(int *values) {
  __shared__ int tile[kThreads];
  __shared__ volatile bool changed;
  const int t = threadIdx.x;
  tile[t] = values[blockIdx.x * kThreads + t];
  do {
    __syncthreads();
    if (t == 0)
      changed = false;
    __syncthreads();
    for (int odd = 0; odd < 2; ++odd) {
      const int at = 2 * t + odd;
      if (at + 1 < kThreads && tile[at] > tile[at + 1]) {
        const int kept = tile[at];
        tile[at] = tile[at + 1];
        tile[at + 1] = kept;
        changed = true;
      }
      __syncthreads();
    }
  } while (changed);
  values[blockIdx.x * kThreads + t] = tile[t];
}

// A number of steps of its own for each block, by the value of one thread.
__global__ void untilOneIsDone(int *steps) {
  __shared__ int state, rounds;
  if (threadIdx.x == 0) {
    state = blockIdx.x * 7 + 27;
    rounds = 0;
  }
  __syncthreads();
  while (*static_cast<volatile int *>(&state) != 1) {
    const int seen = state;
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1) {
      state = seen % 2 ? 3 * seen + 1 : seen / 2;
      ++rounds;
    }
    __syncthreads();
  }
  steps[blockIdx.x * kThreads + threadIdx.x] = rounds;
}

__global__ void whileAnyGoesOn(int *steps) {
  int value = blockIdx.x * kThreads + threadIdx.x + 1, own = 0, of_block = 0;
  while (__syncthreads_or(value != 1)) {
    if (value != 1) {
      value = value % 2 ? 3 * value + 1 : value / 2;
      ++own;
    }
    ++of_block;
  }
  steps[blockIdx.x * kThreads + threadIdx.x] = own * 1000 + of_block;
}

__global__ void whileEnoughGoOn(int *rounds) {
  int value = (threadIdx.x + 1) * (blockIdx.x + 1), round = 0;
  while (__syncthreads_count(value > 0) > 10) {
    value -= 9;
    ++round;
  }
  rounds[blockIdx.x * kThreads + threadIdx.x] = round;
}

// Distances in a line of cells from those that are 0, by a flag that any thread sets.
__global__ void untilAtomicFlagStays(int *values) {
  __shared__ int tile[kThreads], changed;
  const int t = threadIdx.x;
  tile[t] = values[blockIdx.x * kThreads + t];
  __syncthreads();
  for (;;) {
    if (t == 0)
      changed = 0;
    int best = tile[t];
    if (t > 0)
      best = min(best, tile[t - 1] + 1);
    if (t + 1 < kThreads)
      best = min(best, tile[t + 1] + 1);
    __syncthreads();
    if (best < tile[t]) {
      tile[t] = best;
      atomicOr(&changed, 1);
    }
    __syncthreads();
    if (!changed)
      break;
    __syncthreads();
  }
  values[blockIdx.x * kThreads + t] = tile[t];
}

// One step of the same for the whole array. The host asks whether there was a change.
__global__ void oneStep(const int *from, int *to, int *changed) {
  const int i = blockIdx.x * kThreads + threadIdx.x;
  int best = from[i];
  if (i > 0)
    best = min(best, from[i - 1] + 1);
  if (i + 1 < kAll)
    best = min(best, from[i + 1] + 1);
  if (best != from[i])
    *static_cast<volatile int *>(changed) = 1;
  to[i] = best;
}

// Warps leave at different times, each by a flag of its own.
__global__ void untilFlagOfTheWarp(int *steps) {
  __shared__ volatile int values[kThreads], done[kThreads / 32];
  const int t = threadIdx.x, warp = t / 32, lane = t % 32;
  values[t] = blockIdx.x * kThreads + t + 1;
  if (lane == 0)
    done[warp] = 0;
  __syncwarp();
  int rounds = 0;
  while (!done[warp]) {
    const int value = values[t];
    values[t] = value == 1 ? 1 : value % 2 ? 3 * value + 1 : value / 2;
    __syncwarp();
    if (lane == 0) {
      int highest = 0;
      for (int other = 0; other < 32; ++other)
        highest = max(highest, values[warp * 32 + other]);
      done[warp] = highest == 1;
    }
    __syncwarp();
    ++rounds;
  }
  steps[blockIdx.x * kThreads + t] = rounds;
}

namespace {

int stepsToOne(int value) {
  int steps = 0;
  for (; value != 1; ++steps)
    value = value % 2 ? 3 * value + 1 : value / 2;
  return steps;
}

std::vector<int> distancesFrom(const std::vector<int> &values, int length) {
  std::vector<int> distances(values);
  for (int i = 0; i < kAll; ++i)
    for (int other = i / length * length; other < (i / length + 1) * length; ++other)
      distances[i] = std::min(distances[i], values[other] + std::abs(i - other));
  return distances;
}

} // namespace

int main() {
  constexpr int kCount = 1 << 16;
  std::vector<int> ascending(kCount), found(kBlocks);
  for (int i = 0; i < kCount; ++i)
    ascending[i] = i / 4096;
  for (int key = 0; key < kBlocks; ++key)
    found[key] = key * 4096 + 4096 - 2;
  const DeviceArray<int> in(ascending);
  DeviceArray<int> out(kBlocks);
  untilFlag<<<kBlocks, 32>>>(in.get(), kCount, out.get());
  CHECK_LAUNCH();
  CHECK_SAME(out.host(), found);

  Random random;
  std::vector<int> values(kAll), distances(kAll);
  for (int i = 0; i < kAll; ++i) {
    values[i] = static_cast<int>(random.below(1000));
    distances[i] = random.below(50) == 0 ? 0 : 1000;
  }
  DeviceArray<int> exchanged(values);
  untilNoExchange<<<kBlocks, kThreads>>>(exchanged.get());
  CHECK_LAUNCH();
  std::vector<int> in_order(values);
  for (int block = 0; block < kBlocks; ++block)
    std::sort(in_order.begin() + block * kThreads, in_order.begin() + (block + 1) * kThreads);
  CHECK_SAME(exchanged.host(), in_order);

  DeviceArray<int> steps(kAll), any_steps(kAll), enough_steps(kAll), warp_steps(kAll);
  untilOneIsDone<<<kBlocks, kThreads>>>(steps.get());
  whileAnyGoesOn<<<kBlocks, kThreads>>>(any_steps.get());
  whileEnoughGoOn<<<kBlocks, kThreads>>>(enough_steps.get());
  untilFlagOfTheWarp<<<kBlocks, kThreads>>>(warp_steps.get());
  CHECK_LAUNCH();
  std::vector<int> expected(kAll), expected_any(kAll), expected_enough(kAll), expected_warp(kAll);
  for (int i = 0; i < kAll; ++i) {
    const int block = i / kThreads;
    expected[i] = stepsToOne(block * 7 + 27);
    int of_block = 0, of_warp = 0, round = 0;
    for (int t = 0; t < kThreads; ++t) {
      const int of_thread = stepsToOne(block * kThreads + t + 1);
      of_block = std::max(of_block, of_thread);
      if (t / 32 == i % kThreads / 32)
        of_warp = std::max(of_warp, of_thread);
    }
    expected_any[i] = stepsToOne(i + 1) * 1000 + of_block;
    expected_warp[i] = std::max(of_warp, 1);
    for (;; ++round) {
      int going = 0;
      for (int t = 0; t < kThreads; ++t)
        going += (t + 1) * (block + 1) - 9 * round > 0;
      if (going <= 10)
        break;
    }
    expected_enough[i] = round;
  }
  CHECK_SAME(steps.host(), expected);
  CHECK_SAME(any_steps.host(), expected_any);
  CHECK_SAME(enough_steps.host(), expected_enough);
  CHECK_SAME(warp_steps.host(), expected_warp);

  DeviceArray<int> relaxed(distances);
  untilAtomicFlagStays<<<kBlocks, kThreads>>>(relaxed.get());
  CHECK_LAUNCH();
  CHECK_SAME(relaxed.host(), distancesFrom(distances, kThreads));
  DeviceArray<int> first(distances), second(kAll), changed(1);
  int *from = first.get(), *to = second.get(), any = 1;
  while (any) {
    CHECK_CUDA(cudaMemset(changed.get(), 0, sizeof(int)));
    oneStep<<<kBlocks, kThreads>>>(from, to, changed.get());
    any = changed.first();
    std::swap(from, to);
  }
  CHECK_SAME(first.host(), distancesFrom(distances, kAll));
  return verdict();
}
