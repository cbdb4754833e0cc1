// __CUDA_ARCH__ is defined in device code only, and tells the architecture that the program was compiled for.
#include "../check.h"

__host__ __device__ int where() {
#ifdef __CUDA_ARCH__
  return __CUDA_ARCH__;
#else
  return -1;
#endif
}

#ifdef __CUDACC__
constexpr bool kCudaCompiler = true;
#else
constexpr bool kCudaCompiler = false;
#endif

__global__ void tell(int *out) {
#if __CUDA_ARCH__ >= 700
  *out = where();
#else
  *out = 1;
#endif
}

int main() {
  CHECK(kCudaCompiler);
  CHECK_EQ(where(), -1);
  DeviceArray<int> out(1);
  tell<<<1, 1>>>(out.get());
  CHECK_LAUNCH();
  int arch = out.first();
  CHECK(arch >= 700 && arch % 10 == 0);
  cudaDeviceProp properties;
  CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
  CHECK(arch <= properties.major * 100 + properties.minor * 10);
  return verdict();
}
