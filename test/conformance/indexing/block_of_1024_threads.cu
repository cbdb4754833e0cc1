// A block holds up to 1024 threads in any shape; all of them meet at a barrier.
#include "../check.h"

__global__ void sum_of_all(unsigned *sums) {
  __shared__ unsigned values[1024];
  unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  values[thread] = thread + blockIdx.x;
  __syncthreads();
  for (unsigned step = 512; step > 0; step /= 2) {
    if (thread < step)
      values[thread] += values[thread + step];
    __syncthreads();
  }
  sums[blockIdx.x * 1024 + thread] = values[0];
}

int main() {
  const unsigned blocks = 9;
  for (dim3 shape : {dim3(1024), dim3(1, 1024), dim3(16, 1, 64), dim3(32, 32), dim3(4, 8, 32)}) {
    DeviceArray<unsigned> sums(blocks * 1024);
    sum_of_all<<<blocks, shape>>>(sums.get());
    CHECK_LAUNCH();
    std::vector<unsigned> got = sums.host();
    for (unsigned i = 0; i < got.size(); ++i)
      CHECK_EQ(got[i], 1023u * 1024 / 2 + i / 1024 * 1024);
  }
  return verdict();
}
