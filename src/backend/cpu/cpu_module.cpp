#include "backend/cpu/cpu_module.h"

#include "backend/cpu/loader/kernel_store.h"
#include "backend/device_launches.h"
#include "backend/memory.h"
#include "base/paths.h"
#include "diagnostics/messages.h"
#include "runtime/calls/device_function_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <deque>
#include <filesystem>
#include <span>
#include <system_error>

namespace raddle::cpu {

using backend::Loaded;
using backend::Symbol;
using runtime::CpuFunction;

namespace {

Loaded failure(const std::string &what, const Error &error, std::string *why) {
  *why = fmt::format("{}: {}", what, error.message);
  std::error_code ignored;
  return std::filesystem::exists(kernelCompilerPath(), ignored) ? Loaded::kInvalid : Loaded::kNoCompiler;
}

Loaded undefined(const char *name, std::string *why) {
  *why = fmt::format("undefined device symbol '{}'; if another file defines it, compile both with -rdc=true",
                     demangled(name));
  return Loaded::kInvalid;
}

CpuFunction &makeFunction(const RaddleKernel &kernel) {
  static std::mutex mutex;
  static auto *const kFunctions = new std::deque<CpuFunction>;
  std::lock_guard lock(mutex);
  return kFunctions->emplace_back(kernel);
}

} // namespace

Loaded CpuModule::loadKernel(const std::string &kernel, const BlockClass &block,
                             const backend::Function **out, std::string *why) {
  const CpuFunction *function = nullptr;
  const Loaded loaded = load(kernel, &block, &function, why);
  *out = function;
  return loaded;
}

// Nobody launches it: it is for a report, which does without.
const CpuFunction *CpuModule::forSingleThreads(const std::string &name) {
  const CpuFunction *function = nullptr;
  std::string ignored;
  return load(name, nullptr, &function, &ignored) == Loaded::kYes ? function : nullptr;
}

// `block`: null for single threads of any block.
Loaded CpuModule::load(const std::string &name, const BlockClass *block, const CpuFunction **out,
                       std::string *why) {
  std::lock_guard lock(mutex_);
  Kernel &kernel = kernels_[name + ' ' + (block ? block->name() : "threads")];
  if (!kernel.object && kernel.state == Loaded::kYes) {
    Result<const RaddleObject *> object = jit::loadKernelObject(source_, name, block, device_);
    if (object) {
      kernel.object = *object;
      CpuFunction &function = makeFunction(*kernel.object->kernels);
      if (block)
        function.for_single_threads = [module = weak_from_this(), name] {
          const auto existing = module.lock();
          return existing ? existing->forSingleThreads(name) : nullptr;
        };
      kernel.function = &function;
    } else {
      const std::string mangled = name.substr(0, name.rfind('@'));
      kernel.state = failure(fmt::format("kernel '{}' cannot be loaded", demangled(mangled.c_str())),
                             object.error(), why);
    }
  }
  if (kernel.state == Loaded::kYes && !kernel.linked) {
    // Most kernels need nothing of the module object, which then is neither compiled nor loaded.
    if (kernel.object->import_count > 0)
      if (Loaded loaded = instantiate(why); loaded != Loaded::kYes)
        return loaded;
    kernel.state = fillImports(*kernel.object, why);
    kernel.linked = true;
  }
  if (kernel.state == Loaded::kYes)
    *out = kernel.function;
  return kernel.state;
}

Loaded CpuModule::findVariable(const std::string &name, unsigned unit, Symbol *out, std::string *why) {
  std::lock_guard lock(mutex_);
  if (Loaded loaded = instantiate(why); loaded != Loaded::kYes)
    return loaded;
  // A variable of internal linkage hides one that the whole module shares.
  for (const std::string &candidate : {fmt::format("{}@{}", name, unit), name}) {
    const auto position = symbols_.find(candidate);
    if (position != symbols_.end() && position->second.bytes != 0) {
      *out = position->second;
      return Loaded::kYes;
    }
  }
  return Loaded::kUnknown;
}

void CpuModule::releaseVariables() {
  std::lock_guard lock(mutex_);
  giveBackVariables();
  forgetVariables();
}

void CpuModule::reset() {
  std::lock_guard lock(mutex_);
  forgetVariables();
}

void CpuModule::forgetVariables() {
  linked_ = false;
  symbols_.clear();
  for (auto &[name, kernel] : kernels_)
    kernel.linked = false;
}

Loaded CpuModule::instantiate(std::string *why) {
  if (!object_ && state_ == Loaded::kYes) {
    Result<const RaddleObject *> object = jit::loadModuleObject(source_, device_);
    if (object)
      object_ = *object;
    else
      state_ = failure("device code cannot be loaded", object.error(), why);
  }
  if (state_ != Loaded::kYes || linked_)
    return state_;
  // Neither is remembered: lack of memory may pass.
  if (Loaded loaded = allocateVariables(why); loaded != Loaded::kYes) {
    giveBackVariables();
    return loaded;
  }
  state_ = fillImports(*object_, why);
  linked_ = true;
  return state_;
}

void *CpuModule::allocateVariable(const RaddleVariable &variable) {
  const backend::Variable wanted{variable.name, std::max<std::size_t>(variable.size, 1),
                                 std::max<std::size_t>(variable.align, backend::Memory::kAlignment),
                                 variable.flags};
  // The host and all devices use the same bytes.
  if (variable.flags & kRaddleVariableManaged)
    if (void *const shadow = storage_->shadow(wanted))
      return shadow;
  void *const address = storage_->allocate(wanted);
  if (address && variable.image)
    std::memcpy(address, variable.image, variable.size);
  return address;
}

void CpuModule::giveBackVariables() {
  for (const auto &[name, symbol] : symbols_)
    storage_->release(symbol.address);
  symbols_.clear();
}

Loaded CpuModule::allocateVariables(std::string *why) {
  const auto variables = std::span(object_->variables, object_->variable_count);
  for (const RaddleVariable &variable : variables) {
    void *const address = allocateVariable(variable);
    if (!address)
      return Loaded::kOutOfMemory;
    symbols_[variable.name] = {address, std::max<std::size_t>(variable.size, 1)};
  }
  const auto functions = std::span(object_->functions, object_->function_count);
  runtime::addDeviceFunctions(functions);
  for (const RaddleFunction &function : functions)
    symbols_[function.name] = {function.address, 0};
  for (const RaddleVariable &variable : variables)
    if (Loaded loaded = relocate(variable, why); loaded != Loaded::kYes)
      return loaded;
  return Loaded::kYes;
}

// Writes the addresses that the variable's initial value consists of.
Loaded CpuModule::relocate(const RaddleVariable &variable, std::string *why) {
  auto *const image = static_cast<std::byte *>(symbols_[variable.name].address);
  for (const RaddleRelocation &relocation : std::span(variable.relocations, variable.relocation_count)) {
    auto *const target = static_cast<std::byte *>(addressOf(relocation.target));
    if (!target)
      return undefined(relocation.target, why);
    const std::byte *const address = target + relocation.addend;
    // The program may already have changed a pointer in a managed variable.
    const std::byte *current = nullptr;
    std::memcpy(&current, image + relocation.offset, sizeof current);
    if (current && variable.flags & kRaddleVariableManaged)
      continue;
    std::memcpy(image + relocation.offset, &address, sizeof address);
  }
  return Loaded::kYes;
}

Loaded CpuModule::fillImports(const RaddleObject &object, std::string *why) {
  for (const RaddleImport &import : std::span(object.imports, object.import_count)) {
    *import.slot = addressOf(import.name);
    if (!*import.slot)
      return undefined(import.name, why);
  }
  return Loaded::kYes;
}

// Null where nobody defines it.
void *CpuModule::addressOf(const char *name) {
  constexpr std::string_view kKernel = RADDLE_KERNEL_ADDRESS;
  if (std::string_view(name).starts_with(kKernel)) {
    void *&address = references_[name];
    if (!address)
      address = const_cast<backend::KernelReference *>(
          backend::makeKernelReference(weak_from_this(), name + kKernel.size()));
    return address;
  }
  const auto symbol = symbols_.find(name);
  return symbol == symbols_.end() ? nullptr : symbol->second.address;
}

} // namespace raddle::cpu
