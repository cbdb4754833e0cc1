// A flag is written with relaxed order, which tells of nothing before it.
#include <cuda_runtime.h>
#include <cuda/atomic>

using Flag = cuda::atomic_ref<int, cuda::thread_scope_device>;

__global__ void hand_over(int *data, int *word) {
  Flag flag(*word);
  if (blockIdx.x == 0) {
    data[0] = 42;
#ifdef REPAIRED
    flag.store(1, cuda::memory_order_release);
#else
    flag.store(1, cuda::memory_order_relaxed);
#endif
  } else {
    while (flag.load(cuda::memory_order_acquire) == 0)
      ;
    data[1] = data[0]; // EXPECT: error race-missing-fence
  }
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  hand_over<<<2, 1>>>(data, data + 64);
  cudaDeviceSynchronize();
  cudaFree(data);
}
