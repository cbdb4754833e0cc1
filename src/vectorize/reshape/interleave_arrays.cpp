// Local arrays whose elements of the same number lie side by side.

#include "vectorize/reshape/passes.h"

#include "analysis/program_shapes.h"
#include "vectorize/remarks.h"
#include "vectorize/reshape/reachable_functions.h"

#include "abi/kernel_abi.h"
#include <llvm/Analysis/Utils/Local.h>

#include <algorithm>
#include <cstdint>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr std::uint64_t kWidest = 8;        // bytes
constexpr std::uint64_t kMostUnrolled = 32; // elements that are set or copied without a loop

// Arrays of which a pointer may be the one's or the other's, with all that is made of their addresses.
class ArrayFamily {
public:
  ArrayFamily(AllocaInst &first, const analysis::LaneShapes &shapes)
      : shapes_(shapes), layout_(first.getDataLayout()) {
    enter(&first);
  }

  bool contains(Value *pointer) const { return pointers_.contains(pointer); }

  // Whether all uses are known, and every access is of elements as wide as the others, or of a few of them.
  bool find() {
    for (std::size_t i = 0; i < pointers_.size() && known_; ++i)
      for (Use &use : pointers_[i]->uses())
        known_ = known_ && enterUse(use);
    return known_ && width_ != 0 && all_of(fills_, [&](MemSetInst *fill) { return hasElements(*fill); }) &&
           all_of(copies_, [&](MemTransferInst *copy) { return hasElements(*copy) && mayGoUpwards(*copy); });
  }

  void interleave() {
    for (Instruction *access : accesses_)
      if (bytesOf(*getLoadStoreType(access)) != width_)
        divide(*access);
    for (MemSetInst *fill : fills_)
      forElements(*fill, [&](IRBuilder<> &builder, Value *offset) {
        const APInt &byte = cast<ConstantInt>(fill->getValue())->getValue();
        Value *element = builder.getInt(APInt::getSplat(elementType(builder)->getBitWidth(), byte));
        builder.CreateAlignedStore(element, place(builder, fill->getDest(), offset), Align(width_));
      });
    for (MemTransferInst *copy : copies_)
      forElements(*copy, [&](IRBuilder<> &builder, Value *offset) {
        Value *source = place(builder, copy->getSource(), offset);
        Value *element = builder.CreateAlignedLoad(elementType(builder), source, Align(width_));
        builder.CreateAlignedStore(element, place(builder, copy->getDest(), offset), Align(width_));
      });
    for (Instruction *replaced : replaced_)
      replaced->eraseFromParent();
    for (Value *pointer : pointers_.takeVector())
      if (auto *address = dyn_cast<GetElementPtrInst>(pointer))
        stretch(*address);
      else if (auto *array = dyn_cast<AllocaInst>(pointer))
        analysis::setRowWidth(*array, width_);
  }

private:
  bool enter(Value *pointer) {
    if (isa<UndefValue>(pointer))
      return true;
    if (auto *array = dyn_cast<AllocaInst>(pointer))
      known_ = known_ && array->isStaticAlloca();
    else if (!isa<GetElementPtrInst, PHINode, SelectInst>(pointer) || !pointer->getType()->isPointerTy())
      known_ = false;
    if (!known_ || !pointers_.insert(pointer))
      return known_;
    if (auto *address = dyn_cast<GetElementPtrInst>(pointer))
      return enter(address->getPointerOperand());
    if (auto *phi = dyn_cast<PHINode>(pointer))
      return all_of(phi->incoming_values(), [&](Value *incoming) { return enter(incoming); });
    if (auto *select = dyn_cast<SelectInst>(pointer))
      return enter(select->getTrueValue()) && enter(select->getFalseValue());
    return true;
  }

