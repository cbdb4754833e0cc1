// What is refused for ever says its name once, and why.
// stderr: warning: cudaDeviceGetNvSciSyncAttributes\(\) is not supported: it does nothing, and returns cudaErrorNotSupported
// stderr: note: NvSci is a part of NVIDIA's embedded systems
// stderr: warning: cudaGraphicsGLRegisterBuffer\(\) is not supported
// stderr: note: OpenGL's buffers and images are memory of a graphics card
// stderr: warning: cudaGraphicsMapResources\(\) is not supported
// stderr: note: there are no resources of graphics
// stderr: warning: cudaArraySparse is not supported
// stderr: note: an array's memory is there as a whole
// stderr: warning: external memory that is no file descriptor is not supported
// stderr: note: other handles are those of Windows, Direct3D and NvSci
// stderr lacks: (?s)cudaArraySparse.*cudaArraySparse
#include "../error_check.h"

#include <cuda_gl_interop.h>

int main() {
  char attributes[64];
  cudaGraphicsResource_t resource = nullptr;
  for (int twice = 0; twice < 2; ++twice)
    checkRefused(cudaDeviceGetNvSciSyncAttributes(attributes, 0, 0), cudaErrorNotSupported);
  checkRefused(cudaGraphicsGLRegisterBuffer(&resource, 1, 0), cudaErrorNotSupported);
  checkRefused(cudaGraphicsMapResources(1, &resource, 0), cudaErrorNotSupported);
  cudaArray_t array = nullptr;
  const cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
  for (int twice = 0; twice < 2; ++twice)
    checkRefused(cudaMallocArray(&array, &format, 64, 64, cudaArraySparse), cudaErrorNotSupported);
  cudaExternalMemory_t memory = nullptr;
  cudaExternalMemoryHandleDesc description = {};
  description.type = cudaExternalMemoryHandleTypeD3D12Heap;
  checkRefused(cudaImportExternalMemory(&memory, &description), cudaErrorNotSupported);
  return verdict();
}
