// RADDLE_CHECK=race: the runtime learns of each access that other threads may see, before it is made, and of what orders
// accesses: barriers, operations of warps, fences. What an atomic access has read is told after it.
//
//   tile[i] = x;          check_race(&tile[i]), then the store
//   __syncthreads();      check_event(barrier), then the barrier
//   n = atomicAdd(p, 1)   check_race(p), the update, check_acquire(p)
//
// They are placeholders, for which both engines write calls.

#include "abi/race_flags.h"
#include "nvvm/address_spaces.h"
#include "nvvm/markers.h"
#include "nvvm/readable_names.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/fields.h"
#include "vectorize/instrument/initialised/shadow_memory.h"
#include "vectorize/instrument/memory/bounds_check.h"
#include "vectorize/instrument/memory/checked_accesses.h"
#include "vectorize/instrument/memory/object_roots.h"
#include "vectorize/instrument/races/async_copies.h"
#include "vectorize/instrument/races/race_check.h"
#include "vectorize/instrument/races/read_groups.h"
#include "vectorize/instrument/races/unwritten_arrays.h"
#include "vectorize/passes.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/Local.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

unsigned scopeOf(const LLVMContext &context, SyncScope::ID id) {
  SmallVector<StringRef, 8> names;
  context.getSyncScopeNames(names);
  const StringRef name = names[id];
  if (name == "block" || name == "workgroup" || name == "singlethread")
    return kRaddleScopeBlock;
  if (name == "cluster")
    return kRaddleScopeCluster;
  return name.empty() ? kRaddleScopeSystem : kRaddleScopeDevice;
}

// Whether a cmpxchg compares memory with the value, so that it does no harm where it is out of date:
//
//   old = *p; do { assumed = old; old = atomicCAS(p, assumed, assumed + x); } while (old != assumed);
bool isComparedByExchange(const Value &value, SmallPtrSetImpl<const Value *> &seen) {
  if (!seen.insert(&value).second)
    return false;
  return any_of(value.uses(), [&](const Use &use) {
    const User *user = use.getUser();
    if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(user))
      return use.get() == exchange->getCompareOperand();
    if (auto *call = dyn_cast<CallInst>(user)) {
      const Function *callee = call->getCalledFunction();
      return callee && callee->hasFnAttribute(marker::kLaneByLane) && call->isArgOperand(&use) &&
             isComparedByExchange(*callee->getArg(call->getArgOperandNo(&use)), seen);
    }
    return isa<PHINode, CastInst, FreezeInst, SelectInst, BinaryOperator>(user) &&
           isComparedByExchange(*user, seen);
  });
}

// Whether a branch may depend on the value, or something that is not seen here.
bool mayDecide(const Value &value, SmallPtrSetImpl<const Value *> &seen) {
  if (!seen.insert(&value).second)
    return false;
  return any_of(value.users(), [&](const User *user) {
    if (auto *store = dyn_cast<StoreInst>(user))
      return store->getPointerOperand() == &value;
    if (auto *call = dyn_cast<CallInst>(user); call && !isa<IntrinsicInst>(call))
      return true;
    return isa<CallInst>(user) ||
                   isa<PHINode, CastInst, FreezeInst, SelectInst, BinaryOperator, UnaryOperator, CmpInst,
                       ExtractElementInst, InsertElementInst, ExtractValueInst>(user)
               ? mayDecide(*user, seen)
               : true;
  });
}

// x += y of a volatile x: who races with the read races with the write, too. Who goes by what it has read may have learnt of
// something.
bool isWrittenNext(const LoadInst &load) {
  if (SmallPtrSet<const Value *, 8> seen; mayDecide(load, seen))
    return false;
  for (const Instruction *next = load.getNextNode(); next; next = next->getNextNode()) {
    if (auto *store = dyn_cast<StoreInst>(next);
        store && store->getPointerOperand() == load.getPointerOperand())
      return store->isVolatile() && store->getValueOperand()->getType() == load.getType();
    if (next->isAtomic() || (isa<CallInst>(next) && !isa<IntrinsicInst>(next) && !isBoundsCheck(*next)))
      return false;
  }
  return false;
}

