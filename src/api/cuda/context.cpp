// Contexts: the devices' primary ones, those that programs make, and which is current in a thread.
#include "cuda.h"

#include "api/cuda/loaded_modules.h"

#include <algorithm>
#include <optional>
#include <vector>

using namespace raddle::cuda;
using raddle::host::HostThread;
using raddle::host::OwnContext;

namespace {

// The contexts below the one that is current in the thread; null for none.
thread_local std::vector<CUcontext> covered_contexts;

constexpr unsigned kApiVersion = 3020, kNewApiVersion = 3021;

bool areContextFlags(unsigned flags) {
  constexpr unsigned kKnown = CU_CTX_FLAGS_MASK;
  const unsigned schedule = flags & CU_CTX_SCHED_MASK;
  return (flags & ~kKnown) == 0 && (schedule & (schedule - 1)) == 0;
}

CUcontext current() {
  const HostThread &thread = hostThread();
  if (!thread.has_context)
    return nullptr;
  return thread.context ? handleOf(*thread.context) : contextOf(thread.device);
}

// A null handle makes none current.
CUresult makeCurrent(Process &process, CUcontext handle) {
  HostThread &thread = hostThread();
  if (!handle) {
    thread.has_context = false;
    thread.context = nullptr;
    return CUDA_SUCCESS;
  }
  const std::optional<FoundContext> found = findContext(process, handle);
  if (!found)
    return CUDA_ERROR_INVALID_CONTEXT;
  if (found->own && !found->own->is_alive)
    return CUDA_ERROR_CONTEXT_IS_DESTROYED;
  thread.device = found->device;
  thread.context = found->own;
  thread.has_context = true;
  return CUDA_SUCCESS;
}

CUresult push(Process &process, CUcontext handle) {
  if (!handle)
    return CUDA_ERROR_INVALID_CONTEXT;
  const CUcontext covered = current();
  const CUresult result = makeCurrent(process, handle);
  if (result == CUDA_SUCCESS)
    covered_contexts.push_back(covered);
  return result;
}

CUresult pop(Process &process) {
  const CUcontext below = covered_contexts.empty() ? nullptr : covered_contexts.back();
  if (!covered_contexts.empty())
    covered_contexts.pop_back();
  // It may have been destroyed meanwhile.
  return makeCurrent(process, below) == CUDA_SUCCESS ? CUDA_SUCCESS : makeCurrent(process, nullptr);
}

CUresult create(CUcontext *context, unsigned flags, CUdevice device, unsigned api_version) {
  return onNumberedDevice(device, [=](Process &process, Device &found) {
    if (!context || !areContextFlags(flags))
      return CUDA_ERROR_INVALID_VALUE;
    const CUcontext made = handleOf(*process.contexts.create(found.id(), flags, api_version));
    *context = made;
    return push(process, made);
  });
}

// The context of a handle, or the current one for null.
template <typename Body> CUresult onContext(CUcontext handle, Body body) {
  return onProcess([&](Process &process) {
    const CUcontext asked = handle ? handle : current();
    const std::optional<FoundContext> found = findContext(process, asked);
    if (!found)
      return CUDA_ERROR_INVALID_CONTEXT;
    if (found->own && !found->own->is_alive)
      return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    return resultOf(body(process, *found));
  });
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  return onNumberedDevice(device, [=](Process &, Device &found) {
    if (!context)
      return Status::kInvalidValue;
    found.changePrimaryUsers(1);
    *context = contextOf(found.id());
    return Status::kSuccess;
  });
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  return onNumberedDevice(device, [](Process &, Device &found) {
    found.changePrimaryUsers(-1);
    return Status::kSuccess;
  });
}

CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags) {
  return onNumberedDevice(device, [=](Process &, Device &found) {
    if (!areContextFlags(flags))
      return Status::kInvalidValue;
    found.changeHints([=](auto &hints) { hints.flags = flags; });
    return Status::kSuccess;
  });
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active) {
  return onNumberedDevice(device, [=](Process &, Device &found) {
    if (!flags || !active)
      return Status::kInvalidValue;
    *flags = found.hints().flags;
    const HostThread &thread = hostThread();
    const bool is_current = thread.has_context && !thread.context && thread.device == found.id();
    *active = is_current || found.primaryUsers() > 0;
    return Status::kSuccess;
  });
}

CUresult cuDevicePrimaryCtxReset(CUdevice device) {
  return onNumberedDevice(device, [](Process &process, Device &found) {
    return hostThread().in_host_function ? Status::kIllegalState : resetDevice(process, found);
  });
}

CUresult cuCtxCreate(CUcontext *context, unsigned flags, CUdevice device) {
  return create(context, flags, device, kApiVersion);
}

CUresult cuCtxCreate_v3(CUcontext *context, CUexecAffinityParam *affinities, int count, unsigned flags,
                        CUdevice device) {
  if (count < 0 || (count != 0 && !affinities))
    return CUDA_ERROR_INVALID_VALUE;
  // As without NVIDIA's multi-process service.
  if (count != 0)
    return CUDA_ERROR_UNSUPPORTED_EXEC_AFFINITY;
  return create(context, flags, device, kNewApiVersion);
}

