#include "jit/loader/object_symbols.h"

#include "jit/loader/compiler_process.h"
#include "runtime/symbolizer.h"

#include <dlfcn.h>
#include <map>

namespace raddle::jit {

namespace {

const void *baseOf(const void *address, Dl_info &info) {
  return dladdr(address, &info) && info.dli_fname ? info.dli_fbase : nullptr;
}

std::vector<std::vector<runtime::SourceFrame>>
symbolizeAddresses(const std::vector<std::uintptr_t> &addresses) {
  std::vector<std::vector<runtime::SourceFrame>> frames(addresses.size());
  Dl_info info{};
  const void *own_base = baseOf(reinterpret_cast<const void *>(&installSymbolizer), info);
  // One process per object; nearly always there is only one.
  std::map<std::string, std::vector<size_t>> by_object;
  std::vector<std::uint64_t> offsets(addresses.size());
  for (size_t i = 0; i < addresses.size(); ++i) {
    const void *base = baseOf(reinterpret_cast<const void *>(addresses[i]), info);
    // The runtime itself is no part of the user's program.
    if (!base || base == own_base)
      continue;
    offsets[i] = addresses[i] - reinterpret_cast<std::uintptr_t>(base);
    by_object[info.dli_fname].push_back(i);
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
  runtime::setSymbolizer(&symbolizeAddresses);
  runtime::setDemangler(&demangledByCompiler);
}

} // namespace raddle::jit