// Of an access; 0 in a plain read.
unsigned flagsOf(const Instruction &access) {
  auto atomic = [&](AtomicOrdering ordering, SyncScope::ID scope) {
    return kRaddleRaceIsAtomic | (isReleaseOrStronger(ordering) ? kRaddleRaceReleases : 0) |
           scopeOf(access.getContext(), scope) << kRaddleRaceScopeShift;
  };
  if (auto *load = dyn_cast<LoadInst>(&access)) {
    SmallPtrSet<const Value *, 8> seen;
    if (load->isAtomic())
      return kRaddleRaceReads | atomic(AtomicOrdering::Monotonic, load->getSyncScopeID());
    if (load->isVolatile())
      return kRaddleRaceReads | kRaddleRaceIsAtomic | kRaddleRaceIsVolatile |
             (mayDecide(*load, seen) ? 0 : kRaddleRaceIsData);
    return isComparedByExchange(*load, seen) ? kRaddleRaceIsAtomic : 0;
  }
  if (auto *store = dyn_cast<StoreInst>(&access)) {
    if (store->isAtomic())
      return kRaddleRaceWrites | kRaddleRaceTells | atomic(store->getOrdering(), store->getSyncScopeID());
    return kRaddleRaceWrites |
           (store->isVolatile() ? kRaddleRaceTells | kRaddleRaceIsAtomic | kRaddleRaceIsVolatile : 0);
  }
  if (auto *update = dyn_cast<AtomicRMWInst>(&access))
    return kRaddleRaceWrites | (update->use_empty() ? 0 : kRaddleRaceReads | kRaddleRaceTells) |
           (update->getOperation() == AtomicRMWInst::Xchg ? kRaddleRaceTells : 0) |
           atomic(update->getOrdering(), update->getSyncScopeID());
  auto *exchange = cast<AtomicCmpXchgInst>(&access);
  return kRaddleRaceWrites | kRaddleRaceReads | kRaddleRaceTells |
         atomic(exchange->getSuccessOrdering(), exchange->getSyncScopeID());
}

class RaceChecker {
public:
  RaceChecker(Function &function, bool is_kernel)
      : function_(function), module_(*function.getParent()), layout_(module_.getDataLayout()),
        accesses_(accessesIn(function)), unwritten_(function, is_kernel, accesses_) {}

  void check() {
    SmallVector<Instruction *, 16> orders;
    for (Instruction &instruction : instructions(function_))
      if ((isa<FenceInst>(instruction) || nvvm::calledRuntimeFunction(instruction)) &&
          !instruction.hasMetadata(marker::kProven))
        orders.push_back(&instruction);
    // Loops that retry go on for one lane after the other, and keep the form that they have.
    const bool may_group = !function_.hasFnAttribute(marker::kLaneByLane);
    SmallVector<CheckedAccess, 32> reads;
    const auto copies = writesOfCopies(function_, accesses_);
    for (const CheckedAccess &access : accesses_) {
      if (ShadowMemory::isShadow(*access.instruction) || copies.contains(access.instruction) ||
          !isSeen(access, rootOf(access.address)))
        continue;
      if (auto *load = dyn_cast<LoadInst>(access.instruction);
          load && load->isVolatile() && !load->isAtomic() && isWrittenNext(*load))
        continue;
      givePlace(*access.instruction, access.address);
      if (may_group && isa<LoadInst>(access.instruction) && flagsOf(*access.instruction) == 0)
        reads.push_back(access);
      else
        check({access, access.instruction});
    }
    for (const ReadGroup &group : groupReads(function_, reads))
      check(group);
    for (Instruction *instruction : orders)
      checkOrder(*instruction);
  }

private:
  // The beginning of the block's shared memory, from which PTX counts the 32 bits of its addresses.
  bool isSharedMemory(const Value *root) const {
    auto *load = dyn_cast<LoadInst>(root);
    if (!load)
      return false;
    APInt offset(64, 0);
    const Value *block = load->getPointerOperand()->stripAndAccumulateConstantOffsets(
        layout_, offset, /*AllowNonInbounds=*/true);
    return isa<CallInst>(block) && offset == offsetof(RaddleBlock, shared) &&
           isMemoryOfRuntime(block, function_);
  }

