// The device code of programs that nvcc has built: of what is in their fat binaries, PTX becomes a container of ours.
#ifndef RADDLE_HOST_MODULE_NVCC_IMAGE_H
#define RADDLE_HOST_MODULE_NVCC_IMAGE_H

#include "host/module/image.h"

#include <string>

namespace raddle::host {

/// Whether a wrapper holds code of nvcc.
bool isOfNvcc(const abi::FatBinaryWrapper &wrapper);

/// Compiles the PTX of a wrapper, and links it where it is relocatable. kNoImageForDevice: there is no PTX, or only such for
/// a newer device. Else as compilePtx(). What is wrong is in `errors`, line by line.
Status readNvccImage(const abi::FatBinaryWrapper &wrapper, unsigned arch, std::string *errors, Image *out);

} // namespace raddle::host

#endif
