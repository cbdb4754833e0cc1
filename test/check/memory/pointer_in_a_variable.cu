// A kernel finds its array through a __device__ variable, and takes it for a longer one.
#include <cuda_runtime.h>

struct Table {
  int *values;
  int count;
};
__device__ Table table;

__global__ void prepare(int *values, int count) {
  table.values = values;
  table.count = count;
}

__global__ void add() {
  for (int i = threadIdx.x; i < table.count; i += blockDim.x)
    table.values[i] = i; // EXPECT: error out-of-bounds-global
}

int main() {
  int *values;
  cudaMalloc(&values, 50 * sizeof(int));
#ifdef REPAIRED
  prepare<<<1, 1>>>(values, 50);
#else
  prepare<<<1, 1>>>(values, 50 * sizeof(int));
#endif
  add<<<1, 64>>>();
  cudaDeviceSynchronize();
  cudaFree(values);
}
