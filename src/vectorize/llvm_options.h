// Settings of LLVM's passes that have no other interface than its command line.
#ifndef RADDLE_VECTORIZE_LLVM_OPTIONS_H
#define RADDLE_VECTORIZE_LLVM_OPTIONS_H

#include <llvm/Support/CommandLine.h>

namespace raddle::vectorize {

/// T is the type that LLVM declares the option with. An option that this version of LLVM lacks is passed over.
template <typename T> void setLlvmOption(llvm::StringRef name, T value) {
  auto &options = llvm::cl::getRegisteredOptions();
  if (auto option = options.find(name); option != options.end())
    static_cast<llvm::cl::opt<T> *>(option->second)->setValue(value);
}

} // namespace raddle::vectorize

#endif
