#include "host/module/module.h"

#include "base/kernel_list.h"

#include <fmt/core.h>

#include <cstdio>
#include <cstring>
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

} // namespace

// The managed variables, which all devices share: those of the program, which has memory for them, and others.
struct Module::ManagedVariables {
  const Shadows shadows;
  std::mutex mutex = {};
  std::unordered_map<std::string, void *> others = {};
};

// The variables of a module on one device.
class Module::Variables final : public backend::VariableStorage {
public:
  Variables(MemoryRegistry &memory, int device, std::shared_ptr<ManagedVariables> managed)
      : memory_(memory), device_(device), managed_(std::move(managed)) {}

  void *allocate(const backend::Variable &variable) override {
    if ((variable.flags & kRaddleVariableManaged) == 0)
      return allocateAs(MemoryKind::kVariable, variable, variable.flags);
    void *const address = allocateAs(MemoryKind::kManaged, variable, kAttachedToAll);
    if (!address)
      return nullptr;
    std::memset(address, 0, variable.bytes); // which only variables are by themselves
    std::lock_guard lock(managed_->mutex);
    managed_->others[variable.name] = address;
    return address;
  }

  void release(void *address) override {
    // Managed variables of the program belong to it, functions are no memory.
    const auto allocation = memory_.findBase(address);
    std::vector<Overrun> ignored;
    if (allocation && allocation->owned)
      memory_.release(address, 0, ignored);
  }

  void *shadow(const backend::Variable &variable) override {
    const auto shadow = managed_->shadows.find(variable.name);
    if (shadow != managed_->shadows.end())
      return shadow->second;
    std::lock_guard lock(managed_->mutex);
    const auto other = managed_->others.find(variable.name);
    // The device that it was allocated for may have been reset.
    return other != managed_->others.end() && memory_.findBase(other->second) ? other->second : nullptr;
  }

private:
  static constexpr unsigned kAttachedToAll = 1; // cudaMemAttachGlobal

  void *allocateAs(MemoryKind kind, const backend::Variable &variable, unsigned flags) {
    void *address = nullptr;
    const Status status = memory_.allocate({.kind = kind,
                                            .device = device_,
                                            .bytes = variable.bytes,
                                            .flags = flags,
                                            .alignment = variable.alignment,
                                            .name = variable.name},
                                           &address);
    return status == Status::kSuccess ? address : nullptr;
  }

  MemoryRegistry &memory_;
  const int device_;
  const std::shared_ptr<ManagedVariables> managed_;
};

Module::Module(backend::ModuleSource source, Shadows shadows)
    : source_(std::move(source)), managed_(std::make_shared<ManagedVariables>(std::move(shadows))) {}

backend::Module &Module::on(const Target &target) {
  std::lock_guard lock(mutex_);
  std::shared_ptr<backend::Module> &instance = instances_[target.device];
  if (!instance)
    instance = target.backend.makeModule(source_, target.device,
                                         std::make_unique<Variables>(target.memory, target.device, managed_));
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

void Module::releaseVariables() {
  std::lock_guard lock(mutex_);
  for (const auto &[device, instance] : instances_)
    instance->releaseVariables();
}

void Module::reset(int device) {
  std::lock_guard lock(mutex_);
  const auto position = instances_.find(device);
  if (position != instances_.end())
    position->second->reset();
}

} // namespace raddle::host
