// A report knows the array that an address lies in, even when it is freed.
// stderr: {here}: error: kernel 'put\(int\*, int\)' wrote address 0x[0-9a-f]+, which this process may not access
// stderr: note: it lies in an array of 100000 bytes, allocated at freed_array.cu:\d+:\d+, freed at freed_array.cu:\d+:\d+
#include "../error_check.h"

__global__ void put(int *values, int i) {
  values[i] = 1; // <- here
}

int main() {
  int *values = nullptr;
  CHECK_CUDA(cudaMallocManaged(&values, 100000));
  CHECK_CUDA(cudaFree(values));
  put<<<1, 1>>>(values, 24999);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
