// What CUDA's C++ libraries ask cuGetProcAddress for. What kFunctions does not list, it does not find.
#include "cuda.h"

#include "api/cuda/call.h"

#include <algorithm>
#include <array>
#include <string_view>

using namespace raddle::cuda;

namespace {

struct Entry {
  std::string_view name;
  int since; // the CUDA version whose function of this name it is
  void *function;
};

#define ENTRY(name, since)                                                                                   \
  Entry { #name, since, reinterpret_cast<void *>(&name) }
const auto kFunctions = std::to_array<Entry>({
    ENTRY(cuGetProcAddress, 12000),
    ENTRY(cuInit, 2000),
    ENTRY(cuDriverGetVersion, 2020),
    ENTRY(cuDeviceGet, 2000),
    ENTRY(cuDeviceGetCount, 2000),
    ENTRY(cuDeviceGetName, 2000),
    ENTRY(cuDeviceTotalMem, 3020),
    ENTRY(cuDeviceGetAttribute, 2000),
    ENTRY(cuDeviceCanAccessPeer, 4000),
    ENTRY(cuDeviceGetDefaultMemPool, 11020),
    ENTRY(cuDevicePrimaryCtxRetain, 7000),
    ENTRY(cuDevicePrimaryCtxRelease, 11000),
    ENTRY(cuDevicePrimaryCtxGetState, 7000),
    ENTRY(cuCtxPushCurrent, 4000),
    ENTRY(cuCtxPopCurrent, 4000),
    ENTRY(cuCtxGetCurrent, 4000),
    ENTRY(cuCtxGetDevice, 2000),
    ENTRY(cuMemcpyAsync, 4000),
    ENTRY(cuMemsetD8Async, 3020),
    ENTRY(cuMemsetD16Async, 3020),
    ENTRY(cuMemsetD32Async, 3020),
    ENTRY(cuMemAllocManaged, 6000),
    ENTRY(cuMemAllocHost, 3020),
    ENTRY(cuMemFree, 3020),
    ENTRY(cuMemFreeHost, 2000),
    ENTRY(cuMemFreeAsync, 11020),
    ENTRY(cuMemGetInfo, 3020),
    ENTRY(cuMemAllocFromPoolAsync, 11020),
    ENTRY(cuMemPoolTrimTo, 11020),
    ENTRY(cuMemPoolSetAttribute, 11020),
    ENTRY(cuMemPoolGetAttribute, 11020),
    ENTRY(cuMemPoolSetAccess, 11020),
    ENTRY(cuMemPoolGetAccess, 11020),
    ENTRY(cuMemAddressReserve, 10020),
    ENTRY(cuMemAddressFree, 10020),
    ENTRY(cuMemCreate, 10020),
    ENTRY(cuMemRelease, 10020),
    ENTRY(cuMemMap, 10020),
    ENTRY(cuMemUnmap, 10020),
    ENTRY(cuMemSetAccess, 10020),
    ENTRY(cuMemGetAccess, 10020),
    ENTRY(cuMemGetAllocationGranularity, 10020),
    ENTRY(cuMemGetAllocationPropertiesFromHandle, 10020),
    ENTRY(cuMemExportToShareableHandle, 10020),
    ENTRY(cuMemImportFromShareableHandle, 10020),
    ENTRY(cuMemRetainAllocationHandle, 11000),
    ENTRY(cuPointerGetAttribute, 4000),
    ENTRY(cuPointerGetAttributes, 7000),
    ENTRY(cuStreamCreateWithPriority, 5050),
    ENTRY(cuStreamDestroy, 4000),
    ENTRY(cuStreamSynchronize, 2000),
    ENTRY(cuStreamQuery, 2000),
    ENTRY(cuStreamGetPriority, 5050),
    ENTRY(cuStreamGetId, 12000),
    ENTRY(cuStreamGetCtx, 9020),
    ENTRY(cuStreamIsCapturing, 10000),
    ENTRY(cuStreamGetCaptureInfo, 11030),
    ENTRY(cuStreamWaitEvent, 3020),
    ENTRY(cuStreamWriteValue32, 11070),
    ENTRY(cuStreamWriteValue64, 11070),
    ENTRY(cuStreamWaitValue32, 11070),
    ENTRY(cuStreamWaitValue64, 11070),
    ENTRY(cuStreamBatchMemOp, 11070),
    ENTRY(cuFuncGetAttribute, 2020),
    ENTRY(cuFuncSetAttribute, 9000),
    ENTRY(cuFuncLoad, 12040),
    ENTRY(cuLaunchKernelEx, 11060),
    ENTRY(cuLaunchHostFunc, 10000),
    ENTRY(cuEventCreate, 2000),
    ENTRY(cuEventDestroy, 4000),
    ENTRY(cuEventRecord, 2000),
    ENTRY(cuEventQuery, 2000),
    ENTRY(cuEventSynchronize, 2000),
    ENTRY(cuEventElapsedTime, 2000),
});
#undef ENTRY

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuGetProcAddress(const char *symbol, void **pfn, int cudaVersion, cuuint64_t,
                          CUdriverProcAddressQueryResult *symbolStatus) {
  if (!symbol || !pfn)
    return CUDA_ERROR_INVALID_VALUE;
  const auto *entry = std::ranges::find(kFunctions, std::string_view(symbol), &Entry::name);
  const auto status = entry == kFunctions.end()    ? CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND
                      : cudaVersion < entry->since ? CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT
                                                   : CU_GET_PROC_ADDRESS_SUCCESS;
  *pfn = status == CU_GET_PROC_ADDRESS_SUCCESS ? entry->function : nullptr;
  if (symbolStatus)
    *symbolStatus = status;
  return status == CU_GET_PROC_ADDRESS_SUCCESS || symbolStatus ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

CUresult cuInit(unsigned flags) {
  return flags == 0 ? onProcess([](Process &) { return Status::kSuccess; }) : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuDriverGetVersion(int *version) {
  if (!version)
    return CUDA_ERROR_INVALID_VALUE;
  *version = CUDA_VERSION;
  return CUDA_SUCCESS;
}

} // extern "C"
#pragma GCC visibility pop
