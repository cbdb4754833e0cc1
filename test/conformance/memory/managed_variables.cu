// __managed__ variables are the same memory for host and kernels.
#include "../check.h"

__managed__ int total = 5;
__managed__ float samples[64];

__global__ void accumulate() {
  samples[threadIdx.x] *= 2;
  atomicAdd(&total, static_cast<int>(threadIdx.x));
}

int main() {
  CHECK_EQ(total, 5);
  for (int i = 0; i < 64; ++i)
    samples[i] = i + 0.5f;
  accumulate<<<1, 64>>>();
  CHECK_LAUNCH();
  CHECK_EQ(total, 5 + 63 * 64 / 2);
  for (int i = 0; i < 64; ++i)
    CHECK_EQ(samples[i], 2 * (i + 0.5f));
  total = 0;
  accumulate<<<1, 2>>>();
  CHECK_LAUNCH();
  CHECK_EQ(total, 1);
  return verdict();
}
