// What names mean in a function of a module: its parameters and variables, and then those of the module.
#ifndef RADDLE_PTX_MODULE_SCOPES_H
#define RADDLE_PTX_MODULE_SCOPES_H

#include "ptx/module/declarations.h"
#include "ptx/registers.h"

#include <map>

namespace raddle::ptx {

class Scopes : public Symbols {
public:
  Scopes(const Declarations &declarations, const Program &program)
      : declarations_(declarations), program_(program) {}

  void add(unsigned scope, llvm::StringRef name, llvm::Value *address) { of_scopes_[scope][name] = address; }
  llvm::Value *find(llvm::StringRef name, unsigned scope) override;

private:
  const Declarations &declarations_;
  const Program &program_;
  std::map<unsigned, llvm::StringMap<llvm::Value *>> of_scopes_;
};

} // namespace raddle::ptx

#endif
