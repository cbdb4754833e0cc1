// More than 48 KiB of dynamic shared memory needs the kernel's opt-in, up to the device's limit.
#include "../check.h"

__global__ void reverse(int *out, int count) {
  extern __shared__ int words[];
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    words[i] = i;
  __syncthreads();
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    out[i] = words[count - 1 - i];
}

int main() {
  int limit = 0;
  CHECK_CUDA(cudaDeviceGetAttribute(&limit, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0));
  CHECK(limit >= 48 * 1024);
  int count = limit / 4;
  DeviceArray<int> out(count);
  if (limit > 48 * 1024) {
    reverse<<<1, 256, limit>>>(out.get(), count);
    CHECK(cudaGetLastError() != cudaSuccess);
  }
  CHECK_CUDA(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, limit));
  reverse<<<1, 256, limit>>>(out.get(), count);
  CHECK_LAUNCH();
  std::vector<int> got = out.host();
  for (int i = 0; i < count; ++i)
    CHECK_EQ(got[i], count - 1 - i);
  CHECK_EQ(cudaFuncSetAttribute(reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, limit + 1),
           cudaErrorInvalidValue);
  CHECK_EQ(cudaGetLastError(), cudaErrorInvalidValue);
  return verdict();
}
