// Between two loops over shared memory, one thread of one block stores a value that was never set, before other warps have left the
// first loop.
#include <cuda_runtime.h>

constexpr int kThreads = 128, kBlocks = 8;

__global__ void sum(const int *data, int *out, int steps) {
  __shared__ int values[kThreads];
  const int t = threadIdx.x;
  int value = t;
  for (int i = 0; i < steps; ++i) {
    values[t] = value;
    __syncthreads();
    value = values[(t + 1) % kThreads] + 1;
    __syncthreads();
  }
  values[t] = data[blockIdx.x * kThreads + t];
  for (int distance = 64; distance > 0; distance /= 2) {
    __syncthreads();
    if (t < distance)
      values[t] += values[t + distance];
  }
  __syncthreads();
  if (values[0] > 100) // EXPECT: error uninitialised-shared
    out[blockIdx.x] = value;
}

int main() {
  int *data, *out;
  cudaMalloc(&data, kBlocks * kThreads * sizeof(int));
  cudaMalloc(&out, kBlocks * sizeof(int));
  int missing = 5 * kThreads + 7;
  cudaMemset(data, 0, missing * sizeof(int));
#ifdef REPAIRED
  --missing;
#endif
  cudaMemset(data + missing + 1, 0, (kBlocks * kThreads - missing - 1) * sizeof(int));
  sum<<<kBlocks, kThreads>>>(data, out, 3);
  cudaDeviceSynchronize();
  cudaFree(data);
  cudaFree(out);
}
