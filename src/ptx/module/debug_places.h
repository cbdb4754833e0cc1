// The lines that .loc names, as debug information.
#ifndef RADDLE_PTX_MODULE_DEBUG_PLACES_H
#define RADDLE_PTX_MODULE_DEBUG_PLACES_H

#include "ptx/module/module_text.h"

#include <llvm/IR/DIBuilder.h>

#include <map>

namespace raddle::ptx {

class DebugPlaces {
public:
  DebugPlaces(llvm::Module &module, const ModuleText &text);
  /// To be called when all functions are written.
  void finish();

  /// Gives a function the place of its first .loc; nothing where it has none.
  void begin(llvm::Function &function, const FunctionText &text);
  /// Where that .loc is, in the function that was begun.
  llvm::DebugLoc placeOf(const Statement &statement);

private:
  llvm::DIFile *fileOf(unsigned number);

  llvm::Module &module_;
  const ModuleText &text_;
  llvm::DIBuilder builder_;
  llvm::DICompileUnit *unit_ = nullptr;
  llvm::DISubprogram *function_ = nullptr;
  unsigned file_ = 0;                          // of the function
  std::map<unsigned, llvm::DIScope *> scopes_; // in the function, by file
};

} // namespace raddle::ptx

#endif
