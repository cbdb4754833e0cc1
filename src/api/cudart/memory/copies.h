// Copies and fills as the runtime API describes them.
#ifndef RADDLE_API_CUDART_MEMORY_COPIES_H
#define RADDLE_API_CUDART_MEMORY_COPIES_H

#include "api/cudart/call.h"
#include "host/requests/copy.h"

#include <cstddef>

namespace raddle::cudart {

using host::Copy;
using host::Region;
using host::Shape;

/// Which memory the operands of a copy may lie in; none: there is no such kind.
std::optional<host::Direction> directionOf(cudaMemcpyKind kind);

/// A copy of consecutive bytes.
Copy linearCopy(void *destination, const void *source, std::size_t bytes, cudaMemcpyKind kind);

/// The copy that the parameters describe, of memory and arrays.
cudaError_t volumeCopy(const Context &context, const cudaMemcpy3DParms *parameters, Copy *copy);

/// See host/requests/copy.h. The first is for the default stream.
cudaError_t copyNow(const Context &context, const Copy &copy);
cudaError_t copyInStream(const Context &context, cudaStream_t stream, const Copy &copy);
cudaError_t fillInStream(const Context &context, cudaStream_t stream, const Region &region,
                         const Shape &shape, int value, bool wait);

} // namespace raddle::cudart

#endif
