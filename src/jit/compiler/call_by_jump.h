// Kernels enter the runtime functions that wait by a jump.
#ifndef RADDLE_JIT_COMPILER_CALL_BY_JUMP_H
#define RADDLE_JIT_COMPILER_CALL_BY_JUMP_H

#include <llvm/IR/Module.h>
#include <llvm/Target/TargetMachine.h>

namespace raddle::jit {

/// Replaces calls of functions that go back by a jump (runtime/calls/waiting_function.h). The processor remembers
/// where each call came from, for the return, and what nobody returns to takes it as much time as a context switch.
void callWaitsByJump(llvm::Module &module, const llvm::TargetMachine &target);

} // namespace raddle::jit

#endif
