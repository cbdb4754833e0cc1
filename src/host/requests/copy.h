// Copies and fills of up to three dimensions: what is allowed, and when the bytes move.
#ifndef RADDLE_HOST_REQUESTS_COPY_H
#define RADDLE_HOST_REQUESTS_COPY_H

#include "host/process/process.h"

#include <cstddef>
#include <optional>

namespace raddle::host {

using backend::Region;
using backend::Shape;

/// Which memory its operands may lie in.
struct Direction {
  Side destination;
  Side source;
};

/// A copy as its caller describes it. The source is never written.
struct Copy {
  Region destination;
  Region source;
  Shape shape;
  std::optional<Direction> direction; // none: what the program asked for is no direction
};

/// A copy of consecutive bytes.
inline Copy linearCopy(void *destination, const void *source, std::size_t bytes,
                       std::optional<Direction> direction) {
  auto *const from = static_cast<std::byte *>(const_cast<void *>(source));
  return {{static_cast<std::byte *>(destination), bytes, bytes}, {from, bytes, bytes}, {bytes}, direction};
}

/// Copies after all work that the stream, the default one mostly, waits for, and returns when it is done.
/// Status::kInvalidDirection, Status::kInvalidPitch, Status::kInvalidValue (an operand is not the
/// memory that `direction` says, or the range leaves its allocation), or the fault of an earlier kernel.
Status copyNow(const Context &context, const Stream &stream, const Copy &copy);

/// Copies in stream order. Returns early where CUDA promises it: pageable host memory may be reused, or
/// read, as soon as the call returns. Errors as copyNow.
Status copyInStream(const Context &context, Stream &stream, const Copy &copy);

/// Fills in stream order; with `wait`, memory that the host sees is filled when the call returns.
Status fillInStream(const Context &context, Stream &stream, const Region &region, const Shape &shape,
                    int value, bool wait);

} // namespace raddle::host

#endif
