// The container that nvcc writes. Of its entries, those with PTX can be used.
#ifndef RADDLE_HOST_MODULE_NVCC_FAT_BINARY_H
#define RADDLE_HOST_MODULE_NVCC_FAT_BINARY_H

#include <cstdint>
#include <span>
#include <string>

namespace raddle::host {

/// What such a container begins with.
inline constexpr std::uint32_t kNvccMagic = 0xba55ed50;

/// What to tell of one without PTX.
inline constexpr const char *kOnlyMachineCode = "this device code was compiled for a GPU, and no PTX is with "
                                                "it: compile it with raddlecc, or let nvcc add PTX "
                                                "(-gencode arch=compute_90,code=compute_90)";

/// A piece of device code for compute capability `arch`: PTX as text, or machine code.
struct FatBinaryCode {
  std::string code;
  unsigned arch;
  bool is_text;
};

/// Such a container.
std::string makeNvccFatBinary(std::span<const FatBinaryCode> codes);

/// The text of the newest PTX up to compute capability `arch`, or else of the oldest. False when there is none.
bool findPtx(const void *image, unsigned arch, std::string *text);

} // namespace raddle::host

#endif
