// -ftz=true: float results and operands too small to be normal numbers become zeros of the same sign.
//
// The processor has a mode for it, but that mode is one for float and double, and a GPU never flushes
// doubles. So the runtime sets the mode for kernels that compute with floats only; a kernel that computes
// with doubles as well keeps its denormals, which -ftz permits. Functions of the device library do not count:
// what they do in double precision is far from its denormals.
#include "vectorize/passes.h"

#include "abi/kernel_abi.h"

#include <algorithm>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// What clang says for -fgpu-flush-denormals-to-zero.
constexpr StringLiteral kMode = "denormal-fp-math-f32";

bool asksForFlushing(const Function &function) {
  return function.getFnAttribute(kMode).getValueAsString().starts_with("preserve-sign");
}

bool computesInDouble(const Instruction &instruction) {
  auto is_double = [](const Type *type) { return type->getScalarType()->isDoubleTy(); };
  bool computes = (isa<FPMathOperator>(instruction) && !isa<PHINode, SelectInst>(instruction)) ||
                  isa<AtomicRMWInst>(instruction);
  return computes && (is_double(instruction.getType()) || isa<FCmpInst>(instruction)) &&
         std::any_of(instruction.op_begin(), instruction.op_end(),
                     [&](const Use &operand) { return is_double(operand->getType()); });
}

} // namespace

void flushDenormals(Module &module, const Function &kernel, Outputs &outputs) {
  bool possible = asksForFlushing(kernel) && none_of(module, [](const Function &function) {
                    return asksForFlushing(function) && any_of(instructions(function), computesInDouble);
                  });
  if (possible)
    outputs.flags |= kRaddleKernelFlushesDenormals;
  // From here on all functions are alike, so that any may be inlined into any other.
  for (Function &function : module)
    function.removeFnAttr(kMode);
}

} // namespace raddle::vectorize
