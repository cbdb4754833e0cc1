// cudaMemset() of device memory does not wait, and streams without the default one's order do not wait for it.
#include <cuda_runtime.h>

__global__ void count(int *counts) { atomicAdd(&counts[threadIdx.x % 8], 1); }

int main() {
  int *counts;
  cudaMalloc(&counts, 8 * sizeof(int));
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
#ifdef REPAIRED
  cudaMemsetAsync(counts, 0, 8 * sizeof(int), stream);
#else
  cudaMemset(counts, 0, 8 * sizeof(int)); // EXPECT: error race-between-streams
#endif
  count<<<2, 64, 0, stream>>>(counts);
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
  cudaFree(counts);
}
