#include "host/module/nvcc_image.h"

#include "host/module/nvcc_fat_binary.h"
#include "host/module/ptx_compiler.h"

#include <cstring>
#include <utility>
#include <vector>

namespace raddle::host {

namespace {

constexpr std::uint32_t kLinkedWrapper = 2; // the version of a wrapper whose code nvcc has linked (-rdc=true)

// The fat binaries that a wrapper stands for: a linked one has a list of those that were linked, with null at its end.
std::vector<const void *> fatBinariesOf(const abi::FatBinaryWrapper &wrapper) {
  if (wrapper.version != kLinkedWrapper)
    return {wrapper.data};
  std::vector<const void *> all;
  for (auto *const *next = static_cast<void *const *>(wrapper.unused); next && *next; ++next)
    all.push_back(*next);
  return all;
}

// Those that were linked may come in a wrapper of their own.
const void *unwrapped(const void *image) {
  std::uint32_t magic = 0;
  std::memcpy(&magic, image, sizeof magic);
  return magic == abi::kWrapperMagic ? static_cast<const abi::FatBinaryWrapper *>(image)->data : image;
}

bool hasNvccMagic(const void *image) {
  return image && std::memcmp(image, &kNvccMagic, sizeof kNvccMagic) == 0;
}

} // namespace

bool isOfNvcc(const abi::FatBinaryWrapper &wrapper) {
  return wrapper.magic == abi::kWrapperMagic && hasNvccMagic(wrapper.data);
}

Status readNvccImage(const abi::FatBinaryWrapper &wrapper, unsigned arch, std::string *errors, Image *out) {
  const std::vector<const void *> images = fatBinariesOf(wrapper);
  const bool is_linked = images.size() > 1;
  std::vector<std::vector<std::byte>> pieces;
  *errors = kOnlyMachineCode;
  for (const void *image : images) {
    const void *const fat_binary = unwrapped(image);
    std::string text;
    std::vector<std::byte> container;
    if (!hasNvccMagic(fat_binary) || !findPtx(fat_binary, arch, &text))
      continue;
    const Status status = compilePtx(text, arch, is_linked, errors, &container);
    if (status == Status::kSuccess)
      pieces.push_back(std::move(container));
    else if (!is_linked || status != Status::kNoImageForDevice) // CUDA's device runtime has PTX for newer devices only
      return status;
  }
  if (pieces.empty())
    return Status::kNoImageForDevice;
  if (is_linked) {
    std::vector<std::byte> linked;
    if (Status status = linkContainers(pieces, arch, errors, &linked))
      return status;
    pieces = {std::move(linked)};
  }
  return readImage(pieces[0].data(), /*is_preserved=*/false, out);
}

} // namespace raddle::host