  bool enterUse(Use &use) {
    User *user = use.getUser();
    if (auto *load = dyn_cast<LoadInst>(user))
      return !load->isAtomic() && noteAccess(*load, *load->getType(), load->getAlign());
    if (auto *store = dyn_cast<StoreInst>(user))
      return !store->isAtomic() && use.getOperandNo() == StoreInst::getPointerOperandIndex() &&
             noteAccess(*store, *store->getValueOperand()->getType(), store->getAlign()) &&
             storesRows(*store);
    // All addresses become larger alike.
    if (auto *comparison = dyn_cast<ICmpInst>(user))
      return enter(comparison->getOperand(0)) && enter(comparison->getOperand(1));
    if (auto *fill = dyn_cast<MemSetInst>(user))
      return isa<ConstantInt>(fill->getValue()) && note(*fill, fills_);
    if (auto *copy = dyn_cast<MemTransferInst>(user))
      return note(*copy, copies_) && enterSide(copy->getSource()) && enterSide(copy->getDest());
    if (auto *intrinsic = dyn_cast<IntrinsicInst>(user); intrinsic && intrinsic->isLifetimeStartOrEnd()) {
      replaced_.insert(intrinsic);
      return true;
    }
    return enter(user);
  }

  template <typename Intrinsics, typename Intrinsic> bool note(Intrinsic &intrinsic, Intrinsics &noted) {
    noted.insert(&intrinsic);
    return !intrinsic.isVolatile();
  }

  // Another array is arranged alike.
  bool enterSide(Value *pointer) { return !isa<AllocaInst>(getUnderlyingObject(pointer)) || enter(pointer); }

  std::uint64_t bytesOf(Type &type) const { return layout_.getTypeStoreSize(&type); }

  bool noteAccess(Instruction &access, Type &type, Align align) {
    const std::uint64_t bytes = bytesOf(type), element = std::min(bytes, align.value());
    if (!isPowerOf2_64(bytes) || bytes > kWidest)
      return false;
    width_ = width_ == 0 ? element : std::min(width_, element);
    accesses_.push_back(&access);
    return true;
  }

  // Whether all lanes store the element of one number.
  bool storesRows(const StoreInst &store) const {
    return shapes_.of(store.getPointerOperand()).stride().has_value();
  }

  bool hasElements(const MemIntrinsic &intrinsic) const {
    const unsigned zero_bits = computeKnownBits(intrinsic.getLength(), layout_).countMinTrailingZeros();
    return zero_bits >= Log2_64(width_) && intrinsic.getDestAlign().valueOrOne() >= width_;
  }

  bool mayGoUpwards(const MemTransferInst &copy) const {
    const bool may_overlap = isa<MemMoveInst>(copy) && contains(copy.getSource()) && contains(copy.getDest());
    return !may_overlap && copy.getSourceAlign().valueOrOne() >= width_;
  }

  void forElements(MemIntrinsic &intrinsic, function_ref<void(IRBuilder<> &, Value *)> emit) {
    replaced_.insert(&intrinsic);
    IRBuilder<> builder(&intrinsic);
    Value *elements = builder.CreateExactUDiv(intrinsic.getLength(), builder.getInt64(width_));
    auto *known = dyn_cast<ConstantInt>(elements);
    if (known && known->getZExtValue() <= kMostUnrolled) {
      for (std::uint64_t i = 0; i < known->getZExtValue(); ++i)
        emit(builder, builder.getInt64(i * width_));
      return;
    }
    Instruction *place = &intrinsic;
    if (!known)
      place = SplitBlockAndInsertIfThen(builder.CreateIsNotNull(elements), place, /*Unreachable=*/false);
    auto [body, counter] = SplitBlockAndInsertSimpleForLoop(elements, place);
    builder.SetInsertPoint(body);
    emit(builder, builder.CreateMul(counter, builder.getInt64(width_), "", true, true));
  }

  // As if the array still lay as it did.
  Value *place(IRBuilder<> &builder, Value *base, Value *offset) {
    Value *address = builder.CreateGEP(builder.getInt8Ty(), base, offset);
    if (contains(base))
      pointers_.insert(address);
    return address;
  }

  IntegerType *elementType(IRBuilder<> &builder) const {
    return builder.getIntNTy(static_cast<unsigned>(8 * width_));
  }

