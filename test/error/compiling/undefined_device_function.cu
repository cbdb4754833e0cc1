// A device function that is declared but nowhere defined, without -rdc.
// stderr: error: .*missing\(int\)
#include <cuda_runtime.h>

__device__ int missing(int);
__global__ void call(int *out) { *out = missing(1); }

int main() { call<<<1, 1>>>(nullptr); }
