// A box of a tensor is read without a wait for the mbarrier that counts its bytes.
#include <cuda.h>
#include <cuda/barrier>
#include <cuda_runtime.h>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void load(const __grid_constant__ CUtensorMap map, int *out) {
  __shared__ alignas(128) int tile[64];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0)
    init(&barrier, 64);
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::device::experimental::cp_async_bulk_tensor_1d_global_to_shared(tile, &map, 0, barrier);
    cuda::device::barrier_expect_tx(barrier, sizeof tile);
  }
#ifdef REPAIRED
  barrier.arrive_and_wait();
#endif
  out[threadIdx.x] = tile[threadIdx.x]; // EXPECT: error race-shared
}

int main() {
  int *values;
  cudaMalloc(&values, 128 * sizeof(int));
  cudaMemset(values, 0, 128 * sizeof(int));
  CUtensorMap map;
  const cuuint64_t extent = 64, stride = 256;
  const cuuint32_t box = 64, step = 1;
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 1, values, &extent, &stride, &box, &step,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE,
                         CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  load<<<1, 64>>>(map, values + 64);
  cudaDeviceSynchronize();
  cudaFree(values);
}
