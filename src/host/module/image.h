// Device code that a program hands over by itself: from memory, or from a file.
#ifndef RADDLE_HOST_MODULE_IMAGE_H
#define RADDLE_HOST_MODULE_IMAGE_H

#include "abi/fat_binary.h"
#include "host/status.h"

#include <cstddef>
#include <memory>
#include <string_view>

namespace raddle::host {

/// A container of device code (abi/fat_binary.h), by the wrapper that a FatBinary needs. The wrapper's data belongs to it.
using Image = std::shared_ptr<const abi::FatBinaryWrapper>;

/// Whether it is a container, or the wrapper of one.
bool isContainer(const void *code);

/// Takes what `code` points to: a container, or the wrapper of one. The bytes are copied unless they stay where they are
/// (`is_preserved`). kInvalidValue: null. kInvalidImage: anything else, which is explained on stderr.
Status readImage(const void *code, bool is_preserved, Image *out);

/// The same for what a file holds.
bool isContainer(std::string_view file);
Status readImage(std::string_view file, Image *out);

} // namespace raddle::host

#endif
