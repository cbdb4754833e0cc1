#include "api/shared/callers.h"

#include "machine/use_of_result.h"

#include <algorithm>
#include <dlfcn.h>

namespace raddle::api {

namespace {

// "cudaMemcpy" of "cudaMemcpy_ptds".
std::string withoutSuffix(std::string name) {
  for (const char *suffix : {"_ptds", "_ptsz", "_v2", "_v3", "_v4"})
    if (name.ends_with(suffix))
      name.resize(name.size() - std::string_view(suffix).size());
  return name;
}

const void *imageOf(std::uintptr_t address, Dl_info &info) {
  return dladdr(reinterpret_cast<const void *>(address), &info) ? info.dli_fbase : nullptr;
}

} // namespace

Caller findCaller(std::uintptr_t site) {
  Caller caller;
  StackTrace &stack = caller.stack;
  captureStack(site, stack);
  Dl_info info{};
  // The function is the last frame of this library.
  const void *const own = imageOf(reinterpret_cast<std::uintptr_t>(&findCaller), info);
  std::size_t frame = 0;
  for (; frame < stack.count && imageOf(stack.sites[frame], info) == own; ++frame)
    if (info.dli_sname)
      caller.function = withoutSuffix(info.dli_sname);
  std::copy(stack.sites.begin() + static_cast<std::ptrdiff_t>(frame),
            stack.sites.begin() + static_cast<std::ptrdiff_t>(stack.count), stack.sites.begin());
  stack.count -= frame;
  return caller;
}

bool isResultLookedAt(const Caller &caller) {
  // Where functions of CUDA's headers, or its own, hand it on, it is up to their callers.
  constexpr std::size_t kMostThatHandItOn = 3;
  for (std::size_t i = 0; i < std::min(caller.stack.count, kMostThatHandItOn); ++i) {
    // After the call that this lies in.
    const ResultUse use = useOfResult(reinterpret_cast<const unsigned char *>(caller.stack.sites[i] + 1));
    if (use != ResultUse::kReturned)
      return use == ResultUse::kLookedAt;
  }
  return false;
}

bool isQuestion(std::string_view function) {
  // Who asks for an address, or for all that there is to know, is about to use it.
  for (const char *word : {"SymbolAddress", "SymbolSize", "DevicePointer", "Properties", "FuncGetAttributes"})
    if (function.find(word) != std::string_view::npos)
      return false;
  for (const char *word : {"Get", "Query", "Can", "Choose"})
    if (function.find(word) != std::string_view::npos)
      return true;
  return false;
}

} // namespace raddle::api
