// Tests whether the accesses of all lanes stay within their objects (see check-bounds).

#include "abi/kernel_abi.h"
#include "nvvm/markers.h"
#include "vectorize/instrument/memory/bounds_check.h"
#include "vectorize/widen/emit/calls/calls.h"

#include <llvm/IR/CFG.h>

using namespace llvm;

namespace raddle::vectorize {

namespace {

Value *asNumber(WarpBuilder &warp, Value *pointer) {
  Type *type = pointer->getType();
  return type->isPtrOrPtrVectorTy() ? warp.CreatePtrToInt(pointer, type->getWithNewType(warp.getInt64Ty()))
                                    : pointer;
}

class BoundsTest {
public:
  BoundsTest(WarpBuilder &warp, CallInst &call) : warp_(warp), call_(call), check_(call) {}

  void emit() {
    BasicBlock *told = warp_.newBlock("outside"), *within = warp_.newBlock("within");
    MDNode *unlikely = MDBuilder(warp_.getContext()).createUnlikelyBranchWeights();
    MDNode *likely = MDBuilder(warp_.getContext()).createLikelyBranchWeights();
    const std::optional<std::int64_t> stride = strideOfAddress();
    const bool are_others_uniform = isUniform(check_.bytes) && isUniform(check_.size) &&
                                    (!check_.begin || isUniform(check_.begin)) &&
                                    (!check_.root || isUniform(check_.root));
    Value *lanes = nullptr;
    if (stride && are_others_uniform) {
      // All lanes, whether they are active or not; if that fails, the active ones.
      const std::int64_t to_last = *stride * (kRaddleWarpSize - 1);
      const std::uint64_t span = static_cast<std::uint64_t>(to_last < 0 ? -to_last : to_last);
      Value *lowest = offset(asNumber(warp_, warp_.scalar(check_.address)), false);
      if (to_last < 0)
        lowest = warp_.CreateSub(lowest, warp_.getInt64(span));
      Value *bytes = warp_.CreateAdd(warp_.scalar(check_.bytes), warp_.getInt64(span));
      Value *are_all_within =
          warp_.CreateICmpULT(lowest, offsetsWithin(warp_, warp_.scalar(check_.size), bytes));
      BasicBlock *some = span == 0 ? told : warp_.newBlock("some");
      if (span == 0 && !warp_.isFull(warp_.mask) && warp_.may_be_empty)
        are_all_within = warp_.CreateOr(are_all_within, warp_.CreateNot(warp_.anyLane(warp_.mask)));
      warp_.CreateCondBr(are_all_within, within, some, likely);
      warp_.SetInsertPoint(some);
      lanes = warp_.mask;
      if (span != 0) {
        warp_.keepingValues([&] { lanes = branchOnLanes(told, within, unlikely); });
        warp_.SetInsertPoint(told);
      }
    } else {
      lanes = branchOnLanes(told, within, unlikely);
      warp_.SetInsertPoint(told);
    }
    Value *refused = nullptr;
    warp_.keepingValues([&] { refused = check_.isQuestion() ? warp_.bits(lanes) : tell(lanes); });
    BasicBlock *end_of_told = warp_.GetInsertBlock();
    warp_.CreateBr(within);
    warp_.SetInsertPoint(within);
    PHINode *result = warp_.CreatePHI(warp_.getInt32Ty(), 2, "refused");
    for (BasicBlock *before : predecessors(within))
      result->addIncoming(before == end_of_told ? refused : warp_.getInt32(0), before);
    warp_.define(call_, result);
  }

private:
  bool isUniform(const Value *value) const { return warp_.isUniform(value); }

  std::optional<std::int64_t> strideOfAddress() const {
    if (isUniform(check_.address))
      return 0;
    const analysis::LaneShape shape = warp_.shapes.of(check_.address);
    return shape.isScalar() ? shape.stride() : std::nullopt;
  }

  // From where it begins; in vectors or scalars.
  Value *offset(Value *address, bool in_vectors) {
    if (!check_.begin)
      return address;
    return warp_.CreateSub(address, in_vectors ? warp_.vector(check_.begin) : warp_.scalar(check_.begin));
  }

