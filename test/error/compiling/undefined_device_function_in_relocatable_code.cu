// The same with -rdc=true: noticed at the link.
// flags: -rdc=true
// stderr: error: .*missing\(int\)
#include <cuda_runtime.h>

extern __device__ int missing(int);
__global__ void call(int *out) { *out = missing(1); }

int main() { call<<<1, 1>>>(nullptr); }
