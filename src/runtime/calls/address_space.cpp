// Which of CUDA's address spaces a generic pointer points into: all of them are host memory here, told apart
// by where they lie.
#include "abi/kernel_exports.h"
#include "backend/device_memory.h"
#include "runtime/block/block.h"
#include "runtime/worker/worker.h"

using namespace raddle;
using namespace raddle::runtime;

namespace {

bool lies(const void *pointer, const void *begin, std::size_t bytes) {
  return reinterpret_cast<std::uintptr_t>(pointer) - reinterpret_cast<std::uintptr_t>(begin) < bytes;
}

// With the end of an array, which one may point to: a margin follows, and nothing else begins there.
bool isSharedOf(const Block &block, const void *pointer) {
  return lies(pointer, block.shared, block.shared_bytes + (block.shared_bytes > 0));
}

bool isOnStackOf(Fiber &fiber, const void *pointer) {
  return lies(pointer, fiber.stack_bottom, static_cast<std::size_t>(fiber.stackTop() - fiber.stack_bottom));
}

} // namespace

RADDLE_EXPORT uint32_t raddle_address_space(RaddleThread *thread, const void *pointer) {
  const Block &block = *static_cast<Block *>(thread->block);
  if (isSharedOf(block, pointer))
    return kRaddleSpaceShared;
  if (isOnStackOf(*block.worker->current, pointer))
    return kRaddleSpaceLocal;
  const Launch &launch = block.run->launch();
  if (lies(pointer, launch.parameters.get(), launch.function->parameter_bytes))
    return kRaddleSpaceParameter;
  if (block.cluster)
    for (const Block *other : block.cluster->blocks)
      if (isSharedOf(*other, pointer))
        return kRaddleSpaceClusterShared;
  const backend::DeviceMemory *const memory = backend::deviceMemory();
  return memory && memory->isConstant(pointer) ? kRaddleSpaceConstant : kRaddleSpaceGlobal;
}
