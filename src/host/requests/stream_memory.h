// Numbers in memory that streams write, and wait for.
#ifndef RADDLE_HOST_REQUESTS_STREAM_MEMORY_H
#define RADDLE_HOST_REQUESTS_STREAM_MEMORY_H

#include "host/process/process.h"

#include <cstdint>
#include <span>

namespace raddle::host {

struct MemoryOperation {
  enum class Kind {
    kWrite,
    kWaitUntilGreaterOrEqual, // of a number that goes in a circle: what is less than half of it ahead is greater
    kWaitUntilEqual,
    kWaitUntilAnyBit, // of those in the value
    kWaitUntilNor,    // some bit is neither in memory nor in the value
  };
  Kind kind;
  void *address;
  std::uint64_t value;
  unsigned bytes; // 4 or 8
};

/// One after the other. kInvalidValue, and none is done: an address is no memory that devices have, or not aligned.
/// kCaptureUnsupported: the stream captures.
Status operateOnMemory(const Context &context, Stream &stream, std::span<const MemoryOperation> operations);

} // namespace raddle::host

#endif
