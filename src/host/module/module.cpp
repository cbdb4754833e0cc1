#include "host/module/module.h"

#include "base/kernel_list.h"

#include <fmt/core.h>

#include <cstdio>
#include <utility>
#include <vector>

namespace raddle::host {

namespace {

using backend::Loaded;

// The program cannot know why its kernel does not run, so this is the one place that explains.
Status statusOf(Loaded loaded, const std::string &why) {
  if (!why.empty())
    fmt::print(stderr, "raddle: error: {}\n", why);
  switch (loaded) {
  case Loaded::kYes:
    return Status::kSuccess;
  case Loaded::kUnknown:
    return Status::kUnknownSymbol;
  case Loaded::kInvalid:
    return Status::kInvalidImage;
  case Loaded::kNoCompiler:
    return Status::kNoCompiler;
  case Loaded::kOutOfMemory:
    return Status::kOutOfMemory;
  }
  return Status::kInvalidImage;
}

// The variables of a module on one device.
class Variables final : public backend::VariableStorage {
public:
  Variables(MemoryRegistry &memory, int device, std::shared_ptr<const Module::Shadows> shadows)
      : memory_(memory), device_(device), shadows_(std::move(shadows)) {}

  void *allocate(const backend::Variable &variable) override {
    void *address = nullptr;
    const Status status = memory_.allocate({.kind = MemoryKind::kVariable,
                                            .device = device_,
                                            .bytes = variable.bytes,
                                            .flags = variable.flags,
                                            .alignment = variable.alignment,
                                            .name = variable.name},
                                           &address);
    return status == Status::kSuccess ? address : nullptr;
  }

  void release(void *address) override {
    // Managed variables belong to the program, functions are no memory.
    const auto allocation = memory_.findBase(address);
    std::vector<Overrun> ignored;
    if (allocation && allocation->owned)
      memory_.release(address, 0, ignored);
  }

  void *shadow(const backend::Variable &variable) override {
    const auto shadow = shadows_->find(variable.name);
    return shadow == shadows_->end() ? nullptr : shadow->second;
  }

private:
  MemoryRegistry &memory_;
  const int device_;
  const std::shared_ptr<const Module::Shadows> shadows_;
};

} // namespace

Module::Module(backend::ModuleSource source, Shadows shadows)
    : source_(std::move(source)), shadows_(std::make_shared<const Shadows>(std::move(shadows))) {}

backend::Module &Module::on(const Target &target) {
  std::lock_guard lock(mutex_);
  std::shared_ptr<backend::Module> &instance = instances_[target.device];
  if (!instance)
    instance = target.backend.makeModule(source_, target.device,
                                         std::make_unique<Variables>(target.memory, target.device, shadows_));
  return *instance;
}

Status Module::loadKernel(const std::string &name, unsigned unit, const BlockClass &block,
                          const Target &target, const backend::Function **out) {
  std::string why;
  const Loaded loaded = on(target).loadKernel(fmt::format("{}@{}", name, unit), block, out, &why);
  return statusOf(loaded, why);
}

Status loadReferencedKernel(const backend::KernelReference &reference, const BlockClass &block,
                            const backend::Function **out) {
  const std::shared_ptr<backend::Module> module = reference.module.lock();
  if (!module)
    return Status::kUnknownFunction;
  std::string why;
  const bool names_unit = reference.name.find('@') != std::string::npos;
  const Loaded loaded =
      module->loadKernel(names_unit ? reference.name : reference.name + "@0", block, out, &why);
  return statusOf(loaded, why);
}

BlockClass Module::likelyBlocks(std::string_view name, unsigned unit) const {
  for (const ListedKernel &kernel : readKernelList(source_.units[unit].kernels))
    if (const auto blocks = kernel.name == name ? blocksOf(kernel) : std::nullopt)
      return *blocks;
  return {.layout = BlockClass::Layout::kRows};
}

Status Module::findVariable(const std::string &name, unsigned unit, const Target &target, Symbol *out) {
  std::string why;
  const Loaded loaded = on(target).findVariable(name, unit, out, &why);
  return statusOf(loaded, why);
}

void Module::reset(int device) {
  std::lock_guard lock(mutex_);
  const auto position = instances_.find(device);
  if (position != instances_.end())
    position->second->reset();
}

} // namespace raddle::host
