// Freeing twice, freeing what was never allocated, freeing the middle, and mixing up the two kinds of memory.
#include "../error_check.h"

int main() {
  int *memory = nullptr, *pinned = nullptr, local = 0;
  CHECK_CUDA(cudaMalloc(&memory, 64));
  checkRefused(cudaFree(memory + 1), cudaErrorInvalidValue);
  CHECK_CUDA(cudaFree(memory));
  checkRefused(cudaFree(memory), cudaErrorInvalidValue);
  checkRefused(cudaFree(&local), cudaErrorInvalidValue);
  checkRefused(cudaFree(reinterpret_cast<void *>(0x1234)), cudaErrorInvalidValue);
  CHECK_CUDA(cudaMallocHost(&pinned, 64));
  CHECK_CUDA(cudaFreeHost(pinned));
  checkRefused(cudaFreeHost(pinned), cudaErrorInvalidValue);
  checkRefused(cudaFreeHost(&local), cudaErrorInvalidValue);
  CHECK_CUDA(cudaFree(nullptr));
  CHECK_CUDA(cudaFreeHost(nullptr));
  cudaEvent_t event;
  CHECK_CUDA(cudaEventCreate(&event));
  CHECK_CUDA(cudaEventDestroy(event));
  checkRefused(cudaEventRecord(event), cudaErrorInvalidResourceHandle);
  cudaStream_t stream;
  CHECK_CUDA(cudaStreamCreate(&stream));
  CHECK_CUDA(cudaStreamDestroy(stream));
  checkRefused(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
  checkStillComputes();
  return verdict();
}
