// Writes past blocks that kernels have from malloc() and new: found when a kernel frees one, and, of those that nobody
// frees, when the device is reset or the program ends.
// stderr: {here}: error: kernel 'freed\(int\)' freed 40 bytes of malloc\(\), past the end of which 4 bytes were overwritten, at a distance of 0 to 3 bytes
// stderr: note: block \(0,0,0\), thread \(0,0,0\)
// stderr: {here}: error: kernel 'large\(int\)' freed 8000 bytes of malloc\(\), past the end of which 8 bytes were overwritten
// stderr: raddle: error: 1 byte past the end of 24 bytes that a kernel had from malloc\(\) was overwritten, at a distance of 5 bytes
// stderr: raddle: error: 16 bytes past the end of 16 bytes that a kernel had from malloc\(\) were overwritten
// exit: 1
#include "../error_check.h"

__device__ char *kept;
__device__ float4 *node;

__global__ void freed(int n) {
  int *numbers = static_cast<int *>(malloc(10 * sizeof(int)));
  for (int i = 0; i < n; ++i)
    numbers[i] = i;
  free(numbers); // <- here
}

__global__ void large(int n) {
  double *numbers = new double[1000];
  for (int i = 0; i < n; ++i)
    numbers[i] = i;
  delete[] numbers; // <- here
}

__global__ void keep(int i) {
  kept = static_cast<char *>(malloc(24));
  kept[i] = 1;
}

__global__ void keepNode(int i) {
  node = static_cast<float4 *>(malloc(sizeof(float4)));
  node[i] = make_float4(1, 2, 3, 4);
}

int main() {
  freed<<<2, 64>>>(10);
  large<<<1, 32>>>(1000);
  keep<<<1, 1>>>(23);
  keepNode<<<1, 1>>>(0);
  CHECK_LAUNCH();
  freed<<<1, 1>>>(11);
  checkFailedLaunch(cudaErrorIllegalAddress);
  large<<<1, 1>>>(1001);
  checkFailedLaunch(cudaErrorIllegalAddress);
  keep<<<1, 1>>>(29);
  CHECK_LAUNCH();
  CHECK_EQ(cudaDeviceReset(), cudaErrorIllegalAddress);
  cudaGetLastError();
  keepNode<<<1, 1>>>(1);
  CHECK_LAUNCH();
  return verdict();
}
