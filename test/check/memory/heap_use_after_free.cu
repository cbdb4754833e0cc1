// A kernel reads what it has freed.
#include <cuda_runtime.h>

__global__ void use(int *out) {
  int *volatile a = static_cast<int *>(malloc(sizeof(int)));
  if (!a)
    return;
  *a = threadIdx.x;
#ifdef REPAIRED
  out[threadIdx.x] = *a;
  free(a);
#else
  free(a);
  out[threadIdx.x] = *a; // EXPECT: error use-after-free
#endif
}

int main() {
  int *out;
  cudaMalloc(&out, 32 * sizeof(int));
  use<<<1, 32>>>(out);
  cudaDeviceSynchronize();
  cudaFree(out);
}
