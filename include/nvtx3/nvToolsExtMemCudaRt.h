/* NVTX's annotations of memory, as far as they are about CUDA. */
#ifndef NVTX_MEM_CUDART_CONTENTS_V1
#define NVTX_MEM_CUDART_CONTENTS_V1

#include "raddle/names/hide.h"

#include "nvToolsExtMem.h"

#include "../cuda.h"
#include "../cuda_runtime.h"

#define NVTX_MEM_TYPE_CUDA_ARRAY 0x11
#define NVTX_MEM_TYPE_CU_ARRAY 0x12
#define NVTX_MEM_CUDA_PEER_ALL_DEVICES -1

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nvtxMemMarkInitializedBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t regionType;
  size_t regionDescCount;
  size_t regionDescElementSize;
  void const *regionDescElements;
} nvtxMemMarkInitializedBatch_v1;
typedef nvtxMemMarkInitializedBatch_v1 nvtxMemMarkInitializedBatch_t;

/* All devices are one here, as far as permissions go. */
__RADDLE_NVTX_MEM nvtxMemPermissionsHandle_t
nvtxMemCudaGetProcessWidePermissions(nvtxDomainHandle_t domain) {
  (void)domain;
  return NVTX_MEM_PERMISSIONS_HANDLE_PROCESS_WIDE;
}
__RADDLE_NVTX_MEM nvtxMemPermissionsHandle_t nvtxMemCudaGetDeviceWidePermissions(nvtxDomainHandle_t domain,
                                                                                 int device) {
  (void)domain, (void)device;
  return NVTX_MEM_PERMISSIONS_HANDLE_PROCESS_WIDE;
}
__RADDLE_NVTX_MEM void nvtxMemCudaSetPeerAccess(nvtxDomainHandle_t domain,
                                                nvtxMemPermissionsHandle_t permissions, int devicePeer,
                                                uint32_t flags) {
  (void)domain, (void)permissions, (void)devicePeer, (void)flags;
}
__RADDLE_NVTX_MEM void nvtxMemCudaMarkInitialized(nvtxDomainHandle_t domain, cudaStream_t stream,
                                                  uint8_t isPerThreadStream,
                                                  nvtxMemMarkInitializedBatch_t const *desc) {
  (void)domain, (void)stream, (void)isPerThreadStream, (void)desc;
}

#ifdef __cplusplus
}
#endif

#include "raddle/names/show.h"

#endif
