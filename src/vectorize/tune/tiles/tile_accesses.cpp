#include "vectorize/tune/tiles/tile_accesses.h"

#include "abi/kernel_abi.h"
#include "vectorize/tune/shuffles/part_of_element.h"

using namespace llvm;

namespace raddle::vectorize {

int addressOperand(const Instruction &access) {
  if (auto *load = dyn_cast<LoadInst>(&access))
    return load->isSimple() ? static_cast<int>(LoadInst::getPointerOperandIndex()) : -1;
  if (auto *store = dyn_cast<StoreInst>(&access))
    return store->isSimple() ? static_cast<int>(StoreInst::getPointerOperandIndex()) : -1;
  auto *intrinsic = dyn_cast<IntrinsicInst>(&access);
  switch (intrinsic ? intrinsic->getIntrinsicID() : Intrinsic::not_intrinsic) {
  case Intrinsic::masked_load:
  case Intrinsic::masked_gather:
  case Intrinsic::prefetch:
    return 0;
  case Intrinsic::masked_store:
  case Intrinsic::masked_scatter:
    return 1;
  default:
    return -1;
  }
}

bool isFieldOf(const Value &address, const Argument &block, std::size_t field) {
  APInt offset(64, 0);
  return address.stripAndAccumulateConstantOffsets(block.getParent()->getDataLayout(), offset, true) ==
             &block &&
         offset == field;
}

void TileAccess::moveBy(Value *distance) const {
  IRBuilder<> builder(instruction);
  instruction->setOperand(operand, builder.CreateGEP(builder.getInt8Ty(), address(), distance));
}

bool TileAccesses::find(Function &function) {
  for (Instruction &instruction : instructions(function)) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (load && isFieldOf(*load->getPointerOperand(), *function.getArg(0), offsetof(RaddleBlock, shared)))
      bases_.push_back(load);
    // A function that is called may find the shared memory, too, unless it only reports a fault.
    auto *call = dyn_cast<CallBase>(&instruction);
    if (call && !isa<IntrinsicInst>(call) && !call->onlyAccessesInaccessibleMemOrArgMem())
      return false;
  }
  return !bases_.empty() && all_of(bases_, [&](LoadInst *base) { return findUsersOf(*base); }) &&
         !writers_.empty() && !readers_.empty();
}

bool TileAccesses::findUsersOf(Value &pointer) {
  for (Use &use : pointer.uses()) {
    auto *user = cast<Instruction>(use.getUser());
    if (auto *address = dyn_cast<GetElementPtrInst>(user)) {
      if (use.getOperandNo() != 0 || !findUsersOf(*address))
        return false;
      continue;
    }
    if (auto *store = dyn_cast<StoreInst>(user); store && store->getValueOperand() == &pointer) {
      if (store->getPointerOperand() == &pointer || !findUsersOfKept(*store))
        return false;
      continue;
    }
    if (addressOperand(*user) != static_cast<int>(use.getOperandNo()))
      return false;
    (user->mayWriteToMemory() ? writers_ : readers_).push_back({user, use.getOperandNo()});
  }
  return true;
}

// The store keeps an address in the frame of a warp, from one region of the kernel to another.
bool TileAccesses::findUsersOfKept(StoreInst &store) {
  const DataLayout &layout = store.getDataLayout();
  const PartOfElement place = partOfElement(store.getPointerOperand(), layout);
  auto *frames = dyn_cast_or_null<AllocaInst>(place.array);
  if (!store.isSimple() || !frames || !hasOnlyParts(*frames))
    return false;
  for (Instruction &instruction : instructions(*store.getFunction())) {
    auto *load = dyn_cast<LoadInst>(&instruction);
    if (!load)
      continue;
    const PartOfElement other = partOfElement(load->getPointerOperand(), layout);
    if (other.array != place.array)
      continue;
    Type *kept = store.getValueOperand()->getType();
    if (other.offset + static_cast<std::int64_t>(layout.getTypeStoreSize(load->getType())) <= place.offset ||
        place.offset + static_cast<std::int64_t>(layout.getTypeStoreSize(kept)) <= other.offset)
      continue;
    if (!load->isSimple() || load->getType() != kept || other.type != place.type ||
        other.offset != place.offset)
      return false;
    if (kept_.insert(load).second && !findUsersOf(*load))
      return false;
  }
  return true;
}

} // namespace raddle::vectorize
