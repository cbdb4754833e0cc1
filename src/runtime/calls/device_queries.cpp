// What kernels ask about devices: the part of include/raddle/device/runtime_api.h that only the host knows.
#include "backend/device_queries.h"
#include "abi/kernel_exports.h"
#include "runtime/block/block.h"

using namespace raddle;
using namespace raddle::runtime;

namespace {

Block &blockOf(const RaddleThread *thread) { return *static_cast<Block *>(thread->block); }

} // namespace

RADDLE_EXPORT uint32_t raddle_current_device(RaddleThread *thread) {
  return static_cast<uint32_t>(blockOf(thread).run->launch().device);
}

RADDLE_EXPORT uint32_t raddle_device_count(void) { return backend::deviceQueries()->count(); }

RADDLE_EXPORT uint64_t raddle_device_attribute(RaddleThread *thread, int32_t attribute, int32_t device) {
  uint64_t answer = 0;
  // A thread of a kernel has a small stack.
  blockOf(thread).worker->onHomeStack(
      [&] { answer = backend::deviceQueries()->attribute(attribute, device); });
  return answer;
}

RADDLE_EXPORT uint64_t raddle_device_limit(RaddleThread *thread, int32_t limit) {
  const int device = blockOf(thread).run->launch().device;
  uint64_t answer = 0;
  blockOf(thread).worker->onHomeStack([&] { answer = backend::deviceQueries()->limit(limit, device); });
  return answer;
}
