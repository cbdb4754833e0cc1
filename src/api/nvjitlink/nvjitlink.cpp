// Linking without a device: the pieces become containers of raddlecc, and are linked by it.
#include "nvJitLink.h"

#include "host/module/code_reader.h"
#include "host/module/ptx_compiler.h"

#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct nvJitLink {
  unsigned arch = 0; // e.g. 90
  std::vector<std::vector<std::byte>> pieces = {};
  std::vector<std::byte> linked = {};
  std::string errors = {};
};

namespace {

using raddle::host::Status;

constexpr unsigned kVersion[] = {12, 9};

// 0 where it is another option.
unsigned architectureOf(std::string_view option) {
  constexpr std::string_view kName = "-arch=";
  return option.starts_with(kName) ? raddle::host::computeCapability(option.substr(kName.size())) : 0;
}

// The others are about a compiler of GPU code, and have no effect.
bool isKnown(std::string_view option) {
  static constexpr std::string_view kOptions[] = {
      "-maxrregcount=", "-time",          "-verbose",    "-lto",     "-ptx",        "-O",
      "-g",             "-lineinfo",      "-ftz=",       "-prec-div=", "-prec-sqrt=", "-fma=",
      "-kernels-used=", "-variables-used=", "-optimize-unused-variables", "-Xptxas=", "-Xnvvm=", "-split-compile",
      "-jump-table-density=", "-no-cache", "-device-stack-protector"};
  for (const std::string_view known : kOptions)
    if (option.starts_with(known))
      return true;
  return false;
}

nvJitLinkResult resultOf(Status status) {
  switch (status) {
  case Status::kSuccess:
    return NVJITLINK_SUCCESS;
  case Status::kInvalidPtx:
  case Status::kUnsupportedPtxVersion:
    return NVJITLINK_ERROR_PTX_COMPILE;
  case Status::kNoImageForDevice:
    return NVJITLINK_ERROR_UNRECOGNIZED_INPUT;
  case Status::kInvalidImage:
    return NVJITLINK_ERROR_INCORRECT_INPUT_TYPE;
  case Status::kFileNotFound:
  case Status::kInvalidValue:
    return NVJITLINK_ERROR_INVALID_INPUT;
  default:
    return NVJITLINK_ERROR_INTERNAL;
  }
}

nvJitLinkResult addPiece(nvJitLink &link, nvJitLinkInputType type, const void *data, std::size_t bytes) {
  if (!data)
    return NVJITLINK_ERROR_NULL_INPUT;
  if (type == NVJITLINK_INPUT_NONE)
    return NVJITLINK_ERROR_INCORRECT_INPUT_TYPE;
  if (bytes == 0)
    return NVJITLINK_ERROR_INVALID_INPUT;
  if (type == NVJITLINK_INPUT_INDEX) {
    link.errors += "error: an index of LTO IR is not supported\n";
    return NVJITLINK_ERROR_UNRECOGNIZED_INPUT;
  }
  std::string errors;
  if (type == NVJITLINK_INPUT_OBJECT || type == NVJITLINK_INPUT_LIBRARY) {
    const Status status =
        raddle::host::readObjects({static_cast<const char *>(data), bytes}, &errors, &link.pieces);
    link.errors += errors;
    if (status != Status::kInvalidImage)
      return resultOf(status);
  }
  std::vector<std::byte> container;
  const Status status = raddle::host::readCode(data, bytes, {link.arch, true}, &errors, &container);
  if (status == Status::kSuccess)
    link.pieces.push_back(std::move(container));
  link.errors += errors;
  return resultOf(status);
}

// A text with its null byte; 0 where there is none.
nvJitLinkResult giveSize(const std::string &text, std::size_t *bytes) {
  if (!bytes)
    return NVJITLINK_ERROR_NULL_INPUT;
  *bytes = text.empty() ? 0 : text.size() + 1;
  return NVJITLINK_SUCCESS;
}
nvJitLinkResult give(const std::string &text, char *out) {
  if (!out)
    return NVJITLINK_ERROR_NULL_INPUT;
  std::memcpy(out, text.c_str(), text.size() + 1);
  return NVJITLINK_SUCCESS;
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

nvJitLinkResult nvJitLinkCreate(nvJitLinkHandle *handle, uint32_t count, const char **options) {
  if (!handle || (count != 0 && !options))
    return NVJITLINK_ERROR_NULL_INPUT;
  auto link = std::make_unique<nvJitLink>();
  for (const char *option : std::span(options, count)) {
    if (!option)
      return NVJITLINK_ERROR_NULL_INPUT;
    const unsigned arch = architectureOf(option);
    if (arch == 0 && !isKnown(option))
      return NVJITLINK_ERROR_UNRECOGNIZED_OPTION;
    if (arch != 0)
      link->arch = arch;
  }
  if (link->arch == 0)
    return NVJITLINK_ERROR_MISSING_ARCH;
  *handle = link.release();
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkDestroy(nvJitLinkHandle *handle) {
  if (!handle || !*handle)
    return NVJITLINK_ERROR_NULL_INPUT;
  delete *handle;
  *handle = nullptr;
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkAddData(nvJitLinkHandle handle, nvJitLinkInputType type, const void *data, size_t bytes,
                                 const char *) {
  return handle ? addPiece(*handle, type, data, bytes) : NVJITLINK_ERROR_NULL_INPUT;
}

nvJitLinkResult nvJitLinkAddFile(nvJitLinkHandle handle, nvJitLinkInputType type, const char *path) {
  if (!handle)
    return NVJITLINK_ERROR_NULL_INPUT;
  std::string contents;
  if (Status status = raddle::host::readCodeFile(path, &contents))
    return resultOf(status);
  return addPiece(*handle, type, contents.data(), contents.size());
}

nvJitLinkResult nvJitLinkComplete(nvJitLinkHandle handle) {
  if (!handle)
    return NVJITLINK_ERROR_NULL_INPUT;
  if (handle->pieces.empty())
    return NVJITLINK_ERROR_INVALID_INPUT;
  std::string errors;
  const Status status =
      raddle::host::linkContainers(handle->pieces, handle->arch, &errors, &handle->linked);
  handle->errors += errors;
  return status == Status::kInvalidPtx ? NVJITLINK_ERROR_INTERNAL : resultOf(status);
}

nvJitLinkResult nvJitLinkGetLinkedCubinSize(nvJitLinkHandle handle, size_t *bytes) {
  if (!handle || !bytes || handle->linked.empty())
    return NVJITLINK_ERROR_INVALID_INPUT;
  *bytes = handle->linked.size();
  return NVJITLINK_SUCCESS;
}

nvJitLinkResult nvJitLinkGetLinkedCubin(nvJitLinkHandle handle, void *cubin) {
  if (!handle || !cubin || handle->linked.empty())
    return NVJITLINK_ERROR_INVALID_INPUT;
  std::memcpy(cubin, handle->linked.data(), handle->linked.size());
  return NVJITLINK_SUCCESS;
}

// Linking makes a container of device code, so there is no linked PTX to return.
nvJitLinkResult nvJitLinkGetLinkedPtxSize(nvJitLinkHandle, size_t *) { return NVJITLINK_ERROR_INVALID_INPUT; }
nvJitLinkResult nvJitLinkGetLinkedPtx(nvJitLinkHandle, char *) { return NVJITLINK_ERROR_INVALID_INPUT; }

nvJitLinkResult nvJitLinkGetErrorLogSize(nvJitLinkHandle handle, size_t *bytes) {
  return handle ? giveSize(handle->errors, bytes) : NVJITLINK_ERROR_NULL_INPUT;
}
nvJitLinkResult nvJitLinkGetErrorLog(nvJitLinkHandle handle, char *log) {
  return handle ? give(handle->errors, log) : NVJITLINK_ERROR_NULL_INPUT;
}
nvJitLinkResult nvJitLinkGetInfoLogSize(nvJitLinkHandle handle, size_t *bytes) {
  return handle ? giveSize("", bytes) : NVJITLINK_ERROR_NULL_INPUT;
}
nvJitLinkResult nvJitLinkGetInfoLog(nvJitLinkHandle handle, char *log) {
  return handle ? give("", log) : NVJITLINK_ERROR_NULL_INPUT;
}

nvJitLinkResult nvJitLinkVersion(unsigned *major, unsigned *minor) {
  if (!major || !minor)
    return NVJITLINK_ERROR_NULL_INPUT;
  *major = kVersion[0];
  *minor = kVersion[1];
  return NVJITLINK_SUCCESS;
}

} // extern "C"
#pragma GCC visibility pop
