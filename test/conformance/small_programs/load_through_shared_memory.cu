// One thread loads from global memory into shared memory; after the barrier every thread of the block has it.
#include "../check.h"

__global__ void kernel(const int *global_input, int *out) {
  __shared__ int x;
  if (threadIdx.x == 0)
    x = *global_input + blockIdx.x;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = x;
}

int main() {
  DeviceArray<int> input(std::vector<int>{1000}), out(4 * 100);
  kernel<<<4, 100>>>(input.get(), out.get());
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int i = 0; i < 400; ++i)
    CHECK_EQ(got[i], 1000 + i / 100);
  return verdict();
}
