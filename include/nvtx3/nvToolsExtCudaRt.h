/* NVTX's names for what the runtime API makes. */
#ifndef NVTOOLSEXT_CUDART_V3
#define NVTOOLSEXT_CUDART_V3

#include "raddle/names/hide.h"

#include "nvToolsExt.h"

#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

NVTX_INLINE_STATIC void nvtxNameCudaDeviceA(int device, const char *name) {
  __raddle_nvtx_note(RADDLE_NVTX_NAME_DEVICE, NULL, name, (uint64_t)device);
}
NVTX_INLINE_STATIC void nvtxNameCudaDeviceW(int device, const wchar_t *name) {
  __raddle_nvtx_note(RADDLE_NVTX_NAME_DEVICE | RADDLE_NVTX_WIDE, NULL, name, (uint64_t)device);
}
NVTX_INLINE_STATIC void nvtxNameCudaStreamA(cudaStream_t stream, const char *name) {
  __raddle_nvtx_note(RADDLE_NVTX_NAME_STREAM, NULL, name, (uint64_t)(uintptr_t)stream);
}
NVTX_INLINE_STATIC void nvtxNameCudaStreamW(cudaStream_t stream, const wchar_t *name) {
  __raddle_nvtx_note(RADDLE_NVTX_NAME_STREAM | RADDLE_NVTX_WIDE, NULL, name, (uint64_t)(uintptr_t)stream);
}
NVTX_INLINE_STATIC void nvtxNameCudaEventA(cudaEvent_t event, const char *name) { (void)event, (void)name; }
NVTX_INLINE_STATIC void nvtxNameCudaEventW(cudaEvent_t event, const wchar_t *name) {
  (void)event, (void)name;
}

#ifdef __cplusplus
}
#endif

#ifdef UNICODE
#define nvtxNameCudaDevice nvtxNameCudaDeviceW
#define nvtxNameCudaStream nvtxNameCudaStreamW
#define nvtxNameCudaEvent nvtxNameCudaEventW
#else
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
#endif

#include "raddle/names/show.h"

#endif
