/* A question to cuda_occupancy.h from C. */
#include "cuda_occupancy.h"

int askFromC(int threads, int registers) {
  struct cudaOccDeviceProp device = {9, 0, 1024, 2048, 65536, 65536, 32, 49152, 233472, 132, 232448, 1024};
  cudaOccFuncAttributes kernel = {1024, 0, 0, PARTITIONED_GC_OFF, FUNC_SHMEM_LIMIT_DEFAULT, 0, 1};
  cudaOccDeviceState state = {CACHE_PREFER_NONE, SHAREDMEM_CARVEOUT_DEFAULT};
  cudaOccResult result;
  cudaOccError error;
  kernel.numRegs = registers;
  error = cudaOccMaxActiveBlocksPerMultiprocessor(&result, &device, &kernel, &state, threads, 0);
  return error == CUDA_OCC_SUCCESS ? result.activeBlocksPerMultiprocessor : -(int)error;
}