CUresult cuCtxCreate_v4(CUcontext *context, CUctxCreateParams *parameters, unsigned flags, CUdevice device) {
  if (parameters && parameters->cigParams)
    return CUDA_ERROR_NOT_SUPPORTED; // a queue of Direct3D
  return parameters ? cuCtxCreate_v3(context, parameters->execAffinityParams,
                                     parameters->numExecAffinityParams, flags, device)
                    : create(context, flags, device, kNewApiVersion);
}

CUresult cuCtxDestroy(CUcontext handle) {
  return onProcess([=](Process &process) {
    OwnContext *const own = process.contexts.find(handle);
    if (!own)
      return CUDA_ERROR_INVALID_CONTEXT; // a primary one is released
    if (!own->is_alive.exchange(false))
      return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    unloadModules(process, own->id);
    const CUresult result = resultOf(destroyContext(process, *own));
    if (current() == handle)
      pop(process);
    return result;
  });
}

CUresult cuCtxPushCurrent(CUcontext context) {
  return onProcess([=](Process &process) { return push(process, context); });
}

CUresult cuCtxPopCurrent(CUcontext *context) {
  return onProcess([=](Process &process) {
    const CUcontext popped = current();
    if (!popped)
      return CUDA_ERROR_INVALID_CONTEXT;
    if (context)
      *context = popped;
    return pop(process);
  });
}

CUresult cuCtxSetCurrent(CUcontext context) {
  return onProcess([=](Process &process) {
    // None in the place of the current one is the one below it.
    return context ? makeCurrent(process, context) : pop(process);
  });
}

CUresult cuCtxGetCurrent(CUcontext *context) {
  return onProcess([=](Process &) {
    if (!context)
      return Status::kInvalidValue;
    *context = current();
    return Status::kSuccess;
  });
}

CUresult cuCtxGetDevice(CUdevice *device) {
  return onContext(nullptr, [=](Process &, const FoundContext &context) {
    if (!device)
      return Status::kInvalidValue;
    *device = context.device;
    return Status::kSuccess;
  });
}

CUresult cuCtxGetFlags(unsigned *flags) {
  return onContext(nullptr, [=](Process &process, const FoundContext &context) {
    if (!flags)
      return Status::kInvalidValue;
    // With unified addressing, pinned memory is always mapped.
    *flags = CU_CTX_MAP_HOST |
             (context.own ? context.own->flags.load() : process.device(context.device).hints().flags);
    return Status::kSuccess;
  });
}

CUresult cuCtxSetFlags(unsigned flags) {
  return onContext(nullptr, [=](Process &process, const FoundContext &context) {
    if (!areContextFlags(flags))
      return Status::kInvalidValue;
    if (context.own)
      context.own->flags = flags;
    else
      process.device(context.device).changeHints([=](auto &hints) { hints.flags = flags; });
    return Status::kSuccess;
  });
}

CUresult cuCtxGetId(CUcontext handle, unsigned long long *id) {
  return onContext(handle, [=](Process &, const FoundContext &context) {
    if (!id)
      return Status::kInvalidValue;
    *id = context.own ? context.own->id : static_cast<unsigned>(context.device) + 1u;
    return Status::kSuccess;
  });
}

CUresult cuCtxGetApiVersion(CUcontext handle, unsigned *version) {
  return onContext(handle, [=](Process &, const FoundContext &context) {
    if (!version)
      return Status::kInvalidValue;
    *version = context.own ? context.own->api_version : kApiVersion;
    return Status::kSuccess;
  });
}

CUresult cuCtxAttach(CUcontext *context, unsigned flags) {
  return onContext(nullptr, [=](Process &, const FoundContext &found) {
    if (!context || flags != 0)
      return Status::kInvalidValue;
    if (found.own)
      ++found.own->users;
    *context = current();
    return Status::kSuccess;
  });
}

CUresult cuCtxDetach(CUcontext handle) {
  return onContext(handle, [=](Process &, const FoundContext &found) {
    return found.own && --found.own->users == 0 ? cuCtxDestroy(handle) : CUDA_SUCCESS;
  });
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned flags) {
  return onDevice([=](const Context &context) {
    const std::optional<FoundContext> found = findContext(context.process, peer);
    if (!found)
      return CUDA_ERROR_INVALID_CONTEXT;
    if (flags != 0)
      return CUDA_ERROR_INVALID_VALUE;
    if (found->device == context.device.id())
      return CUDA_ERROR_PEER_ACCESS_UNSUPPORTED;
    return context.device.enablePeer(found->device) ? CUDA_SUCCESS : CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED;
  });
}

CUresult cuCtxDisablePeerAccess(CUcontext peer) {
  return onDevice([=](const Context &context) {
    const std::optional<FoundContext> found = findContext(context.process, peer);
    if (!found)
      return CUDA_ERROR_INVALID_CONTEXT;
    return context.device.disablePeer(found->device) ? CUDA_SUCCESS : CUDA_ERROR_PEER_ACCESS_NOT_ENABLED;
  });
}

} // extern "C"
#pragma GCC visibility pop
