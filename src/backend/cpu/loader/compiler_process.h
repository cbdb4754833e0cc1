// Running raddle-kernelc.
#ifndef RADDLE_BACKEND_CPU_LOADER_COMPILER_PROCESS_H
#define RADDLE_BACKEND_CPU_LOADER_COMPILER_PROCESS_H

#include "abi/block_class.h"
#include "backend/module_source.h"
#include "base/process.h"
#include "base/result.h"
#include "diagnostics/symbolizer.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace raddle::jit {

using backend::ModuleSource;

/// One object: what decides, beside the module, how it is compiled.
struct Wanted {
  std::string kernel = {}; // empty: the module object
  unsigned lanes = 1;      // 32: all at once where the kernel allows it
  BlockClass block = {};   // with 32 lanes: what it will be launched with
};

/// A module's bitcode for the compiler: inherited descriptors, without a file on disk. Needs the source no more.
class DeviceCode {
public:
  explicit DeviceCode(const ModuleSource &module);
  ~DeviceCode();
  DeviceCode(const DeviceCode &) = delete;
  DeviceCode &operator=(const DeviceCode &) = delete;

  /// The compiler's options that name it.
  std::vector<std::string> options() const;

private:
  std::vector<int> descriptors_;
  const bool debug_;
};

struct CompilerRun {
  Reminder reminder = {};
  bool ends_with_us = false; // rather than when it is done
};

/// Compiles what is wanted into the shared object `output`.
Result<bool> runCompiler(const DeviceCode &code, const Wanted &wanted, const std::filesystem::path &output,
                         const CompilerRun &how);

/// What a launch of `kernel` with such blocks needs; null: single threads of any block.
Wanted wantedFor(const ModuleSource &module, const std::string &kernel, const BlockClass *block);

/// How many lanes kernels shall run at once where they can: RADDLE_LANES, 1 or 32.
unsigned requestedLanes();

/// What identifies the installed compiler, its device library and this machine's processor in cache keys;
/// cheap: no process is started.
const std::string &compilerFingerprint();

/// What a mangled name stands for; the name itself when the compiler cannot be run (see Demangler).
std::string demangledByCompiler(const std::string &name);

/// What stands at each offset into the object (see Symbolizer); nothing when the compiler cannot be
/// run.
std::vector<std::vector<SourceFrame>> symbolizeOffsets(const std::filesystem::path &object,
                                                       const std::vector<std::uint64_t> &offsets);

} // namespace raddle::jit

#endif
