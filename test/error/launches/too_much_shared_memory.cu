// More shared memory than a block may have: dynamic, static and dynamic together, and beyond the opt-in.
#include "../error_check.h"

__global__ void with_static(int *out) {
  __shared__ int words[4096];
  extern __shared__ int more[];
  words[threadIdx.x] = threadIdx.x;
  more[threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.x] = words[31 - threadIdx.x] + more[0];
}

int main() {
  DeviceArray<int> out(32);
  addIndexToEach<<<1, 1, 48 * 1024 + 1>>>(out.get());
  checkRefused(cudaPeekAtLastError(), cudaErrorInvalidValue);
  addIndexToEach<<<1, 1, 1 << 30>>>(out.get());
  checkRefused(cudaPeekAtLastError(), cudaErrorInvalidValue);
  with_static<<<1, 32, 32 * 1024 + 1>>>(out.get());
  checkRefused(cudaPeekAtLastError(), cudaErrorInvalidValue);
  CHECK_SAME(out.host(), std::vector<int>(32));
  with_static<<<1, 32, 32 * 1024>>>(out.get());
  CHECK_LAUNCH();
  CHECK_EQ(out.first(), 32);
  checkRefused(cudaFuncSetAttribute(with_static, cudaFuncAttributeMaxDynamicSharedMemorySize, 300'000),
               cudaErrorInvalidValue);
  checkStillComputes();
  return verdict();
}
