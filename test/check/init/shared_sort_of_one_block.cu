// One block of a sort gets an element that was never set, which decides where others go.
#include <cuda_runtime.h>

constexpr int kThreads = 64, kBlocks = 8, kKeys = 2 * kThreads;

__global__ void sort(int *data) {
  __shared__ int keys[kKeys];
  const int t = threadIdx.x;
  data += blockIdx.x * kKeys;
  keys[t] = data[t];
  keys[t + kThreads] = data[t + kThreads];
  for (int length = 2; length <= kKeys; length *= 2)
    for (int stride = length / 2; stride > 0; stride /= 2) {
      __syncthreads();
      const int first = 2 * t - (t & (stride - 1));
      const int a = keys[first], b = keys[first + stride];
      if ((a > b) == ((first & length) == 0)) { // EXPECT: error uninitialised-shared
        keys[first] = b;
        keys[first + stride] = a;
      }
    }
  __syncthreads();
  data[t] = keys[t];
  data[t + kThreads] = keys[t + kThreads];
}

int main() {
  int *data;
  cudaMalloc(&data, kBlocks * kKeys * sizeof(int));
  int missing = 5 * kKeys + 77;
  cudaMemset(data, 0, missing * sizeof(int));
#ifdef REPAIRED
  --missing;
#endif
  cudaMemset(data + missing + 1, 0, (kBlocks * kKeys - missing - 1) * sizeof(int));
  sort<<<kBlocks, kThreads>>>(data);
  cudaDeviceSynchronize();
  cudaFree(data);
}
