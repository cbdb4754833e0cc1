// With CUDA_LAUNCH_BLOCKING=1 a launch has ended when it returns, with its error.
// env: CUDA_LAUNCH_BLOCKING=1
// stderr: error: kernel 'wild\(int\*\)' wrote address 0x8
#include "../error_check.h"

__global__ void wild(int *target) { *target = 1; }

__global__ void count(unsigned *ticks) {
  for (unsigned i = 0; i < 20'000'000; ++i)
    *static_cast<volatile unsigned *>(ticks) = i;
}

int main() {
  DeviceArray<unsigned> ticks(1);
  cudaStream_t streams[2];
  for (cudaStream_t &stream : streams) {
    CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    count<<<1, 1, 0, stream>>>(ticks.get());
    CHECK_EQ(cudaStreamQuery(stream), cudaSuccess);
  }
  wild<<<1, 1>>>(reinterpret_cast<int *>(8));
  CHECK_EQ(cudaPeekAtLastError(), cudaErrorIllegalAddress);
  CHECK_EQ(cudaStreamQuery(streams[0]), cudaErrorIllegalAddress);
  return verdict();
}
