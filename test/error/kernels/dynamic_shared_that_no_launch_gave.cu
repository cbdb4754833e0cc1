// An array that the third argument of <<<>>> gives no or too few bytes, in kernels whose accesses to it become registers,
// loops and calls. To declare it is no error.
// stderr: {here}: error: kernel 'reverse\(int\*\)' wrote address 0x\w+, which lies 0 bytes past the shared memory of its block: 0 bytes of variables, and 0 that
// stderr: note: block \(0,0,0\), thread \(0,0,0\), warp 0, lane 0
// stderr: note: the third argument of <<<>>> says how many bytes
// stderr: {here}: error: kernel 'reverse\(int\*\)' .* 64 that the launch gave
// stderr: note: block \(0,0,0\), thread \(16,0,0\), warp 0, lane 16
// stderr: {here}: error: kernel 'sumUp\(int\*\)' wrote .* 68 bytes of variables, and 0 that
// stderr: {here}: error: kernel 'count\(int\*\)'
// stderr: {here}: error: kernel 'readOnly\(int\*, int\)' read
#include "../error_check.h"

__global__ void reverse(int *values) {
  extern __shared__ int all[];
  all[threadIdx.x] = values[threadIdx.x]; // <- here
  __syncthreads();
  values[threadIdx.x] = all[blockDim.x - 1 - threadIdx.x];
}

__global__ void sumUp(int *values) {
  __shared__ int factors[17];
  extern __shared__ double sums[];
  factors[threadIdx.x % 17] = 1;
  __syncthreads();
  sums[threadIdx.x] = values[threadIdx.x] * factors[3]; // <- here
  __syncthreads();
  for (unsigned half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half)
      sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  values[threadIdx.x] = sums[0];
}

__device__ void add(int bin) {
  extern __shared__ unsigned bins[];
  atomicAdd(&bins[bin], 1); // <- here
}

__global__ void count(int *values) { add(values[threadIdx.x] & 7); }

__device__ __noinline__ int sumOf(int n) {
  extern __shared__ char4 letters[];
  int sum = 0;
  for (int i = 0; i < n; ++i)
    sum += letters[i].x; // <- here
  return sum;
}

__global__ void readOnly(int *values, int n) { values[threadIdx.x] = sumOf(n); }

int main() {
  auto launchTwice = [](auto kernel, int threads, int given, int enough) {
    cudaGetLastError(); // of the array that was there before the device's reset
    DeviceArray<int> values(256);
    kernel<<<1, threads, enough>>>(values.get());
    CHECK_LAUNCH();
    kernel<<<1, threads, given>>>(values.get());
    checkFailedLaunch(cudaErrorIllegalAddress);
  };
  launchTwice(reverse, 64, 0, 256);
  launchTwice(reverse, 32, 64, 128);
  launchTwice(sumUp, 32, 0, 256);
  launchTwice(count, 1, 0, 32);
  cudaGetLastError();
  DeviceArray<int> values(32);
  readOnly<<<1, 32>>>(values.get(), 0);
  CHECK_LAUNCH();
  readOnly<<<1, 32, 12>>>(values.get(), 9);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
