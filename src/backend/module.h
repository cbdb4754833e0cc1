// Device code on one device.
#ifndef RADDLE_BACKEND_MODULE_H
#define RADDLE_BACKEND_MODULE_H

#include "abi/block_class.h"
#include "backend/function.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace raddle::backend {

/// Where a variable lies. Of a function that is called by address, too; then it has no bytes.
struct Symbol {
  void *address = nullptr;
  std::size_t bytes = 0;
};

struct Variable {
  const char *name; // within its module
  std::size_t bytes;
  std::size_t alignment;
  std::uint32_t flags; // RaddleVariableFlags
};

/// The memory of a module's variables, of which the host core keeps the books.
class VariableStorage {
public:
  /// Zeros on the module's device; null where no memory is left.
  virtual void *allocate(const Variable &variable) = 0;
  virtual void release(void *address) = 0;
  /// The bytes of a managed variable that host and devices share; null for one that only kernels know.
  virtual void *shadow(const Variable &variable) = 0;

  virtual ~VariableStorage() = default;
};

enum class Loaded {
  kYes,
  kUnknown,     // there is nothing of that name
  kInvalid,     // the code is damaged, or refers to what nobody defines
  kNoCompiler,  // that could make it
  kOutOfMemory, // its variables do not fit, which may pass
};

/// Calls may come from any thread. `why` gets a sentence about a failure, the first time only.
class Module {
public:
  virtual ~Module() = default;

  /// The kernel, compiled and loaded, and what it refers to. `kernel` is "<mangled name>@<unit>": the static kernel of that
  /// unit, or else the one of that name that the module shares. It is good for launches with blocks of class `block`.
  virtual Loaded loadKernel(const std::string &kernel, const BlockClass &block, const Function **out,
                            std::string *why) = 0;

  /// A variable as unit `unit` of the module sees it.
  virtual Loaded findVariable(const std::string &name, unsigned unit, Symbol *out, std::string *why) = 0;

  /// Gives the memory of the variables back. Nothing may use them any more.
  virtual void releaseVariables() = 0;

  /// The device has lost its memory: variables get new storage and initial values at the next use.
  virtual void reset() = 0;
};

} // namespace raddle::backend

#endif
