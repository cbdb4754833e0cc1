/* NVTX's annotations of memory: heaps that a program divides itself, their regions, and permissions. `raddle check` listens
   to them, unless --nvtx no says otherwise: a region is an array of its own, and of a heap only regions may be accessed.
   Elsewhere all does and answers what NVIDIA's does without a tool. Permissions are those of the whole process;
   those of streams and threads (nvtxMemPermissionsCreate(), ...Bind()) are taken and not looked at. */
#ifndef NVTX_MEM_CONTENTS_V1
#define NVTX_MEM_CONTENTS_V1

#include "raddle/names/hide.h"

#include "nvToolsExt.h"

#include "../raddle/check.h"

#define NVTX_EXT_MODULEID_MEM 1
#define NVTX_EXT_COMPATID_MEM 0x0102

#define NVTX_MEM_HEAP_HANDLE_NO_TOOL ((nvtxMemHeapHandle_t)(intptr_t)-1)
#define NVTX_MEM_REGION_HANDLE_NO_TOOL ((nvtxMemRegionHandle_t)(intptr_t)-1)
#define NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL ((nvtxMemPermissionsHandle_t)(intptr_t)-1)
#define NVTX_MEM_HEAP_HANDLE_PROCESS_WIDE ((nvtxMemHeapHandle_t)0)
#define NVTX_MEM_PERMISSIONS_HANDLE_PROCESS_WIDE ((nvtxMemPermissionsHandle_t)0)

#define NVTX_MEM_HEAP_USAGE_UNKNOWN 0x0
#define NVTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR 0x1
#define NVTX_MEM_HEAP_USAGE_TYPE_LAYOUT 0x2
#define NVTX_MEM_TYPE_UNKNOWN 0x0
#define NVTX_MEM_TYPE_VIRTUAL_ADDRESS 0x1
#define NVTX_MEM_REGION_REF_TYPE_UNKNOWN 0x0
#define NVTX_MEM_REGION_REF_TYPE_POINTER 0x1
#define NVTX_MEM_REGION_REF_TYPE_HANDLE 0x2
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_READ 0x1
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_CREATE_FLAGS_EXCLUDE_GLOBAL_ATOMIC 0x4
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_READ 0x1
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_ATOMIC 0x4
#define NVTX_MEM_PERMISSIONS_REGION_FLAGS_RESET 0x8
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_NONE 0x0
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_READ 0x1
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_WRITE 0x2
#define NVTX_MEM_PERMISSIONS_BIND_FLAGS_STRICT_ATOMIC 0x4
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_UNKNOWN 0x0
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_CPU_THREAD 0x1
#define NVTX_MEM_PERMISSIONS_BIND_SCOPE_CUDA_STREAM 0x2

#ifdef __cplusplus
extern "C" {
#endif

typedef struct nvtxMemHeap_v1 nvtxMemHeap_t;
typedef nvtxMemHeap_t *nvtxMemHeapHandle_t;
typedef struct nvtxMemRegion_v1 nvtxMemRegion_t;
typedef nvtxMemRegion_t *nvtxMemRegionHandle_t;
typedef struct nvtxMemPermissions_v1 nvtxMemPermissions_t;
typedef nvtxMemPermissions_t *nvtxMemPermissionsHandle_t;

typedef union nvtxMemRegionRef_t {
  void const *pointer;
  nvtxMemRegionHandle_t handle;
} nvtxMemRegionRef_t;

typedef struct nvtxMemVirtualRangeDesc_v1 {
  size_t size;
  void const *ptr;
} nvtxMemVirtualRangeDesc_v1;
typedef nvtxMemVirtualRangeDesc_v1 nvtxMemVirtualRangeDesc_t;

typedef struct nvtxMemHeapDesc_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t reserved0;
  uint32_t usage;
  uint32_t type;
  size_t typeSpecificDescSize;
  void const *typeSpecificDesc;
  uint32_t category;
  uint32_t messageType;
  nvtxMessageValue_t message;
} nvtxMemHeapDesc_v1;
typedef nvtxMemHeapDesc_v1 nvtxMemHeapDesc_t;

typedef struct nvtxMemRegionsRegisterBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t regionType;
  nvtxMemHeapHandle_t heap;
  size_t regionCount;
  size_t regionDescElementSize;
  void const *regionDescElements;
  nvtxMemRegionHandle_t *regionHandleElementsOut;
} nvtxMemRegionsRegisterBatch_v1;
typedef nvtxMemRegionsRegisterBatch_v1 nvtxMemRegionsRegisterBatch_t;

typedef struct nvtxMemRegionsResizeBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t regionType;
  size_t regionDescCount;
  size_t regionDescElementSize;
  void const *regionDescElements;
} nvtxMemRegionsResizeBatch_v1;
typedef nvtxMemRegionsResizeBatch_v1 nvtxMemRegionsResizeBatch_t;

typedef struct nvtxMemRegionsUnregisterBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t refType;
  size_t refCount;
  size_t refElementSize;
  nvtxMemRegionRef_t const *refElements;
} nvtxMemRegionsUnregisterBatch_v1;
typedef nvtxMemRegionsUnregisterBatch_v1 nvtxMemRegionsUnregisterBatch_t;

typedef struct nvtxMemRegionNameDesc_v1 {
  uint32_t regionRefType;
  uint32_t nameType;
  nvtxMemRegionRef_t region;
  nvtxMessageValue_t name;
  uint32_t category;
  uint32_t reserved0;
} nvtxMemRegionNameDesc_v1;
typedef nvtxMemRegionNameDesc_v1 nvtxMemRegionNameDesc_t;

typedef struct nvtxMemRegionsNameBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t reserved0;
  size_t regionCount;
  size_t regionElementSize;
  nvtxMemRegionNameDesc_t const *regionElements;
  size_t reserved1;
} nvtxMemRegionsNameBatch_v1;
typedef nvtxMemRegionsNameBatch_v1 nvtxMemRegionsNameBatch_t;

typedef struct nvtxMemPermissionsAssignRegionDesc_v1 {
  uint32_t flags;
  uint32_t regionRefType;
  nvtxMemRegionRef_t region;
} nvtxMemPermissionsAssignRegionDesc_v1;
typedef nvtxMemPermissionsAssignRegionDesc_v1 nvtxMemPermissionsAssignRegionDesc_t;

typedef struct nvtxMemPermissionsAssignBatch_v1 {
  uint16_t extCompatID;
  uint16_t structSize;
  uint32_t reserved0;
  nvtxMemPermissionsHandle_t permissions;
  size_t regionCount;
  size_t regionElementSize;
  nvtxMemPermissionsAssignRegionDesc_t const *regionElements;
  size_t reserved1;
} nvtxMemPermissionsAssignBatch_v1;
typedef nvtxMemPermissionsAssignBatch_v1 nvtxMemPermissionsAssignBatch_t;

/* So that the stack of a finding begins in the program. */
#ifdef __clang__
#define __RADDLE_NVTX_MEM NVTX_INLINE_STATIC __attribute__((always_inline, nodebug))
#else
#define __RADDLE_NVTX_MEM NVTX_INLINE_STATIC
#endif

/* Handles are the addresses of what they stand for. */
__RADDLE_NVTX_MEM int __raddle_nvtx_note_memory(unsigned what, void const *begin, size_t number) {
#if defined(__GNUC__) && !defined(__CUDA_ARCH__)
  return raddle_note_memory && raddle_note_memory(0x100u | what, begin, number);
#else
  return (void)what, (void)begin, (void)number, 0;
#endif
}
__RADDLE_NVTX_MEM void const *__raddle_nvtx_element(void const *first, size_t bytes, size_t index) {
  return (char const *)first + bytes * index;
}

__RADDLE_NVTX_MEM nvtxMemHeapHandle_t nvtxMemHeapRegister(nvtxDomainHandle_t domain,
                                                          nvtxMemHeapDesc_t const *desc) {
  nvtxMemVirtualRangeDesc_t const *range = (nvtxMemVirtualRangeDesc_t const *)desc->typeSpecificDesc;
  (void)domain;
  if (desc->type != NVTX_MEM_TYPE_VIRTUAL_ADDRESS || desc->usage != NVTX_MEM_HEAP_USAGE_TYPE_SUB_ALLOCATOR ||
      !range || !__raddle_nvtx_note_memory(0u, range->ptr, range->size))
    return NVTX_MEM_HEAP_HANDLE_NO_TOOL;
  return (nvtxMemHeapHandle_t)(void *)range->ptr;
}
__RADDLE_NVTX_MEM void nvtxMemHeapUnregister(nvtxDomainHandle_t domain, nvtxMemHeapHandle_t heap) {
  (void)domain;
  __raddle_nvtx_note_memory(1u, heap, 0);
}
__RADDLE_NVTX_MEM void nvtxMemHeapReset(nvtxDomainHandle_t domain, nvtxMemHeapHandle_t heap) {
  (void)domain;
  __raddle_nvtx_note_memory(2u, heap, 0);
}

