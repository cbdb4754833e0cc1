#include "vectorize/instrument/counters/instruction_classes.h"

#include "analysis/lane_shapes.h"
#include "nvvm/address_spaces.h"
#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/compile_job.h"
#include "vectorize/instrument/memory/object_roots.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using Space = std::optional<unsigned>;

class SpaceSearch {
public:
  explicit SpaceSearch(const Function *kernel) : kernel_(kernel) {}

  Space of(Value *address) {
    Value *root = rootOf(address);
    if (!seen_.insert(root).second)
      return kNoMatter;
    switch (const unsigned number = root->getType()->getPointerAddressSpace()) {
    case kRaddleSpaceGlobal:
    case kRaddleSpaceShared:
    case kRaddleSpaceConstant:
    case kRaddleSpaceLocal:
    case kRaddleSpaceParameter:
      return number;
    default:
      break;
    }
    if (isa<AllocaInst>(root))
      return kRaddleSpaceLocal;
    if (isa<GlobalVariable>(root))
      return kRaddleSpaceGlobal;
    if (auto *argument = dyn_cast<Argument>(root))
      return ofArgument(*argument);
    if (auto *phi = dyn_cast<PHINode>(root))
      return ofAll(phi->incoming_values());
    if (auto *choice = dyn_cast<SelectInst>(root)) {
      Value *const both[] = {choice->getTrueValue(), choice->getFalseValue()};
      return ofAll(both);
    }
    if (auto *load = dyn_cast<LoadInst>(root)) {
      // From there PTX counts the 32 bits of its addresses.
      if (const auto field = analysis::blockFieldOffset(*load);
          field == offsetof(RaddleBlock, shared) || field == offsetof(RaddleBlock, dynamic_shared))
        return unsigned{kRaddleSpaceShared};
      // A pointer that came with the launch leads to global memory: the host has no others.
      const Space of_pointer = of(load->getPointerOperand());
      if (!of_pointer)
        return std::nullopt;
      return of_pointer == kRaddleSpaceParameter || of_pointer == kRaddleSpaceConstant ? kRaddleSpaceGlobal
                                                                                       : 0u;
    }
    if (auto *call = dyn_cast<CallInst>(root); call && call->getCalledFunction())
      if (call->getCalledFunction()->getName().starts_with(marker::kThreadField))
        return std::nullopt;
    return 0u;
  }

private:
  static constexpr unsigned kNoMatter = ~0u; // of a phi that is being looked at

  Space ofArgument(const Argument &argument) const {
    if (&argument == threadOf(*const_cast<Function *>(argument.getParent())))
      return std::nullopt;
    if (argument.hasByValAttr())
      return kRaddleSpaceParameter;
    return argument.getParent() == kernel_ ? unsigned{kRaddleSpaceGlobal} : 0u;
  }

  template <typename Values> Space ofAll(Values &&values) {
    unsigned space = kNoMatter;
    for (Value *value : values) {
      if (isa<ConstantPointerNull, UndefValue>(value))
        continue;
      const Space its = of(value);
      if (!its)
        return std::nullopt;
      if (*its == kNoMatter || *its == space)
        continue;
      if (space != kNoMatter)
        return 0u;
      space = *its;
    }
    return space;
  }

  const Function *kernel_;
  SmallPtrSet<const Value *, 8> seen_;
};

StringRef classOfFloat(const Type *type) {
  type = type->getScalarType();
  return type->isDoubleTy() ? "fp64" : type->isFloatTy() ? "fp32" : "fp16";
}

// The number stands for where it is.
StringRef withSpace(unsigned space, ArrayRef<StringLiteral> names) {
  switch (space) {
  case kRaddleSpaceGlobal:
    return names[0];
  case kRaddleSpaceShared:
    return names[1];
  case kRaddleSpaceLocal:
    return names[2];
  case kRaddleSpaceConstant:
    return "load.constant";
  case kRaddleSpaceParameter:
    return "";
  default:
    return names[3];
  }
}

StringRef classOfAccess(Value *address, const Function *kernel, ArrayRef<StringLiteral> names) {
  const Space space = spaceOf(address, kernel);
  return space ? withSpace(*space, names) : "";
}

constexpr StringLiteral kLoads[] = {"load.global", "load.shared", "load.local", "load.generic"};
constexpr StringLiteral kStores[] = {"store.global", "store.shared", "store.local", "store.generic"};
constexpr StringLiteral kAtomics[] = {"atomic.global", "atomic.shared", "atomic.local", "atomic.generic"};

// A GPU has no instruction that divides. By constants its compiler multiplies.
bool isDivision(const Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::URem:
  case Instruction::SRem:
    return !isa<Constant>(instruction.getOperand(1));
  default:
    return false;
  }
}

StringRef classOfDivision(const Type *type) {
  return type->getScalarSizeInBits() > 32 ? "integer.division64" : "integer.division";
}

