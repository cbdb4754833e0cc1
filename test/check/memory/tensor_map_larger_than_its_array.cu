// A tensor map that describes more rows than the array has.
#include <cuda/barrier>
#include <cuda.h>
#include <cuda_runtime.h>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void load(const __grid_constant__ CUtensorMap map, int *out) {
  __shared__ alignas(128) int tile[16][32];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0)
    init(&barrier, 32);
  __syncthreads();
  if (threadIdx.x == 0) {
    // EXPECT: error out-of-bounds-global
    cuda::device::experimental::cp_async_bulk_tensor_2d_global_to_shared(tile, &map, 0, 0, barrier);
    cuda::device::barrier_expect_tx(barrier, sizeof tile);
  }
  barrier.arrive_and_wait();
  out[threadIdx.x] = tile[15][threadIdx.x];
}

int main() {
  int *values, *out;
  cudaMalloc(&values, 12 * 32 * sizeof(int));
  cudaMemset(values, 0, 12 * 32 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
#ifdef REPAIRED
  const cuuint64_t extents[] = {32, 12};
#else
  const cuuint64_t extents[] = {32, 16};
#endif
  const cuuint64_t stride = 32 * sizeof(int);
  const cuuint32_t box[] = {32, 16}, steps[] = {1, 1};
  CUtensorMap map;
  cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, values, extents, &stride, box, steps,
                         CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
  load<<<1, 32>>>(map, out);
  cudaDeviceSynchronize();
  cudaFree(out);
  cudaFree(values);
}
