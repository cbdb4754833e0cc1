// Contexts. Each device has its primary one, which is active from the beginning.
#include "cuda.h"

#include "api/cuda/call.h"

#include <vector>

using namespace raddle::cuda;

namespace {

// The devices that were current when contexts were pushed. Below the first is the device that the runtime API has
// chosen, until that context is popped as well and none is current.
constexpr int kNone = -1;
struct Pushed {
  std::vector<int> covered_devices;
  bool none_is_current = false;
};
thread_local Pushed pushed;

CUresult setDevice(Process &process, int device) {
  hostThread().device = device;
  return resultOf(process.scheduler.fault(device));
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
  return onNumberedDevice(device, [=](Process &, Device &found) {
    if (!context)
      return Status::kInvalidValue;
    *context = contextOf(found.id());
    return Status::kSuccess;
  });
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
  return onNumberedDevice(device, [](Process &, Device &) { return Status::kSuccess; });
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active) {
  return onNumberedDevice(device, [=](Process &, Device &) {
    if (!flags || !active)
      return Status::kInvalidValue;
    *flags = 0;
    *active = 1;
    return Status::kSuccess;
  });
}

CUresult cuCtxPushCurrent(CUcontext context) {
  return onProcess([=](Process &process) {
    if (!process.hasDevice(deviceOf(context)))
      return CUDA_ERROR_INVALID_CONTEXT;
    const int covered = hostThread().device;
    if (CUresult failed = setDevice(process, deviceOf(context)))
      return failed;
    pushed.covered_devices.push_back(pushed.none_is_current ? kNone : covered);
    pushed.none_is_current = false;
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxPopCurrent(CUcontext *context) {
  return onProcess([=](Process &process) {
    if (pushed.none_is_current)
      return CUDA_ERROR_INVALID_CONTEXT;
    const CUcontext popped = contextOf(hostThread().device);
    const int covered = pushed.covered_devices.empty() ? kNone : pushed.covered_devices.back();
    if (covered != kNone)
      if (CUresult failed = setDevice(process, covered))
        return failed;
    if (!pushed.covered_devices.empty())
      pushed.covered_devices.pop_back();
    pushed.none_is_current = covered == kNone;
    if (context)
      *context = popped;
    return CUDA_SUCCESS;
  });
}

CUresult cuCtxGetCurrent(CUcontext *context) {
  return onProcess([=](Process &) {
    if (!context)
      return Status::kInvalidValue;
    *context = pushed.none_is_current ? nullptr : contextOf(hostThread().device);
    return Status::kSuccess;
  });
}

CUresult cuCtxGetDevice(CUdevice *device) {
  return onProcess([=](Process &) {
    if (!device)
      return Status::kInvalidValue;
    *device = hostThread().device;
    return Status::kSuccess;
  });
}

} // extern "C"
#pragma GCC visibility pop
