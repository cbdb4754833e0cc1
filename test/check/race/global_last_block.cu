// The last block adds up what the others have written, and they have no fence. That it clears the ticket is right: it has seen that
// all others have drawn theirs.
#include <cuda_runtime.h>

__global__ void sum(int *data, unsigned *ticket) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    data[blockIdx.x] = blockIdx.x;
#ifdef REPAIRED
    __threadfence();
#endif
    is_last = atomicAdd(ticket, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && threadIdx.x == 0) {
    int all = 0;
    for (int block = 0; block < gridDim.x; ++block)
      all += data[block]; // EXPECT: error race-missing-fence
    data[1024] = all;
    *ticket = 0;
  }
}

int main() {
  int *data;
  cudaMalloc(&data, 4096 * sizeof(int));
  cudaMemset(data, 0, 4096 * sizeof(int));
  for (int round = 0; round < 50; ++round)
    sum<<<16, 32>>>(data, (unsigned *)(data + 2048));
  cudaDeviceSynchronize();
  cudaFree(data);
}
