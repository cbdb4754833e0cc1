// The blocks that __launch_bounds__ promises fit on a multiprocessor: a thread has no more registers than they leave.
#include "../check.h"

// Keeps many values at once.
template <int kValues> __device__ void mix(float *data) {
  float value[kValues];
  for (int i = 0; i < kValues; ++i)
    value[i] = data[i * blockDim.x + threadIdx.x];
  for (int round = 1; round < 4; ++round)
    for (int i = 0; i < kValues; ++i)
      value[i] = value[i] + 2 * value[(i + round) % kValues];
  for (int i = 0; i < kValues; ++i)
    data[i * blockDim.x + threadIdx.x] = value[i];
}

constexpr int kValues = 60;

template <int kThreads, int kBlocks>
__global__ void __launch_bounds__(kThreads, kBlocks) bounded(float *data) {
  mix<kValues>(data);
}
__global__ void __maxnreg__(40) limited(float *data) { mix<kValues>(data); }

float expected(int index) {
  float value[kValues];
  for (int i = 0; i < kValues; ++i)
    value[i] = static_cast<float>((i + index) % 7);
  for (int round = 1; round < 4; ++round)
    for (int i = 0; i < kValues; ++i)
      value[i] = value[i] + 2 * value[(i + round) % kValues];
  return value[kValues - 1];
}

void checkLaunch(void (*kernel)(float *), int threads) {
  std::vector<float> data(static_cast<std::size_t>(kValues) * threads);
  for (int i = 0; i < kValues; ++i)
    for (int t = 0; t < threads; ++t)
      data[i * threads + t] = static_cast<float>((i + t) % 7);
  DeviceArray<float> array(data);
  kernel<<<1, threads>>>(array.get());
  CHECK_LAUNCH();
  std::vector<float> result = array.host();
  for (int t = 0; t < threads; ++t)
    CHECK_EQ(result[(kValues - 1) * threads + t], expected(t));
}

template <int kThreads, int kBlocks> void check(const cudaDeviceProp &p) {
  constexpr int kRounded = (kThreads + 31) / 32 * 32;
  if (kRounded * kBlocks > p.maxThreadsPerMultiProcessor)
    return;
  cudaFuncAttributes attributes;
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, bounded<kThreads, kBlocks>));
  CHECK_EQ(attributes.maxThreadsPerBlock, kThreads);
  CHECK(attributes.numRegs > 0);
  CHECK(attributes.numRegs <= p.regsPerMultiprocessor / (kRounded * kBlocks) / 8 * 8);
  int blocks = 0;
  CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded<kThreads, kBlocks>, kThreads, 0));
  CHECK(blocks >= kBlocks);
  checkLaunch(bounded<kThreads, kBlocks>, attributes.maxThreadsPerBlock);
}

int main() {
  cudaDeviceProp p;
  CHECK_CUDA(cudaGetDeviceProperties(&p, 0));
  check<1024, 1>(p);
  check<1024, 2>(p);
  check<256, 4>(p);
  check<256, 7>(p);
  check<100, 7>(p);
  check<64, 16>(p);
  cudaFuncAttributes attributes;
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, limited));
  CHECK(attributes.numRegs > 0 && attributes.numRegs <= 40);
  checkLaunch(limited, attributes.maxThreadsPerBlock);
  return verdict();
}