__RADDLE_NVTX_MEM void nvtxMemRegionsRegister(nvtxDomainHandle_t domain,
                                              nvtxMemRegionsRegisterBatch_t const *desc) {
  size_t i;
  (void)domain;
  for (i = 0; desc->regionType == NVTX_MEM_TYPE_VIRTUAL_ADDRESS && i < desc->regionCount; ++i) {
    nvtxMemVirtualRangeDesc_t const *range = (nvtxMemVirtualRangeDesc_t const *)__raddle_nvtx_element(
        desc->regionDescElements, desc->regionDescElementSize, i);
    int const is_noted = __raddle_nvtx_note_memory(3u, range->ptr, range->size);
    if (desc->regionHandleElementsOut)
      desc->regionHandleElementsOut[i] =
          is_noted ? (nvtxMemRegionHandle_t)(void *)range->ptr : NVTX_MEM_REGION_HANDLE_NO_TOOL;
  }
}
__RADDLE_NVTX_MEM void nvtxMemRegionsResize(nvtxDomainHandle_t domain,
                                            nvtxMemRegionsResizeBatch_t const *desc) {
  size_t i;
  (void)domain;
  for (i = 0; desc->regionType == NVTX_MEM_TYPE_VIRTUAL_ADDRESS && i < desc->regionDescCount; ++i) {
    nvtxMemVirtualRangeDesc_t const *range = (nvtxMemVirtualRangeDesc_t const *)__raddle_nvtx_element(
        desc->regionDescElements, desc->regionDescElementSize, i);
    __raddle_nvtx_note_memory(4u, range->ptr, range->size);
  }
}
__RADDLE_NVTX_MEM void nvtxMemRegionsUnregister(nvtxDomainHandle_t domain,
                                                nvtxMemRegionsUnregisterBatch_t const *desc) {
  size_t i;
  (void)domain;
  for (i = 0; i < desc->refCount; ++i)
    __raddle_nvtx_note_memory(5u,
                       ((nvtxMemRegionRef_t const *)__raddle_nvtx_element(desc->refElements,
                                                                          desc->refElementSize, i))
                           ->pointer,
                       0);
}
__RADDLE_NVTX_MEM void nvtxMemRegionsName(nvtxDomainHandle_t domain, nvtxMemRegionsNameBatch_t const *desc) {
  size_t i;
  (void)domain;
  for (i = 0; i < desc->regionCount; ++i) {
    nvtxMemRegionNameDesc_t const *region = (nvtxMemRegionNameDesc_t const *)__raddle_nvtx_element(
        desc->regionElements, desc->regionElementSize, i);
    if (region->nameType == NVTX_MESSAGE_TYPE_ASCII)
      __raddle_nvtx_note_memory(7u, region->region.pointer, (size_t)region->name.ascii);
  }
}

__RADDLE_NVTX_MEM void nvtxMemPermissionsAssign(nvtxDomainHandle_t domain,
                                                nvtxMemPermissionsAssignBatch_t const *desc) {
  size_t i;
  (void)domain;
  /* No object that was created is bound to anything that is looked at. */
  if (desc->permissions == NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL)
    return;
  for (i = 0; i < desc->regionCount; ++i) {
    nvtxMemPermissionsAssignRegionDesc_t const *region =
        (nvtxMemPermissionsAssignRegionDesc_t const *)__raddle_nvtx_element(desc->regionElements,
                                                                            desc->regionElementSize, i);
    uint32_t const all = NVTX_MEM_PERMISSIONS_REGION_FLAGS_READ | NVTX_MEM_PERMISSIONS_REGION_FLAGS_WRITE |
                         NVTX_MEM_PERMISSIONS_REGION_FLAGS_ATOMIC;
    __raddle_nvtx_note_memory(6u, region->region.pointer,
                       region->flags & NVTX_MEM_PERMISSIONS_REGION_FLAGS_RESET ? all : region->flags);
  }
}
__RADDLE_NVTX_MEM nvtxMemPermissionsHandle_t nvtxMemPermissionsCreate(nvtxDomainHandle_t domain,
                                                                      int32_t creationflags) {
  (void)domain, (void)creationflags;
  return NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL;
}
__RADDLE_NVTX_MEM void nvtxMemPermissionsDestroy(nvtxDomainHandle_t domain,
                                                 nvtxMemPermissionsHandle_t permissions) {
  (void)domain, (void)permissions;
}
__RADDLE_NVTX_MEM void nvtxMemPermissionsReset(nvtxDomainHandle_t domain,
                                               nvtxMemPermissionsHandle_t permissions) {
  (void)domain;
  if (permissions != NVTX_MEM_PERMISSIONS_HANDLE_NO_TOOL)
    __raddle_nvtx_note_memory(8u, 0, 0);
}
__RADDLE_NVTX_MEM void nvtxMemPermissionsBind(nvtxDomainHandle_t domain,
                                              nvtxMemPermissionsHandle_t permissions, uint32_t bindScope,
                                              uint32_t bindFlags) {
  (void)domain, (void)permissions, (void)bindScope, (void)bindFlags;
}
__RADDLE_NVTX_MEM void nvtxMemPermissionsUnbind(nvtxDomainHandle_t domain, uint32_t bindScope) {
  (void)domain, (void)bindScope;
}

#ifdef __cplusplus
}
#endif

#include "raddle/names/show.h"

#endif
