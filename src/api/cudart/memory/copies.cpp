#include "api/cudart/memory/copies.h"

#include <memory>
#include <optional>

namespace raddle::cudart {

using host::Direction;
using host::Side;
using host::Stream;

std::optional<Direction> directionOf(cudaMemcpyKind kind) {
  switch (kind) {
  case cudaMemcpyHostToHost:
    return Direction{Side::kHost, Side::kHost};
  case cudaMemcpyHostToDevice:
    return Direction{Side::kDevice, Side::kHost};
  case cudaMemcpyDeviceToHost:
    return Direction{Side::kHost, Side::kDevice};
  case cudaMemcpyDeviceToDevice:
    return Direction{Side::kDevice, Side::kDevice};
  case cudaMemcpyDefault:
    return Direction{Side::kAny, Side::kAny};
  }
  return std::nullopt;
}

Copy linearCopy(void *destination, const void *source, std::size_t bytes, cudaMemcpyKind kind) {
  return host::linearCopy(destination, source, bytes, directionOf(kind));
}

cudaError_t copyNow(const Context &context, const Copy &copy) {
  return errorOf(host::copyNow(context, *findStream(context, nullptr), copy));
}

cudaError_t copyInStream(const Context &context, cudaStream_t handle, const Copy &copy) {
  const std::shared_ptr<Stream> stream = findStream(context, handle);
  return stream ? errorOf(host::copyInStream(context, *stream, copy)) : cudaErrorInvalidResourceHandle;
}

cudaError_t fillInStream(const Context &context, cudaStream_t handle, const Region &region,
                         const Shape &shape, int value, bool wait) {
  const std::shared_ptr<Stream> stream = findStream(context, handle);
  return stream ? errorOf(host::fillInStream(context, *stream,
                                             {region, shape, static_cast<unsigned>(value) & 0xff}, wait))
                : cudaErrorInvalidResourceHandle;
}

} // namespace raddle::cudart
