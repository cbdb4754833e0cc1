// cudaFuncGetAttributes: the kernel's static shared memory, its largest block, and its constants.
#include "../check.h"

__constant__ float table[256];

__global__ void with_shared(float *out) {
  __shared__ float values[300];
  __shared__ double more[10];
  values[threadIdx.x] = table[threadIdx.x];
  more[threadIdx.x % 10] = 1;
  __syncthreads();
  out[threadIdx.x] = values[299 - threadIdx.x] + more[3];
}
__global__ void without_shared(float *out) { *out = 1; }

#if CUDART_VERSION >= 13000
constexpr cudaError_t kUnknownFunction = cudaErrorInvalidResourceHandle;
#else
constexpr cudaError_t kUnknownFunction = cudaErrorInvalidDeviceFunction;
#endif

int main() {
  cudaFuncAttributes attributes;
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, with_shared));
  CHECK(attributes.sharedSizeBytes >= 1280 && attributes.sharedSizeBytes <= 1300);
  CHECK(attributes.maxThreadsPerBlock > 0 && attributes.maxThreadsPerBlock <= 1024);
  CHECK(attributes.binaryVersion >= 70);
  CHECK(attributes.numRegs > 0);
  CHECK_CUDA(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void *>(without_shared)));
  CHECK_EQ(attributes.sharedSizeBytes, 0u);
  CHECK_EQ(attributes.localSizeBytes, 0u);
  int dummy = 0;
  CHECK_EQ(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void *>(&dummy)), kUnknownFunction);
  CHECK_EQ(cudaGetLastError(), kUnknownFunction);
  return verdict();
}
