// The index of a local array comes from memory, and is too large.
#include <cuda_runtime.h>

__global__ void count(const int *keys, int *out) {
  int counts[8] = {};
  for (int i = 0; i < 16; ++i)
#ifdef REPAIRED
    ++counts[keys[i] % 8];
#else
    ++counts[keys[i]]; // EXPECT: error out-of-bounds-local
#endif
  int most = 0;
  for (int i = 0; i < 8; ++i)
    most = counts[i] > most ? counts[i] : most;
  out[threadIdx.x] = most;
}

int main() {
  int host[16];
  for (int i = 0; i < 16; ++i)
    host[i] = i / 2 + (i == 15);
  int *keys, *out;
  cudaMalloc(&keys, sizeof(host));
  cudaMalloc(&out, 32 * sizeof(int));
  cudaMemcpy(keys, host, sizeof(host), cudaMemcpyHostToDevice);
  count<<<1, 32>>>(keys, out);
  cudaDeviceSynchronize();
  cudaFree(keys);
  cudaFree(out);
}
