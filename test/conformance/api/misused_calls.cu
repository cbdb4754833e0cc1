// Wrong arguments get the documented error code, change nothing, and print nothing.
#include "../check.h"

int main() {
  DeviceArray<int> array(16);
  int host[32] = {};
  void *pointer = nullptr;
  auto fails = [](cudaError_t got, cudaError_t expected) {
    CHECK_EQ(got, expected);
    CHECK_EQ(cudaGetLastError(), expected);
  };
  fails(cudaMalloc(static_cast<void **>(nullptr), 4), cudaErrorInvalidValue);
  fails(cudaMemcpy(array.get(), host, 17 * sizeof(int), cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  fails(cudaMemcpy(host, array.get() + 10, 7 * sizeof(int), cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  fails(cudaMemcpy(host, array.get(), 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  fails(cudaMemcpy(nullptr, host, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  fails(cudaMemset(array.get(), 0, 65), cudaErrorInvalidValue);
  fails(cudaFree(host), cudaErrorInvalidValue);
  fails(cudaSetDevice(-1), cudaErrorInvalidDevice);
  fails(cudaEventRecord(nullptr), cudaErrorInvalidResourceHandle);
  int value = 0;
  fails(cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0), cudaErrorInvalidValue);
  fails(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99), cudaErrorInvalidDevice);
  CHECK_CUDA(cudaMalloc(&pointer, 8));
  CHECK_CUDA(cudaFree(pointer));
  fails(cudaFree(pointer), cudaErrorInvalidValue);
  CHECK_SAME(array.host(), std::vector<int>(16));
  return verdict();
}
