#include "vectorize/instrument/races/async_copies.h"

#include "abi/race_flags.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/compile_job.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsNVPTX.h>
#include <llvm/IR/Operator.h>

#include <cstdint>
#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

struct Told {
  StringLiteral name;
  std::optional<unsigned> event; // else a copy starts
};
constexpr Told kTold[] = {{"__raddle_copy_starts", std::nullopt},
                          {"__raddle_copies_commit", kRaddleRaceCopiesCommit},
                          {"__raddle_copies_wait", kRaddleRaceCopiesWait},
                          {"__raddle_copies_wait_for_oldest", kRaddleRaceCopiesWaitForOldest},
                          {"__raddle_copies_wait_for_all", kRaddleRaceCopiesWaitForAll}};

CallInst *write(IRBuilder<> &builder, Module &module, Runtime function, ArrayRef<Value *> arguments) {
  CallInst *call = builder.CreateCall(nvvm::declare(module, function), arguments);
  call->addFnAttr(Attribute::NoMerge);
  return call;
}

void replace(CallInst &call, const Told &what) {
  Module &module = *call.getModule();
  IRBuilder<> builder(&call);
  Value *thread = threadOf(*call.getFunction());
  if (!what.event) {
    Value *address = builder.CreatePtrToInt(
        builder.CreateAddrSpaceCast(call.getArgOperand(0), builder.getPtrTy()), builder.getInt64Ty());
    write(builder, module, Runtime::raddle_race_range,
          {thread, address, builder.CreateZExtOrTrunc(call.getArgOperand(1), builder.getInt64Ty()),
           builder.getInt32(kRaddleRaceWrites | kRaddleRaceIsCopy)});
  } else {
    Value *operand = call.arg_size() ? builder.CreateZExtOrTrunc(call.getArgOperand(0), builder.getInt32Ty())
                                     : builder.getInt32(0);
    write(builder, module, Runtime::raddle_check_event,
          {thread, builder.CreateIntrinsic(Intrinsic::nvvm_read_ptx_sreg_warpid, {}, {}),
           builder.getInt32(*what.event), operand});
  }
  call.eraseFromParent();
}

bool tellsOfCopy(const Instruction &instruction) {
  if (!nvvm::isCallOf(instruction, Runtime::raddle_race_range))
    return false;
  auto *flags = dyn_cast<ConstantInt>(cast<CallInst>(instruction).getArgOperand(3));
  return flags && flags->getZExtValue() & kRaddleRaceIsCopy;
}

struct Offset {
  const Value *base;
  std::int64_t bytes;
};

Offset offsetOf(const Value *address, const DataLayout &layout) {
  while (auto *number = dyn_cast<PtrToIntOperator>(address))
    address = number->getPointerOperand();
  if (!address->getType()->isPointerTy())
    return {address, 0};
  APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
  const Value *base = address->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
  return {base->stripPointerCasts(), offset.getSExtValue()};
}

// Whether a thread may come to something else in between that orders its accesses.
bool mayWait(const Instruction &instruction) {
  const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(instruction);
  return function && function->waits();
}

} // namespace

void tellOfCopies(Module &module) {
  for (const Told &what : kTold)
    if (Function *function = module.getFunction(what.name))
      for (User *user : make_early_inc_range(function->users()))
        if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == function)
          replace(*call, what);
}

SmallPtrSet<const Instruction *, 8> writesOfCopies(Function &function, ArrayRef<CheckedAccess> accesses) {
  const DataLayout &layout = function.getDataLayout();
  DenseMap<const Instruction *, Offset> written;
  for (const CheckedAccess &access : accesses)
    if ((access.flags & kRaddleAccessWrites) && !access.instruction->isAtomic())
      written[access.instruction] = offsetOf(access.address, layout);
  SmallPtrSet<const Instruction *, 8> found;
  for (Instruction &told : instructions(function)) {
    if (!tellsOfCopy(told))
      continue;
    const Offset target = offsetOf(cast<CallInst>(told).getArgOperand(1), layout);
    auto *known = dyn_cast<ConstantInt>(cast<CallInst>(told).getArgOperand(2));
    const std::int64_t bytes = known ? known->getSExtValue() : 1;
    for (const Instruction *before = told.getPrevNode(); before && !tellsOfCopy(*before) && !mayWait(*before);
         before = before->getPrevNode())
      if (const auto write = written.find(before);
          write != written.end() && write->second.base == target.base &&
          write->second.bytes >= target.bytes && write->second.bytes < target.bytes + bytes)
        found.insert(before);
  }
  return found;
}

} // namespace raddle::vectorize
