// Used by cache.py: two kernels, one of them with a device variable and a function pointer. With an argument,
// the launch must fail with the error of that name.
#include "error_check.h"

__device__ int offset = 7;
__device__ int add(int a, int b) { return a + b; }
__device__ int (*operation)(int, int) = add;

__global__ void compute(int *values) {
  __syncthreads();
  values[threadIdx.x] = operation(threadIdx.x, offset);
}

int main(int argc, char **argv) {
  if (argc > 1) {
    compute<<<1, 1>>>(nullptr);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess)
      error = cudaDeviceSynchronize();
    CHECK_EQ(std::string(cudaGetErrorName(error)), std::string(argv[1]));
    return verdict();
  }
  DeviceArray<int> values(64);
  compute<<<1, 64>>>(values.get());
  CHECK_LAUNCH();
  std::vector<int> got = values.host();
  for (int i = 0; i < 64; ++i)
    CHECK_EQ(got[i], i + 7);
  checkStillComputes();
  return verdict();
}
