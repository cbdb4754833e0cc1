#include "host/module/module.h"

#include "base/kernel_list.h"
#include "base/paths.h"
#include "diagnostics/messages.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

namespace raddle::host {

namespace {

// The program cannot know why its kernel does not run, so this is the one place that explains.
Status reportLoadFailure(const std::string &what, const Error &error) {
  fmt::print(stderr, "raddle: error: {}: {}\n", what, error.message);
  std::error_code ignored;
  bool has_compiler = std::filesystem::exists(kernelCompilerPath(), ignored);
  return has_compiler ? Status::kInvalidImage : Status::kNoCompiler;
}

Status reportUndefined(const char *name) {
  fmt::print(stderr,
             "raddle: error: undefined device symbol '{}'; if another file defines it, compile both with "
             "-rdc=true\n",
             demangled(name));
  return Status::kInvalidImage;
}

} // namespace

Module::Module(backend::ModuleSource source, Shadows shadows)
    : source_(std::move(source)), shadows_(std::move(shadows)) {}

Status Module::loadKernel(const std::string &name, unsigned unit, const BlockClass *block,
                          const Target &target, const RaddleKernel **out) {
  std::lock_guard lock(mutex_);
  Instance &instance = instances_[target.device];
  // The compiler takes the kernel of this unit if it is static, else the one that the module shares.
  const std::string qualified_name = fmt::format("{}@{}", name, unit);
  LoadedKernel &kernel = instance.kernels[qualified_name + ' ' + (block ? block->name() : "threads")];
  if (!kernel.object && kernel.status == Status::kSuccess) {
    Result<const RaddleObject *> object =
        target.backend.loadKernel(source_, qualified_name, block, target.device);
    if (object)
      kernel.object = *object;
    else if (block)
      kernel.status = reportLoadFailure(fmt::format("kernel '{}' cannot be loaded", demangled(name.c_str())),
                                        object.error());
    else
      // Nobody launches it: it is for a report, which does without.
      kernel.status = Status::kInvalidImage;
  }
  if (kernel.status == Status::kSuccess && !kernel.linked) {
    // Most kernels need nothing of the module object, which then is neither compiled nor loaded.
    if (kernel.object->import_count > 0)
      if (Status status = instantiate(instance, target))
        return status;
    kernel.status = fillImports(instance, *kernel.object);
    kernel.linked = true;
  }
  if (kernel.status == Status::kSuccess)
    *out = kernel.object->kernels;
  return kernel.status;
}

BlockClass Module::likelyBlocks(std::string_view name, unsigned unit) const {
  for (const ListedKernel &kernel : readKernelList(source_.units[unit].kernels))
    if (const auto blocks = kernel.name == name ? blocksOf(kernel) : std::nullopt)
      return *blocks;
  return {.layout = BlockClass::Layout::kRows};
}

Status Module::findVariable(const std::string &name, unsigned unit, const Target &target, Symbol *out) {
  std::lock_guard lock(mutex_);
  Instance &instance = instances_[target.device];
  if (Status status = instantiate(instance, target))
    return status;
  // A variable of internal linkage hides one that the whole module shares.
  for (const std::string &candidate : {fmt::format("{}@{}", name, unit), name}) {
    auto position = instance.symbols.find(candidate);
    if (position != instance.symbols.end() && position->second.bytes != 0) {
      *out = position->second;
      return Status::kSuccess;
    }
  }
  return Status::kUnknownSymbol;
}

void Module::reset(int device) {
  std::lock_guard lock(mutex_);
  auto position = instances_.find(device);
  if (position == instances_.end())
    return;
  Instance &instance = position->second;
  instance.linked = false;
  instance.symbols.clear();
  for (auto &[name, kernel] : instance.kernels)
    kernel.linked = false;
}

Status Module::instantiate(Instance &instance, const Target &target) {
  if (!instance.object && instance.status == Status::kSuccess) {
    Result<const RaddleObject *> object = target.backend.loadModule(source_, target.device);
    if (object)
      instance.object = *object;
    else
      instance.status = reportLoadFailure("device code cannot be loaded", object.error());
  }
  if (instance.status != Status::kSuccess || instance.linked)
    return instance.status;

  // Lack of memory may pass, so it is not remembered.
  if (Status status = allocateVariables(instance, target)) {
    for (auto &[name, symbol] : instance.symbols) {
      // Managed variables belong to the program.
      auto allocation = target.memory.findBase(symbol.address);
      std::vector<Overrun> ignored;
      if (allocation && allocation->owned)
        target.memory.release(symbol.address, 0, ignored);
    }
    instance.symbols.clear();
    return status;
  }
  instance.status = fillImports(instance, *instance.object);
  instance.linked = true;
  return instance.status;
}

Status Module::allocateVariable(const RaddleVariable &variable, const Target &target, void **out) {
  if (variable.flags & kRaddleVariableManaged) {
    // The host and all devices use the same bytes. A variable that only kernels use has no shadow.
    auto shadow = shadows_.find(variable.name);
    if (shadow != shadows_.end()) {
      *out = shadow->second;
      return Status::kSuccess;
    }
  }
  Status status =
      target.memory.allocate({.kind = MemoryKind::kVariable,
                              .device = target.device,
                              .bytes = std::max<std::size_t>(variable.size, 1),
                              .flags = variable.flags,
                              .alignment = std::max<std::size_t>(variable.align, backend::Memory::kAlignment),
                              .name = variable.name},
                             out);
  if (status == Status::kSuccess && variable.image)
    std::memcpy(*out, variable.image, variable.size);
  return status;
}

Status Module::allocateVariables(Instance &instance, const Target &target) {
  const RaddleObject &object = *instance.object;
  for (const RaddleVariable &variable : std::span(object.variables, object.variable_count)) {
    void *address = nullptr;
    if (Status status = allocateVariable(variable, target, &address))
      return status;
    instance.symbols[variable.name] = {address, std::max<std::size_t>(variable.size, 1)};
  }
  target.backend.addFunctions({object.functions, object.function_count});
  for (const RaddleFunction &function : std::span(object.functions, object.function_count))
    instance.symbols[function.name] = {function.address, 0};

  for (const RaddleVariable &variable : std::span(object.variables, object.variable_count)) {
    auto *image = static_cast<std::byte *>(instance.symbols[variable.name].address);
    for (const RaddleRelocation &relocation : std::span(variable.relocations, variable.relocation_count)) {
      auto target_symbol = instance.symbols.find(relocation.target);
      if (target_symbol == instance.symbols.end())
        return reportUndefined(relocation.target);
      const std::byte *address = static_cast<std::byte *>(target_symbol->second.address) + relocation.addend;
      // The program may already have changed a pointer in a managed variable.
      const std::byte *current = nullptr;
      std::memcpy(&current, image + relocation.offset, sizeof current);
      if (current && variable.flags & kRaddleVariableManaged)
        continue;
      std::memcpy(image + relocation.offset, &address, sizeof address);
    }
  }
  return Status::kSuccess;
}

Status Module::fillImports(const Instance &instance, const RaddleObject &object) {
  for (const RaddleImport &import : std::span(object.imports, object.import_count)) {
    auto symbol = instance.symbols.find(import.name);
    if (symbol == instance.symbols.end())
      return reportUndefined(import.name);
    *import.slot = symbol->second.address;
  }
  return Status::kSuccess;
}

} // namespace raddle::host
