// The functions without _sync are gone since compute capability 7.0: the error names what to write.
// stderr: {here}: error: .*__shfl_sync
#include <cuda_runtime.h>

__global__ void old(int *values) {
  values[threadIdx.x] = __shfl(values[threadIdx.x], 0); // <- here
}

int main() { old<<<1, 32>>>(nullptr); }