  // An access of several elements, one by one.
  void divide(Instruction &access) {
    replaced_.insert(&access);
    IRBuilder<> builder(&access);
    Value *address = getLoadStorePointerOperand(&access);
    Type *type = getLoadStoreType(&access);
    const std::uint64_t bytes = bytesOf(*type);
    IntegerType *element = elementType(builder), *whole = builder.getIntNTy(static_cast<unsigned>(8 * bytes));
    auto *store = dyn_cast<StoreInst>(&access);
    Value *value = store ? builder.CreateBitOrPointerCast(store->getValueOperand(), whole)
                         : builder.getIntN(whole->getBitWidth(), 0);
    for (std::uint64_t at = 0; at < bytes; at += width_) {
      Value *part = place(builder, address, builder.getInt64(at));
      if (store) {
        builder.CreateAlignedStore(builder.CreateTrunc(builder.CreateLShr(value, 8 * at), element), part,
                                   Align(width_));
        continue;
      }
      Value *loaded = builder.CreateZExt(builder.CreateAlignedLoad(element, part, Align(width_)), whole);
      value = builder.CreateOr(value, builder.CreateShl(loaded, 8 * at));
    }
    if (!store)
      access.replaceAllUsesWith(builder.CreateBitOrPointerCast(value, type));
  }

  void stretch(GetElementPtrInst &address) const {
    IRBuilder<> builder(&address);
    Value *offset = emitGEPOffset(&builder, layout_, &address);
    Value *stretched = builder.CreateMul(offset, builder.getInt64(kRaddleWarpSize), "", false, true);
    Value *moved = builder.CreateGEP(builder.getInt8Ty(), address.getPointerOperand(), stretched);
    moved->takeName(&address);
    address.replaceAllUsesWith(moved);
    address.eraseFromParent();
  }

  const analysis::LaneShapes &shapes_;
  const DataLayout &layout_;
  SmallSetVector<Value *, 16> pointers_;
  SmallSetVector<MemSetInst *, 4> fills_;
  SmallSetVector<MemTransferInst *, 4> copies_;
  SmallVector<Instruction *, 16> accesses_;
  SmallSetVector<Instruction *, 4> replaced_;
  std::uint64_t width_ = 0; // of an element, in bytes
  bool known_ = true;
};

SmallVector<AllocaInst *, 8> arraysOf(Function &function) {
  SmallVector<AllocaInst *, 8> arrays;
  for (Instruction &instruction : function.getEntryBlock())
    if (auto *array = dyn_cast<AllocaInst>(&instruction))
      arrays.push_back(array);
  return arrays;
}

// An access by an index that is no constant; null where there is none: such arrays mostly become registers.
const Instruction *variableAccessTo(const AllocaInst &array) {
  for (const User *user : array.users())
    if (auto *address = dyn_cast<GetElementPtrInst>(user); address && !address->hasAllConstantIndices())
      for (const User *access : address->users())
        if (getLoadStorePointerOperand(access) == address)
          return cast<Instruction>(access);
  return nullptr;
}

void interleaveArrays(Function &function, ArrayRef<AllocaInst *> arrays, const analysis::LaneShapes &shapes,
                      const Report &report) {
  // Loops divide blocks, and the arrays stay in the first one.
  for (AllocaInst *array : reverse(arrays))
    if (array->isStaticAlloca())
      array->moveBefore(function.getEntryBlock(), function.getEntryBlock().begin());
  for (AllocaInst *array : arrays) {
    if (analysis::isInterleaved(*array))
      continue;
    if (ArrayFamily family(*array, shapes); family.find())
      family.interleave();
    else if (const Instruction *access = variableAccessTo(*array))
      refuse(report, *access,
             "lanes store different elements of this local array, or its accesses differ in width");
  }
}

} // namespace

bool interleaveArrays(Function &kernel, const Input &input, const Report &report) {
  const SmallVector<Function *, 8> functions = reachableFunctions(kernel);
  if (all_of(functions, [](Function *function) { return arraysOf(*function).empty(); }))
    return false;
  const analysis::ProgramShapes shapes(functions, input.block);
  for (Function *function : functions)
    interleaveArrays(*function, arraysOf(*function), shapes.of(function), report);
  return true;
}

} // namespace raddle::vectorize
