#include "vectorize/reshape/lanes/ending_write.h"

#include "nvvm/runtime_functions.h"
#include "vectorize/lower/poll_marks.h"
#include "vectorize/reshape/lanes/call_effects.h"
#include "vectorize/widen/plan/shared_address.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

using analysis::accessedAddress;
using analysis::AwaitedWrites;

// Whether a write may leave one of the values, for which all others are taken.
bool mayWriteOneOf(ArrayRef<std::int64_t> values, const Instruction &write) {
  const Value *written = nullptr;
  if (auto *store = dyn_cast<StoreInst>(&write))
    written = store->getValueOperand();
  else if (auto *attempt = dyn_cast<AtomicCmpXchgInst>(&write))
    written = attempt->getNewValOperand();
  else if (auto *update = dyn_cast<AtomicRMWInst>(&write);
           update && update->getOperation() == AtomicRMWInst::Xchg)
    written = update->getValOperand();
  if (!written)
    return true;
  auto *number = dyn_cast<ConstantInt>(written);
  const bool is_null = isa<ConstantPointerNull>(written);
  return any_of(values, [&](std::int64_t value) {
    return (is_null && value == 0) ||
           (number && number->getBitWidth() <= 64 && number->getSExtValue() == value);
  });
}

} // namespace

bool writesCommonMemory(const Instruction &instruction) {
  // A volatile load counts as a write for LLVM.
  if (!instruction.mayWriteToMemory() || isa<FenceInst, LoadInst>(instruction))
    return false;
  if (const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(instruction))
    return function->effect == nvvm::RuntimeFunction::Effect::Arrives;
  auto *copy = dyn_cast<MemIntrinsic>(&instruction);
  if (isa<IntrinsicInst>(instruction) && !copy)
    return false;
  const Value *address = copy ? copy->getRawDest() : accessedAddress(instruction);
  return !(address && isa<AllocaInst>(getUnderlyingObject(address)));
}

bool accessesSharedMemory(const Instruction &instruction) {
  const Value *address = accessedAddress(instruction);
  return address && isSharedAddress(*address);
}

EndingWrite::EndingWrite(const Instruction &poll, const LoopInfo &loops) {
  // What a called function polls is not known.
  const std::optional<AwaitedWrites> noted = notedAwaitedWrites(poll);
  if (!noted)
    return;
  awaited_ = *noted;
  loop_ = loops.getLoopFor(poll.getParent());
  if (!loop_)
    return;
  for (const BasicBlock *block : loop_->blocks())
    for (const Instruction &instruction : *block)
      if (accessedAddress(instruction) && !isa<StoreInst>(instruction) && !instruction.use_empty())
        read_.insert(objectOf(instruction));
}

EndingWrite::Object EndingWrite::objectOf(const Instruction &access) {
  const Value *address = accessedAddress(access);
  if (!address)
    return {};
  const Value *object = getUnderlyingObject(address);
  if (!isSharedAddress(*address)) {
    // What the launch says of arrays lies in a structure of parameters.
    auto *member = dyn_cast<LoadInst>(object);
    const bool is_known = isa<Argument, GlobalVariable>(object) ||
                          (member && isa<Argument>(getUnderlyingObject(member->getPointerOperand())));
    return is_known ? Object{object} : Object{};
  }
  const DataLayout &layout = access.getModule()->getDataLayout();
  for (const Value *next = address; auto *step = dyn_cast<GEPOperator>(next);) {
    next = step->getPointerOperand();
    APInt offset(layout.getIndexTypeSizeInBits(step->getType()), 0);
    if (isa<LoadInst>(next) && step->accumulateConstantOffset(layout, offset))
      return {access.getFunction()->getArg(0), offset.getSExtValue()};
  }
  return {};
}

bool EndingWrite::mayBeInLoopsObjects(const Instruction &write) const {
  const Object object = objectOf(write);
  return !object.base || read_.contains(object) || read_.contains(Object{});
}

bool EndingWrite::mayReadSharedMemory() const {
  return !loop_ || any_of(read_, [&](const Object &object) {
    return !object.base || object.base == loop_->getHeader()->getParent()->getArg(0);
  });
}

bool EndingWrite::mayBe(const Instruction &instruction) const {
  if (!writesCommonMemory(instruction))
    return false;
  switch (awaited_.kind) {
  case AwaitedWrites::kNone:
    return false;
  case AwaitedWrites::kValues:
    return mayBeInLoopsObjects(instruction) && mayWriteOneOf(awaited_.values, instruction);
  case AwaitedWrites::kObject:
    return mayBeInLoopsObjects(instruction);
  case AwaitedWrites::kAny:
    break;
  }
  return true;
}

} // namespace raddle::vectorize
