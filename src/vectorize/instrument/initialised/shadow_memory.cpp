#include "vectorize/instrument/initialised/shadow_memory.h"

#include "abi/kernel_abi.h"
#include "analysis/lane_shapes.h"
#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/compile_job.h"
#include "vectorize/instrument/initialised/shadow_rules.h"
#include "vectorize/instrument/memory/object_roots.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

enum AddressSpace : unsigned { kShared = 3, kConstant = 4 };

// All accesses are seen.
bool staysHere(const Value &pointer) {
  return all_of(pointer.users(), [&](const User *user) {
    if (isa<LoadInst, MemIntrinsic, LifetimeIntrinsic>(user))
      return true;
    if (auto *store = dyn_cast<StoreInst>(user))
      return store->getValueOperand() != &pointer;
    if (isa<GetElementPtrInst, AddrSpaceCastInst>(user))
      return staysHere(*user);
    return nvvm::isCallOf(*user, Runtime::raddle_vprintf);
  });
}

Type *typeOfShadow(Type *type, const DataLayout &layout) {
  if (auto *array = dyn_cast<ArrayType>(type))
    return ArrayType::get(typeOfShadow(array->getElementType(), layout), array->getNumElements());
  Type *shadow = shadowTypeOf(type, layout);
  return shadow ? shadow : type;
}

} // namespace

ShadowMemory::ShadowMemory(Function &function) : function_(function) {}

bool ShadowMemory::isShadow(const Instruction &instruction) {
  return instruction.hasMetadata(marker::kShadow);
}

void ShadowMemory::mark(Instruction &instruction) {
  instruction.setMetadata(marker::kShadow, MDNode::get(instruction.getContext(), {}));
}

void ShadowMemory::poisonLocals() {
  const DataLayout &layout = function_.getDataLayout();
  SmallVector<AllocaInst *, 8> locals;
  for (Instruction &instruction : instructions(function_))
    if (auto *local = dyn_cast<AllocaInst>(&instruction))
      locals.push_back(local);
  for (AllocaInst *local : locals) {
    const auto size = local->getAllocationSize(layout);
    if (size && !size->isScalable() && staysHere(*local)) {
      IRBuilder<> builder(local->getNextNode());
      AllocaInst *shadow = builder.CreateAlloca(typeOfShadow(local->getAllocatedType(), layout),
                                                local->getArraySize(), local->getName() + ".shadow");
      shadow->setAlignment(local->getAlign());
      own_[local] = shadow;
    }
    SmallVector<Instruction *, 2> begins;
    for (User *user : local->users())
      if (auto *lifetime = dyn_cast<LifetimeIntrinsic>(user);
          lifetime && lifetime->getIntrinsicID() == Intrinsic::lifetime_start)
        begins.push_back(lifetime);
    if (begins.empty())
      begins.push_back(own_.contains(local) ? cast<Instruction>(own_[local]) : local);
    for (Instruction *begin : begins) {
      IRBuilder<> builder(begin->getNextNode());
      Value *bytes = nullptr;
      if (size && !size->isScalable())
        bytes = builder.getInt64(size->getFixedValue());
      else
        bytes = builder.CreateMul(builder.CreateZExtOrTrunc(local->getArraySize(), builder.getInt64Ty()),
                                  builder.getInt64(layout.getTypeAllocSize(local->getAllocatedType())));
      mark(*builder.CreateMemSet(addressOf(builder, local), builder.getInt8(0xff), bytes, local->getAlign()));
    }
  }
}

// The thread and the block, which the program does not see.
bool ShadowMemory::isOfRuntime(const Value *root) const {
  if (root == threadOf(function_))
    return true;
  if (auto *call = dyn_cast<CallInst>(root); call && call->getCalledFunction())
    return call->getCalledFunction()->getName().starts_with(marker::kThreadField) ||
           nvvm::isCallOf(*call, Runtime::raddle_find_object);
  if (auto *load = dyn_cast<LoadInst>(root)) {
    // What addresses of 32 bits are made of is the program's memory.
    const std::int64_t field = analysis::blockFieldOffset(*load);
    if (field == offsetof(RaddleBlock, shared) || field == offsetof(RaddleBlock, dynamic_shared))
      return false;
    const Value *base = getUnderlyingObject(load->getPointerOperand());
    return base != root && isOfRuntime(base);
  }
  return false;
}

bool ShadowMemory::isTracked(Value *address) {
  const Value *root = rootOf(address);
  if (isa<Function, BlockAddress, ConstantPointerNull, UndefValue>(root) || isOfRuntime(root))
    return false;
  if (auto *argument = dyn_cast<Argument>(root))
    return !argument->hasByValAttr();
  if (auto *global = dyn_cast<GlobalVariable>(root))
    return !global->isConstant() && global->getAddressSpace() != kConstant;
  return true;
}

bool ShadowMemory::isPrivate(Value *address) const {
  const Value *root = rootOf(address);
  if (auto *global = dyn_cast<GlobalVariable>(root))
    return global->getAddressSpace() == kShared;
  return isa<AllocaInst>(root);
}

Value *ShadowMemory::addressOf(IRBuilderBase &builder, Value *address) {
  Value *root = rootOf(address);
  auto *local = dyn_cast<AllocaInst>(root);
  if (local && own_.contains(local))
    return inOwnShadow(address);
  Value *offset = builder.getInt64(static_cast<std::uint64_t>(kRaddleShadowOffset));
  // Beside a variable that LLVM knows there is nothing that could be accessed by its address.
  auto *global = dyn_cast<GlobalVariable>(root);
  if (local || (global && global->getAddressSpace() != kShared))
    return builder.CreateIntToPtr(
        builder.CreateAdd(builder.CreatePtrToInt(address, builder.getInt64Ty()), offset), builder.getPtrTy());
  return builder.CreateGEP(builder.getInt8Ty(), builder.CreateAddrSpaceCast(address, builder.getPtrTy()),
                           offset);
}

// The same way from the variable's shadow on.
Value *ShadowMemory::inOwnShadow(Value *address) {
  if (auto *local = dyn_cast<AllocaInst>(address))
    return own_.lookup(local);
  Value *&known = addresses_[address];
  if (known)
    return known;
  auto *step = cast<Instruction>(address);
  Value *before = inOwnShadow(step->getOperand(0));
  Instruction *copy = step->clone();
  copy->setOperand(0, before);
  copy->insertAfter(step);
  return addresses_[address] = copy;
}

} // namespace raddle::vectorize
