// Updates by parts of words (emit_atomics) load each word where it lies, if that is memory of the kernel's caller.

#include "vectorize/prefetches.h"
#include "vectorize/widen/shared_address.h"
#include "vectorize/widen/warp_emitter.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/PatternMatch.h>

#include <tuple>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

// base[x + constant]: base, x and the constant, in bytes.
std::tuple<Value *, Value *, std::int64_t> partsOf(Value &address, const DataLayout &layout) {
  auto *element = dyn_cast<GetElementPtrInst>(&address);
  if (!element || element->getNumIndices() != 1 || !element->getOperand(1)->getType()->isIntegerTy(64))
    return {&address, nullptr, 0};
  Value *index = element->getOperand(1), *sum = nullptr;
  ConstantInt *constant = nullptr;
  if (match(index, m_Add(m_Value(sum), m_ConstantInt(constant))))
    index = sum;
  Value *narrow = nullptr;
  if (match(index, m_SExt(m_Value(narrow))))
    index = narrow;
  const auto bytes = static_cast<std::int64_t>(layout.getTypeAllocSize(element->getSourceElementType()));
  return {element->getPointerOperand(), index, constant ? constant->getSExtValue() * bytes : 0};
}

std::optional<std::int64_t> constantDistance(Value &from, Value &to, const DataLayout &layout) {
  const auto [from_base, from_index, from_constant] = partsOf(from, layout);
  const auto [to_base, to_index, to_constant] = partsOf(to, layout);
  if (from_base != to_base || from_index != to_index)
    return std::nullopt;
  return to_constant - from_constant;
}

} // namespace

// Which shared wholes each lane may load from where they lie when its turn comes, rather than from a copy: side
// by side in memory of the kernel's caller, which the updates of shared memory between leave alone.
void WarpEmitter::findWholesInMemory(Instruction &first_update) {
  if (!is_kernel_ || !all_of(pending_, [](const PendingUpdate &pending) {
        return isSharedAddress(*pending.update->getPointerOperand());
      }))
    return;
  SmallVector<LoadInst *, 8> in_memory;
  for (Instruction *before = first_update.getPrevNode(); before; before = before->getPrevNode()) {
    if (before->mayWriteToMemory() && !isPrefetch(*before))
      break;
    auto *load = dyn_cast<LoadInst>(before);
    auto shared = load ? shared_wholes_.find(load) : shared_wholes_.end();
    if (shared == shared_wholes_.end() || !load->isSimple() ||
        !isa<Argument>(getUnderlyingObject(load->getPointerOperand())))
      continue;
    const analysis::LaneShape shape = shapes_.of(load->getPointerOperand());
    if (shape.isVarying() || !lanesLieSideBySide(shape, load->getType()))
      continue;
    shared->second.place = scalar(load->getPointerOperand());
    shared->second.load = [this, load](Value *lane) {
      Type *type = load->getType();
      Value *place = shared_wholes_.find(load)->second.place;
      return builder_.CreateAlignedLoad(type, builder_.CreateGEP(type, place, lane), load->getAlign());
    };
    in_memory.push_back(load);
  }
  if (isFull(mask_))
    copyWholesThatWouldWait(in_memory);
}

// Processors take a load for one of what a store under way writes where the lowest 12 bits of both addresses agree,
// and let it wait. So wholes that lie like the array that is updated are copied to where nothing does: on Zen 4 a
// tenth faster. All wholes are taken to lie near the first, as those of neighbouring warps do.
void WarpEmitter::copyWholesThatWouldWait(ArrayRef<LoadInst *> in_memory) {
  constexpr uint64_t kAlike = 4096, kLine = 64;
  Value *array = nullptr;
  uint64_t array_bytes = 0, bytes = 0;
  for (const PendingUpdate &pending : pending_) {
    auto *address = dyn_cast<GetElementPtrInst>(pending.update->getPointerOperand());
    if (!address || !isUniform(address->getPointerOperand()) ||
        (array && array != address->getPointerOperand()))
      return;
    array = address->getPointerOperand();
    array_bytes = std::max<uint64_t>(
        array_bytes, alignTo(layout_.getTypeAllocSize(address->getSourceElementType()), kLine));
  }
  for (const LoadInst *load : in_memory)
    bytes += alignTo(kLanes * layout_.getTypeAllocSize(load->getType()), kLine);
  if (in_memory.empty() || array_bytes + 2 * bytes + 2 * kLine > kAlike ||
      any_of(in_memory, [&](const LoadInst *load) {
        return getUnderlyingObject(load->getPointerOperand()) !=
               getUnderlyingObject(in_memory.front()->getPointerOperand());
      }))
    return;
  Value *first = shared_wholes_.find(in_memory.back())->second.place;
  SmallVector<Value *, 8> offsets;
  for (LoadInst *load : in_memory) {
    const auto offset = constantDistance(*first, *shared_wholes_.find(load)->second.place, layout_);
    const uint64_t own = kLanes * layout_.getTypeAllocSize(load->getType());
    if (!offset || static_cast<uint64_t>(*offset) > bytes - own)
      return;
    offsets.push_back(builder_.getInt64(static_cast<uint64_t>(*offset)));
  }
  Type *number = builder_.getInt64Ty(), *byte = builder_.getInt8Ty();
  auto distance = [&](Value *to, Value *from) {
    return builder_.CreateSub(builder_.CreatePtrToInt(to, number), builder_.CreatePtrToInt(from, number));
  };
  auto distanceAlike = [&](Value *to, Value *from, uint64_t more) {
    return builder_.CreateAnd(builder_.CreateAdd(distance(to, from), builder_.getInt64(more)),
                              builder_.getInt64(kAlike - 1));
  };
  if (!room_apart_) {
    room_apart_ = slot(ArrayType::get(byte, 2 * kAlike), "apart");
    room_apart_->setAlignment(Align(kLine));
  }
  // At least a line behind the array.
  Value *begin = scalar(array);
  Value *copies =
      builder_.CreateGEP(byte, room_apart_,
                         builder_.CreateAnd(distanceAlike(begin, room_apart_, array_bytes + kLine),
                                            builder_.getInt64(kAlike - kLine)));
  Value *would_wait = builder_.CreateICmpULT(distanceAlike(first, begin, bytes - 1),
                                             builder_.getInt64(array_bytes + bytes - 1));
  BasicBlock *before = builder_.GetInsertBlock(), *copy = newBlock("copy"), *behind = newBlock("copied");
  builder_.CreateCondBr(would_wait, copy, behind);
  builder_.SetInsertPoint(copy);
  for (auto [load, offset] : zip_equal(in_memory, offsets)) {
    Value *lanes = builder_.CreateAlignedLoad(widened(load->getType()),
                                              shared_wholes_.find(load)->second.place, load->getAlign());
    builder_.CreateAlignedStore(lanes, builder_.CreateGEP(byte, copies, offset), load->getAlign());
  }
  builder_.CreateBr(behind);
  builder_.SetInsertPoint(behind);
  PHINode *base = builder_.CreatePHI(first->getType(), 2);
  base->addIncoming(first, before);
  base->addIncoming(copies, copy);
  for (auto [load, offset] : zip_equal(in_memory, offsets))
    shared_wholes_.find(load)->second.place = builder_.CreateGEP(byte, base, offset);
}

} // namespace raddle::vectorize
