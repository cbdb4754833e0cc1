// Calls within a module: of its own functions, of those that Raddle has, and through pointers.
#ifndef RADDLE_PTX_MODULE_CALL_EMITTER_H
#define RADDLE_PTX_MODULE_CALL_EMITTER_H

#include "ptx/module/declarations.h"
#include "ptx/operands.h"

namespace raddle::ptx {

class CallEmitter {
public:
  CallEmitter(Emission &emission, Operands &operands, const Declarations &declarations)
      : emission_(emission), builder_(emission.builder), operands_(operands), declarations_(declarations) {}

  void addPrototype(const Statement &prototype) { prototypes_[prototype.name] = &prototype.signature; }

  /// Whether the function never returns.
  bool emit(const Statement &call);

  /// A value of that type from a variable, word by word where it is a structure.
  llvm::Value *loadWhole(llvm::Value *variable, llvm::Type *type, llvm::Align alignment);

private:
  struct Callee {
    llvm::Value *address = nullptr;
    llvm::FunctionType *type = nullptr;
    const Signature *signature = nullptr;
    bool does_not_return = false;
  };

  Callee calleeOf(const Statement &call);
  Callee indirectCalleeOf(const Statement &call);
  llvm::Value *argument(const Operand &operand, const Variable &parameter, llvm::Type *type);
  void storeResult(const Operand &operand, const Variable &result, llvm::Value *value);
  llvm::Value *converted(llvm::Value *value, llvm::Type *type);

  Emission &emission_;
  llvm::IRBuilder<> &builder_;
  Operands &operands_;
  const Declarations &declarations_;
  llvm::StringMap<const Signature *> prototypes_;
};

} // namespace raddle::ptx

#endif
