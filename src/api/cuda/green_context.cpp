// Green contexts: contexts with a share of a device's multiprocessors. The share is what can be asked for and divided further;
// kernels run on all cores whichever context they are launched in, since nothing that a program sees depends on where a block runs.
#include "cuda.h"

#include "api/cuda/call.h"

#include <algorithm>
#include <memory>
#include <mutex>
#include <vector>

using namespace raddle::cuda;
using raddle::host::OwnContext;

/// What a context is to be made with.
struct CUdevResourceDesc_st {
  unsigned multiprocessors;
};

namespace {

constexpr unsigned kApiVersion = 3021;

// Descriptions live as long as the process: CUDA has no function that destroys one.
struct Descriptions {
  std::mutex mutex;
  std::vector<std::unique_ptr<CUdevResourceDesc_st>> all;
};

Descriptions &descriptions() {
  static auto *const kDescriptions = new Descriptions;
  return *kDescriptions;
}

bool isDescription(CUdevResourceDesc description) {
  std::lock_guard lock(descriptions().mutex);
  for (const auto &known : descriptions().all)
    if (known.get() == description)
      return true;
  return false;
}

bool isShare(const CUdevResource *resource) {
  return resource && resource->type == CU_DEV_RESOURCE_TYPE_SM && resource->sm.smCount != 0;
}

CUdevResource withCount(const CUdevResource &resource, unsigned count) {
  CUdevResource part = resource;
  part.sm.smCount = count;
  part.type = count == 0 ? CU_DEV_RESOURCE_TYPE_INVALID : CU_DEV_RESOURCE_TYPE_SM;
  return part;
}

OwnContext *findGreen(Process &process, CUgreenCtx handle) {
  OwnContext *const own = process.contexts.find(handle);
  return own && own->multiprocessors != 0 ? own : nullptr;
}

// Runs `body(context)` with the green context as a context.
template <typename Body> CUresult onGreen(CUgreenCtx handle, Body body) {
  return onProcess([&](Process &process) {
    const OwnContext *const green = findGreen(process, handle);
    if (!green)
      return CUDA_ERROR_INVALID_CONTEXT;
    if (!green->is_alive)
      return CUDA_ERROR_CONTEXT_IS_DESTROYED;
    return body(reinterpret_cast<CUcontext>(handle));
  });
}

// A context is the current one for as long as this lives.
class CurrentMeanwhile {
public:
  explicit CurrentMeanwhile(CUcontext context) : failed_(cuCtxPushCurrent(context)) {}
  ~CurrentMeanwhile() {
    if (!failed_)
      cuCtxPopCurrent(nullptr);
  }
  CurrentMeanwhile(const CurrentMeanwhile &) = delete;
  CurrentMeanwhile &operator=(const CurrentMeanwhile &) = delete;

  CUresult failed() const { return failed_; }

private:
  const CUresult failed_;
};

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuDevSmResourceSplitByCount(CUdevResource *parts, unsigned *count, const CUdevResource *whole,
                                     CUdevResource *rest, unsigned flags, unsigned least) {
  return onProcess([=](Process &) {
    constexpr unsigned kKnown =
        CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING | CU_DEV_SM_RESOURCE_SPLIT_MAX_POTENTIAL_CLUSTER_SIZE;
    if (!count || !isShare(whole) || (flags & ~kKnown) != 0 || least > whole->sm.smCount ||
        (parts && *count == 0))
      return CUDA_ERROR_INVALID_VALUE;
    // No multiprocessors belong together.
    const unsigned share = std::max(1u, least), most = whole->sm.smCount / share;
    const unsigned made = parts ? std::min(*count, most) : most;
    for (unsigned i = 0; parts && i < made; ++i)
      parts[i] = withCount(*whole, share);
    if (parts && rest)
      *rest = withCount(*whole, whole->sm.smCount - made * share);
    *count = made;
    return made == 0 ? CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION : CUDA_SUCCESS;
  });
}

CUresult cuDevResourceGenerateDesc(CUdevResourceDesc *description, CUdevResource *resources, unsigned count) {
  return onProcess([=](Process &) {
    if (!description || !resources || count == 0)
      return CUDA_ERROR_INVALID_VALUE;
    unsigned multiprocessors = 0;
    for (unsigned i = 0; i < count; ++i) {
      if (!isShare(&resources[i]))
        return CUDA_ERROR_INVALID_RESOURCE_TYPE;
      multiprocessors += resources[i].sm.smCount;
    }
    std::lock_guard lock(descriptions().mutex);
    descriptions().all.push_back(
        std::make_unique<CUdevResourceDesc_st>(CUdevResourceDesc_st{multiprocessors}));
    *description = descriptions().all.back().get();
    return CUDA_SUCCESS;
  });
}

CUresult cuGreenCtxCreate(CUgreenCtx *context, CUdevResourceDesc description, CUdevice device,
                          unsigned flags) {
  return onNumberedDevice(device, [=](Process &process, Device &found) {
    if (!context || !isDescription(description) || flags != CU_GREEN_CTX_DEFAULT_STREAM)
      return CUDA_ERROR_INVALID_VALUE;
    if (description->multiprocessors > static_cast<unsigned>(found.multiprocessors()))
      return CUDA_ERROR_INVALID_RESOURCE_CONFIGURATION;
    *context = reinterpret_cast<CUgreenCtx>(
        handleOf(*process.contexts.create(found.id(), 0, kApiVersion, description->multiprocessors)));
    return CUDA_SUCCESS;
  });
}

CUresult cuGreenCtxDestroy(CUgreenCtx context) {
  return onGreen(context, [](CUcontext own) { return cuCtxDestroy(own); });
}

CUresult cuCtxFromGreenCtx(CUcontext *context, CUgreenCtx green) {
  return onGreen(green, [=](CUcontext own) {
    if (!context)
      return CUDA_ERROR_INVALID_VALUE;
    *context = own;
    return CUDA_SUCCESS;
  });
}

CUresult cuGreenCtxGetDevResource(CUgreenCtx context, CUdevResource *resource, CUdevResourceType type) {
  return onGreen(context, [=](CUcontext own) { return cuCtxGetDevResource(own, resource, type); });
}

CUresult cuGreenCtxRecordEvent(CUgreenCtx context, CUevent event) {
  return onGreen(context, [=](CUcontext own) { return cuCtxRecordEvent(own, event); });
}

CUresult cuGreenCtxWaitEvent(CUgreenCtx context, CUevent event) {
  return onGreen(context, [=](CUcontext own) { return cuCtxWaitEvent(own, event); });
}

CUresult cuGreenCtxStreamCreate(CUstream *stream, CUgreenCtx context, unsigned flags, int priority) {
  return onGreen(context, [=](CUcontext own) {
    if (!stream || flags != CU_STREAM_NON_BLOCKING)
      return CUDA_ERROR_INVALID_VALUE;
    const CurrentMeanwhile current(own);
    return current.failed() ? current.failed() : cuStreamCreateWithPriority(stream, flags, priority);
  });
}

} // extern "C"
#pragma GCC visibility pop
