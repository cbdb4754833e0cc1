#include "api/cuda/image.h"

#include "api/cuda/nvcc_fat_binary.h"
#include "api/cuda/ptx.h"
#include "base/container_text.h"
#include "diagnostics/messages.h"
#include "host/module/image.h"
#include "host/requests/library.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>

namespace raddle::cuda {

namespace {

constexpr char kElfMagic[] = {'\x7f', 'E', 'L', 'F'};

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

CUresult readText(const Context &context, std::string_view text, const JitOptions &options,
                  std::vector<std::byte> *container) {
  if (const char *written = containerIn(text)) {
    *container = containerFromText({written, text.data() + text.size()});
    return container->empty() ? CUDA_ERROR_INVALID_IMAGE : CUDA_SUCCESS;
  }
  return compilePtx(text, context.device.arch(), options.errors, container);
}

CUresult refuseMachineCode() {
  printDiagnostic("raddle: error: this device code was compiled for a GPU; compile it with raddlecc -fatbin\n");
  return CUDA_ERROR_NO_BINARY_FOR_GPU;
}

} // namespace

CUresult readImage(const Context &context, const void *image, std::size_t bytes, const JitOptions &options,
                   std::vector<std::byte> *container) {
  const auto *begin = static_cast<const std::byte *>(image);
  const bool has_magic = bytes == 0 || bytes >= sizeof(abi::FatBinaryHeader);
  if (has_magic && beginsWith(image, abi::kFatBinaryMagic, sizeof abi::kFatBinaryMagic)) {
    const std::size_t whole = static_cast<const abi::FatBinaryHeader *>(image)->total_bytes;
    if (bytes != 0 && whole > bytes)
      return CUDA_ERROR_INVALID_IMAGE;
    container->assign(begin, begin + whole);
    return CUDA_SUCCESS;
  }
  if (has_magic && beginsWith(image, &abi::kWrapperMagic, sizeof abi::kWrapperMagic))
    return readImage(context, static_cast<const abi::FatBinaryWrapper *>(image)->data, 0, options, container);
  if (has_magic && beginsWith(image, &kNvccMagic, sizeof kNvccMagic)) {
    std::string text;
    if (!findPtx(image, context.device.arch(), &text))
      return refuseMachineCode();
    return readText(context, text, options, container);
  }
  if (beginsWith(image, kElfMagic, sizeof kElfMagic))
    return refuseMachineCode();
  const auto *text = static_cast<const char *>(image);
  const std::size_t length = bytes == 0 ? std::strlen(text) : strnlen(text, bytes);
  return length != 0 && isText(std::string(text, std::min<std::size_t>(length, 256)).c_str())
             ? readText(context, {text, length}, options, container)
             : CUDA_ERROR_INVALID_IMAGE;
}

CUresult readFile(const char *path, std::vector<std::byte> *contents) {
  std::ifstream file(path, std::ios::binary);
  if (!file)
    return CUDA_ERROR_FILE_NOT_FOUND;
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  const auto *begin = reinterpret_cast<const std::byte *>(text.data());
  contents->assign(begin, begin + text.size());
  return CUDA_SUCCESS;
}

CUresult loadLibrary(const Context &context, const void *image, std::size_t bytes, const JitOptions &options,
                     const void **out) {
  std::vector<std::byte> container;
  if (CUresult failed = readImage(context, image, bytes, options, &container))
    return failed;
  host::Image read;
  if (Status status = host::readImage(container.data(), false, &read))
    return resultOf(status);
  *out = host::loadLibrary(context.process, std::move(read));
  return CUDA_SUCCESS;
}

} // namespace raddle::cuda
