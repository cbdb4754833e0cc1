#include "host/requests/stream_memory.h"

#include "host/memory/explanations.h"
#include "host/requests/capture.h"
#include "host/requests/touched_memory.h"

#include <cstdint>
#include <type_traits>

namespace raddle::host {

namespace {

using Kind = MemoryOperation::Kind;

Status check(const Context &context, const MemoryOperation &operation) {
  if (!operation.address || reinterpret_cast<std::uintptr_t>(operation.address) % operation.bytes != 0)
    return Status::kInvalidValue;
  const Status status = context.memory().check(operation.address, operation.bytes, Side::kDevice);
  if (status)
    explainOperand(context.memory(), "the address", operation.address, operation.bytes, Side::kDevice);
  return status;
}

template <typename Number> void store(const MemoryOperation &operation) {
  __atomic_store_n(static_cast<Number *>(operation.address), static_cast<Number>(operation.value),
                   __ATOMIC_SEQ_CST);
}

template <typename Number> bool holds(const MemoryOperation &operation) {
  const Number found = __atomic_load_n(static_cast<Number *>(operation.address), __ATOMIC_SEQ_CST);
  const auto value = static_cast<Number>(operation.value);
  switch (operation.kind) {
  case Kind::kWaitUntilGreaterOrEqual:
    return static_cast<std::make_signed_t<Number>>(found - value) >= 0;
  case Kind::kWaitUntilEqual:
    return found == value;
  case Kind::kWaitUntilAnyBit:
    return (found & value) != 0;
  case Kind::kWaitUntilNor:
    return static_cast<Number>(~(found | value)) != 0;
  case Kind::kWrite:
    break;
  }
  return true;
}

} // namespace

Status operateOnMemory(const Context &context, Stream &stream, std::span<const MemoryOperation> operations) {
  for (const MemoryOperation &operation : operations)
    if (Status status = check(context, operation))
      return status;
  if (Status status = refuseIfCapturing(context, stream))
    return status;
  for (const MemoryOperation &operation : operations) {
    const bool is_long = operation.bytes == 8;
    if (operation.kind == Kind::kWrite)
      context.scheduler().enqueueTask(stream, [operation, is_long](Status fault) {
        if (fault == Status::kSuccess)
          is_long ? store<std::uint64_t>(operation) : store<std::uint32_t>(operation);
      }, workOfFlag(operation.address, operation.bytes));
    else
      context.scheduler().enqueueWait(stream, [operation, is_long] {
        return is_long ? holds<std::uint64_t>(operation) : holds<std::uint32_t>(operation);
      });
  }
  return Status::kSuccess;
}

} // namespace raddle::host
