// Loops that wait for their own results, which two warps of a block may run by turns: lanes and warps leave them
// at different times, come to them several times or never, and do other things before and after them.
#include "../check.h"

// As many of them go to the limit as leave early.
__host__ __device__ unsigned next(unsigned x) { return (x ^ (x >> 3)) * 2654435761u + 12345u; }
__host__ __device__ bool goesOn(unsigned x) { return (x >> 8) % 37 != 0; }

__host__ __device__ unsigned stepsOf(unsigned x, int most, unsigned *last) {
  int step = 0;
  while (step < most && goesOn(x)) {
    x = next(x);
    ++step;
  }
  *last = x;
  return step;
}

__host__ __device__ float orbit(float c, int most, int *steps) {
  float x = 0;
  int step = 0;
  while (step < most && x * x < 4.0f) {
    x = fmaf(x, x, c);
    ++step;
  }
  *steps = step;
  return x * x < 4.0f ? x : 0.0f;
}

__host__ __device__ int follow(const int *next_of, int at, int hops) {
  for (int i = 0; i < hops; ++i)
    at = next_of[at];
  return at;
}

struct Result {
  unsigned steps, last, visits;
  int orbit_steps, end;
  float orbit;
  __host__ __device__ bool operator==(const Result &other) const {
    return steps == other.steps && last == other.last && visits == other.visits &&
           orbit_steps == other.orbit_steps && end == other.end && orbit == other.orbit;
  }
};

__global__ void steps(Result *results, int count, int most) {
  int i = blockIdx.x * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  unsigned last;
  results[i].steps = stepsOf(i * 77, most, &last);
  results[i].last = last;
}

__global__ void orbits(Result *results, int count, int most) {
  int i = blockIdx.x * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
  if (i >= count || i % 64 == 33)
    return;
  int own;
  results[i].orbit = orbit(i % 512 * (1.0f / 128) - 2.2f, most, &own);
  results[i].orbit_steps = own;
}

__global__ void hops(Result *results, const int *next_of, int count) {
  int i = blockIdx.x * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
  if (i < count)
    results[i].end = follow(next_of, i, i % 41);
}

// The loop is one of several in a loop, which also writes.
__global__ void visits(Result *results, int count, int most) {
  int i = blockIdx.x * blockDim.x * blockDim.y + threadIdx.y * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  unsigned x = i;
  for (int round = 0; round < i % 5; ++round) {
    unsigned last;
    results[i].visits += stepsOf(x, most, &last);
    x = last + round + 1;
    if (x % 11 == 0)
      break;
  }
}

std::vector<Result> expected(const std::vector<int> &next_of, int count, int most) {
  std::vector<Result> results(next_of.size(), Result{});
  for (int i = 0; i < count; ++i) {
    Result &result = results[i];
    result.steps = stepsOf(i * 77, most, &result.last);
    if (i % 64 != 33)
      result.orbit = orbit(i % 512 * (1.0f / 128) - 2.2f, most, &result.orbit_steps);
    result.end = follow(next_of.data(), i, i % 41);
    unsigned x = i;
    for (int round = 0; round < i % 5; ++round) {
      unsigned last;
      result.visits += stepsOf(x, most, &last);
      x = last + round + 1;
      if (x % 11 == 0)
        break;
    }
  }
  return results;
}

int main() {
  constexpr int kCount = 4096;
  Random random;
  std::vector<int> next_of(kCount);
  for (int &next : next_of)
    next = random.below(kCount);
  DeviceArray<int> device_next(next_of);
  for (dim3 block : {dim3(32), dim3(32, 8), dim3(256), dim3(100), dim3(16, 6)})
    for (int count : {1, 65, 1000, 4000})
      for (int most : {0, 1, 31, 32, 33, 34, 35, 200}) {
        DeviceArray<Result> results(std::vector<Result>(kCount, Result{}));
        const int blocks = kCount / (block.x * block.y) + 1;
        steps<<<blocks, block>>>(results.get(), count, most);
        orbits<<<blocks, block>>>(results.get(), count, most);
        hops<<<blocks, block>>>(results.get(), device_next.get(), count);
        visits<<<blocks, block>>>(results.get(), count, most);
        CHECK_LAUNCH();
        CHECK_SAME(results.host(), expected(next_of, count, most));
      }
  return verdict();
}
