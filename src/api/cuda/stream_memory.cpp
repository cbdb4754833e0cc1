// Numbers in memory that streams write, and wait for.
#include "cuda.h"

#include "api/cuda/call.h"
#include "host/requests/stream_memory.h"

#include <optional>
#include <span>
#include <vector>

using namespace raddle::cuda;
using raddle::host::MemoryOperation;
using raddle::host::Stream;

namespace {

using Kind = MemoryOperation::Kind;

// Nothing for a comparison that there is not. What devices wrote is seen by all at once, so a flush changes nothing.
std::optional<Kind> comparison(unsigned flags) {
  switch (flags & ~static_cast<unsigned>(CU_STREAM_WAIT_VALUE_FLUSH)) {
  case CU_STREAM_WAIT_VALUE_GEQ:
    return Kind::kWaitUntilGreaterOrEqual;
  case CU_STREAM_WAIT_VALUE_EQ:
    return Kind::kWaitUntilEqual;
  case CU_STREAM_WAIT_VALUE_AND:
    return Kind::kWaitUntilAnyBit;
  case CU_STREAM_WAIT_VALUE_NOR:
    return Kind::kWaitUntilNor;
  default:
    return std::nullopt;
  }
}

std::optional<Kind> kindOf(bool waits, unsigned flags) {
  if (waits)
    return comparison(flags);
  return (flags & ~static_cast<unsigned>(CU_STREAM_WRITE_VALUE_NO_MEMORY_BARRIER)) == 0
             ? std::optional(Kind::kWrite)
             : std::nullopt;
}

CUresult operate(CUstream handle, bool waits, CUdeviceptr address, cuuint64_t value, unsigned bytes,
                 unsigned flags) {
  return onStream(handle, [=](const Context &context, Stream &stream) {
    const std::optional<Kind> kind = kindOf(waits, flags);
    if (!kind)
      return Status::kInvalidValue;
    const MemoryOperation operation{*kind, pointerOf(address), value, bytes};
    return operateOnMemory(context, stream, std::span(&operation, 1));
  });
}

// False when there is no such operation. Those that order memory have nothing to do.
bool append(const CUstreamBatchMemOpParams &parameters, std::vector<MemoryOperation> &operations) {
  const auto type = parameters.operation;
  if (type == CU_STREAM_MEM_OP_FLUSH_REMOTE_WRITES || type == CU_STREAM_MEM_OP_BARRIER)
    return true;
  const bool waits = type == CU_STREAM_MEM_OP_WAIT_VALUE_32 || type == CU_STREAM_MEM_OP_WAIT_VALUE_64;
  const bool is_long = type == CU_STREAM_MEM_OP_WAIT_VALUE_64 || type == CU_STREAM_MEM_OP_WRITE_VALUE_64;
  if (!waits && type != CU_STREAM_MEM_OP_WRITE_VALUE_32 && type != CU_STREAM_MEM_OP_WRITE_VALUE_64)
    return false;
  const auto add = [&](const auto &given) {
    const std::optional<Kind> kind = kindOf(waits, given.flags);
    if (kind)
      operations.push_back(
          {*kind, pointerOf(given.address), is_long ? given.value64 : given.value, is_long ? 8u : 4u});
    return kind.has_value();
  };
  return waits ? add(parameters.waitValue) : add(parameters.writeValue);
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

CUresult cuStreamWriteValue32(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned flags) {
  return operate(stream, false, address, value, 4, flags);
}

CUresult cuStreamWriteValue64(CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned flags) {
  return operate(stream, false, address, value, 8, flags);
}

CUresult cuStreamWaitValue32(CUstream stream, CUdeviceptr address, cuuint32_t value, unsigned flags) {
  return operate(stream, true, address, value, 4, flags);
}

CUresult cuStreamWaitValue64(CUstream stream, CUdeviceptr address, cuuint64_t value, unsigned flags) {
  return operate(stream, true, address, value, 8, flags);
}

CUresult cuStreamBatchMemOp(CUstream handle, unsigned count, CUstreamBatchMemOpParams *parameters,
                            unsigned flags) {
  return onStream(handle, [=](const Context &context, Stream &stream) {
    constexpr unsigned kMost = 256;
    if (flags != 0 || count > kMost || (count != 0 && !parameters))
      return Status::kInvalidValue;
    std::vector<MemoryOperation> operations;
    for (const CUstreamBatchMemOpParams &one : std::span(parameters, count))
      if (!append(one, operations))
        return Status::kInvalidValue;
    return operateOnMemory(context, stream, operations);
  });
}

} // extern "C"
#pragma GCC visibility pop
