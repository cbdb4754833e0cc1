// A loop that the compiler makes a call of memset() or memcpy(): the place is the kernel's, not one in the C library.
// stderr: ^\S*{here}: error: kernel 'fill\(.*\)' wrote address 0x\w+, which
// stderr: note: it lies 0 bytes past the end of an array of 131072 bytes
// stderr: ^\S*{here}: error: kernel 'copy\(.*\)' read address 0x\w+, which
#include "../error_check.h"

__global__ void fill(unsigned char *bytes, int n) {
  for (int i = 0; i < n; ++i)
    bytes[i] = 1; // <- here
}

__global__ void copy(const unsigned char *__restrict__ from, unsigned char *__restrict__ to, int n) {
  for (int i = 0; i < n; ++i)
    to[i] = from[i]; // <- here
}

int main() {
  const int n = 131072;
  DeviceArray<unsigned char> bytes(n), more(2 * n);
  fill<<<1, 1>>>(bytes.get(), n);
  copy<<<1, 1>>>(bytes.get(), more.get(), n);
  CHECK_LAUNCH();
  fill<<<1, 1>>>(bytes.get(), n + n / 2);
  checkFailedLaunch(cudaErrorIllegalAddress);
  cudaGetLastError();
  DeviceArray<unsigned char> again(n), more_again(2 * n);
  copy<<<1, 1>>>(again.get(), more_again.get(), n + n / 2);
  checkFailedLaunch(cudaErrorIllegalAddress);
  cudaGetLastError();
  return verdict();
}
