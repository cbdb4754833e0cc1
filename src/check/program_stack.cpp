#include "check/program_stack.h"

#include <algorithm>
#include <dlfcn.h>

namespace raddle::check {

namespace {

const void *imageOf(std::uintptr_t address) {
  Dl_info info{};
  return dladdr(reinterpret_cast<const void *>(address), &info) ? info.dli_fbase : nullptr;
}

const void *ownImage() { return imageOf(reinterpret_cast<std::uintptr_t>(&stackOfProgram)); }

} // namespace

StackTrace stackOfProgram() {
  StackTrace stack;
  captureStack(0, stack);
  const void *const own = ownImage();
  const auto end = stack.sites.begin() + static_cast<std::ptrdiff_t>(stack.count);
  const auto first =
      std::find_if(stack.sites.begin(), end, [&](std::uintptr_t site) { return imageOf(site) != own; });
  stack.count = static_cast<std::size_t>(std::copy(first, end, stack.sites.begin()) - stack.sites.begin());
  return stack;
}

bool hasThisLibrary(const StackTrace &stack) {
  const void *const own = ownImage();
  return std::any_of(stack.sites.begin(), stack.sites.begin() + static_cast<std::ptrdiff_t>(stack.count),
                     [own](std::uintptr_t site) { return imageOf(site) == own; });
}

} // namespace raddle::check
