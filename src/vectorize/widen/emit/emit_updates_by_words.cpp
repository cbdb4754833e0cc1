// Updates of shared memory by parts of words (emit_atomics), as those of a histogram of bytes.
//
//   words         = in[i ... i+31]
//   a[byte of its word] += 1, for each lane and byte
//
// A word is loaded once for all its parts: processors do more shifts than loads and stores at a time. Words in memory of
// the kernel's caller are loaded from where they lie, those of two lanes at once, in four places:
//
//   next          = the first pair of words in each place
//   for each pair of lanes:
//       now, next = next, the pairs behind them
//       a[byte of now's first word] += 1, ... , a[byte of its second word] += 1, ...      for each place
//
// They are loaded one turn early because a load waits for all stores under way whose addresses have the same lowest 12
// bits, as those to the array have where it lies in its page like the words in theirs. The places are far from each
// other: neighbours often hold the same, and updates of one element wait for each other.

#include "vectorize/never_unrolled.h"
#include "vectorize/prefetches.h"
#include "vectorize/widen/emit/warp_emitter.h"
#include "vectorize/widen/plan/address_parts.h"
#include "vectorize/widen/plan/shared_address.h"

#include <llvm/Analysis/ValueTracking.h>

using namespace llvm;

namespace raddle::vectorize {

// What a value is a part of by one cheap instruction (a shift, a mask, a constant added, a cast); null where
// by none.
Value *WarpEmitter::partOf(const Value &value) const {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || !shapes_.of(instruction).isVarying())
    return nullptr;
  switch (instruction->getOpcode()) {
  case Instruction::Add:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::LShr:
  case Instruction::AShr:
  case Instruction::Shl:
    if (!isa<ConstantInt>(instruction->getOperand(1)))
      return nullptr;
    break;
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
    break;
  default:
    return nullptr;
  }
  Value *whole = instruction->getOperand(0);
  return shapes_.of(whole).isVarying() && whole->getType()->isIntegerTy() &&
                 whole->getType()->getIntegerBitWidth() >= 8 && whole->getType()->getIntegerBitWidth() <= 64
             ? whole
             : nullptr;
}

// Finds what the pending updates take parts of. Those of one whole are done in a row where the order is of no matter,
// so that few wholes are in registers at a time.
void WarpEmitter::findWholes() {
  struct Users {
    unsigned uses = 0;
    SmallVector<PendingUpdate, 4> updates; // that use it first of all
  };
  SmallMapVector<Value *, Users, 8> users_of;
  auto wholeOf = [&](Value *value) {
    for (unsigned step = 0; step < kStepsToAPart; ++step) {
      Value *whole = partOf(*value);
      if (!whole)
        break;
      value = whole;
    }
    return value;
  };
  for (PendingUpdate &pending : pending_) {
    SmallVector<Value *, 4> used;
    auto *address = dyn_cast<GetElementPtrInst>(pending.update->getPointerOperand());
    if (address && isUniform(address->getPointerOperand()))
      append_range(used, address->indices());
    used.push_back(pending.update->getValOperand());
    erase_if(used, [&](Value *value) { return isUniform(value); });
    for (Value *value : used)
      ++users_of[wholeOf(value)].uses;
    pending.whole = used.empty() ? nullptr : wholeOf(used.front());
    users_of[pending.whole].updates.push_back(pending);
  }
  AtomicRMWInst &first = *pending_.front().update;
  pending_in_any_order_ = isOfAnyOrder(first) && all_of(pending_, [&](const PendingUpdate &pending) {
                            return pending.update->getOperation() == first.getOperation() &&
                                   pending.update->getType() == first.getType();
                          });
  for (const auto &[whole, users] : users_of)
    if (whole)
      wholes_[whole] = {};
  findWholesInMemory(first);
  // What has one use is worth no place of its own, but needs none where it lies.
  wholes_.remove_if([&](const auto &entry) {
    const bool is_shared = users_of[entry.first].uses > 1;
    return !is_shared && !(entry.second.place && pending_in_any_order_ && isFull(mask_));
  });
  for (auto &[value, whole] : wholes_) {
    if (whole.place)
      continue;
    Value *values = vector(value);
    whole.kept = narrowestType(*value);
    whole.place = spillInGroup(
        whole.kept == value->getType() ? values : builder_.CreateTrunc(values, widened(whole.kept)));
    whole.align = layout_.getABITypeAlign(whole.kept);
  }
  if (!pending_in_any_order_)
    return;
  pending_.clear();
  for (auto &[whole, users] : users_of)
    append_range(pending_, users.updates);
}

