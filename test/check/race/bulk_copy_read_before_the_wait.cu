// What a bulk copy brings into shared memory is read without a wait for the mbarrier that counts its bytes.
#include <cuda/barrier>
#include <cuda_runtime.h>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void load(const int *values, int *out) {
  __shared__ alignas(16) int tile[64];
  __shared__ Barrier barrier;
  if (threadIdx.x == 0)
    init(&barrier, 64);
  __syncthreads();
  if (threadIdx.x == 0) {
    cuda::device::experimental::cp_async_bulk_global_to_shared(tile, values, sizeof tile, barrier);
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
  load<<<1, 64>>>(values, values + 64);
  cudaDeviceSynchronize();
  cudaFree(values);
}
