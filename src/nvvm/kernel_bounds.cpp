#include "nvvm/kernel_bounds.h"

#include "nvvm/markers.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Metadata.h>
#include <llvm/IR/Module.h>

using namespace llvm;

namespace raddle::nvvm {

namespace {

std::uint32_t numberOf(const Function &kernel, StringRef attribute) {
  std::uint32_t number = 0;
  kernel.getFnAttribute(attribute).getValueAsString().getAsInteger(10, number);
  return number;
}

// !{ptr @kernel, !"maxntidx", i32 256} and the like.
void readLaunchBounds(const Function &kernel, KernelBounds &bounds) {
  const NamedMDNode *annotations = kernel.getParent()->getNamedMetadata("nvvm.annotations");
  if (!annotations)
    return;
  std::uint32_t product = 1;
  for (const MDNode *row : annotations->operands()) {
    if (row->getNumOperands() < 3 || mdconst::dyn_extract_or_null<Function>(row->getOperand(0)) != &kernel)
      continue;
    for (unsigned i = 1; i + 1 < row->getNumOperands(); i += 2) {
      auto *key = dyn_cast<MDString>(row->getOperand(i));
      auto *value = mdconst::dyn_extract<ConstantInt>(row->getOperand(i + 1));
      if (!key || !value)
        continue;
      if (key->getString().starts_with("maxntid"))
        bounds.max_threads = product *= static_cast<std::uint32_t>(value->getZExtValue());
      else if (key->getString() == "minctasm")
        bounds.min_blocks = static_cast<std::uint32_t>(value->getZExtValue());
    }
  }
}

} // namespace

KernelBounds boundsOf(const Function &kernel) {
  KernelBounds bounds;
  readLaunchBounds(kernel, bounds);
  bounds.max_registers = numberOf(kernel, marker::kMaxRegisters);
  if (bounds.max_registers == 0 && bounds.max_threads == 0)
    bounds.max_registers = numberOf(kernel, marker::kMaxRegistersOfFile);
  return bounds;
}

} // namespace raddle::nvvm
