// Copies and fills of up to three dimensions: what is allowed, and when the bytes move.
#ifndef RADDLE_API_CUDART_COPY_H
#define RADDLE_API_CUDART_COPY_H

#include "api/cudart/call.h"
#include "backend/cpu/memory/region.h"

#include <cstddef>
#include <optional>

namespace raddle::cudart {

using runtime::Region;
using runtime::Shape;

/// A copy as its caller describes it. The source is never written.
struct Copy {
  Region destination;
  Region source;
  Shape shape;
  cudaMemcpyKind kind;
};

/// A copy of consecutive bytes.
Copy linearCopy(void *destination, const void *source, std::size_t bytes, cudaMemcpyKind kind);

/// Copies after all work that the legacy default stream waits for, and returns when it is done.
/// cudaErrorInvalidMemcpyDirection, cudaErrorInvalidPitchValue, cudaErrorInvalidValue (an operand is not the
/// memory that `kind` says, or the range leaves its allocation), or the fault of an earlier kernel.
cudaError_t copyNow(const Context &context, const Copy &copy);

/// Copies in stream order. Returns early where CUDA promises it: pageable host memory may be reused, or
/// read, as soon as the call returns. Errors as copyNow.
cudaError_t copyInStream(const Context &context, cudaStream_t stream, const Copy &copy);

/// Fills in stream order; with `wait`, memory that the host sees is filled when the call returns.
cudaError_t fillInStream(const Context &context, cudaStream_t stream, const Region &region,
                         const Shape &shape, int value, bool wait);

} // namespace raddle::cudart

#endif
