// -rdc=true: device functions, variables, constants and virtual tables defined in another file.
#include "shared.h"

__device__ int helper(int n) { return n <= 0 ? 0 : recurse(n - 1) + 1; }

__global__ void run(int *out) {
  int t = threadIdx.x;
  bump(t % 4, t);
  __syncthreads();
  __align__(8) char memory[sizeof(void *) * 2];
  out[t] = static_cast<int>(factor * t) + recurse(t % 6) + twice(t) + makeTriangle(memory)->corners() +
           operation(t, 2);
  if (t == 0)
    atomicAdd(&managed_total, counters[3]);
}

void setFactor(float value);
void launchOther(int *out);

int main() {
  CHECK_EQ(managed_total, 1000);
  DeviceArray<int> out(64);
  float value = 3;
  CHECK_CUDA(cudaMemcpyToSymbol(factor, &value, sizeof value));
  run<<<1, 64>>>(out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int t = 0; t < 64; ++t)
    CHECK_EQ(got[t], 3 * t + t % 6 + 2 * t + 3 + t * 2);
  int sums[4];
  CHECK_CUDA(cudaMemcpyFromSymbol(sums, counters, sizeof sums));
  for (int i = 0; i < 4; ++i)
    CHECK_EQ(sums[i], 16 * i + 4 * (15 * 16 / 2));
  CHECK_EQ(managed_total, sums[3] + 1000);
  setFactor(5);
  launchOther(out.get());
  CHECK_LAUNCH();
  CHECK_EQ(out.first(), 5 + 14);
  return verdict();
}
