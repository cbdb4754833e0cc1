// Loads, stores and local variables.
//
// By the shape of the address: uniform is one scalar access; lanes side by side are one vector access; lanes
// at known distances follow a plan (emit_planned_accesses.cpp); all else is a gather or a scatter. Inactive
// lanes touch nothing.

#include "vectorize/fields.h"
#include "vectorize/passes.h"
#include "vectorize/processor.h"
#include "vectorize/reshape/if_convert_loads.h"
#include "vectorize/widen/emit/warp_emitter.h"

#include <llvm/Analysis/VectorUtils.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/InlineAsm.h>

#include <numeric>
#include <utility>

using namespace llvm;

namespace raddle::vectorize {

// Volatile accesses of different lanes have no order among themselves, but none may vanish or move.
void WarpEmitter::compilerBarrier() {
  auto *type = FunctionType::get(builder_.getVoidTy(), false);
  builder_.CreateCall(type, InlineAsm::get(type, "", "~{memory}", /*hasSideEffects=*/true));
}

// The address as a vector, with a scalar base and a vector of offsets wherever there is one: gathers with
// 32-bit offsets from one base are the fast ones, and LLVM finds them only next to the access.
Value *WarpEmitter::vectorAddress(Value *pointer, std::int64_t distance) {
  if (auto *address = dyn_cast<GetElementPtrInst>(pointer);
      address && shapes_.of(address).isVarying() && isUniform(address->getPointerOperand())) {
    SmallVector<Value *, 4> indices;
    for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i)
      indices.push_back(i.isStruct() ? i.getOperand() : vectorOrUniform(i.getOperand()));
    Value *base = scalar(address->getPointerOperand());
    if (distance != 0)
      base = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), base, static_cast<uint64_t>(distance));
    Value *fresh = builder_.CreateGEP(address->getSourceElementType(), base, indices);
    if (fresh->getType()->isVectorTy())
      return fresh;
  }
  if (distance == 0)
    return vector(pointer);
  return builder_.CreateGEP(builder_.getInt8Ty(), vector(pointer),
                            builder_.getInt64(static_cast<uint64_t>(distance)));
}

// Whether the addresses of neighbouring lanes lie one element apart, without gaps.
bool WarpEmitter::lanesLieSideBySide(const analysis::LaneShape &shape, Type *type) const {
  return shape.stride() == static_cast<std::int64_t>(layout_.getTypeStoreSize(type)) &&
         layout_.typeSizeEqualsStoreSize(type);
}

// The same for those of each row, where a warp is several.
bool WarpEmitter::rowsLieSideBySide(const analysis::LaneShape &shape, Type *type) const {
  constexpr unsigned kShortestRow = kLanes / 4;
  const auto bytes = static_cast<std::int64_t>(layout_.getTypeStoreSize(type));
  return shape.run() >= kShortestRow && shape.run() < kLanes && layout_.typeSizeEqualsStoreSize(type) &&
         all_of(seq(kLanes), [&](unsigned lane) { return shape.offset(lane) == lane % shape.run() * bytes; });
}

// AVX-512's accesses cost the same under a mask: no plan is followed there, which would ask whether all lanes are active.
bool WarpEmitter::areRowsUnderMask(const analysis::LaneShape &shape, Type *type) const {
  return !isFull(mask_) && has_wide_permutes_ && rowsLieSideBySide(shape, type);
}

bool WarpEmitter::mayFollowPlan(const Value *pointer, Type *type) const {
  const analysis::LaneShape shape = assumedShape(pointer);
  return !lanesLieSideBySide(shape, type) && !areRowsUnderMask(shape, type);
}

std::optional<std::pair<WarpEmitter::Values, Value *>> WarpEmitter::sideBySide(Value *pointer, Type *type) {
  const analysis::LaneShape shape = assumedShape(pointer);
  if (lanesLieSideBySide(shape, type)) {
    if (!shapes_.of(pointer).isVarying())
      return std::pair(Values{scalar(pointer)}, static_cast<Value *>(builder_.getTrue()));
    auto [first, holds] = assumeAddress(pointer, 0, kLanes);
    return std::pair(Values{first}, holds);
  }
  if (areRowsUnderMask(shape, type)) {
    auto [firsts, hold] = assumeRuns(pointer, shape.run());
    return std::pair(Values(firsts.begin(), firsts.end()), hold);
  }
  if (const auto bent = bentIndex(pointer, type))
    return straightAddresses(*bent);
  return std::nullopt;
}

// How many elements a masked access of a run of `lanes` has: at least a whole register. LLVM widens the mask of a narrower
// one itself, and where AVX-512's masks are spilled it then takes the next run's lanes for this one's: the move of 8 bits
// that clears all others counts as a copy.
unsigned WarpEmitter::elementsOfRun(Type *type, unsigned lanes) const {
  constexpr unsigned kRegister = 16;
  return has_wide_permutes_
             ? std::max(lanes, kRegister / static_cast<unsigned>(layout_.getTypeStoreSize(type)))
             : lanes;
}

