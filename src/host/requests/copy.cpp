#include "host/requests/copy.h"

#include "host/memory/explanations.h"
#include "host/requests/capture.h"
#include "host/requests/copied_values.h"
#include "host/requests/touched_memory.h"

#include "profile/timeline.h"

#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <vector>

namespace raddle::host {

namespace {

// Fills up to this size happen at once when their stream is ready: handing them to a worker costs more. Who calls
// cudaMemset() and not cudaMemsetAsync() does not hurry.
constexpr std::size_t kInlineFillBytes = 256 * 1024, kInlineWaitingFillBytes = 8 * 1024 * 1024;
// Pageable memory up to this size is staged; for more, the call waits for its turn.
constexpr std::size_t kStagingBytes = 4 * 1024 * 1024;

// For the timeline.
std::string nameOf(const Copy &copy) {
  constexpr const char *kNames[] = {"host", "device", "any"};
  if (!copy.direction)
    return "memcpy";
  return fmt::format("memcpy {} to {}", kNames[static_cast<unsigned>(copy.direction->source)],
                     kNames[static_cast<unsigned>(copy.direction->destination)]);
}

std::string describeBytes(const Shape &shape) {
  return fmt::format(R"("bytes":{})", shape.width * shape.height * shape.depth);
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

Status checkRegion(const MemoryRegistry &memory, const Region &region, const Shape &shape, Side side,
                   bool *is_known = nullptr) {
  if (shape.height > 1 && shape.width > region.pitch)
    return Status::kInvalidPitch;
  std::optional<std::size_t> bytes = extentOf(region, shape);
  return bytes ? memory.check(region.base, *bytes, side, is_known) : Status::kInvalidValue;
}

// Why it was refused.
void explainRegion(const MemoryRegistry &memory, const char *role, const Region &region, const Shape &shape,
                   Side side) {
  if (const std::optional<std::size_t> bytes = extentOf(region, shape))
    explainOperand(memory, role, region.base, *bytes, side);
}

// Whether CUDA knows the memory of a copy's operands: it is pageable otherwise.
struct KnownOperands {
  bool destination = false, source = false;
};

Status checkOperands(const MemoryRegistry &memory, const Copy &copy, const Direction &sides,
                     KnownOperands *known = nullptr) {
  const Status status = checkRegion(memory, copy.destination, copy.shape, sides.destination,
                                    known ? &known->destination : nullptr);
  return status
             ? status
             : checkRegion(memory, copy.source, copy.shape, sides.source, known ? &known->source : nullptr);
}

void explainCopy(const MemoryRegistry &memory, const Copy &copy, const Direction &sides) {
  if (sides.destination != sides.source &&
      checkOperands(memory, copy, {sides.source, sides.destination}) == Status::kSuccess)
    explainDirection(sides.source == Side::kDevice);
  else if (checkRegion(memory, copy.destination, copy.shape, sides.destination) != Status::kSuccess)
    explainRegion(memory, "the destination", copy.destination, copy.shape, sides.destination);
  else
    explainRegion(memory, "the source", copy.source, copy.shape, sides.source);
}

// Waits for the stream's turn and copies on the calling thread. Whether the program may count on that is another question.
Status copyAfter(const Context &context, Stream &stream, const Copy &copy) {
  const CopiedValues values(context.memory(), copy.destination, copy.source, copy.shape);
  const auto work = workOf(context.memory(), copy);
  context.scheduler().order().beginByHost(stream, work);
  const WorkByHost done(work);
  context.scheduler().waitUntilReady(stream);
  if (Status fault = context.faultAfterWaiting())
    return fault;
  profile::timeline::currentStream() = {stream.device, stream.id};
  if (!moveBytes(context.backend(), copy))
    return Status::kInvalidValue;
  values.moved(copy.destination, copy.source, copy.shape);
  return context.lookForOverruns();
}

bool isDeviceOnly(const Context &context, const Region &region) {
  const std::optional<Allocation> allocation = context.memory().find(region.base);
  return allocation && allocation->isDeviceOnly();
}

// Takes the source away, so that the program may reuse it at once.
Status stageSource(backend::Backend &backend, Copy &copy, std::unique_ptr<std::byte[]> &staging) {
  const Shape &shape = copy.shape;
  staging = std::make_unique_for_overwrite<std::byte[]>(shape.width * shape.height * shape.depth);
  Copy packing = copy;
  packing.destination = {staging.get(), shape.width, shape.width * shape.height};
  if (!moveBytes(backend, packing))
    return Status::kInvalidValue;
  copy.source = packing.destination;
  return Status::kSuccess;
}

Status checkCopy(const Context &context, const Copy &copy, KnownOperands *known) {
  if (!copy.direction)
    return Status::kInvalidDirection;
  if (copy.shape.isEmpty())
    return Status::kSuccess;
  const Status status = checkOperands(context.memory(), copy, *copy.direction, known);
  if (status == Status::kInvalidValue)
    explainCopy(context.memory(), copy, *copy.direction);
  return status;
}

} // namespace

Status checkCopy(const Context &context, const Copy &copy) { return checkCopy(context, copy, nullptr); }

bool moveBytes(backend::Backend &backend, const Copy &copy) {
  std::optional<profile::timeline::Work> told;
  if (profile::timeline::isOn()) [[unlikely]]
    told.emplace("memcpy").describe(nameOf(copy), describeBytes(copy.shape));
  return backend.copy(copy.destination, copy.source, copy.shape);
}

Status checkFill(const Context &context, const Fill &fill) {
  if (fill.shape.isEmpty())
    return Status::kSuccess;
  const Status status = checkRegion(context.memory(), fill.region, fill.shape, Side::kDevice);
  if (status)
    explainRegion(context.memory(), "the memory", fill.region, fill.shape, Side::kDevice);
  return status;
}

void fillBytes(backend::Backend &backend, const Fill &fill) {
  profile::timeline::Work work("memset");
  if (work.isTold())
    work.describe("memset", describeBytes(fill.shape));
  const unsigned byte = fill.value & 0xff;
  const unsigned repeated = fill.element_bytes == 1   ? byte
                            : fill.element_bytes == 2 ? byte * 0x101
                                                      : byte * 0x1010101u;
  if (fill.value == repeated || fill.element_bytes == 1) {
    backend.fill(fill.region, fill.shape, static_cast<int>(byte));
    filledValues(fill.region, fill.shape);
    return;
  }
  for (std::size_t z = 0; z < fill.shape.depth; ++z)
    for (std::size_t y = 0; y < fill.shape.height; ++y) {
      std::byte *const row = fill.region.base + z * fill.region.slice + y * fill.region.pitch;
      for (std::size_t x = 0; x < fill.shape.width; x += fill.element_bytes)
        std::memcpy(row + x, &fill.value, fill.element_bytes);
    }
  filledValues(fill.region, fill.shape);
}

Status copyNow(const Context &context, Stream &stream, const Copy &copy) {
  if (somebodyCaptures() && waitsForCaptures(context, stream))
    return refuseImplicit(context);
  if (Status status = refuseDuringCapture(context))
    return status;
  if (Status status = checkCopy(context, copy))
    return status;
  const Status status = copyAfter(context, stream, copy);
  // Copies within the memory of devices are no synchronisation for the host.
  if (check::ordersWork() &&
      (!isDeviceOnly(context, copy.source) || !isDeviceOnly(context, copy.destination)))
    context.scheduler().order().waitedFor(stream);
  return status;
}

Status copyInStream(const Context &context, Stream &stream, const Copy &copy) {
  KnownOperands known;
  if (Status status = checkCopy(context, copy, &known))
    return status;
  if (const std::optional<Status> status =
          captured(context, stream, [&] { return addToCapture(context, stream, CopyWork{copy}); }))
    return *status;
  if (copy.shape.isEmpty())
    return Status::kSuccess;

  if (!known.destination) {
    const Status status = copyAfter(context, stream, copy);
    context.scheduler().order().waitedFor(stream);
    return status;
  }
  const std::size_t bytes = copy.shape.width * copy.shape.height * copy.shape.depth;
  if (!known.source && (bytes > kStagingBytes || context.scheduler().isReady(stream)))
    return copyAfter(context, stream, copy);
  const CopiedValues values(context.memory(), copy.destination, copy.source, copy.shape);
  Copy staged = copy;
  std::unique_ptr<std::byte[]> staging;
  if (!known.source)
    if (Status status = stageSource(context.backend(), staged, staging))
      return status;
  StreamScheduler &scheduler = context.scheduler();
  scheduler.enqueueTask(
      stream,
      [staged, staging = std::move(staging), values, &scheduler, &backend = context.backend(),
       device = stream.device](Status fault) {
        if (fault != Status::kSuccess)
          return;
        if (moveBytes(backend, staged))
          values.moved(staged.destination, staged.source, staged.shape);
        else
          scheduler.setFault(device, Status::kIllegalAddress);
      },
      workOf(context.memory(), copy));
  return Status::kSuccess;
}

Status fillInStream(const Context &context, Stream &stream, const Fill &fill, bool wait) {
  if (Status status = checkFill(context, fill))
    return status;
  if (const std::optional<Status> status =
          captured(context, stream, [&] { return addToCapture(context, stream, FillWork{fill}); }))
    return *status;
  const Shape &shape = fill.shape;
  if (shape.isEmpty())
    return Status::kSuccess;

  std::optional<Allocation> allocation = context.memory().find(fill.region.base);
  bool host_sees_it = allocation && !allocation->isDeviceOnly();
  backend::Backend &backend = context.backend();
  bool is_small =
      shape.width * shape.height * shape.depth <= (wait ? kInlineWaitingFillBytes : kInlineFillBytes);
  const auto work = workOf(context.memory(), fill);
  if ((is_small && context.scheduler().isReady(stream)) || (wait && host_sees_it)) {
    context.scheduler().order().beginByHost(stream, work);
    const WorkByHost done(work);
    if (wait && host_sees_it)
      context.scheduler().order().waitedFor(stream);
    context.scheduler().waitUntilReady(stream);
    if (Status fault = context.scheduler().fault(context.device.id()))
      return fault;
    profile::timeline::currentStream() = {stream.device, stream.id};
    fillBytes(backend, fill);
    return Status::kSuccess;
  }
  context.scheduler().enqueueTask(
      stream,
      [fill, &backend](Status fault) {
        if (fault == Status::kSuccess)
          fillBytes(backend, fill);
      },
      work);
  return Status::kSuccess;
}

} // namespace raddle::host
