// The variables and functions of a module in IR, found by the names that the text gives them.
#ifndef RADDLE_PTX_MODULE_DECLARATIONS_H
#define RADDLE_PTX_MODULE_DECLARATIONS_H

#include "ptx/module/module_parser.h"
#include "ptx/module/module_text.h"

#include <llvm/ADT/StringMap.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/IR/Module.h>

#include <functional>
#include <vector>

namespace raddle::ptx {

/// The type of a function that Raddle has by itself, or null where there is none of that name.
using KnownFunctions = std::function<llvm::FunctionType *(llvm::StringRef name)>;

class Declarations {
public:
  /// Declares all that the text names, and gives variables their first values.
  Declarations(llvm::Module &module, const ModuleText &text, const KnownFunctions &known);

  const std::vector<Problem> &problems() const { return problems_; }

  /// The generic address of a variable or function; null for an unknown name.
  llvm::Constant *find(llvm::StringRef name) const;
  /// What the text says of a function; null for an unknown name.
  const FunctionText *functionText(llvm::StringRef name) const;
  llvm::Function *function(llvm::StringRef name) const;

  /// A variable of this module or of one of its functions, without its first value. Null, and a problem, where its type is
  /// none of a variable.
  llvm::GlobalVariable *declareVariable(const Variable &variable);
  /// Gives it its first value.
  void initialise(llvm::GlobalVariable &global, const Variable &variable);

private:
  void declareAll(const ModuleText &text);
  void declareFunction(const FunctionText &text);
  llvm::StringRef unaliased(llvm::StringRef name) const;

  llvm::Module &module_;
  const ModuleText &text_;
  const KnownFunctions &known_;
  llvm::StringMap<llvm::GlobalVariable *> variables_;
  llvm::StringMap<llvm::Function *> functions_;
  llvm::StringMap<const FunctionText *> texts_;
  llvm::StringSet<> addresses_; // names that are more than called
  std::vector<llvm::GlobalVariable *> managed_;
  std::vector<Problem> problems_;
};

} // namespace raddle::ptx

#endif
