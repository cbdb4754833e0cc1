// The types of the driver API's functions, by the names that callers of cuGetProcAddress give pointers to them.
#ifndef CUDATYPEDEFS_H
#define CUDATYPEDEFS_H

#include "raddle/names/hide.h"

#include "cuda.h"

#if defined(__cplusplus)
#define RADDLE_DRIVER_FUNCTION(function, version)                                                            \
  typedef decltype(&function) PFN_##function##_v##version, PFN_##function;
#else
#define RADDLE_DRIVER_FUNCTION(function, version)                                                            \
  typedef __typeof__(&function) PFN_##function##_v##version, PFN_##function;
#endif
RADDLE_DRIVER_FUNCTION(cuGetProcAddress, 12000)
RADDLE_DRIVER_FUNCTION(cuInit, 2000)
RADDLE_DRIVER_FUNCTION(cuDriverGetVersion, 2020)
RADDLE_DRIVER_FUNCTION(cuDeviceGet, 2000)
RADDLE_DRIVER_FUNCTION(cuDeviceGetCount, 2000)
RADDLE_DRIVER_FUNCTION(cuDeviceGetName, 2000)
RADDLE_DRIVER_FUNCTION(cuDeviceTotalMem, 3020)
RADDLE_DRIVER_FUNCTION(cuDeviceGetAttribute, 2000)
RADDLE_DRIVER_FUNCTION(cuDeviceCanAccessPeer, 4000)
RADDLE_DRIVER_FUNCTION(cuDeviceGetDefaultMemPool, 11020)
RADDLE_DRIVER_FUNCTION(cuDeviceGetDevResource, 12040)
RADDLE_DRIVER_FUNCTION(cuDevResourceGenerateDesc, 12040)
RADDLE_DRIVER_FUNCTION(cuDevicePrimaryCtxRetain, 7000)
RADDLE_DRIVER_FUNCTION(cuDevicePrimaryCtxRelease, 11000)
RADDLE_DRIVER_FUNCTION(cuDevicePrimaryCtxGetState, 7000)
RADDLE_DRIVER_FUNCTION(cuCtxPushCurrent, 4000)
RADDLE_DRIVER_FUNCTION(cuCtxPopCurrent, 4000)
RADDLE_DRIVER_FUNCTION(cuCtxGetCurrent, 4000)
RADDLE_DRIVER_FUNCTION(cuCtxGetDevice, 2000)
RADDLE_DRIVER_FUNCTION(cuCtxGetDevResource, 12040)
RADDLE_DRIVER_FUNCTION(cuGreenCtxCreate, 12040)
RADDLE_DRIVER_FUNCTION(cuGreenCtxDestroy, 12040)
RADDLE_DRIVER_FUNCTION(cuGreenCtxStreamCreate, 12050)
RADDLE_DRIVER_FUNCTION(cuCtxFromGreenCtx, 12040)
RADDLE_DRIVER_FUNCTION(cuMemcpyAsync, 4000)
RADDLE_DRIVER_FUNCTION(cuMemsetD8Async, 3020)
RADDLE_DRIVER_FUNCTION(cuMemsetD16Async, 3020)
RADDLE_DRIVER_FUNCTION(cuMemsetD32Async, 3020)
RADDLE_DRIVER_FUNCTION(cuMemAllocManaged, 6000)
RADDLE_DRIVER_FUNCTION(cuMemAllocHost, 3020)
RADDLE_DRIVER_FUNCTION(cuMemFree, 3020)
RADDLE_DRIVER_FUNCTION(cuMemFreeHost, 2000)
RADDLE_DRIVER_FUNCTION(cuMemFreeAsync, 11020)
RADDLE_DRIVER_FUNCTION(cuMemAllocFromPoolAsync, 11020)
RADDLE_DRIVER_FUNCTION(cuMemPoolCreate, 11020)
RADDLE_DRIVER_FUNCTION(cuMemPoolDestroy, 11020)
RADDLE_DRIVER_FUNCTION(cuMemPoolTrimTo, 11020)
RADDLE_DRIVER_FUNCTION(cuMemPoolSetAttribute, 11020)
RADDLE_DRIVER_FUNCTION(cuMemPoolGetAttribute, 11020)
RADDLE_DRIVER_FUNCTION(cuMemPoolSetAccess, 11020)
RADDLE_DRIVER_FUNCTION(cuMemPoolGetAccess, 11020)
RADDLE_DRIVER_FUNCTION(cuPointerGetAttribute, 4000)
RADDLE_DRIVER_FUNCTION(cuPointerGetAttributes, 7000)
RADDLE_DRIVER_FUNCTION(cuTensorMapEncodeTiled, 12000)
RADDLE_DRIVER_FUNCTION(cuStreamCreateWithPriority, 5050)
RADDLE_DRIVER_FUNCTION(cuStreamDestroy, 4000)
RADDLE_DRIVER_FUNCTION(cuStreamSynchronize, 2000)
RADDLE_DRIVER_FUNCTION(cuStreamQuery, 2000)
RADDLE_DRIVER_FUNCTION(cuStreamGetPriority, 5050)
RADDLE_DRIVER_FUNCTION(cuStreamGetId, 12000)
RADDLE_DRIVER_FUNCTION(cuStreamGetCtx, 9020)
RADDLE_DRIVER_FUNCTION(cuStreamIsCapturing, 10000)
RADDLE_DRIVER_FUNCTION(cuStreamWaitEvent, 3020)
RADDLE_DRIVER_FUNCTION(cuStreamAddCallback, 5000)
RADDLE_DRIVER_FUNCTION(cuLaunchHostFunc, 10000)
RADDLE_DRIVER_FUNCTION(cuEventCreate, 2000)
RADDLE_DRIVER_FUNCTION(cuEventDestroy, 4000)
RADDLE_DRIVER_FUNCTION(cuEventRecord, 2000)
RADDLE_DRIVER_FUNCTION(cuEventQuery, 2000)
RADDLE_DRIVER_FUNCTION(cuEventSynchronize, 2000)
RADDLE_DRIVER_FUNCTION(cuEventElapsedTime, 2000)
RADDLE_DRIVER_FUNCTION(cuFuncGetAttribute, 2020)
RADDLE_DRIVER_FUNCTION(cuFuncSetAttribute, 9000)
RADDLE_DRIVER_FUNCTION(cuKernelGetFunction, 12000)
RADDLE_DRIVER_FUNCTION(cuKernelGetAttribute, 12000)
RADDLE_DRIVER_FUNCTION(cuKernelGetName, 12030)
RADDLE_DRIVER_FUNCTION(cuKernelGetLibrary, 12050)
RADDLE_DRIVER_FUNCTION(cuLibraryLoadData, 12000)
RADDLE_DRIVER_FUNCTION(cuLibraryUnload, 12000)
RADDLE_DRIVER_FUNCTION(cuLibraryGetKernel, 12000)
RADDLE_DRIVER_FUNCTION(cuLibraryGetGlobal, 12000)
RADDLE_DRIVER_FUNCTION(cuLibraryGetManaged, 12000)
RADDLE_DRIVER_FUNCTION(cuLaunchKernelEx, 11060)
RADDLE_DRIVER_FUNCTION(cuGraphAddKernelNode, 12000)
RADDLE_DRIVER_FUNCTION(cuGraphKernelNodeSetAttribute, 11000)

#undef RADDLE_DRIVER_FUNCTION

#include "raddle/names/show.h"

#endif
