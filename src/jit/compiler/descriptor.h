// The table of contents of a compiled object: its `raddle_object` symbol (see abi/kernel_abi.h).
#ifndef RADDLE_JIT_COMPILER_DESCRIPTOR_H
#define RADDLE_JIT_COMPILER_DESCRIPTOR_H

#include "jit/compiler/variable_images.h"
#include "vectorize/compile_job.h"

#include <memory>
#include <string>
#include <vector>

namespace raddle::jit {

struct DescriptorInput {
  const vectorize::CompileJob &job;
  std::string kernel_name;              // empty for a module object
  std::vector<VariableImage> variables; // module objects
  std::vector<std::string> functions;   // module objects: address-taken functions
  std::uint32_t stack_bytes = 0;        // from code generation, hence a module of its own
};

/// The ELF symbol of a function that the descriptor names: "f@1" is "f.unit1".
std::string linkName(llvm::StringRef function);

/// A module that holds nothing but the descriptor and refers to the code module's hidden symbols.
std::unique_ptr<llvm::Module> buildDescriptor(llvm::LLVMContext &context, const DescriptorInput &input);

} // namespace raddle::jit

#endif
