// A call of the driver API that fails, and whose result the program looks at.
#include <cuda.h>
#include <cuda_runtime.h>

int main() {
  cudaFree(nullptr);
  cuInit(0);
  CUdeviceptr array = 0;
#ifdef REPAIRED
  const size_t bytes = 4096;
#else
  const size_t bytes = size_t{1} << 60;
#endif
  // EXPECT: warning api-error
  if (cuMemAllocManaged(&array, bytes, CU_MEM_ATTACH_GLOBAL) != CUDA_SUCCESS)
    return 0;
  cudaFree(reinterpret_cast<void *>(array));
  return 0;
}
