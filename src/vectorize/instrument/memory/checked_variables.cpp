#include "vectorize/instrument/memory/checked_variables.h"

#include "nvvm/address_spaces.h"
#include "nvvm/readable_names.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/compile_job.h"
#include "vectorize/fields.h"
#include "vectorize/instrument/locals/local_variables.h"
#include "vectorize/instrument/memory/bounds_check.h"
#include "vectorize/instrument/memory/checked_accesses.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// "tile" of the mangled "kernel()::tile", which may carry the number of its file.
std::string writtenName(const GlobalVariable &variable) {
  const std::string whole = nvvm::readableName(variable.getName().split('@').first.str());
  const std::size_t colon = whole.rfind("::");
  return colon == std::string::npos ? whole : whole.substr(colon + 2);
}

std::string describe(const AllocaInst &local) {
  std::string text = nameInSource(local).str();
  const Instruction *beginning = nullptr, *end = nullptr;
  for (const User *user : local.users())
    if (auto *mark = dyn_cast<IntrinsicInst>(user); mark && mark->isLifetimeStartOrEnd())
      (mark->getIntrinsicID() == Intrinsic::lifetime_start ? beginning : end) = mark;
  if (beginning && end)
    text += "\n" + locationOf(*beginning) + "\n" + locationOf(*end);
  return text;
}

} // namespace

bool CheckedVariable::isDynamicShared(const Value &root) const {
  return space == kRaddleSpaceShared && cast<GlobalVariable>(root).isDeclaration();
}

std::uint64_t elementOf(Type *type, const DataLayout &layout) {
  auto *array = dyn_cast<ArrayType>(type);
  if (!array || array->getElementType()->isArrayTy())
    return 0;
  const std::uint64_t bytes = layout.getTypeAllocSize(array->getElementType()).getFixedValue();
  return bytes < 1u << (32 - kRaddleAccessElementShift) ? bytes : 0;
}

std::optional<CheckedVariable> variableOf(const Value &root, const DataLayout &layout) {
  if (auto *local = dyn_cast<AllocaInst>(&root)) {
    const auto bytes = local->getAllocationSize(layout);
    if (!bytes || bytes->isScalable())
      return std::nullopt;
    return CheckedVariable{bytes->getFixedValue(), describe(*local), kRaddleSpaceLocal,
                           elementOf(local->getAllocatedType(), layout)};
  }
  if (auto *argument = dyn_cast<Argument>(&root); argument && argument->hasByValAttr())
    return CheckedVariable{layout.getTypeAllocSize(argument->getParamByValType()).getFixedValue(),
                           argument->getName().str(), kRaddleSpaceParameter, 0};
  auto *global = dyn_cast<GlobalVariable>(&root);
  if (!global || !global->getValueType()->isSized())
    return std::nullopt;
  CheckedVariable variable{layout.getTypeAllocSize(global->getValueType()).getFixedValue(),
                           writtenName(*global),
                           global->getAddressSpace() == nvvm::kSharedAddressSpace     ? kRaddleSpaceShared
                           : global->getAddressSpace() == nvvm::kConstantAddressSpace ? kRaddleSpaceConstant
                                                                                      : kRaddleSpaceGlobal,
                           elementOf(global->getValueType(), layout)};
  if (variable.isDynamicShared(root))
    variable.bytes = 0;
  else if (global->isDeclaration() && variable.bytes == 0)
    return std::nullopt; // it lies in another file, which knows its size
  return variable;
}

std::optional<CheckedVariable> variableOf(const CheckedAccess &access, const Value &root,
                                          const DataLayout &layout) {
  std::optional<CheckedVariable> variable = variableOf(root, layout);
  if (variable && variable->space == kRaddleSpaceConstant && access.flags & kRaddleAccessWrites)
    variable->bytes = 0;
  return variable;
}

CallInst *VariableChecks::write(IRBuilder<> &builder, Value *offset, Value *bytes, Value *size,
                                const CheckedVariable &variable, unsigned flags) {
  Value *warp = threadField(builder, offsetof(RaddleThread, warp), builder.getInt32Ty());
  flags |= static_cast<unsigned>(variable.space) << kRaddleAccessSpaceShift |
           static_cast<unsigned>(variable.element) << kRaddleAccessElementShift;
  return writeBoundsCheck(
      builder, nvvm::Runtime::raddle_check_variable,
      {threadOf(function_), offset, bytes, size, textOf(variable), warp, builder.getInt32(flags)});
}

Constant *VariableChecks::textOf(const CheckedVariable &variable) {
  Constant *&text = texts_[variable.text];
  if (!text)
    text = IRBuilder<>(&function_.getEntryBlock())
               .CreateGlobalString(variable.text, "checked.variable", 0, function_.getParent());
  return text;
}

} // namespace raddle::vectorize
