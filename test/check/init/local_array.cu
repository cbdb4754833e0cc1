// An element of a local array that the loop has left out.
#include <cuda_runtime.h>

__global__ void pick(const int *which, int *out, int n) {
  int options[16];
#ifdef REPAIRED
  for (int i = 0; i < 16; ++i)
#else
  for (int i = 0; i < n; ++i)
#endif
    options[i] = which[i] + i;
  if (options[which[threadIdx.x + 16]] > 4) // EXPECT: error uninitialised-local
    out[threadIdx.x] = 1;
}

int main() {
  int *which, *out, host[48];
  for (int i = 0; i < 48; ++i)
    host[i] = i & 15;
  cudaMalloc(&which, sizeof(host));
  cudaMemcpy(which, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaMalloc(&out, 32 * sizeof(int));
  pick<<<1, 32>>>(which, out, 15);
  cudaDeviceSynchronize();
  cudaFree(which);
  cudaFree(out);
}
