// One module: device code that is linked together, and what it became on each device.
#ifndef RADDLE_HOST_MODULE_MODULE_H
#define RADDLE_HOST_MODULE_MODULE_H

#include "backend/backend.h"
#include "backend/device_launches.h"
#include "host/memory/memory.h"
#include "host/status.h"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace raddle::host {

using backend::Symbol;

/// Where device code is to be used: the device, who runs it, and the registry that its variables are allocated in.
struct Target {
  backend::Backend &backend;
  int device;
  unsigned arch; // compute capability, e.g. 90
  MemoryRegistry &memory;
};

class Module {
public:
  /// shadows: the host's twins of the module's variables, by their names within the module.
  using Shadows = std::unordered_map<std::string, void *>;

  Module(backend::ModuleSource source, Shadows shadows);

  /// Loads a kernel (mangled name) of a unit, for launches with such blocks. kInvalidImage, kNoCompiler (explained on
  /// stderr, once per kernel and device), kOutOfMemory when the module's variables do not fit.
  Status loadKernel(const std::string &name, unsigned unit, const BlockClass &block, const Target &target,
                    const backend::Function **out);

  /// Whether this is what the module became on the device.
  bool is(const backend::Module &instance, const Target &target) { return &on(target) == &instance; }

  /// The blocks that a kernel, of which nothing else is known yet, will most probably be launched with.
  BlockClass likelyBlocks(std::string_view name, unsigned unit) const;

  /// A variable as unit `unit` of the module sees it. Status::kUnknownSymbol when there is none.
  Status findVariable(const std::string &name, unsigned unit, const Target &target, Symbol *out);

  /// As backend::Module, on all devices.
  void releaseVariables();

  /// The device lost its memory: variables get new storage and initial values at the next use.
  void reset(int device);

private:
  class Variables;
  struct ManagedVariables;

  backend::Module &on(const Target &target);

  const backend::ModuleSource source_;
  const std::shared_ptr<ManagedVariables> managed_;
  std::mutex mutex_;
  std::map<int, std::shared_ptr<backend::Module>> instances_; // by device
};

/// The same as Module::loadKernel(), of a kernel that device code refers to.
Status loadReferencedKernel(const backend::KernelReference &reference, const BlockClass &block,
                            const backend::Function **out);

} // namespace raddle::host

#endif
