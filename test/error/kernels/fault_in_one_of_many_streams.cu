// A fault in one stream ends with one report; copies and launches in the other streams end too.
// stderr: {here}: error: kernel 'fill\(int\*\)'
#include "../error_check.h"

__global__ void fill(int *values) {
  values[blockIdx.x * blockDim.x + threadIdx.x] = 1; // <- here
}

int main() {
  cudaStream_t streams[3];
  DeviceArray<int> values(1 << 16);
  for (cudaStream_t &stream : streams)
    CHECK_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (int round = 0; round < 10; ++round) {
    fill<<<256, 256, 0, streams[0]>>>(values.get());
    fill<<<256, 256, 0, streams[1]>>>(values.get());
  }
  fill<<<1, 1, 0, streams[2]>>>(nullptr);
  CHECK_EQ(cudaStreamSynchronize(streams[2]), cudaErrorIllegalAddress);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
