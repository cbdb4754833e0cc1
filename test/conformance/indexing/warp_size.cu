// warpSize is 32 in kernels, and the device property says the same.
#include "../check.h"

__global__ void tell(int *size) { *size = warpSize; }

int main() {
  DeviceArray<int> size(1);
  tell<<<1, 1>>>(size.get());
  CHECK_LAUNCH();
  CHECK_EQ(size.first(), 32);
  cudaDeviceProp properties;
  CHECK_CUDA(cudaGetDeviceProperties(&properties, 0));
  CHECK_EQ(properties.warpSize, 32);
  return verdict();
}
