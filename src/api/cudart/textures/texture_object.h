// Making texture objects, which references are bound to as well.
#ifndef RADDLE_API_CUDART_TEXTURES_TEXTURE_OBJECT_H
#define RADDLE_API_CUDART_TEXTURES_TEXTURE_OBJECT_H

#include "cuda_runtime_api.h"

#include "api/cudart/call.h"

#include <cstddef>
#include <cstdint>

namespace raddle::cudart {

/// As cudaCreateTextureObject(), for the call that returns to `caller` in the program. Linear memory has to start at a multiple of
/// `alignment` bytes. `view` may be null.
cudaError_t makeTexture(const Context &context, std::uintptr_t caller, const cudaResourceDesc &resource,
                        const cudaTextureDesc &texture, const cudaResourceViewDesc *view,
                        std::size_t alignment, cudaTextureObject_t *object);

/// As cudaCreateSurfaceObject().
cudaError_t makeSurface(const Context &context, std::uintptr_t caller, const cudaResourceDesc &resource,
                        cudaSurfaceObject_t *object);

} // namespace raddle::cudart

#endif
