#include "ptx/module/annotations.h"

#include "nvvm/markers.h"

#include <fmt/format.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/Constants.h>

using namespace llvm;

namespace raddle::ptx {

namespace {

void annotate(Function &kernel, StringRef key, std::uint64_t number) {
  LLVMContext &context = kernel.getContext();
  Metadata *row[] = {ValueAsMetadata::get(&kernel), MDString::get(context, key),
                     ConstantAsMetadata::get(ConstantInt::get(llvm::Type::getInt32Ty(context), number))};
  kernel.getParent()->getOrInsertNamedMetadata("nvvm.annotations")->addOperand(MDNode::get(context, row));
}

void annotateExtents(Function &kernel, const Directive &directive) {
  constexpr StringLiteral kKeys[] = {"maxntidx", "maxntidy", "maxntidz"};
  for (const auto &[key, number] : zip(kKeys, directive.numbers))
    annotate(kernel, key, number);
}

// "x,y,z": what is not given is 1; 0 in front where the launch says it.
std::string clusterOf(const Directive &directive) {
  const auto extent = [&](std::size_t i) {
    return i < directive.numbers.size() ? directive.numbers[i] : i == 0 ? 0 : 1;
  };
  return fmt::format("{},{},{}", extent(0), extent(1), extent(2));
}

GlobalVariable *makeText(Module &module, StringRef text) {
  Constant *bytes = ConstantDataArray::getString(module.getContext(), text);
  auto *variable =
      new GlobalVariable(module, bytes->getType(), true, GlobalValue::PrivateLinkage, bytes, ".str");
  variable->setSection("llvm.metadata");
  return variable;
}

} // namespace

void annotateKernel(Function &kernel, const FunctionText &text) {
  annotate(kernel, "kernel", 1);
  for (const Directive &directive : text.directives) {
    if (directive.name == "maxntid" || directive.name == "reqntid")
      annotateExtents(kernel, directive);
    else if (directive.name == "minnctapersm" && !directive.numbers.empty())
      annotate(kernel, "minctasm", directive.numbers[0]);
    else if (directive.name == "maxnreg" && !directive.numbers.empty())
      kernel.addFnAttr(marker::kMaxRegisters, std::to_string(directive.numbers[0]));
    else if (directive.name == "reqnctapercluster" || directive.name == "explicitcluster")
      if (directive.name == "reqnctapercluster" || !kernel.hasFnAttribute(marker::kClusterDimensions))
        kernel.addFnAttr(marker::kClusterDimensions, clusterOf(directive));
  }
}

// A row is { variable, text, file, line, arguments }.
void annotateManaged(Module &module, ArrayRef<GlobalVariable *> variables) {
  if (variables.empty())
    return;
  LLVMContext &context = module.getContext();
  auto *pointer = PointerType::getUnqual(context);
  Constant *text = makeText(module, marker::kManaged), *file = makeText(module, "");
  SmallVector<Constant *, 4> rows;
  for (GlobalVariable *variable : variables)
    rows.push_back(ConstantStruct::getAnon({ConstantExpr::getPointerCast(variable, pointer), text, file,
                                            ConstantInt::get(llvm::Type::getInt32Ty(context), 0),
                                            ConstantPointerNull::get(pointer)}));
  Constant *all = ConstantArray::get(ArrayType::get(rows[0]->getType(), rows.size()), rows);
  auto *list = new GlobalVariable(module, all->getType(), false, GlobalValue::AppendingLinkage, all,
                                  "llvm.global.annotations");
  list->setSection("llvm.metadata");
}

} // namespace raddle::ptx
