// Reading a module's translation units and linking them with the device library.
#ifndef RADDLE_JIT_COMPILER_LOAD_LOAD_MODULE_H
#define RADDLE_JIT_COMPILER_LOAD_LOAD_MODULE_H

#include "base/result.h"

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

#include <memory>
#include <string>
#include <vector>

namespace raddle::jit {

/// Whether the names that bitcode has of local variables are read: they are for the checker's reports.
enum class NamesOfLocals { kLeftOut, kRead };

/// All units linked into one module for the host's triple and data layout. Internal symbols of unit i are
/// named "<name>@<i>", so that they stay distinct and the same in every compilation of the module. Only what
/// `kernel` needs is read, unless that is "" or there is none of that name. `kFromPasses` takes the code as it is.
enum class CodeOrigin : bool { kFromClang, kFromPasses };
Result<std::unique_ptr<llvm::Module>> loadUnits(llvm::LLVMContext &context,
                                                const std::vector<std::string> &files,
                                                llvm::TargetMachine &target, const std::string &kernel = {},
                                                NamesOfLocals names = NamesOfLocals::kLeftOut,
                                                CodeOrigin origin = CodeOrigin::kFromClang);

/// Adds what the module needs of the device library.
Result<bool> linkDeviceLibrary(llvm::Module &module, llvm::TargetMachine &target);

/// The kernels of a module, in order.
std::vector<llvm::Function *> kernelsOf(llvm::Module &module);

/// The kernel of that name, or null. "name@2" is the kernel `name` of unit 2; one that is not static has no suffix.
llvm::Function *findKernel(llvm::Module &module, const std::string &name);

/// Makes everything but `roots` internal and drops what they do not reach. Variables that other objects may
/// change keep their identity and are never optimised on the strength of their initial value.
void keepOnly(llvm::Module &module, const std::vector<llvm::Function *> &roots);

} // namespace raddle::jit

#endif
