#include "host/module/library.h"

#include <algorithm>
#include <deque>
#include <utility>

namespace raddle::host {

namespace {

// An address that no other kernel has or will have: who launches a kernel of a library that is gone is told so.
const void *newStub() {
  static std::mutex mutex;
  static auto *const kStubs = new std::deque<char>;
  std::lock_guard lock(mutex);
  return &kStubs->emplace_back();
}

} // namespace

Library::Library(ModuleRegistry &registry, Image image)
    : registry_(registry), binary_(registry.addFatBinary(std::move(image))),
      kernels_(registry.kernelsOf(*binary_)) {}

Library::~Library() {
  registry_.releaseVariables(*binary_);
  registry_.removeFatBinary(binary_);
}

const void *Library::findKernel(std::string_view name) {
  const auto kernel = std::ranges::find(kernels_, name);
  if (kernel == kernels_.end())
    return nullptr;
  std::lock_guard lock(mutex_);
  const void *&stub = stubs_[*kernel];
  if (!stub) {
    stub = newStub();
    registry_.addKernel(binary_, stub, kernel->c_str());
  }
  return stub;
}

Status Library::findVariable(const std::string &name, const Target &target, Symbol *out) {
  return registry_.findVariable(*binary_, name, target, out);
}

} // namespace raddle::host
