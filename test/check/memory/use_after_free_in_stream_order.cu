// cudaFreeAsync stands in front of the last kernel of its stream.
#include <cuda_runtime.h>

__global__ void fill(int *a) { a[threadIdx.x] = 1; } // EXPECT: error use-after-free

int main() {
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  int *a;
  cudaMallocAsync(&a, 32 * sizeof(int), stream);
#ifdef REPAIRED
  fill<<<1, 32, 0, stream>>>(a);
  cudaFreeAsync(a, stream);
#else
  cudaFreeAsync(a, stream);
  cudaStreamSynchronize(stream);
  fill<<<1, 32, 0, stream>>>(a);
#endif
  cudaStreamSynchronize(stream);
  cudaStreamDestroy(stream);
}
