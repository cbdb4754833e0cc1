// One module: device code that is linked together, and what it became on each device.
#ifndef RADDLE_HOST_MODULE_MODULE_H
#define RADDLE_HOST_MODULE_MODULE_H

#include "abi/kernel_abi.h"
#include "backend/backend.h"
#include "host/memory/memory.h"
#include "host/status.h"

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace raddle::host {

/// Where device code is to be used: the device, who runs it, and the registry that its variables are allocated in.
struct Target {
  backend::Backend &backend;
  int device;
  unsigned arch; // compute capability, e.g. 90
  MemoryRegistry &memory;
};

struct Symbol {
  void *address = nullptr;
  std::size_t bytes = 0; // 0 for a function
};

class Module {
public:
  /// shadows: the host's twins of the module's variables, by their names within the module.
  using Shadows = std::unordered_map<std::string, void *>;

  Module(backend::ModuleSource source, Shadows shadows);

  /// Loads a kernel (mangled name) of a unit, for launches with such blocks (null: for single threads), and
  /// resolves what it imports. Status::kInvalidImage, Status::kNoCompiler (explained on
  /// stderr, once per kernel and device), Status::kOutOfMemory when the module's variables do not fit.
  Status loadKernel(const std::string &name, unsigned unit, const BlockClass *block, const Target &target,
                    const RaddleKernel **out);

  /// The blocks that a kernel, of which nothing else is known yet, will most probably be launched with.
  BlockClass likelyBlocks(std::string_view name, unsigned unit) const;

  /// A variable as unit `unit` of the module sees it. Status::kUnknownSymbol when there is none.
  Status findVariable(const std::string &name, unsigned unit, const Target &target, Symbol *out);

  /// The device lost its memory: variables get new storage and initial values at the next use.
  void reset(int device);

private:
  struct LoadedKernel {
    const RaddleObject *object = nullptr;
    Status status = Status::kSuccess;
    bool linked = false; // its imports are filled in
  };
  struct Instance {
    const RaddleObject *object = nullptr;
    Status status = Status::kSuccess;
    bool linked = false;
    std::unordered_map<std::string_view, Symbol> symbols;
    std::unordered_map<std::string, LoadedKernel> kernels;
  };

  Status instantiate(Instance &instance, const Target &target);
  Status allocateVariables(Instance &instance, const Target &target);
  Status allocateVariable(const RaddleVariable &variable, const Target &target, void **out);
  static Status fillImports(const Instance &instance, const RaddleObject &object);

  const backend::ModuleSource source_;
  const Shadows shadows_;
  // Held while code is compiled: what is loaded twice would be compiled twice.
  std::mutex mutex_;
  std::map<int, Instance> instances_; // by device
};

} // namespace raddle::host

#endif
