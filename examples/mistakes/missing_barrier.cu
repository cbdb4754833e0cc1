// Each thread reads what another warp writes, and does not wait for it.
#include <cstdio>

__global__ void reverse(const int *in, int *out) {
  __shared__ int tile[256];
  int t = threadIdx.x;
  tile[t] = in[t];
  // __syncthreads() is missing here.
  out[t] = tile[255 - t];
}

int main() {
  int numbers[256], *in, *out;
  for (int i = 0; i < 256; ++i)
    numbers[i] = i;
  cudaMalloc(&in, sizeof numbers);
  cudaMalloc(&out, sizeof numbers);
  cudaMemcpy(in, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  reverse<<<1, 256>>>(in, out);
  cudaMemcpy(numbers, out, sizeof numbers, cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int i = 0; i < 256; ++i)
    wrong += numbers[i] != 255 - i;
  printf("%d of 256 numbers are wrong\n", wrong);
}
