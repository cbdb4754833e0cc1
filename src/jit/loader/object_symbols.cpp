#include "jit/loader/object_symbols.h"

#include "jit/loader/compiler_process.h"
#include "runtime/symbolizer.h"

#include <dlfcn.h>
#include <map>

namespace raddle::jit {

namespace {

std::vector<std::string> symbolizeAddresses(const std::vector<std::uintptr_t> &addresses) {
  std::vector<std::string> places(addresses.size());
  // One process per object; nearly always there is only one.
  std::map<std::string, std::vector<size_t>> by_object;
  std::vector<std::uint64_t> offsets(addresses.size());
  for (size_t i = 0; i < addresses.size(); ++i) {
    Dl_info info{};
    if (!dladdr(reinterpret_cast<void *>(addresses[i]), &info) || !info.dli_fname)
      continue;
    offsets[i] = addresses[i] - reinterpret_cast<std::uintptr_t>(info.dli_fbase);
    by_object[info.dli_fname].push_back(i);
  }
  for (const auto &[object, indices] : by_object) {
    std::vector<std::uint64_t> wanted;
    for (size_t i : indices)
      wanted.push_back(offsets[i]);
    auto found = symbolizeOffsets(object, wanted);
    for (size_t i = 0; i < indices.size(); ++i)
      places[indices[i]] = found[i];
  }
  return places;
}

}  // namespace

void installSymbolizer() { runtime::setSymbolizer(&symbolizeAddresses); }

}  // namespace raddle::jit
