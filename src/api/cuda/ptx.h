// PTX as text: a module that raddlecc translates in a process of its own, since LLVM is no part of this library.
#ifndef RADDLE_API_CUDA_PTX_H
#define RADDLE_API_CUDA_PTX_H

#include "api/cuda/jit_options.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace raddle::cuda {

/// The text as a container for host::Library; kept in the cache. `arch`: the device's compute capability, e.g. 90.
/// CUDA_ERROR_UNSUPPORTED_PTX_VERSION: .version is newer than CUDA 12.9. CUDA_ERROR_NO_BINARY_FOR_GPU: .target is newer than the
/// device. CUDA_ERROR_INVALID_PTX: the text has errors. What is wrong goes, line by line, to the log of errors, or to stderr
/// where the program wants no log. CUDA_ERROR_JIT_COMPILER_NOT_FOUND: raddlecc cannot be run.
CUresult compilePtx(std::string_view text, unsigned arch, const JitLog &errors,
                    std::vector<std::byte> *container);

} // namespace raddle::cuda

#endif
