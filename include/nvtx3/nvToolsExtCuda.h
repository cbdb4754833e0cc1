/* NVTX's names for what the driver API makes. */
#ifndef NVTOOLSEXT_CUDA_V3
#define NVTOOLSEXT_CUDA_V3

#include "raddle/names/hide.h"

#include "nvToolsExt.h"

#include "cuda.h"

#ifdef __cplusplus
extern "C" {
#endif

NVTX_INLINE_STATIC void nvtxNameCuDeviceA(CUdevice device, const char *name) {
  __raddle_nvtx_note(RADDLE_NVTX_NAME_DEVICE, NULL, name, (uint64_t)device);
}
NVTX_INLINE_STATIC void nvtxNameCuDeviceW(CUdevice device, const wchar_t *name) {
  __raddle_nvtx_note(RADDLE_NVTX_NAME_DEVICE | RADDLE_NVTX_WIDE, NULL, name, (uint64_t)device);
}
NVTX_INLINE_STATIC void nvtxNameCuContextA(CUcontext context, const char *name) { (void)context, (void)name; }
NVTX_INLINE_STATIC void nvtxNameCuContextW(CUcontext context, const wchar_t *name) {
  (void)context, (void)name;
}
NVTX_INLINE_STATIC void nvtxNameCuStreamA(CUstream stream, const char *name) {
  __raddle_nvtx_note(RADDLE_NVTX_NAME_STREAM, NULL, name, (uint64_t)(uintptr_t)stream);
}
NVTX_INLINE_STATIC void nvtxNameCuStreamW(CUstream stream, const wchar_t *name) {
  __raddle_nvtx_note(RADDLE_NVTX_NAME_STREAM | RADDLE_NVTX_WIDE, NULL, name, (uint64_t)(uintptr_t)stream);
}
NVTX_INLINE_STATIC void nvtxNameCuEventA(CUevent event, const char *name) { (void)event, (void)name; }
NVTX_INLINE_STATIC void nvtxNameCuEventW(CUevent event, const wchar_t *name) { (void)event, (void)name; }

#ifdef __cplusplus
}
#endif

#ifdef UNICODE
#define nvtxNameCuDevice nvtxNameCuDeviceW
#define nvtxNameCuContext nvtxNameCuContextW
#define nvtxNameCuStream nvtxNameCuStreamW
#define nvtxNameCuEvent nvtxNameCuEventW
#else
#define nvtxNameCuDevice nvtxNameCuDeviceA
#define nvtxNameCuContext nvtxNameCuContextA
#define nvtxNameCuStream nvtxNameCuStreamA
#define nvtxNameCuEvent nvtxNameCuEventA
#endif

#include "raddle/names/show.h"

#endif