  // Other threads see it.
  bool isSeen(const CheckedAccess &access, const Value *root) const {
    if ((isMemoryOfRuntime(root, function_) && !isSharedMemory(root)) ||
        isa<Function, BlockAddress, AllocaInst>(root) || isSampler(root))
      return false;
    if (auto *argument = dyn_cast<Argument>(root); argument && argument->hasByValAttr())
      return false;
    if (auto *global = dyn_cast<GlobalVariable>(root);
        global && (global->isConstant() || global->getAddressSpace() == nvvm::kConstantAddressSpace))
      return false;
    const unsigned space = access.address->getType()->getPointerAddressSpace();
    if (space == nvvm::kConstantAddressSpace || space == nvvm::kLocalAddressSpace)
      return false;
    // The program has promised that nobody writes there.
    return !access.instruction->hasMetadata(LLVMContext::MD_invariant_load);
  }

  // Copies of structures such as float4 are told of as loads and stores are: for all lanes at once.
  static bool isLikeLoad(const ConstantInt *bytes) {
    return bytes && bytes->getValue().isPowerOf2() && bytes->getValue().ule(kLargestLoad);
  }
  static constexpr unsigned kLargestLoad = 64;

  void check(const ReadGroup &group) {
    const CheckedAccess &access = group.first;
    auto *load = dyn_cast<LoadInst>(access.instruction);
    Value *root = rootOf(load ? load->getPointerOperand() : access.address);
    IRBuilder<> builder(group.before);
    builder.SetCurrentDebugLocation(access.instruction->getDebugLoc());
    Value *address = builder.CreateAddrSpaceCast(access.address, builder.getPtrTy());
    auto *bytes = dyn_cast<ConstantInt>(access.bytes);
    const bool is_whole = isa<MemIntrinsic>(access.instruction);
    unsigned flags = is_whole ? access.flags & kRaddleAccessWrites : flagsOf(*access.instruction);
    if (is_whole && !isLikeLoad(bytes)) {
      call(builder, Runtime::raddle_race_range,
           {threadOf(function_), builder.CreatePtrToInt(address, builder.getInt64Ty()), access.bytes,
            builder.getInt32(flags)});
      return;
    }
    Constant *name = Constant::getNullValue(builder.getPtrTy());
    Value *variable = name;
    if (auto *global = dyn_cast<GlobalVariable>(root);
        global && global->getAddressSpace() == nvvm::kSharedAddressSpace) {
      name = nameOf(*global);
      variable = builder.CreateAddrSpaceCast(global, builder.getPtrTy());
      flags |= elementOf(*global) << kRaddleRaceElementShift;
    }
    if (nvvm::isInSharedMemory(*access.address) || isSharedMemory(root))
      flags |= kRaddleRaceIsShared;
    Value *value = builder.getInt64(0);
    std::uint64_t size = bytes->getZExtValue();
    if (flags == 0)
      if (Value *is_unwritten = unwritten_.isUnwritten(root))
        variable = builder.CreateIntToPtr(is_unwritten, builder.getPtrTy());
    if (group.count) {
      value = group.count;
      flags |= kRaddleRaceHasValue;
      size |= sizeOfShared(root, layout_) << kExtentShift | static_cast<std::uint64_t>(group.step)
                                                                << kStepShift;
    }
    if (auto *store = dyn_cast<StoreInst>(access.instruction); store && !store->isAtomic())
      if (Value *number = numberOf(builder, store->getValueOperand())) {
        value = number;
        flags |= kRaddleRaceHasValue;
      }
    CallInst *told = call(builder, Runtime::raddle_check_race,
                          {threadOf(function_), address, variable, value, builder.getInt64(size), name,
                           warp(builder), builder.getInt32(flags)});
    told->addParamAttr(1, Attribute::NoCapture);
    told->addParamAttr(1, Attribute::ReadNone);
    if (!(flags & kRaddleRaceIsAtomic))
      told->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    if ((flags & kRaddleRaceIsAtomic) && (flags & kRaddleRaceReads)) {
      builder.SetInsertPoint(access.instruction->getNextNode());
      builder.SetCurrentDebugLocation(access.instruction->getDebugLoc());
      call(builder, Runtime::raddle_check_acquire,
           {threadOf(function_), address, warp(builder), builder.getInt32(flags)});
    }
  }

