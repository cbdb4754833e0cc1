#include "host/requests/pointer_arguments.h"

#include "base/environment.h"
#include "diagnostics/messages.h"

#include <cinttypes>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <mutex>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include <unistd.h>

namespace raddle::host {

namespace {

// A look at a known pointer takes 50 ns; where memory is that CUDA does not know, a tenth of a millisecond.
constexpr std::uint16_t kMostLaunches = 1000;
constexpr std::uint8_t kMostUnknown = 16;

// Numbers are no addresses more often than not. Programs lie high, and their heap after them, or low with -no-pie.
bool mayBeAddress(const void *address) {
  constexpr std::uintptr_t kLowest = 0x10000, kHigh = std::uintptr_t{1} << 40;
  const auto number = reinterpret_cast<std::uintptr_t>(address);
  if (number >= kHigh)
    return true;
  static const auto kEndOfHeap = reinterpret_cast<std::uintptr_t>(sbrk(0));
  return number >= kLowest && kEndOfHeap < kHigh && number < kEndOfHeap + kHigh / 1024;
}

// Whether malloc() has got pages of its own from the system for the block that starts there: before it stands the size
// of these pages, and a bit that says so (glibc).
bool isLargeBlock(backend::Backend &backend, std::uintptr_t address) {
  constexpr std::size_t kHeader = 16, kPage = 4096, kMapped = 2, kFlags = 7;
  std::size_t size = 0;
  return address % kPage == kHeader &&
         backend.read(&size, reinterpret_cast<const void *>(address - sizeof size), sizeof size) &&
         (size & kFlags) == kMapped && (size & ~kFlags) % kPage == 0;
}

// Whether the program has the address from malloc(), or it is that of a variable. All else may be memory of the device, or
// of what other libraries made for it.
bool isOfProgram(backend::Backend &backend, std::uintptr_t address) {
  std::error_code ignored;
  const std::string program = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
  std::ifstream maps("/proc/self/maps");
  std::uintptr_t end_of_program = 0;
  for (std::string line; std::getline(maps, line);) {
    std::uintptr_t begin = 0, end = 0;
    char access[5] = {};
    int path_at = 0;
    if (std::sscanf(line.c_str(), "%" SCNxPTR "-%" SCNxPTR " %4s %*s %*s %*s %n", &begin, &end, access,
                    &path_at) != 3)
      continue;
    const std::string path = line.substr(static_cast<std::size_t>(path_at));
    // After the program's file lie those of its variables that are zero at first.
    const bool is_program = path == program || (path.empty() && begin == end_of_program);
    if (is_program)
      end_of_program = end;
    if (address >= begin && address < end)
      return access[2] != 'x' &&
             (is_program || path == "[heap]" || path == "[stack]" || isLargeBlock(backend, address));
  }
  return false;
}

bool isHostMemory(const Context &context, const void *address) {
  // Kernels may launch graphs, which are named by handles.
  return !context.device.state().heapContains(address) && !context.process.graphs.findExec(address) &&
         isOfProgram(context.backend(), reinterpret_cast<std::uintptr_t>(address));
}

void tellOfHostMemory(const Kernel &kernel, std::size_t index, const void *address) {
  static std::atomic<bool> told = false;
  if (knows_of_pageable_access || isQuiet() || told.exchange(true))
    return;
  printDiagnostic(
      fmt::format("raddle: warning: argument {} of kernel '{}' is {}, which points to memory of the host\n"
                  "note: it works here; most GPUs answer cudaErrorIllegalAddress: they need memory from "
                  "cudaMalloc() and a "
                  "copy by cudaMemcpy(), or memory from cudaMallocManaged()\n",
                  index + 1, demangled(kernel.facts->name), address));
}

// `leads`: what the argument has to do with the memory, in words.
void tellOfFreedMemory(const Kernel &kernel, std::size_t index, const char *leads,
                       const Allocation &allocation) {
  static std::mutex mutex;
  static auto *const kTold = new std::set<std::pair<const void *, std::uintptr_t>>;
  constexpr std::size_t kMostTold = 20;
  std::lock_guard lock(mutex);
  if (!isQuiet() && kTold->size() < kMostTold && kTold->insert({allocation.base, allocation.freed_by}).second)
    printDiagnostic(fmt::format("raddle: warning: argument {} of kernel '{}' {} {}\n", index + 1,
                                demangled(kernel.facts->name), leads, describeArray(allocation)));
}

// A texture or surface object stays when its array is freed.
void lookAtTexels(const Context &context, const Kernel &kernel, std::size_t index, const void *address) {
  const auto handle = reinterpret_cast<std::uintptr_t>(address);
  if (!context.process.textures.find(handle) && !context.process.surfaces.find(handle))
    return;
  raddle_texture::Sampler sampler;
  if (!context.backend().read(&sampler, address, sizeof sampler) || context.memory().find(sampler.level.base))
    return;
  // Kernels fault where larger arrays were.
  if (const auto freed = context.memory().findFreed(sampler.level.base); freed && freed->held)
    tellOfFreedMemory(kernel, index, "is a texture or surface object that accesses", *freed);
}

} // namespace

[[gnu::hot]] void warnOfPointers(const Context &context, Kernel &kernel, void *const *arguments) {
  const MemoryRegistry &memory = context.memory();
  const std::uint64_t frees = memory.frees();
  const bool is_new = kernel.launches_looked_at.load(std::memory_order_relaxed) < kMostLaunches;
  if (!is_new && kernel.frees_looked_at.load(std::memory_order_relaxed) == frees)
    return;
  if (is_new)
    ++kernel.launches_looked_at;
  kernel.frees_looked_at = frees;
  for (std::size_t index = 0; index < kernel.facts->parameters.size(); ++index) {
    const void *address = nullptr;
    if (kernel.facts->parameters[index].size != sizeof address)
      continue;
    std::memcpy(&address, arguments[index], sizeof address);
    if (!mayBeAddress(address))
      continue;
    if (const auto known = memory.find(address)) {
      if (address == known->base)
        lookAtTexels(context, kernel, index, address);
      continue;
    }
    // The end of an array is as good as its elements.
    if (memory.find(static_cast<const std::byte *>(address) - 1))
      continue;
    if (const auto freed = memory.findFreed(address); freed && freed->held)
      tellOfFreedMemory(kernel, index, "points to", *freed);
    else if (!freed && is_new && kernel.unknown_looked_at < kMostUnknown && ++kernel.unknown_looked_at &&
             isHostMemory(context, address))
      tellOfHostMemory(kernel, index, address);
  }
}

std::uint64_t bytesOfArrays(const Context &context, std::span<const std::byte> parameters) {
  std::set<const void *> known;
  std::uint64_t bytes = 0;
  for (std::size_t at = 0; at + sizeof(void *) <= parameters.size(); at += alignof(void *)) {
    const void *address = nullptr;
    std::memcpy(&address, &parameters[at], sizeof address);
    if (!mayBeAddress(address))
      continue;
    if (const auto array = context.memory().find(address);
        array && known.insert(reinterpret_cast<const void *>(array->base)).second)
      bytes += array->bytes;
  }
  return bytes;
}

} // namespace raddle::host
