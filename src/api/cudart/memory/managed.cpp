// Managed memory: prefetching and advice. Host and devices share one memory, so both are only remembered.
#include "cuda_runtime_api.h"

#include "api/cudart/call.h"

#include <algorithm>
#include <optional>
#include <span>

using namespace raddle::cudart;
using raddle::host::Advice;
using raddle::host::Allocation;
using raddle::host::MemoryKind;
using raddle::host::Place;

namespace {

// Managed memory, or memory of the host that no CUDA call knows (pageable memory is accessible).
cudaError_t checkRange(const Context &context, const void *pointer, std::size_t count) {
  if (!pointer || count == 0)
    return cudaErrorInvalidValue;
  std::optional<Allocation> allocation = context.memory().find(pointer);
  if (!allocation)
    return cudaSuccess;
  if (allocation->kind != MemoryKind::kManaged)
    return cudaErrorInvalidValue;
  return errorOf(context.memory().check(pointer, count, raddle::host::Side::kAny));
}

cudaError_t checkLocation(const Context &context, const cudaMemLocation &location) {
  switch (location.type) {
  case cudaMemLocationTypeDevice:
    return context.process.hasDevice(location.id) ? cudaSuccess : cudaErrorInvalidDevice;
  case cudaMemLocationTypeHost:
  case cudaMemLocationTypeHostNuma:
  case cudaMemLocationTypeHostNumaCurrent:
    return cudaSuccess;
  default:
    return cudaErrorInvalidValue;
  }
}

Place placeOf(const cudaMemLocation &location) { return {location.type, location.id}; }

cudaMemLocation locationOf(int device) {
  return device == cudaCpuDeviceId ? cudaMemLocation{cudaMemLocationTypeHost, 0}
                                   : cudaMemLocation{cudaMemLocationTypeDevice, device};
}

cudaError_t prefetch(const void *pointer, std::size_t count, const cudaMemLocation &location,
                     cudaStream_t stream) {
  return onDevice([=](const Context &context) {
    if (!findStream(context, stream))
      return cudaErrorInvalidResourceHandle;
    if (cudaError_t error = checkLocation(context, location))
      return error;
    if (cudaError_t error = checkRange(context, pointer, count))
      return error;
    context.process.advice.change(pointer, count,
                                  [&](Advice &known) { known.prefetched = placeOf(location); });
    return cudaSuccess;
  });
}

void apply(cudaMemoryAdvise advice, const Place &place, Advice &known) {
  switch (advice) {
  case cudaMemAdviseSetReadMostly:
  case cudaMemAdviseUnsetReadMostly:
    known.read_mostly = advice == cudaMemAdviseSetReadMostly;
    break;
  case cudaMemAdviseSetPreferredLocation:
    known.preferred = place;
    break;
  case cudaMemAdviseUnsetPreferredLocation:
    known.preferred = std::nullopt;
    break;
  case cudaMemAdviseSetAccessedBy:
    known.accessed_by.insert(place);
    break;
  case cudaMemAdviseUnsetAccessedBy:
    known.accessed_by.erase(place);
    break;
  }
}

cudaError_t advise(const void *pointer, std::size_t count, cudaMemoryAdvise advice,
                   const cudaMemLocation &location) {
  return onDevice([=](const Context &context) {
    if (advice < cudaMemAdviseSetReadMostly || advice > cudaMemAdviseUnsetAccessedBy)
      return cudaErrorInvalidValue;
    bool uses_location = advice != cudaMemAdviseSetReadMostly && advice != cudaMemAdviseUnsetReadMostly &&
                         advice != cudaMemAdviseUnsetPreferredLocation;
    if (uses_location)
      if (cudaError_t error = checkLocation(context, location))
        return error;
    if (cudaError_t error = checkRange(context, pointer, count))
      return error;
    context.process.advice.change(pointer, count,
                                  [&](Advice &known) { apply(advice, placeOf(location), known); });
    return cudaSuccess;
  });
}

// As functions that know devices only have it: the host is one of them, a part of it none.
int deviceOf(const std::optional<Place> &place) {
  if (!place)
    return cudaInvalidDeviceId;
  return place->type == cudaMemLocationTypeDevice ? place->id
         : place->type == cudaMemLocationTypeHost ? cudaCpuDeviceId
                                                  : cudaInvalidDeviceId;
}

int typeOf(const std::optional<Place> &place) { return place ? place->type : cudaMemLocationTypeInvalid; }

cudaError_t store(const Advice &known, cudaMemRangeAttribute attribute, std::span<int> values) {
  if (values.empty() || (attribute != cudaMemRangeAttributeAccessedBy && values.size() != 1))
    return cudaErrorInvalidValue;
  switch (attribute) {
  case cudaMemRangeAttributeReadMostly:
    values[0] = known.read_mostly;
    return cudaSuccess;
  case cudaMemRangeAttributePreferredLocation:
    values[0] = deviceOf(known.preferred);
    return cudaSuccess;
  case cudaMemRangeAttributeLastPrefetchLocation:
    values[0] = deviceOf(known.prefetched);
    return cudaSuccess;
  case cudaMemRangeAttributePreferredLocationType:
    values[0] = typeOf(known.preferred);
    return cudaSuccess;
  case cudaMemRangeAttributePreferredLocationId:
    values[0] = known.preferred ? known.preferred->id : cudaInvalidDeviceId;
    return cudaSuccess;
  case cudaMemRangeAttributeLastPrefetchLocationType:
    values[0] = typeOf(known.prefetched);
    return cudaSuccess;
  case cudaMemRangeAttributeLastPrefetchLocationId:
    values[0] = known.prefetched ? known.prefetched->id : cudaInvalidDeviceId;
    return cudaSuccess;
  case cudaMemRangeAttributeAccessedBy: {
    std::ranges::fill(values, cudaInvalidDeviceId);
    auto value = values.begin();
    for (auto place = known.accessed_by.begin(); place != known.accessed_by.end() && value != values.end();
         ++place, ++value)
      *value = deviceOf(*place);
    return cudaSuccess;
  }
  default:
    return cudaErrorInvalidValue;
  }
}

cudaError_t rangeAttributes(void **data, const size_t *sizes, const cudaMemRangeAttribute *attributes,
                            size_t count, const void *pointer, size_t bytes) {
  return onDevice([=](const Context &context) {
    if (!data || !sizes || !attributes || count == 0)
      return cudaErrorInvalidValue;
    const std::optional<Allocation> allocation = context.memory().find(pointer);
    if (bytes == 0 || !allocation || allocation->kind != MemoryKind::kManaged)
      return cudaErrorInvalidValue;
    if (Status status = context.memory().check(pointer, bytes, raddle::host::Side::kAny))
      return errorOf(status);
    const Advice known = context.process.advice.find(pointer, bytes);
    for (size_t i = 0; i < count; ++i) {
      if (!data[i] || sizes[i] % sizeof(int) != 0)
        return cudaErrorInvalidValue;
      if (cudaError_t error =
              store(known, attributes[i], std::span(static_cast<int *>(data[i]), sizes[i] / sizeof(int))))
        return error;
    }
    return cudaSuccess;
  });
}

} // namespace

