#include "jit/compiler/load/reached_code.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/InstrTypes.h>

#include <vector>

using namespace llvm;

namespace raddle::jit {

namespace {

bool callsThroughPointer(const Instruction &instruction) {
  auto *call = dyn_cast<CallBase>(&instruction);
  return call && !call->isInlineAsm() && !call->getCalledFunction();
}

class Reader {
public:
  explicit Reader(ArrayRef<std::unique_ptr<Module>> units) : units_(units) {}

  bool contains(const Constant *constant) const {
    return reached_.contains(const_cast<Constant *>(constant));
  }

  /// Reads each function that it comes to. False where one of them calls through a pointer.
  Expected<bool> readFrom(ArrayRef<Function *> kernels) {
    reached_.insert(kernels.begin(), kernels.end());
    for (size_t i = 0; i < reached_.size(); ++i) {
      addOperands(*reached_[i]);
      if (auto *global = dyn_cast<GlobalValue>(reached_[i]); global && !global->hasLocalLinkage())
        addNamesakes(global->getName());
      auto *function = dyn_cast<Function>(reached_[i]);
      if (!function)
        continue;
      if (llvm::Error failed = function->materialize())
        return failed;
      for (const Instruction &instruction : instructions(function)) {
        if (callsThroughPointer(instruction))
          return false;
        addOperands(instruction);
      }
    }
    return true;
  }

private:
  void addOperands(const User &user) {
    for (const Use &operand : user.operands())
      if (auto *constant = dyn_cast<Constant>(operand.get()))
        reached_.insert(constant);
  }

  // What is linked with it.
  void addNamesakes(StringRef name) {
    if (units_.size() > 1)
      for (const std::unique_ptr<Module> &unit : units_)
        if (GlobalValue *global = unit->getNamedValue(name))
          reached_.insert(global);
  }

  ArrayRef<std::unique_ptr<Module>> units_;
  SetVector<Constant *, std::vector<Constant *>, DenseSet<Constant *>> reached_;
};

// Variables that nobody reaches may still name some of them.
void dropOtherFunctions(Module &unit, const Reader &reader) {
  for (Function &function : make_early_inc_range(unit)) {
    if (reader.contains(&function))
      continue;
    function.deleteBody();
    function.setComdat(nullptr);
    if (function.use_empty())
      function.eraseFromParent();
  }
}

} // namespace

Result<bool> readReachedCode(ArrayRef<std::unique_ptr<Module>> units, ArrayRef<Function *> kernels) {
  Reader reader(units);
  auto is_all = reader.readFrom(kernels);
  if (!is_all)
    return raddle::Error{toString(is_all.takeError())};
  for (const std::unique_ptr<Module> &unit : units) {
    if (*is_all)
      dropOtherFunctions(*unit, reader);
    if (llvm::Error failed = unit->materializeAll())
      return raddle::Error{toString(std::move(failed))};
  }
  return true;
}

} // namespace raddle::jit
