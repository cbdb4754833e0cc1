// The CUDA runtime API as C functions, a header per area.
//
// Every function answers a cudaError_t unless it cannot fail. src/api/cudart/api.def says which functions
// Raddle has; the others link and answer cudaErrorNotSupported.
#ifndef __CUDA_RUNTIME_API_H__
#define __CUDA_RUNTIME_API_H__

#include "raddle/names/hide.h"

// 1000 * major + 10 * minor.
#define CUDART_VERSION 12050
#define __CUDART_API_VERSION CUDART_VERSION

#include "crt/host_defines.h"
#include "builtin_types.h"

// Host functions that the runtime calls.
#define CUDART_CB
#define CUDART_DEVICE __device__

// A default argument, where the language has them.
#if defined(__cplusplus)
#define __dv(v) = v
extern "C" {
#else
#define __dv(v)
#endif
#pragma GCC visibility push(default)

#include "raddle/api/per_thread.h"
#include "raddle/api/error.h"
#include "raddle/api/device.h"
#include "raddle/api/version.h"
#include "raddle/api/stream.h"
#include "raddle/api/event.h"
#include "raddle/api/execution.h"
#include "raddle/api/occupancy.h"
#include "raddle/api/memory.h"
#include "raddle/api/memory_pool.h"
#include "raddle/api/array.h"
#include "raddle/api/texture.h"
#include "raddle/api/texture_reference.h"
#include "raddle/api/peer.h"
#include "raddle/api/ipc.h"
#include "raddle/api/library.h"
#include "raddle/api/external.h"
#include "raddle/api/graph.h"
#include "raddle/api/graph_node.h"
#include "raddle/api/graph_exec.h"
#include "raddle/api/driver.h"

#pragma GCC visibility pop
#if defined(__cplusplus)
}
#endif
#undef __dv

// Names of CUDA 12 that mean the functions above.
#define cudaGetDeviceProperties_v2 cudaGetDeviceProperties
#define cudaStreamGetCaptureInfo_v2 cudaStreamGetCaptureInfo

#include "raddle/names/show.h"

#endif
