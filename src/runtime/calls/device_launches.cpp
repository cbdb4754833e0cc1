// Launches from kernels, and what else they ask of the device runtime.
#include "backend/device_launches.h"
#include "abi/kernel_exports.h"
#include "check/report.h"
#include "runtime/block/block.h"
#include "runtime/race/shadow.h"

#include <array>
#include <span>

using namespace raddle;
using namespace raddle::runtime;

namespace {

backend::Caller callerOf(const RaddleThread *thread) {
  Block &block = *static_cast<Block *>(thread->block);
  const RaddleDim3 &at = block.block_idx, &grid = block.grid_dim, &extents = block.block_dim,
                   &index = thread->thread_idx;
  Fiber *const fiber = block.worker->current;
  const auto bytes = [](const unsigned char *begin, std::size_t size) {
    return std::as_bytes(std::span(begin, size));
  };
  return {block.run->sharedLaunch(), at.x + std::uint64_t{grid.x} * (at.y + std::uint64_t{grid.y} * at.z),
          index.x + extents.x * (index.y + extents.y * index.z),
          fiber ? bytes(fiber->stack_bottom, static_cast<std::size_t>(fiber->stackTop() - fiber->stack_bottom))
                : std::span<const std::byte>(),
          bytes(block.shared, block.sharedMemory().bytes())};
}

// Where that is a buffer of parameters: whoever had the memory before has given it back.
void forgetAccessesOfBuffer(void *memory) {
  if (!check::enabled(check::Detector::kRace))
    return;
  if (const auto *const parameters = backend::DeviceParameters::of(memory))
    race::forgetAccesses(reinterpret_cast<std::uintptr_t>(memory), parameters->size);
}

} // namespace

RADDLE_EXPORT void *raddle_parameter_buffer(RaddleThread *thread, uint64_t bytes) {
  backend::DeviceParameters *parameters = nullptr;
  static_cast<Block *>(thread->block)->worker->onHomeStack([&] {
    parameters = backend::DeviceParameters::make(bytes);
  });
  void *const memory = parameters ? parameters->bytes() : nullptr;
  forgetAccessesOfBuffer(memory);
  return memory;
}

RADDLE_EXPORT int32_t raddle_launch_kernel(RaddleThread *thread, const void *kernel, void *parameters,
                                           uint32_t grid_x, uint32_t grid_y, uint32_t grid_z, uint32_t block_x,
                                           uint32_t block_y, uint32_t block_z, uint64_t shared_bytes,
                                           void *stream) {
  const backend::Caller caller = callerOf(thread);
  int32_t error = 0;
  // A thread of a kernel has a small stack.
  static_cast<Block *>(thread->block)->worker->onHomeStack([&] {
    error = backend::deviceLaunches()->launch(caller, kernel, backend::DeviceParameters::of(parameters),
                                              {grid_x, grid_y, grid_z}, {block_x, block_y, block_z},
                                              shared_bytes, stream);
  });
  return error;
}

RADDLE_EXPORT uint64_t raddle_device_request(RaddleThread *thread, uint32_t what, uint64_t a, uint64_t b,
                                             uint64_t c, uint64_t d, uint64_t e, uint64_t f, uint64_t g) {
  const backend::Caller caller = callerOf(thread);
  const std::array<std::uint64_t, 7> operands{a, b, c, d, e, f, g};
  uint64_t answer = 0;
  static_cast<Block *>(thread->block)->worker->onHomeStack([&] {
    answer = backend::deviceLaunches()->request(caller, what, operands);
    forgetAccessesOfBuffer(reinterpret_cast<void *>(answer));
  });
  return answer;
}
