// Compiled kernels on demand: from the cache on disk, or from the kernel compiler.
//
// Never loads LLVM: a miss runs the separate process raddle-kernelc (see docs/decisions.md), whose result
// is an ordinary shared object that the dynamic loader maps, and gdb and perf understand.
#ifndef RADDLE_BACKEND_CPU_LOADER_KERNEL_STORE_H
#define RADDLE_BACKEND_CPU_LOADER_KERNEL_STORE_H

#include "abi/block_class.h"
#include "abi/kernel_abi.h"
#include "backend/module_source.h"
#include "base/result.h"

#include <string>

namespace raddle::jit {

using backend::ModuleSource;

/// Loads the module's variables and address-taken functions for one device. Each device gets its own copy
/// of the object. The imports are not resolved: the caller allocates the variables, then fills the slots.
Result<const RaddleObject *> loadModuleObject(const ModuleSource &module, int device);

/// Loads one kernel for one device. `kernel` is "<mangled name>@<unit>": the static kernel of that unit, or
/// else the one of that name that the module shares. Same rule about imports. Its code is good for launches
/// with blocks of class `block`; null: for single threads of any block.
Result<const RaddleObject *> loadKernelObject(const ModuleSource &module, const std::string &kernel,
                                              const BlockClass *block, int device);

} // namespace raddle::jit

#endif
