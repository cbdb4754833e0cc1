// What kernels ask about devices: the part of include/raddle/device/runtime_api.h that only the runtime knows.
#include "cuda_runtime_api.h"

#include "api/cudart/process.h"
#include "runtime/block/block.h"
#include "abi/kernel_exports.h"
#include "runtime/block/run.h"
#include "runtime/worker/worker.h"

using raddle::cudart::Process;
using raddle::runtime::Block;

namespace {

Block &blockOf(const RaddleThread *thread) { return *static_cast<Block *>(thread->block); }

int deviceOf(const RaddleThread *thread) { return blockOf(thread).run->launch().device; }

} // namespace

RADDLE_EXPORT uint32_t raddle_current_device(RaddleThread *thread) {
  return static_cast<uint32_t>(deviceOf(thread));
}

RADDLE_EXPORT uint32_t raddle_device_count(void) {
  return static_cast<uint32_t>(Process::instance().devices.size());
}

RADDLE_EXPORT uint64_t raddle_device_attribute(RaddleThread *thread, int32_t attribute, int32_t device) {
  Process &process = Process::instance();
  cudaError_t error = cudaErrorInvalidDevice;
  int value = 0;
  // A thread of a kernel has a small stack.
  if (process.hasDevice(device))
    blockOf(thread).worker->onHomeStack(
        [&] { error = process.device(device).attribute(static_cast<cudaDeviceAttr>(attribute), &value); });
  return static_cast<uint64_t>(error) << 32 | static_cast<uint32_t>(value);
}

RADDLE_EXPORT uint64_t raddle_device_limit(RaddleThread *thread, int32_t limit) {
  std::size_t value = 0;
  cudaError_t error = cudaSuccess;
  blockOf(thread).worker->onHomeStack([&] {
    error = Process::instance().device(deviceOf(thread)).limit(static_cast<cudaLimit>(limit), &value);
  });
  return error == cudaSuccess ? value : ~uint64_t{0};
}