  void checkOrder(Instruction &instruction) {
    if (auto *fence = dyn_cast<FenceInst>(&instruction))
      return tell(instruction, kRaddleRaceFence, scopeOf(module_.getContext(), fence->getSyncScopeID()));
    auto &operation = cast<CallInst>(instruction);
    const nvvm::RuntimeFunction &function = *nvvm::calledRuntimeFunction(operation);
    if (function.isWarpOperation()) {
      if (!meetAgain(operation))
        tell(instruction, kRaddleRaceWarpArrives, kRaddleRaceWarpMeets, operation.getArgOperand(kMaskOperand));
      return;
    }
    if (nvvm::isBarrierOfWholeBlock(operation))
      return tell(instruction, kRaddleRaceBlockBarrier, 0);
    switch (function.id) {
    case Runtime::raddle_barrier_sync:
    case Runtime::raddle_barrier_count:
    case Runtime::raddle_barrier_arrive:
      return tellBarrier(operation, 0, function.id != Runtime::raddle_barrier_arrive);
    case Runtime::raddle_barrier_tile:
      return tellBarrier(operation, kFirstTileBarrier, true);
    case Runtime::raddle_cluster_arrive:
      return tell(instruction, kRaddleRaceClusterArrives, 0);
    case Runtime::raddle_cluster_wait:
      return tellAfter(instruction, kRaddleRaceClusterPasses, 0);
    case Runtime::raddle_grid_barrier_arrive:
      return tell(instruction, kRaddleRaceGridArrives, 0);
    case Runtime::raddle_grid_barrier_wait:
      return tellAfter(instruction, kRaddleRaceGridPasses, 0);
    case Runtime::raddle_grid_sync:
    case Runtime::raddle_multi_grid_sync:
      return tell(instruction, kRaddleRaceGridArrives, kRaddleRaceGridPasses,
                  ConstantInt::get(Type::getInt32Ty(module_.getContext()), 0));
    default:
      return;
    }
  }

  // Whether the same lanes come to another operation before they access anything, which orders all that this one does.
  static bool meetAgain(const CallInst &operation) {
    for (const Instruction *next = operation.getNextNode(); next; next = next->getNextNode()) {
      if (const nvvm::RuntimeFunction *function = nvvm::calledRuntimeFunction(*next);
          function && function->isWarpOperation())
        return cast<CallInst>(next)->getArgOperand(kMaskOperand) == operation.getArgOperand(kMaskOperand);
      if (next->mayReadOrWriteMemory() && !next->hasMetadata(marker::kShadow) && !isBoundsCheck(*next) &&
          !nvvm::isCallOf(*next, Runtime::raddle_check_initialised))
        return false;
    }
    return false;
  }
  static constexpr unsigned kMaskOperand = 1;

  // Barriers of tiles are numbered behind the others.
  static constexpr unsigned kFirstTileBarrier = 16;

  void tellBarrier(CallInst &barrier, unsigned first, bool waits) {
    IRBuilder<> builder(&barrier);
    Value *id = builder.CreateAdd(barrier.getArgOperand(1), builder.getInt32(first));
    Value *operand = builder.CreateOr(id, builder.CreateShl(barrier.getArgOperand(2), 16));
    if (waits)
      return tell(barrier, kRaddleRaceBarrierArrives, kRaddleRaceBarrierPasses, operand);
    tell(builder, kRaddleRaceBarrierArrives, operand);
  }

  void tell(Instruction &instruction, unsigned event, unsigned operand) {
    IRBuilder<> builder(&instruction);
    tell(builder, event, builder.getInt32(operand));
  }
  void tellAfter(Instruction &instruction, unsigned event, unsigned operand) {
    IRBuilder<> builder(instruction.getNextNode());
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
    tell(builder, event, builder.getInt32(operand));
  }
  void tell(Instruction &instruction, unsigned before, unsigned after, Value *operand) {
    IRBuilder<> builder(&instruction);
    tell(builder, before, operand);
    builder.SetInsertPoint(instruction.getNextNode());
    builder.SetCurrentDebugLocation(instruction.getDebugLoc());
    tell(builder, after, operand);
  }
  void tell(IRBuilder<> &builder, unsigned event, Value *operand) {
    CallInst *told = call(builder, Runtime::raddle_check_event,
                          {threadOf(function_), warp(builder), builder.getInt32(event), operand});
    told->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
  }

