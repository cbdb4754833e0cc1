// A program that frees nothing and asks for no error is told when it ends, of variables too, and does not end with 0.
// exit: 1
// stderr: raddle: error: 4 bytes past the end of an array of 400 bytes were overwritten, at a distance of 0 to 3 bytes
// stderr: note: it lies at 0x[0-9a-f]+, allocated at {here}, called at {here}
// stderr: raddle: error: 12 bytes past the end of the variable 'names::table' of 40 bytes were overwritten
#include <cstdlib>
#include <cuda_runtime.h>

namespace names {
__device__ int table[10];
}

__global__ void fill(int *values, int n) {
  if (threadIdx.x <= n)
    values[threadIdx.x] = threadIdx.x;
}

__global__ void fillTable(int n) {
  if (threadIdx.x < n)
    names::table[threadIdx.x] = 7;
}

// Whoever calls such a function shows where that is inlined.
__attribute__((always_inline)) inline int *make(int count) {
  int *values = nullptr;
  cudaMalloc(&values, count * sizeof(int)); // <- here
  return values;
}

int main() {
  int *values = make(100); // <- here
  fill<<<1, 128>>>(values, 100);
  fillTable<<<1, 32>>>(13);
  cudaDeviceSynchronize();
}
