/* NVTX's view of a program's own locks. */
#ifndef NVTOOLSEXT_SYNC_V3
#define NVTOOLSEXT_SYNC_V3

#include "raddle/names/hide.h"

#include "nvToolsExt.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nvtxSyncUser *nvtxSyncUser_t;

typedef struct nvtxSyncUserAttributes_v0 {
  uint16_t version;
  uint16_t size; /* NVTX_SYNCUSER_ATTRIB_STRUCT_SIZE */
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxSyncUserAttributes_v0;
typedef struct nvtxSyncUserAttributes_v0 nvtxSyncUserAttributes_t;

#define NVTX_SYNCUSER_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxSyncUserAttributes_t))

NVTX_INLINE_STATIC nvtxSyncUser_t nvtxDomainSyncUserCreate(nvtxDomainHandle_t domain,
                                                           const nvtxSyncUserAttributes_t *attribs) {
  (void)domain, (void)attribs;
  return NULL;
}
NVTX_INLINE_STATIC void nvtxDomainSyncUserDestroy(nvtxSyncUser_t handle) { (void)handle; }
NVTX_INLINE_STATIC void nvtxDomainSyncUserAcquireStart(nvtxSyncUser_t handle) { (void)handle; }
NVTX_INLINE_STATIC void nvtxDomainSyncUserAcquireFailed(nvtxSyncUser_t handle) { (void)handle; }
NVTX_INLINE_STATIC void nvtxDomainSyncUserAcquireSuccess(nvtxSyncUser_t handle) { (void)handle; }
NVTX_INLINE_STATIC void nvtxDomainSyncUserReleasing(nvtxSyncUser_t handle) { (void)handle; }

#ifdef __cplusplus
}
#endif

#include "raddle/names/show.h"

#endif
