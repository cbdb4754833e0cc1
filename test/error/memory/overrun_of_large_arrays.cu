// Large arrays end in front of a page that nobody may access; what lies between is looked at.
// stderr: {here}: error: kernel 'put\(.*\)' wrote address 0x[0-9a-f]+, which this process may not access
// stderr: note: it lies 0 bytes past the end of an array of 131072 bytes, allocated at overrun_of_large_arrays.cu:\d+
// stderr: raddle: error: 1 byte before an array of 8388608 bytes was overwritten, at a distance of 1 byte$
// stderr: raddle: error: 1 byte past the end of an array of 3000001 bytes was overwritten, at a distance of 0 bytes
// stderr: raddle: error: 1 byte before an array of 100000 bytes was overwritten, at a distance of 100 bytes
// stderr: raddle: error: 1 byte past the end of an array of 100000 bytes was overwritten, at a distance of 50 bytes
#include "../error_check.h"

__global__ void put(char *bytes, long long i) {
  bytes[i + threadIdx.x] = 1; // <- here
}

int main() {
  char *bytes = nullptr;
  // The first large array of a process starts on a page.
  CHECK_CUDA(cudaMalloc(&bytes, 128 << 10));
  put<<<1, 1>>>(bytes, 128 << 10);
  checkFailedLaunch(cudaErrorIllegalAddress);

  CHECK_CUDA(cudaMalloc(&bytes, 8 << 20));
  put<<<1, 1>>>(bytes, -1);
  CHECK_LAUNCH();
  checkRefused(cudaFree(bytes), cudaErrorIllegalAddress);

  CHECK_CUDA(cudaMalloc(&bytes, 3000001));
  put<<<1, 1>>>(bytes, 3000001);
  CHECK_LAUNCH();
  checkRefused(cudaFree(bytes), cudaErrorIllegalAddress);

  CHECK_CUDA(cudaMalloc(&bytes, 100000));
  put<<<1, 1>>>(bytes, -100);
  put<<<1, 1>>>(bytes, 100050);
  CHECK_LAUNCH();
  checkRefused(cudaFree(bytes), cudaErrorIllegalAddress);
  return verdict();
}
