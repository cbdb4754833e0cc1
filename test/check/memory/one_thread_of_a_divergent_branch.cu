// Only a thread of a rare branch goes wrong.
#include <cuda_runtime.h>

__global__ void mark(const int *values, int *marks, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && values[i] == 777)
#ifdef REPAIRED
    marks[i] = 1;
#else
    marks[values[i]] = 1; // EXPECT: error out-of-bounds-global
#endif
}

int main() {
  const int n = 512;
  int host[n] = {};
  host[300] = 777;
  int *values, *marks;
  cudaMalloc(&values, sizeof(host));
  cudaMalloc(&marks, sizeof(host));
  cudaMemcpy(values, host, sizeof(host), cudaMemcpyHostToDevice);
  cudaMemset(marks, 0, sizeof(host));
  mark<<<4, 128>>>(values, marks, n);
  cudaDeviceSynchronize();
  cudaFree(values);
  cudaFree(marks);
}
