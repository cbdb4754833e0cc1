// cuda_occupancy.h says what the runtime API says of the same kernel on the same device.
#include "../check.h"

#include <cuda_occupancy.h>

__global__ void small(int *out) { *out = 1; }
__global__ void with_shared(int *out) {
  __shared__ int values[6 * 1024];
  values[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = values[threadIdx.x ^ 1];
}
__global__ void __launch_bounds__(192) bounded(int *out) { *out = 1; }
__global__ void __launch_bounds__(1024, 2) bounded_twice(int *out) { *out = 1; }
__global__ void opted_in(int *out) { *out = 1; }
template <typename T> __global__ void of_type(T *out) { *out = T(1); }

size_t sixteenPerThread(int threads) { return static_cast<size_t>(threads) * 16; }

template <typename... Parameters> void compare(void (*kernel)(Parameters...)) {
  cudaDeviceProp properties;
  cudaFuncAttributes attributes;
  CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, kernel));
  const cudaOccDeviceProp device(properties);
  cudaOccFuncAttributes function = attributes;
  const cudaOccDeviceState state = {};

  for (int threads : {1, 32, 33, 128, 192, 256, 1000, 1024})
    for (size_t dynamic : {size_t(0), size_t(1), size_t(10 * 1000), size_t(24 * 1024)}) {
      int blocks = -1;
      CHECK_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, dynamic));
      cudaOccResult result;
      CHECK_EQ(cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &function, &state, threads, dynamic),
               CUDA_OCC_SUCCESS);
      CHECK_EQ(result.activeBlocksPerMultiprocessor, blocks);
      CHECK(result.limitingFactors != 0);
    }

  int grid = 0, block = 0, calculated_grid = -1, calculated_block = -1;
  CHECK_CUDA(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel, 100, 0));
  CHECK_EQ(cudaOccMaxPotentialOccupancyBlockSize(&calculated_grid, &calculated_block, &device, &function,
                                                 &state, 100),
           CUDA_OCC_SUCCESS);
  CHECK_EQ(calculated_grid, grid);
  CHECK_EQ(calculated_block, block);
  CHECK_EQ(cudaOccMaxPotentialOccupancyBlockSize(&calculated_grid, &calculated_block, &device, &function,
                                                 &state, nullptr, 100),
           CUDA_OCC_SUCCESS);
  CHECK_EQ(calculated_grid, grid);
  CHECK_CUDA(cudaOccupancyMaxPotentialBlockSizeVariableSMem(&grid, &block, kernel, sixteenPerThread));
  CHECK_EQ(cudaOccMaxPotentialOccupancyBlockSize(&calculated_grid, &calculated_block, &device, &function,
                                                 &state, sixteenPerThread, 0),
           CUDA_OCC_SUCCESS);
  CHECK_EQ(calculated_grid, grid);
  CHECK_EQ(calculated_block, block);

  size_t bytes = 1, calculated_bytes = 2;
  CHECK_CUDA(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, kernel, 2, 128));
  CHECK_EQ(cudaOccAvailableDynamicSMemPerBlock(&calculated_bytes, &device, &function, &state, 2, 128),
           CUDA_OCC_SUCCESS);
  CHECK_EQ(calculated_bytes, bytes);
}

int main() {
  CHECK_CUDA(cudaFuncSetAttribute(opted_in, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 * 1024));
  compare(small);
  compare(with_shared);
  compare(bounded);
  compare(bounded_twice);
  compare(opted_in);
  compare(of_type<double>);
  return verdict();
}
