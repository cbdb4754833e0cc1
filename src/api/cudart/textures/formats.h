// Channel descriptors, and the formats of the host core.
#ifndef RADDLE_API_CUDART_TEXTURES_FORMATS_H
#define RADDLE_API_CUDART_TEXTURES_FORMATS_H

#include "cuda_runtime_api.h"
#include "host/texture/format.h"

#include <optional>

namespace raddle::cudart {

/// None: there are no such texels, or, for block-compressed and planar ones, not here.
std::optional<host::Format> formatOf(const cudaChannelFormatDesc &description);
cudaChannelFormatDesc descriptionOf(const host::Format &format);

/// As `cudaResourceViewDesc` says it.
std::optional<host::Format> formatOf(cudaResourceViewFormat format);

} // namespace raddle::cudart

#endif
