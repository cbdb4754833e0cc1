// malloc() in a kernel does not clear what it returns.
#include <cuda_runtime.h>
#include <new>

__global__ void use(int *out) {
  int *own = static_cast<int *>(malloc(8 * sizeof(int)));
#ifdef REPAIRED
  memset(own, 0, 8 * sizeof(int));
#endif
  own[threadIdx.x] = 1;
  if (own[7 - threadIdx.x] == 1) // EXPECT: error uninitialised-heap
    out[threadIdx.x] = 1;
  free(own);
}

int main() {
  int *out;
  cudaMalloc(&out, 4 * sizeof(int));
  use<<<1, 4>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
