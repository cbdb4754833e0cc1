// A launch with more shared memory than a kernel has unasked, in a program that never asks for its errors: the warning
// says how much that is.
// stderr: {here}: warning: kernel 'fillTile\(int\*\)' <<<\(1,1,1\), \(32,1,1\), 10000>>> was not launched: cudaErrorInvalidValue
// stderr: ^note: 10000 bytes of dynamic shared memory beside 48000 static ones are more than the 1152 that it may have now; cudaFuncSetAttribute\(\)
#include "../error_check.h"

__global__ void fillTile(int *out) {
  __shared__ int tile[12000];
  extern __shared__ int more[];
  tile[threadIdx.x] = more[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = tile[31 - threadIdx.x] + more[threadIdx.x];
}

int main() {
  DeviceArray<int> values(32);
  fillTile<<<1, 32, 10000>>>(values.get()); // <- here
  CHECK_CUDA(cudaDeviceSynchronize());
  return verdict();
}