// Each lane may load from where it lies, when its turn comes, what lies side by side in memory of the kernel's caller:
// the updates of shared memory between leave that alone.
void WarpEmitter::findWholesInMemory(Instruction &first_update) {
  if (!is_kernel_ || !all_of(pending_, [](const PendingUpdate &pending) {
        return isSharedAddress(*pending.update->getPointerOperand());
      }))
    return;
  for (Instruction *before = first_update.getPrevNode(); before; before = before->getPrevNode()) {
    if (before->mayWriteToMemory() && !isPrefetch(*before))
      break;
    auto *load = dyn_cast<LoadInst>(before);
    auto whole = load ? wholes_.find(load) : wholes_.end();
    if (whole == wholes_.end() || !load->isSimple() || !load->getType()->isIntegerTy() ||
        !isa<Argument>(getUnderlyingObject(load->getPointerOperand())))
      continue;
    const analysis::LaneShape shape = shapes_.of(load->getPointerOperand());
    if (!shape.isVarying() && lanesLieSideBySide(shape, load->getType()))
      whole->second = {scalar(load->getPointerOperand()), load->getType(), load->getAlign(), true};
  }
}

// A whole, or a part of one; empty where the value is none.
std::function<Value *(Value *lane)> WarpEmitter::perLaneOfWhole(Value *value, unsigned steps) {
  if (wholes_.contains(value))
    return [this, value](Value *lane) {
      Whole &whole = wholes_[value];
      if (!whole.loaded)
        whole.loaded = builder_.CreateZExt(
            builder_.CreateAlignedLoad(whole.kept, builder_.CreateGEP(whole.kept, whole.place, lane),
                                       whole.align),
            value->getType());
      return whole.loaded;
    };
  Value *whole = steps > 0 ? partOf(*value) : nullptr;
  auto inner = whole ? perLaneOfWhole(whole, steps - 1) : nullptr;
  if (!inner)
    return nullptr;
  return [this, part = cast<Instruction>(value), inner](Value *lane) {
    Value *own = inner(lane);
    if (auto *conversion = dyn_cast<CastInst>(part))
      return builder_.CreateCast(conversion->getOpcode(), own, conversion->getType());
    return builder_.CreateBinOp(cast<BinaryOperator>(part)->getOpcode(), own, part->getOperand(1));
  };
}

bool WarpEmitter::mayGoByWords() const {
  // What lies side by side without gaps: two words are loaded as one number.
  auto isWord = [](const Type &type) {
    return isPowerOf2_32(type.getIntegerBitWidth()) && type.getIntegerBitWidth() >= 8;
  };
  return pending_in_any_order_ && isFull(mask_) && all_of(pending_, [&](const PendingUpdate &pending) {
           auto whole = wholes_.find(pending.whole);
           return whole != wholes_.end() && whole->second.is_the_callers &&
                  whole->second.kept == pending_.front().whole->getType() && isWord(*whole->second.kept);
         });
}

// All pending updates, for all lanes.
void WarpEmitter::forEachLaneByWords(function_ref<void(PendingUpdate &pending, Value *lane)> step) {
  constexpr unsigned kPlaces = 4;
  MapVector<Value *, SmallVector<PendingUpdate *, 4>> updates;
  for (PendingUpdate &pending : pending_)
    updates[pending.whole].push_back(&pending);
  // By where they lie, as far as that is known.
  const auto wholes = updates.takeVector();
  const AddressSum origin(*wholes_[wholes.front().first].place, layout_);
  SmallVector<std::pair<std::int64_t, size_t>, 8> order;
  for (size_t i = 0; i < wholes.size(); ++i)
    order.emplace_back(
        origin.distanceTo(AddressSum(*wholes_[wholes[i].first].place, layout_)).value_or(INT64_MAX), i);
  sort(order);
  const unsigned lanes_together = pending_.front().whole->getType()->getIntegerBitWidth() <= 32 ? 2 : 1;
  // Of many wholes, four after the other are in different loops, and those of one loop lie far from each other.
  const auto loops = static_cast<unsigned>(divideCeil(wholes.size(), kPlaces));
  for (unsigned first = 0; first < loops; ++first) {
    SmallVector<size_t, kPlaces> together;
    for (size_t i = first; i < order.size(); i += loops)
      together.push_back(order[i].second);
    // Of fewer wholes, each is in several places.
    const unsigned places = bit_floor(kPlaces / static_cast<unsigned>(together.size()));
    SmallVector<PlaceOfWords, kPlaces> all;
    for (unsigned place = 0; place < places; ++place)
      for (size_t i : together)
        all.push_back({wholes[i].first, wholes[i].second, place * kLanes / places});
    emitLoopByWords(all, lanes_together, kLanes / places / lanes_together, step);
  }
}

