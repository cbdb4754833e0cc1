// Fat binaries that a program puts together, in nvcc's format. PTX is stored as it is, and device code of Raddle as text, marked as PTX.
// Machine code of a GPU is stored too: Raddle cannot run it, but a machine with that GPU can.
#include "nvFatbin.h"

#include "base/container.h"
#include "base/container_text.h"
#include "host/module/code_reader.h"
#include "host/module/nvcc_fat_binary.h"

#include <algorithm>
#include <cstring>
#include <iterator>
#include <new>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct _nvFatbinHandle {
  std::vector<raddle::host::FatBinaryCode> codes = {};
};

namespace {

using raddle::host::computeCapability;
using raddle::host::FatBinaryCode;

constexpr unsigned kVersion[] = {12, 9};

// They say for which host and how small, and make no difference here.
bool isKnown(std::string_view option) {
  static constexpr std::string_view kOptions[] = {"-32", "-64", "-c",    "-compress-all", "-cuda",
                                                  "-g",  "-h",  "-help", "-opencl"};
  return std::ranges::find(kOptions, option) != std::end(kOptions) || option.starts_with("-compress=") ||
         option.starts_with("-host=");
}

// Runs `body(handle)`.
template <typename Body> nvFatbinResult onHandle(nvFatbinHandle handle, Body body) {
  if (!handle)
    return NVFATBIN_ERROR_NULL_POINTER;
  try {
    return body(*handle);
  } catch (const std::bad_alloc &) {
    return NVFATBIN_ERROR_INTERNAL;
  }
}

// Runs `body(handle, code, arch)` for code that is there and the number of an architecture.
template <typename Body>
nvFatbinResult onCode(nvFatbinHandle handle, const void *code, std::size_t size, const char *arch,
                      Body body) {
  return onHandle(handle, [=](_nvFatbinHandle &made) {
    if (!code || !arch)
      return NVFATBIN_ERROR_NULL_POINTER;
    if (size == 0)
      return NVFATBIN_ERROR_EMPTY_INPUT;
    const unsigned number = computeCapability(std::string("sm_") + arch);
    return number == 0 ? NVFATBIN_ERROR_INVALID_ARCH
                       : body(made, std::string_view(static_cast<const char *>(code), size), number);
  });
}

FatBinaryCode textOf(std::string_view container, unsigned arch) {
  return {raddle::containerAsText(std::as_bytes(std::span(container))), arch, true};
}

// The word after a directive of PTX; "" where there is none.
std::string_view valueOf(std::string_view ptx, std::string_view directive) {
  const std::size_t at = ptx.find(directive);
  const std::size_t begin =
      at == std::string_view::npos ? at : ptx.find_first_not_of(" \t", at + directive.size());
  return begin == std::string_view::npos ? "" : ptx.substr(begin, ptx.find_first_of(" \t\n,", begin) - begin);
}

// Code of Raddle, which its compilers give for all of these kinds; else machine code of a GPU.
nvFatbinResult addCode(_nvFatbinHandle &made, std::string_view code, unsigned arch) {
  const std::vector<std::string_view> containers = raddle::containersIn(code);
  if (containers.empty())
    made.codes.push_back({std::string(code), arch, false});
  for (const std::string_view container : containers)
    made.codes.push_back(textOf(container, arch));
  return NVFATBIN_SUCCESS;
}

} // namespace

