// Lanes leave an inner loop at different times: some go on with the outer one, others leave both.
#include "../check.h"

// 1. The outer loop's only way out is a uniform condition inside the inner loop: the count of both is even.
__host__ __device__ inline int run(unsigned x, int start) {
  int left = 6, result = start;
again:
  if (--left < 0)
    return result;
  if (x >= 9)
    goto again;
  result = 0;
  if (--left < 0)
    return result;
  goto again;
}

// 2. Each lane has its own number of inner iterations.
__host__ __device__ inline int search(unsigned thread, int fuel) {
  int found = 0;
  for (unsigned outer = 0;; ++outer) {
    for (unsigned inner = 0; inner < (thread * 7 + outer) % 5; ++inner) {
      if (--fuel < 0)
        return found * 100 + static_cast<int>(outer);
      found += (thread + inner) % 3 == 0;
    }
    if (found > 6)
      return -static_cast<int>(outer);
  }
}

__global__ void runAll(int *out, int start) {
  const unsigned thread = threadIdx.x + blockDim.x * threadIdx.y;
  int result = start;
  if (thread / 32 == 1)
    result = run(threadIdx.x, start);
  out[thread] = result;
}

__global__ void searchAll(int *out, int fuel) {
  const unsigned thread = threadIdx.x + blockDim.x * threadIdx.y;
  out[thread] = search(thread, fuel);
}

int main() {
  for (dim3 block : {dim3(8, 5), dim3(64), dim3(16, 16), dim3(13, 7)}) {
    const unsigned threads = block.x * block.y;
    DeviceArray<int> out(threads);
    runAll<<<1, block>>>(out.get(), -5);
    CHECK_LAUNCH();
    std::vector<int> results = out.host();
    for (unsigned i = 0; i < threads; ++i)
      CHECK_EQ(results[i], i / 32 == 1 ? run(i % block.x, -5) : -5);
    for (int fuel : {0, 1, 6, 23}) {
      searchAll<<<1, block>>>(out.get(), fuel);
      CHECK_LAUNCH();
      results = out.host();
      for (unsigned i = 0; i < threads; ++i)
        CHECK_EQ(results[i], search(i, fuel));
    }
  }
  return verdict();
}