// The lanes of a run that take part, and nobody where the access has more elements than the run has lanes.
Value *WarpEmitter::maskOfRun(std::size_t first, unsigned lanes, unsigned elements) {
  if (elements == lanes)
    return partOf(mask_, static_cast<unsigned>(first), lanes);
  Value *behind = builder_.CreateLShr(bits(mask_), first);
  Value *of_run = builder_.CreateAnd(behind, builder_.getInt32((1u << lanes) - 1));
  return builder_.CreateBitCast(builder_.CreateTrunc(of_run, builder_.getIntNTy(elements)),
                                FixedVectorType::get(builder_.getInt1Ty(), elements));
}

Value *WarpEmitter::loadRuns(const LoadInst &load, const Values &firsts) {
  const auto run = kLanes / static_cast<unsigned>(firsts.size());
  const unsigned elements = elementsOfRun(load.getType(), run);
  Values parts;
  for (auto [number, first] : enumerate(firsts)) {
    if (isFull(mask_)) {
      auto *type = FixedVectorType::get(load.getType(), run);
      parts.push_back(builder_.CreateAlignedLoad(type, first, load.getAlign(), load.getName()));
      continue;
    }
    auto *type = FixedVectorType::get(load.getType(), elements);
    Value *loaded =
        builder_.CreateMaskedLoad(type, first, load.getAlign(), maskOfRun(number * run, run, elements),
                                  Constant::getNullValue(type), load.getName());
    parts.push_back(partOf(loaded, 0, run));
  }
  return concatenateVectors(builder_, parts);
}

void WarpEmitter::storeRuns(StoreInst &store, Value *values, const Values &firsts) {
  const auto run = kLanes / static_cast<unsigned>(firsts.size());
  const unsigned elements = elementsOfRun(store.getValueOperand()->getType(), run);
  for (auto [number, first] : enumerate(firsts)) {
    if (isFull(mask_)) {
      builder_.CreateAlignedStore(partOf(values, static_cast<unsigned>(number * run), run), first,
                                  store.getAlign());
      continue;
    }
    // What stands behind the run's lanes is not stored.
    SmallVector<int, kLanes> places(elements, PoisonMaskElem);
    std::iota(places.begin(), places.begin() + run, static_cast<int>(number * run));
    builder_.CreateMaskedStore(builder_.CreateShuffleVector(values, places), first, store.getAlign(),
                               maskOfRun(number * run, run, elements));
  }
}

// Whether the host's vector instructions access each element atomically, in the order that is asked for.
static bool isPlainForHost(AtomicOrdering ordering, const Type *type) {
  return (ordering == AtomicOrdering::Monotonic || ordering == AtomicOrdering::Unordered) &&
         type->getPrimitiveSizeInBits() <= 64;
}

// What lanes read that do not take part is zero, not poison: a block may be run for no lane at all, and where
// LLVM knows that, all that depends on the value, masks as well, would be poison.
//
// AVX-512 gathers elements of 4 and 8 bytes. A smaller one is cut out of the four aligned bytes around it,
// which lie in one page. Elsewhere LLVM would write a branch for each lane that may be missing; a loop is
// smaller.
Value *WarpEmitter::gather(Type *type, Value *pointer, std::int64_t distance, Align align) {
  const auto bytes = layout_.getTypeStoreSize(type).getFixedValue();
  const bool is_one_piece = layout_.typeSizeEqualsStoreSize(type);
  if (!is_one_piece ||
      (bytes >= 4 ? has_wide_permutes_ || isFull(mask_) : isFull(mask_) && !has_wide_permutes_))
    return builder_.CreateMaskedGather(widened(type), vectorAddress(pointer, distance), align, mask_,
                                       Constant::getNullValue(widened(type)));
  if (has_wide_permutes_ && bytes < 4 && bytes == align.value()) {
    Value *address =
        builder_.CreatePtrToInt(vectorAddress(pointer, distance), widened(builder_.getInt64Ty()));
    Value *word_address = builder_.CreateAnd(address, splat(builder_.getInt64(~3ull)));
    Value *words = builder_.CreateMaskedGather(
        widened(builder_.getInt32Ty()), builder_.CreateIntToPtr(word_address, widened(builder_.getPtrTy())),
        Align(4), mask_, Constant::getNullValue(widened(builder_.getInt32Ty())));
    Value *byte =
        builder_.CreateTrunc(builder_.CreateAnd(address, splat(builder_.getInt64(3))), words->getType());
    Value *moved = builder_.CreateLShr(words, builder_.CreateShl(byte, splat(builder_.getInt32(3))));
    Type *integer = builder_.getIntNTy(static_cast<unsigned>(8 * bytes));
    return builder_.CreateBitCast(builder_.CreateTrunc(moved, widened(integer)), widened(type));
  }
  auto address = perLane(pointer);
  AllocaInst *results = slot(ArrayType::get(type, kLanes), "gathered");
  results->setAlignment(Align(64));
  builder_.CreateAlignedStore(Constant::getNullValue(widened(type)), results, Align(64));
  forEachLane(mask_, [&](Value *lane) {
    Value *own =
        builder_.CreateConstGEP1_64(builder_.getInt8Ty(), address(lane), static_cast<uint64_t>(distance));
    builder_.CreateStore(builder_.CreateAlignedLoad(type, own, align),
                         builder_.CreateGEP(type, results, lane));
  });
  return builder_.CreateAlignedLoad(widened(type), results, Align(64));
}