#pragma GCC visibility push(default)
extern "C" {

const char *nvFatbinGetErrorString(nvFatbinResult result) {
  static constexpr const char *kTexts[] = {"no error",
                                           "internal error",
                                           "the ELF file is for another architecture",
                                           "the ELF file has another size",
                                           "the PTX has no .version",
                                           "null pointer",
                                           "compression failed",
                                           "compressed size exceeded",
                                           "unrecognized option",
                                           "invalid architecture",
                                           "invalid NVVM IR",
                                           "empty input",
                                           "the PTX has no .target",
                                           "the PTX is for another architecture",
                                           "the object has no device code",
                                           "invalid index",
                                           "the identifier is used twice",
                                           "invalid option in the PTX"};
  return static_cast<std::size_t>(result) < std::size(kTexts) ? kTexts[result] : "unknown error";
}

nvFatbinResult nvFatbinVersion(unsigned *major, unsigned *minor) {
  if (!major || !minor)
    return NVFATBIN_ERROR_NULL_POINTER;
  *major = kVersion[0];
  *minor = kVersion[1];
  return NVFATBIN_SUCCESS;
}

nvFatbinResult nvFatbinCreate(nvFatbinHandle *handle, const char **options, size_t count) {
  if (!handle || (count != 0 && !options))
    return NVFATBIN_ERROR_NULL_POINTER;
  for (const char *option : std::span(options, count)) {
    if (!option)
      return NVFATBIN_ERROR_NULL_POINTER;
    if (!isKnown(option))
      return NVFATBIN_ERROR_UNRECOGNIZED_OPTION;
  }
  *handle = new (std::nothrow) _nvFatbinHandle;
  return *handle ? NVFATBIN_SUCCESS : NVFATBIN_ERROR_INTERNAL;
}

nvFatbinResult nvFatbinDestroy(nvFatbinHandle *handle) {
  if (!handle || !*handle)
    return NVFATBIN_ERROR_NULL_POINTER;
  delete *handle;
  *handle = nullptr;
  return NVFATBIN_SUCCESS;
}

nvFatbinResult nvFatbinAddPTX(nvFatbinHandle handle, const char *code, size_t size, const char *arch,
                              const char *, const char *) {
  return onCode(handle, code, size, arch, [](_nvFatbinHandle &made, std::string_view text, unsigned number) {
    text = text.substr(0, text.find('\0'));
    if (valueOf(text, ".version").empty())
      return NVFATBIN_ERROR_MISSING_PTX_VERSION;
    if (valueOf(text, ".target").empty())
      return NVFATBIN_ERROR_MISSING_PTX_ARCH;
    made.codes.push_back({std::string(text), number, true});
    return NVFATBIN_SUCCESS;
  });
}

nvFatbinResult nvFatbinAddCubin(nvFatbinHandle handle, const void *code, size_t size, const char *arch,
                                const char *) {
  return onCode(handle, code, size, arch, addCode);
}

nvFatbinResult nvFatbinAddLTOIR(nvFatbinHandle handle, const void *code, size_t size, const char *arch,
                                const char *, const char *) {
  return onCode(handle, code, size, arch, [](_nvFatbinHandle &made, std::string_view given, unsigned number) {
    return raddle::containersIn(given).empty() ? NVFATBIN_ERROR_INVALID_NVVM : addCode(made, given, number);
  });
}

// An index tells nvlink which pieces of LTO IR a program needs; here there is none to be had.
nvFatbinResult nvFatbinAddIndex(nvFatbinHandle handle, const void *, size_t, const char *) {
  return handle ? NVFATBIN_ERROR_INVALID_INDEX : NVFATBIN_ERROR_NULL_POINTER;
}

nvFatbinResult nvFatbinAddReloc(nvFatbinHandle handle, const void *code, size_t size) {
  return onHandle(handle, [=](_nvFatbinHandle &made) {
    if (!code)
      return NVFATBIN_ERROR_NULL_POINTER;
    const auto containers = raddle::containersIn({static_cast<const char *>(code), size});
    for (const std::string_view container : containers) {
      raddle::abi::FatBinaryHeader header;
      std::memcpy(&header, container.data(), sizeof header);
      made.codes.push_back(textOf(container, header.arch));
    }
    return containers.empty() ? NVFATBIN_ERROR_MISSING_FATBIN : NVFATBIN_SUCCESS;
  });
}

nvFatbinResult nvFatbinSize(nvFatbinHandle handle, size_t *size) {
  return onHandle(handle, [=](_nvFatbinHandle &made) {
    if (!size)
      return NVFATBIN_ERROR_NULL_POINTER;
    *size = raddle::host::makeNvccFatBinary(made.codes).size();
    return NVFATBIN_SUCCESS;
  });
}

nvFatbinResult nvFatbinGet(nvFatbinHandle handle, void *buffer) {
  return onHandle(handle, [=](_nvFatbinHandle &made) {
    if (!buffer)
      return NVFATBIN_ERROR_NULL_POINTER;
    const std::string whole = raddle::host::makeNvccFatBinary(made.codes);
    std::memcpy(buffer, whole.data(), whole.size());
    return NVFATBIN_SUCCESS;
  });
}

} // extern "C"
#pragma GCC visibility pop