cudaError_t cudaMemRangeGetAttribute(void *data, size_t size, cudaMemRangeAttribute attribute,
                                     const void *pointer, size_t count) {
  return rangeAttributes(&data, &size, &attribute, 1, pointer, count);
}

cudaError_t cudaMemRangeGetAttributes(void **data, size_t *sizes, cudaMemRangeAttribute *attributes,
                                      size_t attribute_count, const void *pointer, size_t count) {
  return rangeAttributes(data, sizes, attributes, attribute_count, pointer, count);
}

cudaError_t cudaMemPrefetchAsync(const void *pointer, size_t count, int device, cudaStream_t stream) {
  return prefetch(pointer, count, locationOf(device), stream);
}

cudaError_t cudaMemPrefetchAsync_v2(const void *pointer, size_t count, cudaMemLocation location,
                                    unsigned int flags, cudaStream_t stream) {
  return flags == 0 ? prefetch(pointer, count, location, stream) : recordError(cudaErrorInvalidValue);
}

cudaError_t cudaMemAdvise(const void *pointer, size_t count, cudaMemoryAdvise advice, int device) {
  return advise(pointer, count, advice, locationOf(device));
}

cudaError_t cudaMemAdvise_v2(const void *pointer, size_t count, cudaMemoryAdvise advice,
                             cudaMemLocation location) {
  return advise(pointer, count, advice, location);
}
