#include "host/module/code_reader.h"

#include "abi/fat_binary.h"
#include "base/container.h"
#include "base/container_text.h"
#include "host/module/nvcc_fat_binary.h"
#include "host/module/ptx_compiler.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string_view>

namespace raddle::host {

namespace {

constexpr char kElfMagic[] = {'\x7f', 'E', 'L', 'F'};
constexpr unsigned char kCudaMachine = 190; // EM_CUDA

// Reads no byte after one that differs: an image may be as short as a text of no character.
bool beginsWith(const void *image, const void *magic, std::size_t bytes) {
  const auto *has = static_cast<const unsigned char *>(image);
  const auto *wants = static_cast<const unsigned char *>(magic);
  return std::equal(wants, wants + bytes, has);
}

// The first word is a directive, or nothing but a comment comes before it.
bool isText(const char *image) {
  const auto *end = image;
  while (std::isspace(static_cast<unsigned char>(*end)))
    ++end;
  return std::strncmp(end, "//", 2) == 0 || std::strncmp(end, "/*", 2) == 0 || *end == '.';
}

// A container that was written as text (see NVRTC) follows its header lines.
const char *containerIn(std::string_view text) {
  const std::size_t at = text.find(kContainerTextMark);
  return at == std::string_view::npos ? nullptr : text.data() + at;
}

Status readText(std::string_view text, const CodeRequest &request, std::string *errors,
                std::vector<std::byte> *container) {
  const char *written = containerIn(text);
  if (!written)
    return compilePtx(text, request.arch, request.is_piece, errors, container);
  *container = containerFromText({written, text.data() + text.size()});
  return container->empty() ? Status::kInvalidImage : Status::kSuccess;
}

Status refuseMachineCode(std::string *errors) {
  *errors = std::string("error: ") + kOnlyMachineCode;
  return Status::kNoImageForDevice;
}

} // namespace

Status readCode(const void *code, std::size_t bytes, const CodeRequest &request, std::string *errors,
                std::vector<std::byte> *container) {
  const auto *begin = static_cast<const std::byte *>(code);
  const bool has_magic = bytes == 0 || bytes >= sizeof(abi::FatBinaryHeader);
  if (has_magic && beginsWith(code, abi::kFatBinaryMagic, sizeof abi::kFatBinaryMagic)) {
    const std::size_t whole = static_cast<const abi::FatBinaryHeader *>(code)->total_bytes;
    if (bytes != 0 && whole > bytes)
      return Status::kInvalidImage;
    container->assign(begin, begin + whole);
    return Status::kSuccess;
  }
  if (has_magic && beginsWith(code, &abi::kWrapperMagic, sizeof abi::kWrapperMagic))
    return readCode(static_cast<const abi::FatBinaryWrapper *>(code)->data, 0, request, errors, container);
  if (has_magic && beginsWith(code, &kNvccMagic, sizeof kNvccMagic)) {
    std::string text;
    return findPtx(code, request.arch, &text) ? readText(text, request, errors, container)
                                              : refuseMachineCode(errors);
  }
  if (beginsWith(code, kElfMagic, sizeof kElfMagic))
    return refuseMachineCode(errors);
  const auto *text = static_cast<const char *>(code);
  const std::size_t length = bytes == 0 ? std::strlen(text) : strnlen(text, bytes);
  return length != 0 && isText(std::string(text, std::min<std::size_t>(length, 256)).c_str())
             ? readText({text, length}, request, errors, container)
             : Status::kInvalidImage;
}

Status readObjects(std::string_view file, std::string *errors,
                   std::vector<std::vector<std::byte>> *containers) {
  constexpr std::string_view kArchive = "!<arch>\n";
  constexpr std::size_t kMachine = 18; // where an ELF file says what machine its code is for
  const std::string_view elf(kElfMagic, sizeof kElfMagic);
  if (file.starts_with(elf) && file.size() > kMachine &&
      static_cast<unsigned char>(file[kMachine]) == kCudaMachine)
    return refuseMachineCode(errors);
  if (!file.starts_with(elf) && !file.starts_with(kArchive))
    return Status::kInvalidImage;
  for (const std::string_view container : containersIn(file)) {
    const auto *begin = reinterpret_cast<const std::byte *>(container.data());
    containers->emplace_back(begin, begin + container.size());
  }
  return Status::kSuccess;
}

Status readCodeFile(const char *path, std::string *contents) {
  if (!path)
    return Status::kInvalidValue;
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return Status::kFileNotFound;
  contents->assign(std::istreambuf_iterator<char>(file), {});
  return Status::kSuccess;
}

unsigned computeCapability(std::string_view name) {
  unsigned number = 0;
  for (const std::string_view prefix : {"sm_", "compute_"})
    if (name.starts_with(prefix))
      std::from_chars(name.data() + prefix.size(), name.data() + name.size(), number);
  return number;
}

} // namespace raddle::host