void WarpEmitter::emitLoopByWords(ArrayRef<PlaceOfWords> places, unsigned lanes_together, unsigned turns,
                                  function_ref<void(PendingUpdate &pending, Value *lane)> step) {
  const unsigned bits = places.front().whole->getType()->getIntegerBitWidth();
  Type *words = builder_.getIntNTy(bits * lanes_together);
  Value *origin = wholes_[places.front().whole].place;
  const AddressSum sum(*origin, layout_);
  auto load = [&](const PlaceOfWords &place, Value *turn) {
    const Whole &whole = wholes_[place.whole];
    // Of one base where that may be: each has a register.
    const auto distance = sum.distanceTo(AddressSum(*whole.place, layout_));
    Value *at = builder_.CreateGEP(words, distance ? origin : whole.place, turn);
    const std::int64_t behind = distance.value_or(0) + std::int64_t(place.first_lane * bits / 8);
    return builder_.CreateAlignedLoad(
        words, builder_.CreateConstGEP1_64(builder_.getInt8Ty(), at, static_cast<std::uint64_t>(behind)),
        whole.align);
  };
  SmallVector<Value *, 4> begin;
  for (const PlaceOfWords &place : places)
    begin.push_back(load(place, builder_.getInt32(0)));
  BasicBlock *before = builder_.GetInsertBlock(), *loop = newBlock("each.word"),
             *after = newBlock("each.word.end");
  builder_.CreateBr(loop);
  builder_.SetInsertPoint(loop);
  PHINode *turn = builder_.CreatePHI(builder_.getInt32Ty(), 2, "turn");
  SmallVector<PHINode *, 4> now;
  for (size_t i = 0; i < places.size(); ++i)
    now.push_back(builder_.CreatePHI(words, 2, "words"));
  Value *next = builder_.CreateAdd(turn, builder_.getInt32(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
  Value *is_last = builder_.CreateICmpEQ(next, builder_.getInt32(turns));
  Value *ahead = builder_.CreateSelect(is_last, turn, next);
  SmallVector<Value *, 4> coming;
  for (auto [place, loaded] : zip_equal(places, now)) {
    coming.push_back(load(place, ahead));
    for (unsigned i = 0; i < lanes_together; ++i) {
      for (auto &[value, whole] : wholes_)
        whole.loaded = nullptr;
      Whole &whole = wholes_[place.whole];
      whole.loaded = builder_.CreateZExt(
          builder_.CreateTrunc(builder_.CreateLShr(loaded, uint64_t(i) * bits), whole.kept),
          place.whole->getType());
      Value *lane = builder_.CreateAdd(builder_.CreateMul(turn, builder_.getInt32(lanes_together)),
                                       builder_.getInt32(place.first_lane + i));
      for (PendingUpdate *pending : place.updates)
        step(*pending, lane);
    }
  }
  // Both at once: of a phi with one value the builder would take that for all turns.
  auto close = [&](PHINode &phi, Value *at_first, Value *later) {
    phi.addIncoming(at_first, before);
    phi.addIncoming(later, builder_.GetInsertBlock());
  };
  close(*turn, builder_.getInt32(0), next);
  for (auto [phi, at_first, later] : zip_equal(now, begin, coming))
    close(*phi, at_first, later);
  BranchInst *back_edge = builder_.CreateCondBr(is_last, after, loop);
  back_edge->setMetadata(LLVMContext::MD_loop, neverUnrolled(builder_.getContext()));
  builder_.SetInsertPoint(after);
  // What was made inside the loop is not there behind it.
  vectors_.clear();
}

} // namespace raddle::vectorize
