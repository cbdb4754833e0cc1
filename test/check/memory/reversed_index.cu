// Elements from the last to the first: the last one is count - 1.
#include <cuda_runtime.h>

__global__ void reverse(const int *in, int *out, int count) {
  const int i = threadIdx.x;
  if (i >= count)
    return;
#ifdef REPAIRED
  out[i] = in[count - 1 - i];
#else
  out[i] = in[count - i]; // EXPECT: error out-of-bounds-global
#endif
}

int main() {
  int *in, *out;
  cudaMalloc(&in, 40 * sizeof(int));
  cudaMemset(in, 0, 40 * sizeof(int));
  cudaMalloc(&out, 40 * sizeof(int));
  reverse<<<1, 64>>>(in, out, 40);
  cudaDeviceSynchronize();
  cudaFree(in);
  cudaFree(out);
}