void WarpEmitter::scatter(Value *values, Value *pointer, std::int64_t distance, Align align) {
  Type *type = cast<VectorType>(values->getType())->getElementType();
  const auto bytes = layout_.getTypeStoreSize(type).getFixedValue();
  if (!layout_.typeSizeEqualsStoreSize(type) || isFull(mask_) || (bytes >= 4 && has_wide_permutes_)) {
    builder_.CreateMaskedScatter(values, vectorAddress(pointer, distance), align, mask_);
    return;
  }
  auto address = perLane(pointer);
  Value *memory = spill(values);
  forEachLane(mask_, [&](Value *lane) {
    Value *own =
        builder_.CreateConstGEP1_64(builder_.getInt8Ty(), address(lane), static_cast<uint64_t>(distance));
    builder_.CreateAlignedStore(loadLane(memory, type, lane), own, align);
  });
}

// Lanes for which the condition does not hold take no part, and get zeros. Beyond memory's end no lane does, which may
// take some cycles, but does not fault.
void WarpEmitter::emitConditionalLoad(LoadInst &load, Value *condition, Value *pointer) {
  Type *type = load.getType();
  Value *around = std::exchange(mask_, builder_.CreateAnd(mask_, vector(condition)));
  const bool may_be_empty = std::exchange(may_be_empty_[block_], true);
  Value *result = nullptr;
  auto gathered = [&] { return gather(type, pointer, 0, load.getAlign()); };
  if (isUniform(pointer)) {
    remark(load, "uniform address: one scalar load, where any lane takes part");
    auto *select = cast<SelectInst>(load.getPointerOperand());
    Value *place = builder_.CreateSelect(anyLane(mask_), scalar(pointer), select->getFalseValue());
    result = builder_.CreateSelect(mask_, splat(builder_.CreateAlignedLoad(type, place, load.getAlign())),
                                   Constant::getNullValue(widened(type)));
  } else if (auto sides = sideBySide(pointer, type)) {
    remark(load, "contiguous: one vector access of the lanes that take part");
    result = emitVersions(
        sides->second, [&] { return Values{loadRuns(load, sides->first)}; },
        [&] { return Values{gathered()}; })[0];
  } else {
    remark(load, "gather of the lanes that take part");
    result = gathered();
  }
  mask_ = around;
  may_be_empty_[block_] = may_be_empty;
  define(load, result);
}

void WarpEmitter::emitLoad(LoadInst &load) {
  Type *type = load.getType();
  Value *pointer = load.getPointerOperand();
  analysis::LaneShape shape = shapes_.of(pointer);
  if (const auto conditional = asConditionalLoad(load); conditional && !shape.isUniform())
    return emitConditionalLoad(load, conditional->condition, conditional->pointer);
  if (shape.isUniform()) {
    remark(load, "uniform address: one scalar load");
    auto *copy = cast<LoadInst>(load.clone());
    copy->setOperand(0, scalar(pointer));
    return define(load, builder_.Insert(copy, load.getName()));
  }
  if (load.isAtomic() && !isPlainForHost(load.getOrdering(), type)) {
    remark(load, "atomic: lane by lane");
    Value *addresses = spill(vector(pointer));
    AllocaInst *results = slot(ArrayType::get(type, kLanes), load.getName());
    forEachLane(mask_, [&](Value *lane) {
      auto *copy = cast<LoadInst>(load.clone());
      copy->setOperand(0, loadLane(addresses, pointer->getType(), lane));
      builder_.Insert(copy);
      builder_.CreateStore(copy, builder_.CreateGEP(type, results, lane));
    });
    return define(load, builder_.CreateAlignedLoad(widened(type), results, load.getAlign()));
  }
  if (auto found = served_.find(&load); found != served_.end())
    return define(load, found->second);
  if (mayFollowPlan(pointer, type) && emitPlannedLoad(load))
    return;
  const bool keep = load.isVolatile() || load.isAtomic();
  if (keep)
    compilerBarrier();
  auto gathered = [&] { return gather(type, pointer, 0, load.getAlign()); };
  Value *result = nullptr;
  if (auto sides = sideBySide(pointer, type)) {
    remarkAccess(load, "gather");
    result = emitVersions(
        sides->second, [&] { return Values{loadRuns(load, sides->first)}; },
        [&] { return Values{gathered()}; })[0];
  } else if (keep || !(result = loadIfSame(load))) {
    remarkAccess(load, "gather");
    result = gathered();
  }
  if (keep)
    compilerBarrier();
  define(load, result);
}

