// alloca() of more than the thread's stack has ends the launch, and nothing else.
// stderr: alloca_beyond_the_stack.cu:\d+:\d+: error: kernel 'sum\(int\*, int\)' overflowed the stack
#include "../error_check.h"

#include <alloca.h>

__device__ __noinline__ int sumTo(int count) {
  volatile int *numbers = static_cast<int *>(alloca(count * sizeof(int)));
  for (int i = 0; i < count; ++i)
    numbers[i] = i;
  int sum = 0;
  for (int i = 0; i < count; ++i)
    sum += numbers[i];
  return sum;
}

__global__ void sum(int *out, int count) {
  __syncthreads();
  out[threadIdx.x] = sumTo(count);
  __syncthreads();
}

int main() {
  DeviceArray<int> out(64);
  for (int count : {1, 100, 10000}) {
    sum<<<1, 64>>>(out.get(), count);
    CHECK_LAUNCH();
    CHECK_SAME(out.host(), std::vector<int>(64, count * (count - 1) / 2));
  }
  sum<<<1, 64>>>(out.get(), 1 << 20);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
