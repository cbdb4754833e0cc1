// Copies of boxes, and the formats of arrays, in the runtime API's terms.
#ifndef RADDLE_API_CUDA_VOLUME_H
#define RADDLE_API_CUDA_VOLUME_H

#include "api/cuda/runtime.h"

#include <optional>

namespace raddle::cuda {

/// The format of an array's elements. Nothing for one that there is not.
std::optional<cudaChannelFormatDesc> channelsOf(CUarray_format format, unsigned channels);
/// The way back.
CUarray_format formatOf(const cudaChannelFormatDesc &channels);
unsigned channelCount(const cudaChannelFormatDesc &channels);

/// The copy as the runtime API describes it. cudaErrorInvalidValue: an operand that is none, or does not begin with an
/// element of its array.
cudaError_t volumeOf(const CUDA_MEMCPY3D &copy, cudaMemcpy3DParms *volume);
/// The way back, of what was given by volumeOf() or by the runtime API.
CUDA_MEMCPY3D copyOf(const cudaMemcpy3DParms &volume);
/// A rectangle as a box of one layer.
CUDA_MEMCPY3D boxOf(const CUDA_MEMCPY2D &copy);

} // namespace raddle::cuda

#endif