  CallInst *call(IRBuilder<> &builder, Runtime function, ArrayRef<Value *> arguments) {
    CallInst *call = builder.CreateCall(nvvm::declare(module_, function), arguments);
    call->addFnAttr(Attribute::NoMerge);
    return call;
  }

  Value *warp(IRBuilder<> &builder) {
    return threadField(builder, offsetof(RaddleThread, warp), builder.getInt32Ty());
  }

  Value *numberOf(IRBuilder<> &builder, Value *value) const {
    Type *type = value->getType();
    if (type->isPointerTy())
      return builder.CreatePtrToInt(value, builder.getInt64Ty());
    if (!type->isIntegerTy() && !type->isFloatingPointTy())
      return nullptr;
    const unsigned bits = type->getPrimitiveSizeInBits().getFixedValue();
    if (bits > 64 || bits % 8 != 0)
      return nullptr;
    return builder.CreateZExt(builder.CreateBitCast(value, builder.getIntNTy(bits)), builder.getInt64Ty());
  }

  Constant *nameOf(const GlobalVariable &variable) {
    const std::string whole = nvvm::readableName(variable.getName().split('@').first.str());
    const std::size_t colon = whole.rfind("::");
    const std::string name = colon == std::string::npos ? whole : whole.substr(colon + 2);
    Constant *&text = names_[name];
    if (!text) {
      IRBuilder<> builder(&function_.getEntryBlock());
      text = builder.CreateGlobalString(name, "checked.variable", 0, &module_);
    }
    return text;
  }

  unsigned elementOf(const GlobalVariable &variable) const {
    auto *array = dyn_cast<ArrayType>(variable.getValueType());
    if (!array || array->getElementType()->isArrayTy())
      return 0;
    const std::uint64_t bytes = layout_.getTypeAllocSize(array->getElementType()).getFixedValue();
    return bytes < 1u << (32 - kRaddleRaceElementShift) ? static_cast<unsigned>(bytes) : 0;
  }

  Function &function_;
  Module &module_;
  const DataLayout &layout_;
  const SmallVector<CheckedAccess, 32> accesses_;
  UnwrittenArrays unwritten_;
  StringMap<Constant *> names_;
};

void resolve(CallInst &call) {
  IRBuilder<> builder(&call);
  auto number = [&](unsigned operand) {
    return builder.CreatePtrToInt(call.getArgOperand(operand), builder.getInt64Ty());
  };
  Module &module = *call.getModule();
  CallInst *told = nullptr;
  if (nvvm::isCallOf(call, Runtime::raddle_check_race)) {
    // Nothing is accessed at 0.
    Value *address = number(1);
    if (CallInst *check = boundsCheckOf(call))
      address = builder.CreateSelect(builder.CreateIsNull(check), address, builder.getInt64(0));
    told = builder.CreateCall(
        nvvm::declare(module, Runtime::raddle_race_thread),
        {call.getArgOperand(0), siteOf(RaceCheck(call), module), address, number(2), call.getArgOperand(3)});
    if (!(RaceCheck(call).flags & kRaddleRaceIsAtomic))
      told->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  } else if (nvvm::isCallOf(call, Runtime::raddle_check_acquire)) {
    told = builder.CreateCall(nvvm::declare(module, Runtime::raddle_race_acquire_thread),
                              {call.getArgOperand(0), number(1), call.getArgOperand(3)});
  } else {
    auto field = [&](unsigned offset) {
      return loadThreadField(builder, call.getArgOperand(0), offset, builder.getInt32Ty());
    };
    Value *lane = field(offsetof(RaddleThread, lane));
    told = builder.CreateCall(nvvm::declare(module, Runtime::raddle_race_event),
                              {call.getArgOperand(0), field(offsetof(RaddleThread, warp)),
                               builder.CreateShl(builder.getInt32(1), lane), call.getArgOperand(2),
                               call.getArgOperand(3)});
    told->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
  }
  told->addFnAttr(Attribute::NoMerge);
  told->setTailCallKind(CallInst::TCK_NoTail);
  SmallVector<Value *, 8> operands(call.args());
  call.eraseFromParent();
  // The warp is the thread's.
  for (Value *operand : operands)
    RecursivelyDeleteTriviallyDeadInstructions(operand);
}

