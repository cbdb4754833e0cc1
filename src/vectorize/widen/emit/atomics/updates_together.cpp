// Atomic updates of a block's memory in a row, whose old values are not used: they are made together, lane by lane. Each lane's
// addresses are loads from memory that was written long before. What several of them are parts of, as the bytes of a word, is
// loaded once for all.
//
// Updates of shared memory by parts of words (updates.cpp), as those of a histogram of bytes.
//
//   words         = in[i ... i+31]
//   a[byte of its word] += 1, for each lane and byte
//
// A word is loaded once for all its parts: processors do more shifts than loads and stores at a time. Words in memory of
// the kernel's caller are loaded from where they lie, those of two lanes at once, in four places:
//
//   next          = the first pair of words in each place
//   for each pair of lanes:
//       now, next = next, the pairs after them
//       a[byte of now's first word] += 1, ... , a[byte of its second word] += 1, ...      for each place
//
// They are loaded one iteration early because a load waits for all stores under way whose addresses have the same lowest 12
// bits, as those to the array have where it lies in its page like the words in theirs. The places are far from each
// other: neighbours often hold the same, and updates of one element wait for each other.

#include "vectorize/never_unrolled.h"
#include "vectorize/prefetches.h"
#include "vectorize/processor.h"
#include "vectorize/widen/emit/atomics/atomics.h"
#include "vectorize/widen/emit/lane_loops.h"
#include "vectorize/widen/emit/values_in_lanes.h"
#include "vectorize/widen/plan/address_parts.h"
#include "vectorize/widen/plan/shared_address.h"

using namespace llvm;

namespace raddle::vectorize {

namespace {

// What a value is a part of by one cheap instruction (a shift, a mask, a constant added, a cast); or null.
Value *wholeOfPart(const WarpBuilder &warp, const Value &value) {
  auto *instruction = dyn_cast<Instruction>(&value);
  if (!instruction || !warp.shapes.of(instruction).isVarying())
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
  return warp.shapes.of(whole).isVarying() && whole->getType()->isIntegerTy() &&
                 whole->getType()->getIntegerBitWidth() >= 8 && whole->getType()->getIntegerBitWidth() <= 64
             ? whole
             : nullptr;
}

// Pieces of the lanes' addresses and operands.
struct TogetherUpdate {
  AtomicRMWInst *update;
  Value *whole = nullptr; // what its address, or else its operand, is a part of, if it varies
  PerLane address = nullptr, operand = nullptr;
};

// What updates compute their addresses and operands from, each lane in its iteration.
struct Whole {
  Value *place = nullptr; // of the first lane's; the others follow
  Type *kept = nullptr;   // as it lies there
  Align align;
  bool is_the_callers = false; // memory of the kernel's caller, not a copy
  Value *loaded = nullptr;     // that of the lane whose iteration it is
};

// The same words for some of the lanes.
struct PlaceOfWords {
  Value *whole;
  ArrayRef<TogetherUpdate *> updates; // of this whole
  unsigned first_lane;
};

using Step = function_ref<void(TogetherUpdate &update, Value *lane)>;
// More instructions in each lane would take longer than loading the part.
constexpr unsigned kStepsToAPart = 4;

class UpdatesTogether {
public:
  UpdatesTogether(WarpBuilder &warp, const UpdateGroup &group) : warp_(warp), is_loop_(group.isLoop()) {
    for (AtomicRMWInst *update : group.updates)
      updates_.push_back({update});
  }
  void emit();

private:
  void findWholes();
  void findWholesInMemory(Instruction &first_update);
  PerLane perLaneOfWhole(Value *value, unsigned steps = kStepsToAPart);
  bool mayGoByWords() const;
  void forEachLaneByWords(Step step);
  void emitLoopByWords(ArrayRef<PlaceOfWords> places, unsigned lanes_together, unsigned iterations,
                       Step step);

