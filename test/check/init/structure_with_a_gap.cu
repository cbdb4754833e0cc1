// Gaps of structures have no value, and nobody minds; a member that was forgotten is another thing.
#include <cuda_runtime.h>

struct Item {
  char kind;
  double weight;
  int count;
};

__global__ void make(Item *items) {
  Item &item = items[threadIdx.x];
  item.kind = 1;
  item.count = 2;
#ifdef REPAIRED
  item.weight = 3;
#endif
}

__global__ void copy(const Item *from, Item *to, double *sum) {
  to[threadIdx.x] = from[threadIdx.x];
  if (from[threadIdx.x].weight > 1) // EXPECT: error uninitialised-global
    sum[threadIdx.x] = 1;
}

int main() {
  Item *a, *b, host[32];
  double *sum;
  cudaMalloc(&a, sizeof(host));
  cudaMalloc(&b, sizeof(host));
  cudaMalloc(&sum, 32 * sizeof(double));
  make<<<1, 32>>>(a);
  copy<<<1, 32>>>(a, b, sum);
#ifdef REPAIRED
  cudaMemcpy(host, b, sizeof(host), cudaMemcpyDeviceToHost);
#endif
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(b);
  cudaFree(sum);
}
