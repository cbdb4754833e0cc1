// OPTIONS: --leak-check full
// One call leaks several arrays: it is told of once. What a destructor of a static object frees is no leak.
#include <cuda_runtime.h>

struct Owner {
  ~Owner() { cudaFree(values); }
  int *values = nullptr;
} owner;

int main() {
  cudaMalloc(&owner.values, 64);
  int *values[3];
  for (int *&each : values)
    cudaMallocManaged(&each, 64); // EXPECT: error leak-managed-memory
#ifdef REPAIRED
  for (int *each : values)
    cudaFree(each);
#endif
}
