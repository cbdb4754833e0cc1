// A kernel writes to mapped memory that cuMemSetAccess has given nobody access to; a copy of it is refused.
// stderr: {here}: error: kernel 'fill\(int\*\)' wrote address 0x[0-9a-f]+, which this process may not access
// stderr: note: .*in mapped memory of [0-9]+ bytes, which no device was given access to, mapped at
#include "../../conformance/api/driver_functions.h"
#include "../error_check.h"

__global__ void fill(int *values) {
  values[threadIdx.x] = 1; // <- here
}

int main() {
  CHECK_CUDA(cudaFree(nullptr));
  if (!findDriver())
    return verdict();
  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  size_t unit = 0;
  CHECK_EQ(FUNCTION(cuMemGetAllocationGranularity)(&unit, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
           CUDA_SUCCESS);
  CUdeviceptr base = 0;
  CUmemGenericAllocationHandle handle;
  CHECK_EQ(FUNCTION(cuMemAddressReserve)(&base, unit, 0, 0, 0), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuMemCreate)(&handle, unit, &properties, 0), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuMemMap)(base, unit, 0, handle, 0), CUDA_SUCCESS);
  int *const values = reinterpret_cast<int *>(base);
  checkRefused(cudaMemset(values, 0, 4), cudaErrorInvalidValue);
  fill<<<1, 32>>>(values);
  checkFailedLaunch(cudaErrorIllegalAddress);
  return verdict();
}
