// cudaPointerGetAttributes tells device, pinned, managed and ordinary memory apart.
#include "../check.h"

int main() {
  int *device = nullptr, *pinned = nullptr, *managed = nullptr, ordinary = 0;
  CHECK_CUDA(cudaMalloc(&device, 400));
  CHECK_CUDA(cudaMallocHost(&pinned, 400));
  CHECK_CUDA(cudaMallocManaged(&managed, 400));
  cudaPointerAttributes attributes;
  CHECK_CUDA(cudaPointerGetAttributes(&attributes, device + 10));
  CHECK_EQ(attributes.type, cudaMemoryTypeDevice);
  CHECK_EQ(attributes.device, 0);
  CHECK_EQ(attributes.devicePointer, static_cast<void *>(device + 10));
  CHECK_CUDA(cudaPointerGetAttributes(&attributes, pinned + 5));
  CHECK_EQ(attributes.type, cudaMemoryTypeHost);
  CHECK_EQ(attributes.hostPointer, static_cast<void *>(pinned + 5));
  CHECK_CUDA(cudaPointerGetAttributes(&attributes, managed));
  CHECK_EQ(attributes.type, cudaMemoryTypeManaged);
  CHECK_CUDA(cudaPointerGetAttributes(&attributes, &ordinary));
  CHECK_EQ(attributes.type, cudaMemoryTypeUnregistered);
  CHECK_CUDA(cudaFree(device));
  CHECK_CUDA(cudaFreeHost(pinned));
  CHECK_CUDA(cudaFree(managed));
  return verdict();
}