  WarpBuilder &warp_;
  const bool is_loop_;
  SmallVector<TogetherUpdate, 4> updates_;
  bool in_any_order_ = false;
  SmallMapVector<Value *, Whole, 8> wholes_;
};

void UpdatesTogether::emit() {
  if (is_loop_ && Processor::of(warp_.machine).updates_whole_words)
    findWholes();
  auto partOfWhole = [&](Value *value) { return perLaneOfWhole(value); };
  for (TogetherUpdate &pending : updates_) {
    pending.address = perLane(warp_, pending.update->getPointerOperand(), partOfWhole);
    pending.operand = perLane(warp_, pending.update->getValOperand(), partOfWhole);
  }
  auto step = [&](TogetherUpdate &pending, Value *lane) {
    auto *copy = cast<AtomicRMWInst>(pending.update->clone());
    copy->setOperand(0, pending.address(lane));
    copy->setOperand(1, pending.operand(lane));
    warp_.Insert(copy);
    relaxIfOfOneBlock(copy);
  };
  if (is_loop_ && mayGoByWords())
    forEachLaneByWords(step);
  else if (is_loop_)
    forEachLane(warp_, warp_.mask, [&](Value *lane) {
      for (TogetherUpdate &pending : updates_)
        step(pending, lane);
    });
  else
    for (TogetherUpdate &pending : updates_)
      forEachLaneOrUnrolled(warp_, true, [&](Value *lane) { step(pending, lane); });
  warp_.lane_memory_in_use = 0;
}

// Each lane may load from where it lies, in its iteration, what lies side by side in memory of the kernel's caller:
// the updates of shared memory between leave that alone.
void UpdatesTogether::findWholesInMemory(Instruction &first_update) {
  if (!warp_.is_kernel || !all_of(updates_, [](const TogetherUpdate &pending) {
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
    const analysis::LaneShape shape = warp_.shapes.of(load->getPointerOperand());
    if (!shape.isVarying() && areContiguous(warp_.plan.context(), shape, load->getType()))
      whole->second = {warp_.scalar(load->getPointerOperand()), load->getType(), load->getAlign(), true};
  }
}

void UpdatesTogether::emitLoopByWords(ArrayRef<PlaceOfWords> places, unsigned lanes_together,
                                      unsigned iterations, Step step) {
  const unsigned bits = places.front().whole->getType()->getIntegerBitWidth();
  Type *words = warp_.getIntNTy(bits * lanes_together);
  Value *origin = wholes_[places.front().whole].place;
  const AddressSum sum(*origin, warp_.layout);
  auto load = [&](const PlaceOfWords &place, Value *iteration) {
    const Whole &whole = wholes_[place.whole];
    // They share one base where that may be, because each base has a register.
    const auto distance = sum.distanceTo(AddressSum(*whole.place, warp_.layout));
    Value *at = warp_.CreateGEP(words, distance ? origin : whole.place, iteration);
    const std::int64_t offset = distance.value_or(0) + std::int64_t(place.first_lane * bits / 8);
    return warp_.CreateAlignedLoad(
        words, warp_.CreateConstGEP1_64(warp_.getInt8Ty(), at, static_cast<std::uint64_t>(offset)),
        whole.align);
  };
  SmallVector<Value *, 4> begin;
  for (const PlaceOfWords &place : places)
    begin.push_back(load(place, warp_.getInt32(0)));
  BasicBlock *before = warp_.GetInsertBlock(), *loop = warp_.newBlock("each.word"),
             *after = warp_.newBlock("each.word.end");
  warp_.CreateBr(loop);
  warp_.SetInsertPoint(loop);
  PHINode *iteration = warp_.CreatePHI(warp_.getInt32Ty(), 2, "iteration");
  SmallVector<PHINode *, 4> now;
  for (size_t i = 0; i < places.size(); ++i)
    now.push_back(warp_.CreatePHI(words, 2, "words"));
  Value *next = warp_.CreateAdd(iteration, warp_.getInt32(1), "", /*HasNUW=*/true, /*HasNSW=*/true);
  Value *is_last = warp_.CreateICmpEQ(next, warp_.getInt32(iterations));
  Value *next_iteration = warp_.CreateSelect(is_last, iteration, next);
  SmallVector<Value *, 4> coming;
  for (auto [place, loaded] : zip_equal(places, now)) {
    coming.push_back(load(place, next_iteration));
    for (unsigned i = 0; i < lanes_together; ++i) {
      for (auto &[value, whole] : wholes_)
        whole.loaded = nullptr;
      Whole &whole = wholes_[place.whole];
      whole.loaded =
          warp_.CreateZExt(warp_.CreateTrunc(warp_.CreateLShr(loaded, uint64_t(i) * bits), whole.kept),
                           place.whole->getType());
      Value *lane = warp_.CreateAdd(warp_.CreateMul(iteration, warp_.getInt32(lanes_together)),
                                    warp_.getInt32(place.first_lane + i));
      for (TogetherUpdate *pending : place.updates)
        step(*pending, lane);
    }
  }
  // Both at once: of a phi with one value the builder would take that for all iterations.
  auto close = [&](PHINode &phi, Value *at_first, Value *later) {
    phi.addIncoming(at_first, before);
    phi.addIncoming(later, warp_.GetInsertBlock());
  };
  close(*iteration, warp_.getInt32(0), next);
  for (auto [phi, at_first, later] : zip_equal(now, begin, coming))
    close(*phi, at_first, later);
  BranchInst *back_edge = warp_.CreateCondBr(is_last, after, loop);
  back_edge->setMetadata(LLVMContext::MD_loop, neverUnrolled(warp_.getContext()));
  warp_.SetInsertPoint(after);
  warp_.forgetVectors();
}

// Finds what the pending updates take parts of. Those of one whole follow each other where the order does not matter,
// so that few wholes are in registers at a time.
void UpdatesTogether::findWholes() {
  struct Users {
    unsigned uses = 0;
    SmallVector<TogetherUpdate, 4> updates; // that use it first of all
  };
  SmallMapVector<Value *, Users, 8> users_of;
  auto wholeOf = [&](Value *value) {
    for (unsigned step = 0; step < kStepsToAPart; ++step) {
      Value *whole = wholeOfPart(warp_, *value);
      if (!whole)
        break;
      value = whole;
    }
    return value;
  };
  for (TogetherUpdate &pending : updates_) {
    SmallVector<Value *, 4> used;
    auto *address = dyn_cast<GetElementPtrInst>(pending.update->getPointerOperand());
    if (address && warp_.isUniform(address->getPointerOperand()))
      append_range(used, address->indices());
    used.push_back(pending.update->getValOperand());
    erase_if(used, [&](Value *value) { return warp_.isUniform(value); });
    for (Value *value : used)
      ++users_of[wholeOf(value)].uses;
    pending.whole = used.empty() ? nullptr : wholeOf(used.front());
    users_of[pending.whole].updates.push_back(pending);
  }
  AtomicRMWInst &first = *updates_.front().update;
  in_any_order_ = aggregateOf(first).has_value() && all_of(updates_, [&](const TogetherUpdate &pending) {
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
    return !is_shared && !(entry.second.place && in_any_order_ && warp_.isFull(warp_.mask));
  });
  for (auto &[value, whole] : wholes_) {
    if (whole.place)
      continue;
    Value *values = warp_.vector(value);
    whole.kept = narrowestType(warp_, *value);
    whole.place = spillBesideOthers(
        warp_, whole.kept == value->getType() ? values : warp_.CreateTrunc(values, widened(whole.kept)));
    whole.align = warp_.layout.getABITypeAlign(whole.kept);
  }
  if (!in_any_order_)
    return;
  updates_.clear();
  for (auto &[whole, users] : users_of)
    append_range(updates_, users.updates);
}

// A whole, or a part of one; empty where the value is none.
PerLane UpdatesTogether::perLaneOfWhole(Value *value, unsigned steps) {
  if (wholes_.contains(value))
    return [this, value](Value *lane) {
      Whole &whole = wholes_[value];
      if (!whole.loaded)
        whole.loaded = warp_.CreateZExt(
            warp_.CreateAlignedLoad(whole.kept, warp_.CreateGEP(whole.kept, whole.place, lane), whole.align),
            value->getType());
      return whole.loaded;
    };
  Value *whole = steps > 0 ? wholeOfPart(warp_, *value) : nullptr;
  auto inner = whole ? perLaneOfWhole(whole, steps - 1) : nullptr;
  if (!inner)
    return nullptr;
  return [this, part = cast<Instruction>(value), inner](Value *lane) {
    Value *own = inner(lane);
    if (auto *conversion = dyn_cast<CastInst>(part))
      return warp_.CreateCast(conversion->getOpcode(), own, conversion->getType());
    return warp_.CreateBinOp(cast<BinaryOperator>(part)->getOpcode(), own, part->getOperand(1));
  };
}

bool UpdatesTogether::mayGoByWords() const {
  // What lies side by side without gaps: two words are loaded as one number.
  auto isWord = [](const Type &type) {
    return isPowerOf2_32(type.getIntegerBitWidth()) && type.getIntegerBitWidth() >= 8;
  };
  return in_any_order_ && warp_.isFull(warp_.mask) && all_of(updates_, [&](const TogetherUpdate &pending) {
           auto whole = wholes_.find(pending.whole);
           return whole != wholes_.end() && whole->second.is_the_callers &&
                  whole->second.kept == updates_.front().whole->getType() && isWord(*whole->second.kept);
         });
}

// All pending updates, for all lanes.
void UpdatesTogether::forEachLaneByWords(Step step) {
  constexpr unsigned kPlaces = 4;
  MapVector<Value *, SmallVector<TogetherUpdate *, 4>> updates;
  for (TogetherUpdate &pending : updates_)
    updates[pending.whole].push_back(&pending);
  // By where they lie, as far as that is known.
  const auto wholes = updates.takeVector();
  const AddressSum origin(*wholes_[wholes.front().first].place, warp_.layout);
  SmallVector<std::pair<std::int64_t, size_t>, 8> order;
  for (size_t i = 0; i < wholes.size(); ++i)
    order.emplace_back(
        origin.distanceTo(AddressSum(*wholes_[wholes[i].first].place, warp_.layout)).value_or(INT64_MAX), i);
  sort(order);
  const unsigned lanes_together = updates_.front().whole->getType()->getIntegerBitWidth() <= 32 ? 2 : 1;
  // Where there are many wholes, four neighbours are in different loops, and those of one loop lie far from each other.
  const auto loops = static_cast<unsigned>(divideCeil(wholes.size(), kPlaces));
  for (unsigned first = 0; first < loops; ++first) {
    SmallVector<size_t, kPlaces> together;
    for (size_t i = first; i < order.size(); i += loops)
      together.push_back(order[i].second);
    // Where there are fewer wholes, each is in several places.
    const unsigned places = bit_floor(kPlaces / static_cast<unsigned>(together.size()));
    SmallVector<PlaceOfWords, kPlaces> all;
    for (unsigned place = 0; place < places; ++place)
      for (size_t i : together)
        all.push_back({wholes[i].first, wholes[i].second, place * kLanes / places});
    emitLoopByWords(all, lanes_together, kLanes / places / lanes_together, step);
  }
}

} // namespace

void emitUpdatesTogether(WarpBuilder &warp, const UpdateGroup &group) { UpdatesTogether(warp, group).emit(); }

} // namespace raddle::vectorize
