#include "api/cudart/copy.h"

#include "api/cudart/explanations.h"

#include <memory>
#include <vector>

namespace raddle::cudart {

using runtime::Allocation;
using runtime::MemoryRegistry;
using runtime::Side;
using runtime::Stream;

namespace {

// Fills up to this size happen at once when their stream is ready: handing them to a worker costs more. Who calls
// cudaMemset() and not cudaMemsetAsync() does not hurry.
constexpr std::size_t kInlineFillBytes = 256 * 1024, kInlineWaitingFillBytes = 8 * 1024 * 1024;
// Pageable memory up to this size is staged; for more, the call waits for its turn.
constexpr std::size_t kStagingBytes = 4 * 1024 * 1024;

struct Sides {
  Side destination;
  Side source;
};

std::optional<Sides> sidesOf(cudaMemcpyKind kind) {
  switch (kind) {
  case cudaMemcpyHostToHost:
    return Sides{Side::kHost, Side::kHost};
  case cudaMemcpyHostToDevice:
    return Sides{Side::kDevice, Side::kHost};
  case cudaMemcpyDeviceToHost:
    return Sides{Side::kHost, Side::kDevice};
  case cudaMemcpyDeviceToDevice:
    return Sides{Side::kDevice, Side::kDevice};
  case cudaMemcpyDefault:
    return Sides{Side::kAny, Side::kAny};
  }
  return std::nullopt;
}

// Bytes from the first to the last one of the region, or nothing when that is no size.
std::optional<std::size_t> extentOf(const Region &region, const Shape &shape) {
  std::size_t slices = 0, rows = 0, bytes = 0;
  bool overflows = __builtin_mul_overflow(region.slice, shape.depth - 1, &slices) ||
                   __builtin_mul_overflow(region.pitch, shape.height - 1, &rows) ||
                   __builtin_add_overflow(slices, rows, &bytes) ||
                   __builtin_add_overflow(bytes, shape.width, &bytes);
  if (overflows)
    return std::nullopt;
  return bytes;
}

cudaError_t checkRegion(const MemoryRegistry &memory, const Region &region, const Shape &shape, Side side) {
  if (shape.height > 1 && shape.width > region.pitch)
    return cudaErrorInvalidPitchValue;
  std::optional<std::size_t> bytes = extentOf(region, shape);
  return bytes ? memory.check(region.base, *bytes, side) : cudaErrorInvalidValue;
}

// Why it was refused.
void explainRegion(const MemoryRegistry &memory, const char *role, const Region &region, const Shape &shape,
                   Side side) {
  if (const std::optional<std::size_t> bytes = extentOf(region, shape))
    explainOperand(memory, role, region.base, *bytes, side);
}

cudaError_t checkOperands(const MemoryRegistry &memory, const Copy &copy, const Sides &sides) {
  const cudaError_t error = checkRegion(memory, copy.destination, copy.shape, sides.destination);
  return error ? error : checkRegion(memory, copy.source, copy.shape, sides.source);
}

void explainCopy(const MemoryRegistry &memory, const Copy &copy, const Sides &sides) {
  if (sides.destination != sides.source &&
      checkOperands(memory, copy, {sides.source, sides.destination}) == cudaSuccess)
    explainDirection(sides.source == Side::kDevice ? cudaMemcpyHostToDevice : cudaMemcpyDeviceToHost);
  else if (checkRegion(memory, copy.destination, copy.shape, sides.destination) != cudaSuccess)
    explainRegion(memory, "the destination", copy.destination, copy.shape, sides.destination);
  else
    explainRegion(memory, "the source", copy.source, copy.shape, sides.source);
}

cudaError_t checkCopy(const Context &context, const Copy &copy) {
  const std::optional<Sides> sides = sidesOf(copy.kind);
  if (!sides)
    return cudaErrorInvalidMemcpyDirection;
  if (copy.shape.isEmpty())
    return cudaSuccess;
  const cudaError_t error = checkOperands(context.memory(), copy, *sides);
  if (error == cudaErrorInvalidValue)
    explainCopy(context.memory(), copy, *sides);
  return error;
}

bool moveBytes(runtime::Executor &executor, const Copy &copy) {
  return runtime::copyRegion(executor, copy.destination, copy.source, copy.shape);
}

// Waits for the stream's turn and copies on the calling thread.
cudaError_t copyAfter(const Context &context, const Stream &stream, const Copy &copy) {
  context.scheduler().waitUntilReady(stream);
  if (cudaError_t fault = context.faultAfterWaiting())
    return fault;
  if (!moveBytes(context.process.executor, copy))
    return cudaErrorInvalidValue;
  return context.lookForOverruns();
}

bool isPageable(const Context &context, const Region &region) { return !context.memory().find(region.base); }

// Takes the source away, so that the program may reuse it at once.
cudaError_t stageSource(runtime::Executor &executor, Copy &copy, std::unique_ptr<std::byte[]> &staging) {
  const Shape &shape = copy.shape;
  staging = std::make_unique_for_overwrite<std::byte[]>(shape.width * shape.height * shape.depth);
  Copy packing = copy;
  packing.destination = {staging.get(), shape.width, shape.width * shape.height};
  if (!moveBytes(executor, packing))
    return cudaErrorInvalidValue;
  copy.source = packing.destination;
  return cudaSuccess;
}

} // namespace

Copy linearCopy(void *destination, const void *source, std::size_t bytes, cudaMemcpyKind kind) {
  auto *from = static_cast<std::byte *>(const_cast<void *>(source));
  return {{static_cast<std::byte *>(destination), bytes, bytes}, {from, bytes, bytes}, {bytes}, kind};
}

cudaError_t copyNow(const Context &context, const Copy &copy) {
  if (cudaError_t error = checkCopy(context, copy))
    return error;
  return copyAfter(context, *findStream(context, nullptr), copy);
}

cudaError_t copyInStream(const Context &context, cudaStream_t handle, const Copy &copy) {
  std::shared_ptr<Stream> stream = findStream(context, handle);
  if (!stream)
    return cudaErrorInvalidResourceHandle;
  if (cudaError_t error = checkCopy(context, copy))
    return error;
  if (copy.shape.isEmpty())
    return cudaSuccess;

  if (isPageable(context, copy.destination))
    return copyAfter(context, *stream, copy);
  Copy staged = copy;
  std::shared_ptr<std::byte[]> staging;
  if (isPageable(context, copy.source)) {
    std::size_t bytes = copy.shape.width * copy.shape.height * copy.shape.depth;
    if (bytes > kStagingBytes || context.scheduler().isReady(*stream))
      return copyAfter(context, *stream, copy);
    std::unique_ptr<std::byte[]> owned;
    if (cudaError_t error = stageSource(context.process.executor, staged, owned))
      return error;
    staging = std::move(owned);
  }
  runtime::StreamScheduler &scheduler = context.scheduler();
  scheduler.enqueueTask(*stream, [staged, staging, &scheduler, &executor = context.process.executor,
                                  device = stream->device](cudaError_t fault) {
    if (fault == cudaSuccess && !moveBytes(executor, staged))
      scheduler.setFault(device, cudaErrorIllegalAddress);
  });
  return cudaSuccess;
}

cudaError_t fillInStream(const Context &context, cudaStream_t handle, const Region &region,
                         const Shape &shape, int value, bool wait) {
  std::shared_ptr<Stream> stream = findStream(context, handle);
  if (!stream)
    return cudaErrorInvalidResourceHandle;
  if (shape.isEmpty())
    return cudaSuccess;
  if (cudaError_t error = checkRegion(context.memory(), region, shape, Side::kDevice)) {
    explainRegion(context.memory(), "the memory", region, shape, Side::kDevice);
    return error;
  }

  std::optional<Allocation> allocation = context.memory().find(region.base);
  bool host_sees_it = allocation && !allocation->isDeviceOnly();
  runtime::Executor &executor = context.process.executor;
  bool is_small =
      shape.width * shape.height * shape.depth <= (wait ? kInlineWaitingFillBytes : kInlineFillBytes);
  if ((is_small && context.scheduler().isReady(*stream)) || (wait && host_sees_it)) {
    context.scheduler().waitUntilReady(*stream);
    if (cudaError_t fault = context.scheduler().fault(context.device.id()))
      return fault;
    runtime::fillRegion(executor, region, shape, value);
    return cudaSuccess;
  }
  context.scheduler().enqueueTask(*stream, [region, shape, value, &executor](cudaError_t fault) {
    if (fault == cudaSuccess)
      runtime::fillRegion(executor, region, shape, value);
  });
  return cudaSuccess;
}

} // namespace raddle::cudart
