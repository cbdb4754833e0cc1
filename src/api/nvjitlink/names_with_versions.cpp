// NVIDIA's header maps the names to such as __nvJitLinkCreate_12_9: programs that were compiled with it ask for those.
#include "nvJitLink.h"

#define OF_VERSION(version, name, parameters, arguments)                                                     \
  extern "C" __attribute__((visibility("default"))) nvJitLinkResult __##name##_##version parameters {        \
    return name arguments;                                                                                   \
  }
#define FUNCTION(name, parameters, arguments)                                                                \
  OF_VERSION(12_0, name, parameters, arguments)                                                              \
  OF_VERSION(12_1, name, parameters, arguments)                                                              \
  OF_VERSION(12_2, name, parameters, arguments)                                                              \
  OF_VERSION(12_3, name, parameters, arguments)                                                              \
  OF_VERSION(12_4, name, parameters, arguments)                                                              \
  OF_VERSION(12_5, name, parameters, arguments)                                                              \
  OF_VERSION(12_6, name, parameters, arguments)                                                              \
  OF_VERSION(12_8, name, parameters, arguments)                                                              \
  OF_VERSION(12_9, name, parameters, arguments)                                                              \
  OF_VERSION(13_0, name, parameters, arguments)

FUNCTION(nvJitLinkCreate, (nvJitLinkHandle * handle, uint32_t count, const char **options), (handle, count, options))
FUNCTION(nvJitLinkDestroy, (nvJitLinkHandle * handle), (handle))
FUNCTION(nvJitLinkAddData,
         (nvJitLinkHandle handle, nvJitLinkInputType type, const void *data, size_t bytes, const char *name),
         (handle, type, data, bytes, name))
FUNCTION(nvJitLinkAddFile, (nvJitLinkHandle handle, nvJitLinkInputType type, const char *path),
         (handle, type, path))
FUNCTION(nvJitLinkComplete, (nvJitLinkHandle handle), (handle))
FUNCTION(nvJitLinkGetLinkedCubinSize, (nvJitLinkHandle handle, size_t *bytes), (handle, bytes))
FUNCTION(nvJitLinkGetLinkedCubin, (nvJitLinkHandle handle, void *cubin), (handle, cubin))
FUNCTION(nvJitLinkGetLinkedPtxSize, (nvJitLinkHandle handle, size_t *bytes), (handle, bytes))
FUNCTION(nvJitLinkGetLinkedPtx, (nvJitLinkHandle handle, char *ptx), (handle, ptx))
FUNCTION(nvJitLinkGetErrorLogSize, (nvJitLinkHandle handle, size_t *bytes), (handle, bytes))
FUNCTION(nvJitLinkGetErrorLog, (nvJitLinkHandle handle, char *log), (handle, log))
FUNCTION(nvJitLinkGetInfoLogSize, (nvJitLinkHandle handle, size_t *bytes), (handle, bytes))
FUNCTION(nvJitLinkGetInfoLog, (nvJitLinkHandle handle, char *log), (handle, log))
