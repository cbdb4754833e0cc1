// Device code as programs give it to the API: containers of raddlecc, text in PTX, and fat binaries of nvcc with such text.
#ifndef RADDLE_API_CUDA_IMAGE_H
#define RADDLE_API_CUDA_IMAGE_H

#include "api/cuda/call.h"
#include "api/cuda/jit_options.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace raddle::cuda {

/// The image as a container for host::Library. `bytes`: its size, 0 where only the image itself tells.
/// CUDA_ERROR_INVALID_IMAGE: it is nothing of these. CUDA_ERROR_NO_BINARY_FOR_GPU: machine code of a GPU.
/// CUDA_ERROR_INVALID_PTX: the text has an error, which is written to the log of errors.
CUresult readImage(const Context &context, const void *image, std::size_t bytes, const JitOptions &options,
                   std::vector<std::byte> *container);

/// Loads an image as a library, whose handle is `out`.
CUresult loadLibrary(const Context &context, const void *image, std::size_t bytes, const JitOptions &options,
                     const void **out);

} // namespace raddle::cuda

#endif
