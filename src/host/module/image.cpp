#include "host/module/image.h"

#include "diagnostics/messages.h"

#include <fmt/format.h>

#include <cstdint>
#include <cstring>
#include <string_view>
#include <utility>
#include <vector>

namespace raddle::host {

namespace {

struct StoredImage {
  std::vector<char> bytes; // empty where the program keeps them
  abi::FatBinaryWrapper wrapper = {abi::kWrapperMagic, 1, nullptr, nullptr};
};

Image imageOf(const void *container) {
  auto stored = std::make_shared<StoredImage>();
  stored->wrapper.data = container;
  return {stored, &stored->wrapper};
}

Image imageOf(std::vector<char> bytes) {
  auto stored = std::make_shared<StoredImage>();
  stored->bytes = std::move(bytes);
  stored->wrapper.data = stored->bytes.data();
  return {stored, &stored->wrapper};
}

bool beginsWith(const void *code, std::string_view magic) {
  // As far as they agree: whoever has fewer bytes ends with one that differs.
  return std::strncmp(static_cast<const char *>(code), magic.data(), magic.size()) == 0;
}

Status refuse() {
  printDiagnostic("raddle: error: this is no device code; raddlecc -fatbin writes what can be loaded\n");
  return Status::kInvalidImage;
}

bool isSound(const abi::FatBinaryHeader &header) {
  return header.version == abi::kFatBinaryVersion && header.entry_count != 0 &&
         header.total_bytes >= sizeof header + header.entry_count * sizeof(abi::FatBinaryEntry);
}

Status refuseDamaged() {
  printDiagnostic(
      fmt::format("raddle: error: this device code is damaged, or from another version of raddlecc, "
                  "whose containers are not of version {}\n",
                  abi::kFatBinaryVersion));
  return Status::kInvalidImage;
}

} // namespace

bool isContainer(const void *code) {
  std::uint32_t magic = 0;
  std::memcpy(&magic, code, sizeof magic);
  if (magic == abi::kWrapperMagic)
    code = static_cast<const abi::FatBinaryWrapper *>(code)->data;
  return beginsWith(code, {abi::kFatBinaryMagic, sizeof abi::kFatBinaryMagic});
}

Status readImage(const void *code, bool is_preserved, Image *out) {
  if (!code)
    return Status::kInvalidValue;
  std::uint32_t magic = 0;
  std::memcpy(&magic, code, sizeof magic);
  if (magic == abi::kWrapperMagic) {
    const auto *wrapper = static_cast<const abi::FatBinaryWrapper *>(code);
    return readImage(wrapper->data, is_preserved, out);
  }
  if (!beginsWith(code, {abi::kFatBinaryMagic, sizeof abi::kFatBinaryMagic}))
    return refuse();
  abi::FatBinaryHeader header;
  std::memcpy(&header, code, sizeof header);
  if (!isSound(header))
    return refuseDamaged();
  const auto *bytes = static_cast<const char *>(code);
  *out = is_preserved ? imageOf(code) : imageOf(std::vector<char>(bytes, bytes + header.total_bytes));
  return Status::kSuccess;
}

bool isContainer(std::string_view file) {
  return file.starts_with(std::string_view(abi::kFatBinaryMagic, sizeof abi::kFatBinaryMagic));
}

Status readImage(std::string_view file, Image *out) {
  if (!isContainer(file))
    return refuse();
  abi::FatBinaryHeader header;
  if (file.size() < sizeof header)
    return refuseDamaged();
  std::memcpy(&header, file.data(), sizeof header);
  if (!isSound(header) || header.total_bytes > file.size())
    return refuseDamaged();
  *out = imageOf(std::vector<char>(file.begin(), file.end()));
  return Status::kSuccess;
}

} // namespace raddle::host
