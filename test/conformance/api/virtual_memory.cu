// Virtual memory management: a buffer that grows in place, two addresses of the same memory, access for reading only, and
// every call that has to be refused.
#include "driver_functions.h"

#include <unistd.h>

__global__ void fill(int *values, int count, int first) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    values[i] = first + i;
}

__global__ void sum(const int *values, int count, unsigned long long *total) {
  unsigned long long own = 0;
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    own += static_cast<unsigned>(values[i]);
  atomicAdd(total, own);
}

namespace {

decltype(&cuMemAddressReserve) reserve;
decltype(&cuMemAddressFree) free_addresses;
decltype(&cuMemCreate) create;
decltype(&cuMemRelease) release;
decltype(&cuMemMap) map;
decltype(&cuMemUnmap) unmap;
decltype(&cuMemSetAccess) set_access;
decltype(&cuMemGetAccess) get_access;

CUmemAllocationProp properties = {};
CUmemAccessDesc both = {};
size_t unit = 0;

void findFunctions() {
  reserve = FUNCTION(cuMemAddressReserve);
  free_addresses = FUNCTION(cuMemAddressFree);
  create = FUNCTION(cuMemCreate);
  release = FUNCTION(cuMemRelease);
  map = FUNCTION(cuMemMap);
  unmap = FUNCTION(cuMemUnmap);
  set_access = FUNCTION(cuMemSetAccess);
  get_access = FUNCTION(cuMemGetAccess);
  properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  properties.location.id = 0;
  both.location = properties.location;
  both.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  CHECK_EQ(FUNCTION(cuMemGetAllocationGranularity)(&unit, &properties, CU_MEM_ALLOC_GRANULARITY_MINIMUM),
           CUDA_SUCCESS);
  CHECK(unit > 0 && (unit & (unit - 1)) == 0);
}

unsigned long long sumOf(CUdeviceptr values, int count) {
  unsigned long long *total, got = 0;
  CHECK_CUDA(cudaMalloc(&total, sizeof *total));
  CHECK_CUDA(cudaMemset(total, 0, sizeof *total));
  sum<<<1, 256>>>(reinterpret_cast<const int *>(values), count, total);
  CHECK_CUDA(cudaMemcpy(&got, total, sizeof got, cudaMemcpyDeviceToHost));
  CHECK_CUDA(cudaFree(total));
  return got;
}

// Pieces are added at the end of what there is; what is in it stays, and copies go over the borders.
void growingBuffer() {
  constexpr int kPieces = 4;
  CUdeviceptr base = 0;
  CHECK_EQ(reserve(&base, kPieces * unit, 0, 0, 0), CUDA_SUCCESS);
  CHECK_EQ(base % unit, 0u);
  size_t before = 0, after = 0, total = 0;
  CHECK_CUDA(cudaMemGetInfo(&before, &total));
  const int count = static_cast<int>(unit / sizeof(int));
  for (int piece = 0; piece < kPieces; ++piece) {
    CUmemGenericAllocationHandle handle;
    CHECK_EQ(create(&handle, unit, &properties, 0), CUDA_SUCCESS);
    CHECK_EQ(map(base + piece * unit, unit, 0, handle, 0), CUDA_SUCCESS);
    // The mapping keeps the memory.
    CHECK_EQ(release(handle), CUDA_SUCCESS);
    CHECK_EQ(set_access(base + piece * unit, unit, &both, 1), CUDA_SUCCESS);
    fill<<<8, 256>>>(reinterpret_cast<int *>(base + piece * unit), count, piece * count);
    CHECK_LAUNCH();
  }
  CHECK_CUDA(cudaMemGetInfo(&after, &total));
  CHECK(before - after >= kPieces * unit);
  const auto all = static_cast<unsigned long long>(kPieces) * count;
  CHECK_EQ(sumOf(base, kPieces * count), all * (all - 1) / 2);
  std::vector<int> got(4096);
  CHECK_CUDA(
      cudaMemcpy(got.data(), reinterpret_cast<void *>(base + unit - 8192), 16384, cudaMemcpyDeviceToHost));
  CHECK_EQ(got[0], count - 2048);
  CHECK_EQ(got[4095], count + 2047);
  CHECK_EQ(unmap(base, kPieces * unit), CUDA_SUCCESS);
  CHECK_EQ(free_addresses(base, kPieces * unit), CUDA_SUCCESS);
}

// The same memory at two addresses, of which one may only be read; its number of references.
void aliases() {
  CUdeviceptr first = 0, second = 0;
  CUmemGenericAllocationHandle handle, retained;
  CHECK_EQ(reserve(&first, unit, 4 * unit, 0, 0), CUDA_SUCCESS);
  CHECK_EQ(first % (4 * unit), 0u);
  CHECK_EQ(reserve(&second, unit, 0, 0, 0), CUDA_SUCCESS);
  CHECK_EQ(create(&handle, unit, &properties, 0), CUDA_SUCCESS);
  CHECK_EQ(map(first, unit, 0, handle, 0), CUDA_SUCCESS);
  CHECK_EQ(map(second, unit, 0, handle, 0), CUDA_SUCCESS);
  unsigned long long flags = 7;
  CHECK_EQ(get_access(&flags, &both.location, first), CUDA_SUCCESS);
  CHECK_EQ(flags, static_cast<unsigned long long>(CU_MEM_ACCESS_FLAGS_PROT_NONE));
  CHECK_EQ(set_access(first, unit, &both, 1), CUDA_SUCCESS);
  CHECK_EQ(get_access(&flags, &both.location, first), CUDA_SUCCESS);
  CHECK_EQ(flags, static_cast<unsigned long long>(CU_MEM_ACCESS_FLAGS_PROT_READWRITE));
  CHECK_EQ(set_access(second, unit, &both, 1), CUDA_SUCCESS);
  fill<<<8, 256>>>(reinterpret_cast<int *>(first), 1000, 5);
  CHECK_LAUNCH();
  CHECK_EQ(sumOf(second, 1000), 1000ull * 999 / 2 + 5000);

  CHECK_EQ(FUNCTION(cuMemRetainAllocationHandle)(&retained, reinterpret_cast<void *>(first + 100)),
           CUDA_SUCCESS);
  CUmemAllocationProp found = {};
  CHECK_EQ(FUNCTION(cuMemGetAllocationPropertiesFromHandle)(&found, retained), CUDA_SUCCESS);
  CHECK_EQ(found.type, CU_MEM_ALLOCATION_TYPE_PINNED);
  CHECK_EQ(found.location.type, CU_MEM_LOCATION_TYPE_DEVICE);
  CHECK_EQ(found.location.id, 0);
  CHECK_EQ(release(retained), CUDA_SUCCESS);
  CHECK_EQ(release(handle), CUDA_SUCCESS);
  cudaPointerAttributes attributes = {};
  CHECK_CUDA(cudaPointerGetAttributes(&attributes, reinterpret_cast<void *>(first)));
  CHECK_EQ(attributes.type, cudaMemoryTypeDevice);
  CHECK_EQ(attributes.device, 0);
  CHECK_EQ(unmap(first, unit), CUDA_SUCCESS);
  CHECK_EQ(sumOf(second, 1000), 1000ull * 999 / 2 + 5000);
  CHECK_EQ(unmap(second, unit), CUDA_SUCCESS);
  CHECK_EQ(free_addresses(first, unit), CUDA_SUCCESS);
  CHECK_EQ(free_addresses(second, unit), CUDA_SUCCESS);
}

// A descriptor outlives the handle that it was made of.
void descriptors() {
  CUmemAllocationProp shareable = properties;
  shareable.requestedHandleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR;
  CUmemGenericAllocationHandle handle, imported;
  CUdeviceptr base = 0;
  int descriptor = -1;
  CHECK_EQ(reserve(&base, 2 * unit, 0, 0, 0), CUDA_SUCCESS);
  CHECK_EQ(create(&handle, unit, &shareable, 0), CUDA_SUCCESS);
  CHECK_EQ(FUNCTION(cuMemExportToShareableHandle)(&descriptor, handle,
                                                  CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
           CUDA_SUCCESS);
  CHECK(descriptor >= 0);
  CHECK_EQ(FUNCTION(cuMemImportFromShareableHandle)(
               &imported, reinterpret_cast<void *>(static_cast<intptr_t>(descriptor)),
               CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR),
           CUDA_SUCCESS);
  close(descriptor);
  CHECK_EQ(map(base, unit, 0, handle, 0), CUDA_SUCCESS);
  CHECK_EQ(map(base + unit, unit, 0, imported, 0), CUDA_SUCCESS);
  CHECK_EQ(set_access(base, 2 * unit, &both, 1), CUDA_SUCCESS);
  CHECK_EQ(release(handle), CUDA_SUCCESS);
  CHECK_EQ(release(imported), CUDA_SUCCESS);
  fill<<<8, 256>>>(reinterpret_cast<int *>(base), 1000, 1);
  CHECK_LAUNCH();
  CHECK_EQ(sumOf(base + unit, 1000), 1000ull * 1001 / 2);
  CHECK_EQ(unmap(base, 2 * unit), CUDA_SUCCESS);
  CHECK_EQ(free_addresses(base, 2 * unit), CUDA_SUCCESS);
}

void refusals() {
  CUdeviceptr base = 0;
  CUmemGenericAllocationHandle handle;
  CHECK_EQ(reserve(&base, unit + 1, 0, 0, 0), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(reserve(&base, 2 * unit, 0, 0, 1), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(create(&handle, unit + 1, &properties, 0), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(create(&handle, size_t{1} << 50, &properties, 0), CUDA_ERROR_OUT_OF_MEMORY);
  CUmemAllocationProp wrong = properties;
  wrong.location.id = 1000;
  CHECK_EQ(create(&handle, unit, &wrong, 0), CUDA_ERROR_INVALID_DEVICE);
  CHECK_EQ(reserve(&base, 2 * unit, 0, 0, 0), CUDA_SUCCESS);
  CHECK_EQ(create(&handle, unit, &properties, 0), CUDA_SUCCESS);
  int descriptor = -1;
  CHECK_EQ(FUNCTION(cuMemExportToShareableHandle)(&descriptor, handle,
                                                  CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0),
           CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(map(base, 2 * unit, 0, handle, 0), CUDA_ERROR_NOT_SUPPORTED);
  CHECK_EQ(map(base, unit, 0, handle, 1), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(set_access(base, unit, &both, 1), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(unmap(base, unit), CUDA_SUCCESS);
  CHECK_EQ(map(base, unit, 0, handle, 0), CUDA_SUCCESS);
  CHECK_EQ(map(base, unit, 0, handle, 0), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(unmap(base, unit / 2), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(free_addresses(base, 2 * unit), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(unmap(base, unit), CUDA_SUCCESS);
  CHECK_EQ(free_addresses(base, unit), CUDA_ERROR_INVALID_VALUE);
  CHECK_EQ(free_addresses(base, 2 * unit), CUDA_SUCCESS);
  CHECK_EQ(release(handle), CUDA_SUCCESS);
  CHECK_EQ(release(handle), CUDA_ERROR_INVALID_VALUE);
}

} // namespace

int main() {
  CHECK_CUDA(cudaFree(nullptr));
  if (!findDriver())
    return verdict();
  findFunctions();
  growingBuffer();
  aliases();
  descriptors();
  refusals();
  return verdict();
}