void WarpEmitter::emitStore(StoreInst &store) {
  Value *pointer = store.getPointerOperand(), *value = store.getValueOperand();
  analysis::LaneShape shape = shapes_.of(pointer);
  if (shape.isUniform()) {
    remark(store, "uniform address: one scalar store of the last lane's value");
    // The lanes write one after the other, so the last one's value stays.
    auto *copy = cast<StoreInst>(store.clone());
    copy->setOperand(0, isUniform(value) ? scalar(value)
                                         : builder_.CreateExtractElement(vector(value), lastLane(mask_)));
    copy->setOperand(1, scalar(pointer));
    builder_.Insert(copy);
    return;
  }
  if (store.isAtomic() && !isPlainForHost(store.getOrdering(), value->getType())) {
    remark(store, "atomic: lane by lane");
    Value *addresses = spill(vector(pointer)), *values = spill(vector(value));
    forEachLane(mask_, [&](Value *lane) {
      auto *copy = cast<StoreInst>(store.clone());
      copy->setOperand(0, loadLane(values, value->getType(), lane));
      copy->setOperand(1, loadLane(addresses, pointer->getType(), lane));
      builder_.Insert(copy);
    });
    return;
  }
  if (auto later = planned_stores_.find(&store); later != planned_stores_.end())
    return storeByPlan(later->second);
  if (served_.contains(&store) || (mayFollowPlan(pointer, value->getType()) && emitPlannedStore(store)))
    return;
  const bool keep = store.isVolatile() || store.isAtomic();
  if (keep)
    compilerBarrier();
  Type *type = value->getType();
  Value *values = vector(value);
  auto side_by_side = [&](const Values &firsts) {
    storeRuns(store, values, firsts);
    return Values();
  };
  auto scattered = [&] {
    scatter(values, pointer, 0, store.getAlign());
    return Values();
  };
  remarkAccess(store, "scatter");
  if (auto sides = sideBySide(pointer, type))
    emitVersions(sides->second, [&] { return side_by_side(sides->first); }, scattered);
  else
    scattered();
  if (keep)
    compilerBarrier();
}

// Each cache line once. Where the lanes do not lie close to each other that would cost more than it gains, or where rows are
// short.
void WarpEmitter::emitPrefetch(CallInst &prefetch) {
  constexpr std::int64_t kCacheLine = kCacheLineBytes;
  const unsigned shortest_row = Processor::of(job_).shortest_prefetched_row;
  Value *pointer = prefetch.getArgOperand(0);
  if (isUniform(pointer))
    return emitOnce(prefetch);
  const analysis::LaneShape shape = assumedShape(pointer);
  const unsigned run = shape.run();
  const std::int64_t stride = shape.offset(1);
  if (run < shortest_row || stride <= 0 || stride > kCacheLine)
    return;
  for (unsigned lane = 0; lane < kLanes; ++lane)
    if (shape.offset(lane) != lane % run * stride)
      return;
  // The last lane's byte lies in the last line or at the beginning of the one behind, which is left to the processor.
  for (Value *first : assumeRuns(pointer, run).first)
    for (std::int64_t line = 0; line < stride * run; line += kCacheLine) {
      auto *copy = cast<CallInst>(prefetch.clone());
      copy->setArgOperand(
          0, builder_.CreateConstGEP1_64(builder_.getInt8Ty(), first, static_cast<uint64_t>(line)));
      builder_.Insert(copy);
    }
}

// Every lane has its own copy, at an address that other lanes may be given.
void WarpEmitter::emitAlloca(AllocaInst &variable) {
  auto size = variable.getAllocationSize(layout_);
  if (!size || variable.getParent() != &source_.getEntryBlock())
    return giveUp(variable, Obstacle::kArraySize);
  uint64_t bytes = analysis::isInterleaved(variable) ? alignTo(size->getFixedValue(), variable.getAlign())
                                                     : analysis::distanceOfLanes(variable);
  AllocaInst *copies = slot(ArrayType::get(builder_.getInt8Ty(), bytes * kLanes), variable.getName());
  copies->setAlignment(std::max(variable.getAlign(), Align(64)));
  define(variable, copies);
}

} // namespace raddle::vectorize
