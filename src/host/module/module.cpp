#include "host/module/module.h"

#include "base/kernel_list.h"
#include "base/paths.h"
#include "runtime/calls/device_function_table.h"
#include "runtime/block/fault.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <span>
#include <system_error>
#include <utility>

namespace raddle::runtime {

namespace {

// The program cannot know why its kernel does not run, so this is the one place that explains.
cudaError_t reportLoadFailure(const std::string &what, const Error &error) {
  fmt::print(stderr, "raddle: error: {}: {}\n", what, error.message);
  std::error_code ignored;
  bool has_compiler = std::filesystem::exists(kernelCompilerPath(), ignored);
  return has_compiler ? cudaErrorInvalidKernelImage : cudaErrorJitCompilerNotFound;
}

cudaError_t reportUndefined(const char *name) {
  fmt::print(stderr,
             "raddle: error: undefined device symbol '{}'; if another file defines it, compile both with "
             "-rdc=true\n",
             demangled(name));
  return cudaErrorInvalidKernelImage;
}

} // namespace

Module::Module(jit::ModuleSource source, Shadows shadows, const Loader &loader)
    : source_(std::move(source)), shadows_(std::move(shadows)), loader_(loader) {}

cudaError_t Module::loadKernel(const std::string &name, unsigned unit, const BlockClass *block,
                               const Target &target, const RaddleKernel **out) {
  std::lock_guard lock(mutex_);
  Instance &instance = instances_[target.device];
  // The compiler takes the kernel of this unit if it is static, else the one that the module shares.
  const std::string qualified_name = fmt::format("{}@{}", name, unit);
  LoadedKernel &kernel = instance.kernels[qualified_name + ' ' + (block ? block->name() : "threads")];
  if (!kernel.object && kernel.error == cudaSuccess) {
    Result<const RaddleObject *> object = loader_.load_kernel(source_, qualified_name, block, target.device);
    if (object)
      kernel.object = *object;
    else if (block)
      kernel.error = reportLoadFailure(fmt::format("kernel '{}' cannot be loaded", demangled(name.c_str())),
                                       object.error());
    else
      // Nobody launches it: it is for a report, which does without.
      kernel.error = cudaErrorInvalidKernelImage;
  }
  if (kernel.error == cudaSuccess && !kernel.linked) {
    // Most kernels need nothing of the module object, which then is neither compiled nor loaded.
    if (kernel.object->import_count > 0)
      if (cudaError_t error = instantiate(instance, target))
        return error;
    kernel.error = fillImports(instance, *kernel.object);
    kernel.linked = true;
  }
  if (kernel.error == cudaSuccess)
    *out = kernel.object->kernels;
  return kernel.error;
}

BlockClass Module::likelyBlocks(std::string_view name, unsigned unit) const {
  for (const ListedKernel &kernel : readKernelList(source_.units[unit].kernels))
    if (const auto blocks = kernel.name == name ? blocksOf(kernel) : std::nullopt)
      return *blocks;
  return {.layout = BlockClass::Layout::kRows};
}

cudaError_t Module::findVariable(const std::string &name, unsigned unit, const Target &target, Symbol *out) {
  std::lock_guard lock(mutex_);
  Instance &instance = instances_[target.device];
  if (cudaError_t error = instantiate(instance, target))
    return error;
  // A variable of internal linkage hides one that the whole module shares.
  for (const std::string &candidate : {fmt::format("{}@{}", name, unit), name}) {
    auto position = instance.symbols.find(candidate);
    if (position != instance.symbols.end() && position->second.bytes != 0) {
      *out = position->second;
      return cudaSuccess;
    }
  }
  return cudaErrorInvalidSymbol;
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

cudaError_t Module::instantiate(Instance &instance, const Target &target) {
  if (!instance.object && instance.error == cudaSuccess) {
    Result<const RaddleObject *> object = loader_.load_module(source_, target.device);
    if (object)
      instance.object = *object;
    else
      instance.error = reportLoadFailure("device code cannot be loaded", object.error());
  }
  if (instance.error != cudaSuccess || instance.linked)
    return instance.error;

  // Lack of memory may pass, so it is not remembered.
  if (cudaError_t error = allocateVariables(instance, target)) {
    for (auto &[name, symbol] : instance.symbols) {
      // Managed variables belong to the program.
      auto allocation = target.memory.findBase(symbol.address);
      std::vector<Overrun> ignored;
      if (allocation && allocation->owned)
        target.memory.release(symbol.address, 0, ignored);
    }
    instance.symbols.clear();
    return error;
  }
  instance.error = fillImports(instance, *instance.object);
  instance.linked = true;
  return instance.error;
}

cudaError_t Module::allocateVariable(const RaddleVariable &variable, const Target &target, void **out) {
  if (variable.flags & kRaddleVariableManaged) {
    // The host and all devices use the same bytes. A variable that only kernels use has no shadow.
    auto shadow = shadows_.find(variable.name);
    if (shadow != shadows_.end()) {
      *out = shadow->second;
      return cudaSuccess;
    }
  }
  cudaError_t error =
      target.memory.allocate({.kind = MemoryKind::kVariable,
                              .device = target.device,
                              .bytes = std::max<std::size_t>(variable.size, 1),
                              .flags = variable.flags,
                              .alignment = std::max<std::size_t>(variable.align, PageHeap::kAlignment),
                              .name = variable.name},
                             out);
  if (error == cudaSuccess && variable.image)
    std::memcpy(*out, variable.image, variable.size);
  return error;
}

cudaError_t Module::allocateVariables(Instance &instance, const Target &target) {
  const RaddleObject &object = *instance.object;
  for (const RaddleVariable &variable : std::span(object.variables, object.variable_count)) {
    void *address = nullptr;
    if (cudaError_t error = allocateVariable(variable, target, &address))
      return error;
    instance.symbols[variable.name] = {address, std::max<std::size_t>(variable.size, 1)};
  }
  addDeviceFunctions({object.functions, object.function_count});
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
  return cudaSuccess;
}

cudaError_t Module::fillImports(const Instance &instance, const RaddleObject &object) {
  for (const RaddleImport &import : std::span(object.imports, object.import_count)) {
    auto symbol = instance.symbols.find(import.name);
    if (symbol == instance.symbols.end())
      return reportUndefined(import.name);
    *import.slot = symbol->second.address;
  }
  return cudaSuccess;
}

} // namespace raddle::runtime
