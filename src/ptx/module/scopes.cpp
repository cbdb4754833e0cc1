#include "ptx/module/scopes.h"

namespace raddle::ptx {

llvm::Value *Scopes::find(llvm::StringRef name, unsigned scope) {
  for (;; scope = program_.parent_scopes[scope]) {
    if (auto names = of_scopes_.find(scope); names != of_scopes_.end())
      if (auto found = names->second.find(name); found != names->second.end())
        return found->second;
    if (scope == 0)
      return declarations_.find(name);
  }
}

} // namespace raddle::ptx
