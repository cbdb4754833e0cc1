// A call of the driver API that fails, and that the program does not look at.
#include <cuda.h>
#include <cuda_runtime.h>

int main() {
  CUdeviceptr array;
  cuInit(0);
  cudaFree(nullptr);
#ifdef REPAIRED
  cuMemAllocManaged(&array, 256, CU_MEM_ATTACH_GLOBAL);
#else
  // EXPECT: error api-error
  cuMemAllocManaged(&array, 0, CU_MEM_ATTACH_GLOBAL);
  cuMemAllocManaged(&array, 256, CU_MEM_ATTACH_GLOBAL);
#endif
  cudaFree(reinterpret_cast<void *>(array));
  return 0;
}
