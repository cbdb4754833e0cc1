// A host function called from a kernel.
// stderr: {here}: error: .*onlyOnHost
// stderr: note: .*__host__ function from __global__ function
#include <cuda_runtime.h>

int onlyOnHost() { return 1; }
__global__ void call(int *out) {
  *out = onlyOnHost(); // <- here
}

int main() { call<<<1, 1>>>(nullptr); }
