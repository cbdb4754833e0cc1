// More is copied into a variable than it holds.
#include <cstdio>

__constant__ float weights[16];

__global__ void sum(float *out) {
  float total = 0;
  for (int i = 0; i < 16; ++i)
    total += weights[i];
  *out = total;
}

int main() {
  float host_weights[64], *out, result;
  for (int i = 0; i < 64; ++i)
    host_weights[i] = 1;
  cudaMalloc(&out, sizeof(float));
  cudaMemcpyToSymbol(weights, host_weights, sizeof host_weights); // should be sizeof weights
  sum<<<1, 1>>>(out);
  cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost);
  printf("the sum is %g\n", result);
}
