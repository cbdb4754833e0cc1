// clang-19 does not know __cluster_dims__, so the header writes
//
//   __global__ void __cluster_dims__(2, 1) kernel();    __attribute__((annotate("raddle.cluster_dims", 2, 1)))
//
// which arrives as a row of @llvm.global.annotations: { kernel, text, file, line, { 2, 1 } or null }. Likewise
// __maxnreg__(n), "raddle.maxnreg", and -maxrregcount, "raddle.maxrregcount", which is a part of every __global__.
#include "jit/compiler/load/kernel_annotations.h"

#include "nvvm/kernel_bounds.h"
#include "nvvm/markers.h"
#include "vectorize/compile_job.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>

#include <fmt/format.h>

using namespace llvm;

namespace raddle::jit {

namespace {

StringRef textOf(const Constant &pointer) {
  auto *variable = dyn_cast<GlobalVariable>(pointer.stripPointerCasts());
  auto *bytes = variable && variable->hasInitializer()
                    ? dyn_cast<ConstantDataArray>(variable->getInitializer())
                    : nullptr;
  return bytes && bytes->isCString() ? bytes->getAsCString() : StringRef();
}

// The annotation's argument of that index, or `otherwise` where it has none.
uint64_t argumentOf(const Constant &arguments, unsigned index, uint64_t otherwise) {
  auto *variable = dyn_cast<GlobalVariable>(arguments.stripPointerCasts());
  if (!variable || !variable->hasInitializer())
    return otherwise;
  auto *number = dyn_cast_or_null<ConstantInt>(variable->getInitializer()->getAggregateElement(index));
  return number ? number->getZExtValue() : otherwise;
}

void noteAnnotation(Function &kernel, StringRef text, const Constant &arguments) {
  auto argument = [&](unsigned index, uint64_t otherwise) { return argumentOf(arguments, index, otherwise); };
  // "2,1,1": what is not given is 1; "0,1,1" when nothing is.
  if (text == marker::kClusterDimensionsAnnotation)
    kernel.addFnAttr(marker::kClusterDimensions,
                     fmt::format("{},{},{}", argument(0, 0), argument(1, 1), argument(2, 1)));
  else if (text == marker::kMaxRegistersAnnotation)
    kernel.addFnAttr(marker::kMaxRegisters, std::to_string(argument(0, 0)));
  else if (text == marker::kMaxRegistersOfFileAnnotation)
    kernel.addFnAttr(marker::kMaxRegistersOfFile, std::to_string(argument(0, 0)));
}

} // namespace

void noteKernelAnnotations(Module &module) {
  GlobalVariable *annotations = module.getGlobalVariable("llvm.global.annotations");
  if (!annotations || !annotations->hasInitializer())
    return;
  SmallVector<Constant *, 8> others;
  SmallVector<Function *, 8> functions;
  for (const Use &row : annotations->getInitializer()->operands()) {
    auto *record = cast<ConstantStruct>(row.get());
    auto *function = dyn_cast<Function>(record->getOperand(0)->stripPointerCasts());
    if (!function) {
      others.push_back(record);
      continue;
    }
    noteAnnotation(*function, textOf(*record->getOperand(1)), *record->getOperand(4));
    functions.push_back(function);
  }
  std::string name = annotations->getName().str(), section = annotations->getSection().str();
  annotations->eraseFromParent();
  // The rows live on as constants, and would count as taking the kernels' addresses.
  for (Function *function : functions)
    function->removeDeadConstantUsers();
  if (others.empty())
    return;
  auto *type = ArrayType::get(others[0]->getType(), others.size());
  auto *remaining = new GlobalVariable(module, type, false, GlobalValue::AppendingLinkage,
                                       ConstantArray::get(type, others), name);
  remaining->setSection(section);
}

} // namespace raddle::jit
