// flags: -rdc=true
// What device code may ask of kernels and of the device is what the host is told.
#include "../check.h"

__global__ void __launch_bounds__(256) bounded(float *out) {
  __shared__ float tile[256];
  tile[threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[255 - threadIdx.x];
}
template <typename T> __global__ void typed(T *out) { *out = T(threadIdx.x); }

struct Answers {
  cudaError_t errors[12];
  cudaFuncAttributes attributes, attributes_by_address;
  int resident[3], block[2], grid[2];
  int multiprocessors, warp, device, devices, version;
  size_t pending;
};

struct BytesOfBlock {
  __host__ __device__ size_t operator()(int threads) const { return threads * sizeof(double); }
};

template <typename Kernel> __host__ __device__ cudaError_t residentBlocks(int *blocks, Kernel kernel, int threads) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, 1024);
}

__global__ void ask(Answers *answers) {
  Answers &is = *answers;
  is.errors[0] = cudaFuncGetAttributes(&is.attributes, bounded);
  is.errors[1] = cudaFuncGetAttributes(&is.attributes_by_address, reinterpret_cast<const void *>(&typed<double>));
  is.errors[2] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&is.resident[0], bounded, 256, 0);
  is.errors[3] =
      cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&is.resident[1], typed<double>, 96, 2048, cudaOccupancyDefault);
  is.errors[4] = residentBlocks(&is.resident[2], typed<int>, 512);
  is.errors[5] = cudaOccupancyMaxPotentialBlockSize(&is.grid[0], &is.block[0], bounded);
  is.errors[6] = cudaOccupancyMaxPotentialBlockSizeVariableSMem(&is.grid[1], &is.block[1], typed<int>, BytesOfBlock());
  is.errors[7] = cudaDeviceGetAttribute(&is.multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  is.errors[8] = cudaDeviceGetLimit(&is.pending, cudaLimitDevRuntimePendingLaunchCount);
  cudaDeviceGetAttribute(&is.warp, cudaDevAttrWarpSize, 0);
  cudaGetDevice(&is.device);
  cudaGetDeviceCount(&is.devices);
  cudaRuntimeGetVersion(&is.version);
  int blocks = 0;
  is.errors[9] = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 0, 0);
}

static void checkAttributes(const cudaFuncAttributes &seen, const void *kernel) {
  cudaFuncAttributes expected;
  CHECK_CUDA(cudaFuncGetAttributes(&expected, kernel));
  CHECK_EQ(seen.sharedSizeBytes, expected.sharedSizeBytes);
  CHECK_EQ(seen.maxThreadsPerBlock, expected.maxThreadsPerBlock);
  CHECK_EQ(seen.numRegs, expected.numRegs);
  CHECK_EQ(seen.binaryVersion, expected.binaryVersion);
}

int main() {
  Answers *answers = nullptr;
  CHECK_CUDA(cudaMallocManaged(&answers, sizeof(Answers)));
  CHECK_CUDA(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 3000));
  ask<<<1, 1>>>(answers);
  CHECK_CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < 9; ++i)
    CHECK_EQ(answers->errors[i], cudaSuccess);
  CHECK_EQ(answers->errors[9], cudaErrorInvalidValue);
  checkAttributes(answers->attributes, reinterpret_cast<const void *>(&bounded));
  checkAttributes(answers->attributes_by_address, reinterpret_cast<const void *>(&typed<double>));
  CHECK_EQ(answers->attributes.maxThreadsPerBlock, 256);
  CHECK_EQ(answers->attributes.sharedSizeBytes, 256 * sizeof(float));
  int blocks = 0, grid = 0, block = 0, value = 0;
  CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, bounded, 256, 0));
  CHECK_EQ(answers->resident[0], blocks);
  CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, typed<double>, 96, 2048));
  CHECK_EQ(answers->resident[1], blocks);
  CHECK_CUDA(residentBlocks(&blocks, typed<int>, 512));
  CHECK_EQ(answers->resident[2], blocks);
  CHECK_CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &block, bounded));
  CHECK_EQ(answers->grid[0], grid);
  CHECK_EQ(answers->block[0], block);
  CHECK_CUDA(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, typed<int>, BytesOfBlock()));
  CHECK_EQ(answers->grid[1], grid);
  CHECK_EQ(answers->block[1], block);
  CHECK_CUDA(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
  CHECK_EQ(answers->multiprocessors, value);
  CHECK_EQ(answers->warp, 32);
  CHECK_EQ(answers->device, 0);
  CHECK_CUDA(cudaGetDeviceCount(&value));
  CHECK_EQ(answers->devices, value);
  CHECK_CUDA(cudaRuntimeGetVersion(&value));
  // NVIDIA's device runtime calls itself 6.0.
  CHECK(answers->version == value || answers->version == 6000);
  CHECK_EQ(answers->pending, size_t{3000});
  CHECK_CUDA(cudaFree(answers));
  return verdict();
}
