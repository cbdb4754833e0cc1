// PTX as text: a module that raddlecc translates in a process of its own, since LLVM is no part of this library.
#ifndef RADDLE_HOST_MODULE_PTX_COMPILER_H
#define RADDLE_HOST_MODULE_PTX_COMPILER_H

#include "host/status.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace raddle::host {

/// The text as a container; kept in the cache, as is what is linked. `arch`: the device's compute capability, e.g. 90.
/// `is_piece`: others define what it has not. kUnsupportedPtxVersion: .version is newer than what is known.
/// kNoImageForDevice: .target is newer than the device. kInvalidPtx: the text has errors. kNoCompiler: raddlecc cannot be run.
/// What is wrong is in `errors`, line by line.
Status compilePtx(std::string_view text, unsigned arch, bool is_piece, std::string *errors,
                  std::vector<std::byte> *container);

/// Pieces, linked. kInvalidPtx: something is missing, or defined twice. Else as above.
Status linkContainers(std::span<const std::vector<std::byte>> pieces, unsigned arch, std::string *errors,
                      std::vector<std::byte> *container);

/// Whether something may be missing in a container.
bool isRelocatable(const std::vector<std::byte> &container);

} // namespace raddle::host

#endif
