// cudaPeekAtLastError keeps the error, cudaGetLastError takes it away; success does not overwrite it.
#include "../check.h"

__global__ void nothing() {}

int main() {
  CHECK_EQ(cudaGetLastError(), cudaSuccess);
  CHECK_EQ(cudaSetDevice(9999), cudaErrorInvalidDevice);
  CHECK_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  void *memory = nullptr;
  CHECK_CUDA(cudaMalloc(&memory, 16));
  nothing<<<1, 1>>>();
  CHECK_CUDA(cudaDeviceSynchronize());
  CHECK_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
  CHECK_EQ(cudaMemcpy(memory, &memory, 8, static_cast<cudaMemcpyKind>(77)), cudaErrorInvalidMemcpyDirection);
  CHECK_EQ(cudaPeekAtLastError(), cudaErrorInvalidMemcpyDirection);
  CHECK_EQ(cudaGetLastError(), cudaErrorInvalidMemcpyDirection);
  CHECK_EQ(cudaGetLastError(), cudaSuccess);
  CHECK_EQ(cudaPeekAtLastError(), cudaSuccess);
  CHECK_CUDA(cudaFree(memory));
  return verdict();
}
