// The votes too.
// stderr: {here}: error: .*__(ballot|any)_sync
// stderr: {here}: error: .*__(ballot|any)_sync
#include <cuda_runtime.h>

__global__ void old(int *values) {
  values[0] = __ballot(values[threadIdx.x]); // <- here
  values[1] = __any(values[threadIdx.x]);    // <- here
}

int main() { old<<<1, 32>>>(nullptr); }