StringRef classOfIntrinsic(const IntrinsicInst &call) {
  if (call.isAssumeLikeIntrinsic())
    return "";
  switch (call.getIntrinsicID()) {
  case Intrinsic::prefetch:
    return "";
  case Intrinsic::sqrt:
  case Intrinsic::sin:
  case Intrinsic::cos:
  case Intrinsic::exp:
  case Intrinsic::exp2:
  case Intrinsic::log:
  case Intrinsic::log2:
  case Intrinsic::log10:
  case Intrinsic::pow:
    return "special";
  case Intrinsic::fptosi_sat:
  case Intrinsic::fptoui_sat:
    return "conversion";
  default:
    break;
  }
  const Type *type = call.getType()->getScalarType();
  return type->isFloatingPointTy() ? classOfFloat(type) : type->isIntegerTy() ? "integer" : "other";
}

StringRef classOfCall(const CallInst &call) {
  if (auto *intrinsic = dyn_cast<IntrinsicInst>(&call))
    return classOfIntrinsic(*intrinsic);
  if (call.isInlineAsm())
    return "";
  const Function *callee = call.getCalledFunction();
  if (!callee)
    return "control";
  if (callee->getName().starts_with(marker::kThreadField))
    return "";
  if (const nvvm::RuntimeFunction *function = nvvm::findRuntimeFunction(callee->getName())) {
    using Form = nvvm::RuntimeFunction::Form;
    if (function->isWarpOperation() || function->form == Form::ActiveMask)
      return "warp";
    if (function->isBarrier())
      return "barrier";
    // Reports, yields and checks are Raddle's own.
    return function->form == Form::EachLane ? "other" : "";
  }
  return callee->isDeclaration() ? "special" : "control";
}

bool reportsOverflow(const Instruction &instruction) {
  return nvvm::isCallOf(instruction, nvvm::Runtime::raddle_stack_overflow);
}

void addCheck(const Value *value, Instructions &checks) {
  auto *instruction = dyn_cast<Instruction>(value);
  if (!instruction || isa<PHINode>(instruction) || instruction->mayWriteToMemory() ||
      !all_of(instruction->users(),
              [&](const User *user) { return checks.contains(cast<Instruction>(user)); }))
    return;
  checks.insert(instruction);
  for (const Use &operand : instruction->operands())
    addCheck(operand.get(), checks);
}

} // namespace

Instructions stackChecksOf(const Function &function) {
  Instructions checks;
  for (const BasicBlock &block : function) {
    if (none_of(block, reportsOverflow))
      continue;
    for (const BasicBlock *before : predecessors(&block)) {
      auto *branch = dyn_cast<BranchInst>(before->getTerminator());
      if (!branch || !branch->isConditional())
        continue;
      checks.insert(branch);
      addCheck(branch->getCondition(), checks);
    }
  }
  return checks;
}

Space spaceOf(Value *address, const Function *kernel) {
  const Space space = SpaceSearch(kernel).of(address);
  return space == ~0u ? 0u : space;
}

StringRef classOf(const Instruction &instruction, const Function *kernel) {
  if (auto *load = dyn_cast<LoadInst>(&instruction))
    return classOfAccess(const_cast<Value *>(load->getPointerOperand()), kernel, kLoads);
  if (auto *store = dyn_cast<StoreInst>(&instruction))
    return classOfAccess(const_cast<Value *>(store->getPointerOperand()), kernel, kStores);
  if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
    return classOfAccess(const_cast<Value *>(update->getPointerOperand()), kernel, kAtomics);
  if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
    return classOfAccess(const_cast<Value *>(exchange->getPointerOperand()), kernel, kAtomics);
  if (isa<FenceInst>(instruction))
    return "fence";
  if (auto *call = dyn_cast<CallInst>(&instruction))
    return classOfCall(*call);
  if (auto *branch = dyn_cast<BranchInst>(&instruction))
    return branch->isConditional() ? "control" : "";
  if (isa<SwitchInst, ReturnInst, IndirectBrInst>(instruction))
    return "control";
  if (auto *address = dyn_cast<GetElementPtrInst>(&instruction))
    return address->hasAllConstantIndices() ? "" : "integer";
  if (auto *comparison = dyn_cast<CmpInst>(&instruction))
    return comparison->getOperand(0)->getType()->isFPOrFPVectorTy()
               ? classOfFloat(comparison->getOperand(0)->getType())
               : "integer";
  switch (instruction.getOpcode()) {
  case Instruction::FPToSI:
  case Instruction::FPToUI:
  case Instruction::SIToFP:
  case Instruction::UIToFP:
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    return "conversion";
  case Instruction::Select:
    return "integer";
  case Instruction::FNeg:
    return classOfFloat(instruction.getType());
  default:
    break;
  }
  if (isDivision(instruction))
    return classOfDivision(instruction.getType());
  if (instruction.isBinaryOp())
    return instruction.getType()->isFPOrFPVectorTy() ? classOfFloat(instruction.getType()) : "integer";
  return "";
}

} // namespace raddle::vectorize
