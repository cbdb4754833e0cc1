// __launch_bounds__ caps the block: a larger launch fails, and cudaFuncGetAttributes tells the cap.
#include "../check.h"

__global__ void __launch_bounds__(128) bounded(int *out) { atomicAdd(out, 1); }
__global__ void __launch_bounds__(256, 2) bounded_twice(int *out) { atomicAdd(out, 1); }
template <int kThreads> __global__ __launch_bounds__(kThreads) void bounded_by_template(int *out) {
  atomicAdd(out, 1);
}

int main() {
  DeviceArray<int> out(1);
  bounded<<<2, 128>>>(out.get());
  bounded_twice<<<1, 256>>>(out.get());
  bounded_by_template<64><<<1, 64>>>(out.get());
  CHECK_LAUNCH();
  CHECK_EQ(out.first(), 576);
  bounded<<<1, 129>>>(out.get());
  CHECK(cudaGetLastError() != cudaSuccess);
  CHECK_LAUNCH();
  CHECK_EQ(out.first(), 576);
  cudaFuncAttributes attributes;
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, bounded));
  CHECK_EQ(attributes.maxThreadsPerBlock, 128);
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, bounded_twice));
  CHECK_EQ(attributes.maxThreadsPerBlock, 256);
  return verdict();
}