  // Looks at each lane, and returns those that are outside.
  Value *branchOnLanes(BasicBlock *told, BasicBlock *within, MDNode *unlikely) {
    Value *size = warp_.vector(check_.size);
    Value *limit =
        isUniform(check_.size) && isUniform(check_.bytes)
            ? warp_.splat(offsetsWithin(warp_, warp_.scalar(check_.size), warp_.scalar(check_.bytes)))
            : offsetsWithin(warp_, size, warp_.vector(check_.bytes));
    Value *is_wrong = warp_.CreateICmpUGE(offset(asNumber(warp_, warp_.vector(check_.address)), true), limit);
    // The bounds are those of one lane's object.
    if (check_.root && !isUniform(check_.root))
      is_wrong = warp_.CreateOr(
          is_wrong, warp_.CreateICmpUGT(offset(asNumber(warp_, warp_.vector(check_.root)), true), size));
    Value *lanes = warp_.CreateAnd(is_wrong, warp_.mask);
    warp_.CreateCondBr(warp_.CreateICmpNE(warp_.bits(lanes), warp_.getInt32(0)), told, within, unlikely);
    return lanes;
  }

  // Returns those lanes whose access is not to be made.
  Value *tell(Value *lanes) {
    AllocaInst *&record = warp_.checked_lanes;
    if (!record) {
      record = warp_.slot(ArrayType::get(warp_.getInt8Ty(), sizeof(RaddleCheckedLanes)), "checked");
      record->setAlignment(Align(64));
    }
    auto store = [&](Value *value, std::size_t field) {
      warp_.CreateAlignedStore(value, warp_.CreateConstGEP1_64(warp_.getInt8Ty(), record, field), Align(8));
    };
    unsigned more_flags = 0;
    auto storeLanes = [&](Value *value, std::size_t field, unsigned flag) {
      if (isUniform(value))
        return store(asNumber(warp_, warp_.scalar(value)), field);
      store(asNumber(warp_, warp_.vector(value)), field);
      more_flags |= flag;
    };
    store(asNumber(warp_, warp_.vector(check_.address)), offsetof(RaddleCheckedLanes, addresses));
    if (check_.root)
      storeLanes(check_.root, offsetof(RaddleCheckedLanes, roots), kRaddleAccessRootVaries);
    storeLanes(check_.bytes, offsetof(RaddleCheckedLanes, bytes), kRaddleAccessBytesVary);
    if (check_.name)
      store(warp_.ofFirstLane(check_.size), offsetof(RaddleCheckedLanes, size));
    store(check_.name ? check_.name : Constant::getNullValue(warp_.getPtrTy()),
          offsetof(RaddleCheckedLanes, variable));
    store(warp_.ofFirstLane(check_.warp), offsetof(RaddleCheckedLanes, warp));
    store(warp_.getInt32(static_cast<std::uint32_t>(check_.flags) | more_flags),
          offsetof(RaddleCheckedLanes, flags));
    CallInst *call = callRuntime(warp_, nvvm::Runtime::raddle_lanes_outside,
                                 {warp_.thread, warp_.bits(lanes), record}, /*waits=*/true);
    call->addFnAttr(Attribute::get(call->getContext(), marker::kKeepsRegisters));
    call->setMemoryEffects(MemoryEffects::inaccessibleOrArgMemOnly());
    return warp_.CreateAlignedLoad(
        warp_.getInt32Ty(),
        warp_.CreateConstGEP1_64(warp_.getInt8Ty(), record, offsetof(RaddleCheckedLanes, refused)), Align(4),
        /*isVolatile=*/true); // the call has written it
  }

  WarpBuilder &warp_;
  CallInst &call_;
  const BoundsCheck check_;
};

} // namespace

void emitBoundsTest(WarpBuilder &warp, CallInst &call) { BoundsTest(warp, call).emit(); }

} // namespace raddle::vectorize
