// The container that nvcc writes: of its entries, those with PTX can be used.
#ifndef RADDLE_API_CUDA_NVCC_FAT_BINARY_H
#define RADDLE_API_CUDA_NVCC_FAT_BINARY_H

#include <cstdint>
#include <string>

namespace raddle::cuda {

/// What such a container begins with.
inline constexpr std::uint32_t kNvccMagic = 0xba55ed50;

/// The text of the newest PTX up to compute capability `arch`, or else of the oldest. False when there is none.
bool findPtx(const void *image, unsigned arch, std::string *text);

} // namespace raddle::cuda

#endif
