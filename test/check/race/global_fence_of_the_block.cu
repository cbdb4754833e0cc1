// The fence in front of the ticket is for threads of the block only.
#include <cuda_runtime.h>

__global__ void sum(int *data, unsigned *ticket) {
  __shared__ bool is_last;
  data[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
#ifdef REPAIRED
  __threadfence();
#else
  __threadfence_block();
#endif
  __syncthreads();
  if (threadIdx.x == 0)
    is_last = atomicInc(ticket, gridDim.x) == gridDim.x - 1;
  __syncthreads();
  if (is_last) {
    int all = 0;
    for (int block = 0; block < gridDim.x; ++block)
      all += data[block * blockDim.x + threadIdx.x]; // EXPECT: error race-missing-fence
    data[2048 + threadIdx.x] = all;
  }
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  sum<<<16, 64>>>(data, (unsigned *)(data + 4000));
  cudaDeviceSynchronize();
  cudaFree(data);
}
