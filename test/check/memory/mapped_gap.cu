// A kernel goes from one piece of mapped memory into the next one, which is right, and on into addresses where nothing is mapped.
#include <cuda.h>
#include <cuda_runtime.h>

__global__ void fill(int *values, unsigned count) {
  for (unsigned i = threadIdx.x; i < count; i += blockDim.x)
    values[i] = i; // EXPECT: error out-of-bounds-global
}

int main() {
  cuInit(0);
  cudaFree(nullptr);
  CUmemAllocationProp properties = {};
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  size_t unit = 0;
  cuMemGetAllocationGranularity(&unit, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM);
  CUdeviceptr base = 0;
  cuMemAddressReserve(&base, 4 * unit, 0, 0, 0);
  CUmemAccessDesc access = {};
  access.location = properties.location;
  access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  for (int piece : {0, 1, 3}) {
    CUmemGenericAllocationHandle memory;
    cuMemCreate(&memory, unit, &properties, 0);
    cuMemMap(base + piece * unit, unit, 0, memory, 0);
    cuMemRelease(memory);
    cuMemSetAccess(base + piece * unit, unit, &access, 1);
  }
#ifdef REPAIRED
  const unsigned bytes = 2 * unit;
#else
  const unsigned bytes = 2 * unit + 64;
#endif
  fill<<<1, 64>>>(reinterpret_cast<int *>(base), bytes / sizeof(int));
  // From the second piece back into the first one.
  fill<<<1, 64>>>(reinterpret_cast<int *>(base + unit) - 16, 32);
  cudaDeviceSynchronize();
  for (int piece : {0, 1, 3})
    cuMemUnmap(base + piece * unit, unit);
  cuMemAddressFree(base, 4 * unit);
  return 0;
}