constexpr Runtime kPlaceholders[] = {Runtime::raddle_check_race, Runtime::raddle_check_acquire,
                                     Runtime::raddle_check_event};

} // namespace

RaceCheck::RaceCheck(const CallInst &call)
    : address(call.getArgOperand(1)), variable(call.getArgOperand(2)), value(call.getArgOperand(3)),
      name(cast<Constant>(call.getArgOperand(5))), warp(call.getArgOperand(6)),
      bytes(cast<ConstantInt>(call.getArgOperand(4))->getZExtValue()),
      flags(static_cast<unsigned>(cast<ConstantInt>(call.getArgOperand(7))->getZExtValue())) {}

CallInst *boundsCheckOf(CallInst &race_check) {
  const bool writes = RaceCheck(race_check).flags & kRaddleRaceWrites;
  for (Instruction *before = race_check.getPrevNode(); before; before = before->getPrevNode()) {
    // Shadows, and fields of the thread, are no accesses of the program.
    const bool is_of_program =
        isa<LoadInst, StoreInst, AtomicRMWInst, AtomicCmpXchgInst>(before) &&
        !before->hasMetadata(marker::kShadow) &&
        !(isa<LoadInst>(before) && isMemoryOfRuntime(rootOf(before->getOperand(0)), *before->getFunction()));
    if (is_of_program && before->getDebugLoc() == race_check.getDebugLoc())
      return nullptr;
    if (isBoundsCheck(*before) && before->getDebugLoc() == race_check.getDebugLoc()) {
      const BoundsCheck check(cast<CallInst>(*before));
      if (!check.isQuestion() && ((check.flags & kRaddleAccessWrites) != 0) == writes)
        return cast<CallInst>(before);
    }
  }
  return nullptr;
}

GlobalVariable *siteOf(const RaceCheck &check, Module &module) {
  IRBuilder<> builder(module.getContext());
  auto *type = StructType::get(module.getContext(), {builder.getInt32Ty(), builder.getInt32Ty(),
                                                     builder.getInt64Ty(), builder.getPtrTy()});
  return new GlobalVariable(module, type, false, GlobalValue::InternalLinkage,
                            ConstantStruct::get(type, {builder.getInt32(0), builder.getInt32(check.flags),
                                                       builder.getInt64(check.bytes), check.name}),
                            marker::kRaceSite);
}

void keepAccesses(Module &module) {
  for (Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr(Attribute::SanitizeThread);
}

void checkRaces(Module &module, const Function *kernel) {
  for (Function &function : module) {
    function.removeFnAttr(Attribute::SanitizeThread);
    if (!function.isDeclaration())
      RaceChecker(function, &function == kernel).check();
  }
  // Loops that retry are called without a thread, which the runtime needs; they keep the form that they have.
  for (Function &function : module)
    if (function.hasFnAttribute(marker::kLaneByLane))
      for (User *user : function.users())
        if (auto *call = dyn_cast<CallInst>(user); call && call->getCalledFunction() == &function)
          call->setArgOperand(0, threadOf(*call->getFunction()));
}

void resolveRaceChecks(Module &module, const Input &input) {
  // Warps call some functions for one lane after the other.
  const bool is_for_all = input.lanes == 1;
  for (const Runtime placeholder : kPlaceholders)
    if (Function *function = module.getFunction(nvvm::rowOf(placeholder).name)) {
      for (User *user : make_early_inc_range(function->users()))
        if (auto *call = cast<CallInst>(user);
            is_for_all || call->getFunction()->hasFnAttribute(marker::kLaneByLane))
          resolve(*call);
      if (function->use_empty())
        function->eraseFromParent();
    }
}

} // namespace raddle::vectorize
