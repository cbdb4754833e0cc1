// A barrier that only some threads of the block come to.
#include <cstdio>

__global__ void sum(const int *in, int *out, int n) {
  __shared__ int total;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    total = 0;
  if (i < n) {
    __syncthreads(); // 28 threads never come
    atomicAdd(&total, in[i]);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(out, total);
}

int main() {
  const int n = 100;
  int *in, *out;
  cudaMalloc(&in, n * sizeof(int));
  cudaMalloc(&out, sizeof(int));
  cudaMemset(in, 0, n * sizeof(int));
  cudaMemset(out, 0, sizeof(int));
  sum<<<1, 128>>>(in, out, n);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
