// A host function called from a kernel.
// stderr: {here}: error: .*host function 'onlyOnHost'
#include <cuda_runtime.h>

int onlyOnHost() { return 1; }
__global__ void call(int *out) {
  *out = onlyOnHost(); // <- here
}

int main() { call<<<1, 1>>>(nullptr); }
