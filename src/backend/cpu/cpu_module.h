// Device code on one device that the processor stands for: shared objects that the loader brings, and where their variables
// and functions lie.
#ifndef RADDLE_BACKEND_CPU_CPU_MODULE_H
#define RADDLE_BACKEND_CPU_CPU_MODULE_H

#include "backend/module.h"
#include "backend/module_source.h"
#include "runtime/block/cpu_function.h"

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

namespace raddle::cpu {

class CpuModule final : public backend::Module, public std::enable_shared_from_this<CpuModule> {
public:
  CpuModule(backend::ModuleSource source, int device, std::unique_ptr<backend::VariableStorage> storage)
      : source_(std::move(source)), device_(device), storage_(std::move(storage)) {}

  backend::Loaded loadKernel(const std::string &kernel, const BlockClass &block,
                             const backend::Function **out, std::string *why) override;
  backend::Loaded findVariable(const std::string &name, unsigned unit, backend::Symbol *out,
                               std::string *why) override;
  void releaseVariables() override;
  void reset() override;

private:
  using Loaded = backend::Loaded;
  struct Kernel {
    const RaddleObject *object = nullptr;
    const runtime::CpuFunction *function = nullptr;
    Loaded state = Loaded::kYes;
    bool linked = false; // its imports are filled in
  };

  Loaded load(const std::string &name, const BlockClass *block, const runtime::CpuFunction **out,
              std::string *why);
  const runtime::CpuFunction *forSingleThreads(const std::string &name);
  Loaded instantiate(std::string *why);
  Loaded allocateVariables(std::string *why);
  void *allocateVariable(const RaddleVariable &variable);
  void giveBackVariables();
  void forgetVariables();
  Loaded relocate(const RaddleVariable &variable, std::string *why);
  Loaded fillImports(const RaddleObject &object, std::string *why);
  void *addressOf(const char *name);

  const backend::ModuleSource source_;
  const int device_;
  const std::unique_ptr<backend::VariableStorage> storage_;
  // Held while code is compiled: what is loaded twice would be compiled twice.
  std::mutex mutex_;
  const RaddleObject *object_ = nullptr; // with the variables and functions
  Loaded state_ = Loaded::kYes;
  bool linked_ = false;
  std::unordered_map<std::string_view, backend::Symbol> symbols_;
  std::unordered_map<std::string, void *> references_; // the kernels that device code refers to
  std::unordered_map<std::string, Kernel> kernels_; // by name and class of blocks
};

} // namespace raddle::cpu

#endif
