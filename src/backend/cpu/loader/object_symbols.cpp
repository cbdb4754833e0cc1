#include "backend/cpu/loader/object_symbols.h"

#include "backend/cpu/loader/compiler_process.h"
#include "diagnostics/symbolizer.h"

#include <cstdint>
#include <dlfcn.h>
#include <filesystem>
#include <link.h>
#include <map>
#include <string>

namespace raddle::jit {

namespace {

// An object that is loaded, and the difference between its addresses and those in its file.
struct LoadedObject {
  const void *base = nullptr; // null: none
  std::uintptr_t offset = 0;
  std::string path;
};

LoadedObject objectOf(const void *address) {
  Dl_info info{};
  link_map *map = nullptr;
  if (!dladdr1(address, &info, reinterpret_cast<void **>(&map), RTLD_DL_LINKMAP) || !info.dli_fname || !map)
    return {};
  LoadedObject object{info.dli_fbase, map->l_addr, info.dli_fname};
  // The program itself has no name here, only the one that it was called by.
  if (map->l_name && !*map->l_name) {
    std::error_code ignored;
    object.path = std::filesystem::read_symlink("/proc/self/exe", ignored);
  }
  return object;
}

std::vector<std::vector<SourceFrame>> symbolizeAddresses(const std::vector<std::uintptr_t> &addresses) {
  std::vector<std::vector<SourceFrame>> frames(addresses.size());
  const void *own_base = objectOf(reinterpret_cast<const void *>(&installSymbolizer)).base;
  // One process per object; nearly always there is only one.
  std::map<std::string, std::vector<size_t>> by_object;
  std::vector<std::uint64_t> offsets(addresses.size());
  for (size_t i = 0; i < addresses.size(); ++i) {
    const LoadedObject object = objectOf(reinterpret_cast<const void *>(addresses[i]));
    // The runtime itself is no part of the user's program.
    if (!object.base || object.base == own_base)
      continue;
    offsets[i] = addresses[i] - object.offset;
    by_object[object.path].push_back(i);
  }
  for (const auto &[object, indices] : by_object) {
    std::vector<std::uint64_t> wanted;
    for (size_t i : indices)
      wanted.push_back(offsets[i]);
    auto found = symbolizeOffsets(object, wanted);
    for (size_t i = 0; i < indices.size(); ++i)
      frames[indices[i]] = std::move(found[i]);
  }
  return frames;
}

} // namespace

void installSymbolizer() {
  setSymbolizer(&symbolizeAddresses);
  setDemangler(&demangledByCompiler);
}

} // namespace raddle::jit
