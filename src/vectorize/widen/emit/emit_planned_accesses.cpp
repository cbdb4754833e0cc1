// Loads and stores by an AccessPlan: vectors as they lie in memory, and fixed shuffles.
//
// A plan is followed where all lanes of the warp are active; a check at run time decides where that is not
// known. Some lanes store by plan too, and load rows that lie side by side, where the machine can leave out
// elements; else they are served by gathers and scatters. Accesses of neighbouring fields, p[i].x and p[i].y, between which nothing else
// happens to memory, are done together, at the first load or the last store.

#include "vectorize/passes.h"
#include "vectorize/prefetches.h"
#include "vectorize/processor.h"
#include "vectorize/widen/emit/warp_emitter.h"
#include "vectorize/widen/plan/access_plan.h"
#include "vectorize/widen/plan/address_parts.h"

#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

#include <limits>
#include <map>
#include <numeric>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Neighbouring fields are accessed within so many instructions.
constexpr unsigned kFarthestNeighbour = 64;

bool isPlain(const Instruction &access) {
  auto *load = dyn_cast<LoadInst>(&access);
  auto *store = dyn_cast<StoreInst>(&access);
  return (load && load->isSimple()) || (store && store->isSimple());
}

// How far from a lane's access another one lies among those of its neighbours, so that one vector holds some of both.
std::int64_t reachOf(const analysis::LaneShape &shape, unsigned register_bytes) {
  std::int64_t closest = std::numeric_limits<std::int64_t>::max(); // unless lanes are known
  for (unsigned lane = 1; lane < analysis::LaneShape::kLanes; ++lane)
    if (const std::int64_t step = std::abs(shape.offset(lane) - shape.offset(lane - 1)); step != 0)
      closest = std::min(closest, step);
  return std::max<std::int64_t>(closest, register_bytes);
}

} // namespace

// The accesses of the same kind that belong to `access`, itself included, in the order of the source.
SmallVector<Instruction *, 4> WarpEmitter::accessesBeside(Instruction &access,
                                                          const analysis::LaneShape &shape) {
  const bool is_load = isa<LoadInst>(access);
  Type *type = getLoadStoreType(&access);
  const AddressSum sum(*getLoadStorePointerOperand(&access), layout_);
  const std::int64_t reach = reachOf(shape, registerBytes());
  // What lies side by side needs no company.
  auto isBeside = [&](Value *address) {
    const auto distance = sum.distanceTo(AddressSum(*address, layout_));
    return distance && -reach <= *distance && *distance <= reach &&
           !lanesLieSideBySide(assumedShape(address), type);
  };
  SmallVector<Instruction *, 4> result{&access};
  unsigned looked_at = 0;
  for (Instruction &next : make_range(std::next(access.getIterator()), access.getParent()->end())) {
    if (++looked_at > kFarthestNeighbour)
      break;
    if (next.isTerminator() || next.isDebugOrPseudoInst() || isPrefetch(next))
      continue;
    const bool same_kind = isPlain(next) && isa<LoadInst>(next) == is_load &&
                           getLoadStoreType(&next) == type &&
                           getLoadStoreAddressSpace(&next) == getLoadStoreAddressSpace(&access);
    if (same_kind && !served_.contains(&next) && isBeside(getLoadStorePointerOperand(&next))) {
      result.push_back(&next);
      continue;
    }
    if (is_load ? next.mayWriteToMemory() || next.mayThrow() : next.mayReadOrWriteMemory() || next.mayThrow())
      break;
  }
  return result;
}

// Whether a value is kept behind its block in any case: it is used there, or an address is that is computed from it.
static bool isKept(const Instruction &instruction) {
  return instruction.isUsedOutsideOfBlock(instruction.getParent()) ||
         any_of(instruction.users(), [](const User *user) {
           auto *part = dyn_cast<Instruction>(user);
           return part && (isa<GetElementPtrInst>(part) || isa<CastInst>(part)) && isKept(*part);
         });
}

// Whether nothing is kept for longer if it is taken from here. Values of earlier blocks can be had, but may be kept for this.
bool WarpEmitter::isAtHand(const Value &value) const {
  auto *instruction = dyn_cast<Instruction>(&value);
  return !instruction || values_.contains(&value) || isKept(*instruction);
}

// The value in one lane.
Value *WarpEmitter::inLane(Value *value, unsigned lane) {
  analysis::LaneShape shape = shapes_.of(value);
  if (shape.isScalar()) {
    Value *first = scalar(value);
    if (shape.offset(lane) == 0)
      return first;
    if (value->getType()->isPointerTy())
      return builder_.CreateConstGEP1_64(builder_.getInt8Ty(), first,
                                         static_cast<uint64_t>(shape.offset(lane)));
    return builder_.CreateAdd(
        first, ConstantInt::get(first->getType(), static_cast<uint64_t>(shape.offset(lane)), true));
  }
  auto *instruction = dyn_cast<Instruction>(value);
  const bool is_simple =
      instruction && (isa<GetElementPtrInst>(instruction) || isa<BinaryOperator>(instruction) ||
                      isa<SExtInst, ZExtInst, TruncInst>(instruction));
  if (is_simple && !instruction->isIntDivRem() &&
      all_of(instruction->operands(), [&](const Use &operand) { return isAtHand(*operand); })) {
    SmallVector<Value *, 4> operands;
    for (const Use &operand : instruction->operands())
      operands.push_back(inLane(operand, lane));
    if (auto *address = dyn_cast<GetElementPtrInst>(instruction))
      return builder_.CreateGEP(address->getSourceElementType(), operands[0],
                                ArrayRef(operands).drop_front());
    if (auto *binary = dyn_cast<BinaryOperator>(instruction))
      return builder_.CreateBinOp(binary->getOpcode(), operands[0], operands[1]);
    return builder_.CreateCast(cast<CastInst>(instruction)->getOpcode(), operands[0], instruction->getType());
  }
  return builder_.CreateExtractElement(vector(value), lane);
}

// A vector of elements of other vectors, which may be of different lengths; null: of no matter.
Value *WarpEmitter::assemble(ArrayRef<std::pair<Value *, unsigned>> wanted) {
  auto lengthOf = [](Value *vector) { return cast<FixedVectorType>(vector->getType())->getNumElements(); };
  MapVector<Value *, unsigned> sources;
  unsigned longest = static_cast<unsigned>(wanted.size());
  for (auto [source, element] : wanted) {
    if (!source)
      continue;
    sources.insert({source, 0});
    longest = std::max(longest, lengthOf(source));
  }
  auto lengthened = [&](Value *source) {
    SmallVector<int, 64> order(longest, PoisonMaskElem);
    for (unsigned i = 0; i < lengthOf(source); ++i)
      order[i] = static_cast<int>(i);
    return lengthOf(source) == longest ? source : builder_.CreateShuffleVector(source, order);
  };
  Value *result = nullptr;
  for (auto i = sources.begin(); i != sources.end();) {
    // The first shuffle takes from two sources, each other one adds one more.
    Value *left = result ? nullptr : (i++)->first, *right = i != sources.end() ? (i++)->first : nullptr;
    SmallVector<int, 64> order(right || !result ? longest : wanted.size(), PoisonMaskElem);
    for (unsigned k = 0; k < wanted.size(); ++k) {
      if (left && wanted[k].first == left)
        order[k] = static_cast<int>(wanted[k].second);
      else if (right && wanted[k].first == right)
        order[k] = static_cast<int>(longest + wanted[k].second);
      else if (result && wanted[k].first)
        order[k] = static_cast<int>(k);
    }
    Value *first = result ? result : lengthened(left);
    result = builder_.CreateShuffleVector(
        first, right ? lengthened(right) : PoisonValue::get(first->getType()), order);
  }
  if (lengthOf(result) == wanted.size())
    return result;
  SmallVector<int, 64> order;
  for (unsigned k = 0; k < wanted.size(); ++k)
    order.push_back(static_cast<int>(k));
  return builder_.CreateShuffleVector(result, order);
}

// Vectors in which as many fields alternate: a vector for each field. Evens and odds are parted, and both
// again: a shuffle for each vector and step, where picking each field out of all vectors would take one for
// each pair.
SmallVector<Value *, 8> WarpEmitter::separate(ArrayRef<Value *> alternating) {
  const std::size_t count = alternating.size();
  if (count == 1)
    return {alternating.front()};
  const auto length =
      static_cast<int>(cast<FixedVectorType>(alternating.front()->getType())->getNumElements());
  SmallVector<Value *, 8> result(count);
  for (int odd = 0; odd < 2; ++odd) {
    SmallVector<int, 64> order;
    for (int i = 0; i < length; ++i)
      order.push_back(2 * i + odd);
    SmallVector<Value *, 8> half;
    for (std::size_t i = 0; i < count; i += 2)
      half.push_back(builder_.CreateShuffleVector(alternating[i], alternating[i + 1], order));
    for (auto [i, field] : enumerate(separate(half)))
      result[2 * i + static_cast<std::size_t>(odd)] = field;
  }
  return result;
}

Value *WarpEmitter::concatenate(SmallVector<Value *, 8> parts) {
  while (parts.size() > 1) {
    SmallVector<Value *, 8> longer;
    for (unsigned i = 0; i < parts.size(); i += 2) {
      SmallVector<int, 64> order;
      for (unsigned k = 0; k < 2 * cast<FixedVectorType>(parts[i]->getType())->getNumElements(); ++k)
        order.push_back(static_cast<int>(k));
      longer.push_back(builder_.CreateShuffleVector(parts[i], parts[i + 1], order));
    }
    parts = std::move(longer);
  }
  return parts.front();
}

namespace {

// The fields' distances from the first access, and the lowest alignment.
std::pair<SmallVector<std::int64_t, 4>, Align> fieldsOf(ArrayRef<Instruction *> accesses,
                                                        const DataLayout &layout) {
  SmallVector<std::int64_t, 4> fields;
  Align align = getLoadStoreAlignment(accesses.front());
  const AddressSum first(*getLoadStorePointerOperand(accesses.front()), layout);
  for (Instruction *access : accesses) {
    fields.push_back(*first.distanceTo(AddressSum(*getLoadStorePointerOperand(access), layout)));
    align = std::min(align, getLoadStoreAlignment(access));
  }
  return {fields, align};
}

// A chunk may begin between two lanes' accesses, which are aligned.
Align alignmentOf(const AccessPlan::Chunk &chunk, Align accesses) {
  return commonAlignment(accesses, static_cast<uint64_t>(chunk.offset));
}

} // namespace

bool WarpEmitter::emitPlannedLoad(LoadInst &load) {
  Type *type = load.getType();
  analysis::LaneShape shape = assumedShape(load.getPointerOperand());
  if (!load.isSimple() || !layout_.typeSizeEqualsStoreSize(type) || type->isAggregateType())
    return false;
  auto accesses = accessesBeside(load, shape);
  auto [fields, align] = fieldsOf(accesses, layout_);
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(type));
  auto plan = planLoads({shape, fields, bytes, registerBytes()});
  if (!plan && accesses.size() > 1 &&
      (plan = planLoads({shape, ArrayRef(fields).take_front(), bytes, registerBytes()}))) {
    accesses.resize(1);
    fields.resize(1);
  }
  const bool is_likely = !plan && shape.run() == 1;
  if (is_likely) {
    shape = likelyShape(load.getPointerOperand());
    if (!shape.isVarying() && !shape.isUniform() && shape.stride() != bytes)
      plan = planLoads({shape, fields, bytes, registerBytes()});
  }
  if (!plan)
    return accesses.size() > 1 && emitFieldsByLane(accesses, fields, align);
  SmallVector<Value *, 8> bases;
  Value *holds = nullptr;
  if (is_likely) {
    bases.resize(1);
    std::tie(bases[0], holds) = addressIfLikely(load.getPointerOperand(), shape);
  } else {
    std::tie(bases, holds) = assumeRuns(load.getPointerOperand(), shape.run());
  }
  auto planned = [&] {
    SmallVector<Value *, 16> chunks;
    for (const AccessPlan::Chunk &chunk : plan->chunks) {
      Value *address = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), bases[chunk.run],
                                                   static_cast<uint64_t>(chunk.offset));
      chunks.push_back(builder_.CreateAlignedLoad(FixedVectorType::get(type, chunk.elements), address,
                                                  alignmentOf(chunk, align)));
    }
    if (plan->side_of_squares)
      return fieldsOfSquares(*plan, chunks);
    SmallVector<Value *, 16> registers;
    for (std::size_t i = 0; i < chunks.size(); i += plan->joined)
      registers.push_back(concatenate(SmallVector<Value *, 8>(ArrayRef(chunks).slice(i, plan->joined))));
    const unsigned part = std::min(kLanes, registerBytes() / bytes);
    SmallVector<SmallVector<Value *, 8>, 8> parts(plan->places.size()); // of each field
    std::map<unsigned, SmallVector<Value *, 8>> separated;              // by first chunk
    for (unsigned first = 0; first < kLanes; first += part) {
      if (auto alternating = plan->alternatingFields(first, part)) {
        auto &fields_apart = separated[alternating->first_chunk];
        if (fields_apart.empty())
          fields_apart = separate(ArrayRef(chunks).slice(alternating->first_chunk, parts.size()));
        for (std::size_t field = 0; field < parts.size(); ++field)
          parts[field].push_back(fields_apart[alternating->position[field]]);
        continue;
      }
      for (std::size_t field = 0; field < parts.size(); ++field) {
        SmallVector<std::pair<Value *, unsigned>, 32> wanted;
        for (unsigned lane = first; lane < first + part; ++lane) {
          const AccessPlan::Place &place = plan->places[field][lane];
          wanted.push_back({registers[place.chunk / plan->joined],
                            place.chunk % plan->joined * plan->chunks[place.chunk].elements + place.element});
        }
        parts[field].push_back(assemble(wanted));
      }
    }
    Values results;
    for (auto &of_field : parts)
      results.push_back(concatenate(std::move(of_field)));
    return results;
  };
  auto gathered = [&] {
    Values results;
    for (std::size_t i = 0; i < accesses.size(); ++i)
      results.push_back(
          gather(type, load.getPointerOperand(), fields[i], getLoadStoreAlignment(accesses[i])));
    return results;
  };
  auto rowsUnderMask = [&] {
    Values results;
    for (auto [access, field] : zip_equal(accesses, fields)) {
      Values firsts;
      for (Value *base : bases)
        firsts.push_back(
            builder_.CreateConstGEP1_64(builder_.getInt8Ty(), base, static_cast<uint64_t>(field)));
      results.push_back(loadRuns(*cast<LoadInst>(access), firsts));
    }
    return results;
  };
  const bool some_may_be_left_out =
      !isFull(mask_) && mayLeaveOutLanes(bytes) && !is_likely && rowsLieSideBySide(shape, type);
  for (Instruction *access : accesses)
    remarkPlan(*access, shape, accesses.size(), plan->chunks.size(), some_may_be_left_out);
  auto results = whenAllAreActive(holds, planned, [&] {
    return some_may_be_left_out ? emitVersions(holds, rowsUnderMask, gathered) : gathered();
  });
  for (std::size_t i = 0; i < accesses.size(); ++i)
    served_[accesses[i]] = results[i];
  define(load, results[0]);
  return true;
}

// Stores of some elements of a register.
bool WarpEmitter::mayLeaveOutLanes(unsigned element_bytes) const {
  return registerBytes() == 64 || (element_bytes >= 4 && hasFeature(job_, "avx2"));
}

bool WarpEmitter::emitPlannedStore(StoreInst &store) {
  Type *type = store.getValueOperand()->getType();
  if (!store.isSimple() || !layout_.typeSizeEqualsStoreSize(type) || type->isAggregateType())
    return false;
  const analysis::LaneShape shape = assumedShape(store.getPointerOperand());
  auto accesses = accessesBeside(store, shape);
  auto [fields, align] = fieldsOf(accesses, layout_);
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(type));
  auto plan = planStores({shape, fields, bytes, registerBytes()});
  if (!plan && accesses.size() > 1) {
    accesses.resize(1);
    fields.resize(1);
    plan = planStores({shape, fields, bytes, registerBytes()});
  }
  if (!plan)
    return false;
  if (accesses.size() > 1) {
    // The values of the later ones are not there yet: all are stored at the last.
    for (Instruction *access : accesses)
      served_[access] = nullptr;
    planned_stores_[accesses.back()] = {accesses, fields, *plan, align};
    return true;
  }
  storeByPlan({accesses, fields, *plan, align});
  return true;
}

void WarpEmitter::storeByPlan(const PlannedStore &store) {
  auto *first = cast<StoreInst>(store.accesses.front());
  Type *type = first->getValueOperand()->getType();
  const auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(type));
  const analysis::LaneShape shape = assumedShape(first->getPointerOperand());
  // Where several lanes write one element, the last active one is not known.
  const bool some_may_be_left_out =
      !isFull(mask_) && mayLeaveOutLanes(bytes) && store.plan.has_one_writer_each;
  for (Instruction *access : store.accesses)
    remarkPlan(*access, shape, store.accesses.size(), store.plan.chunks.size(), some_may_be_left_out);
  SmallVector<Value *, 4> values;
  for (Instruction *access : store.accesses)
    values.push_back(vector(cast<StoreInst>(access)->getValueOperand()));
  auto [bases, holds] = assumeRuns(first->getPointerOperand(), shape.run());
  const unsigned part = std::min(kLanes, registerBytes() / bytes);
  auto inParts = [&](Value *lanes) {
    SmallVector<Value *, 8> parts;
    for (unsigned lane = 0; lane < kLanes; lane += part) {
      SmallVector<int, 32> order(part);
      std::iota(order.begin(), order.end(), lane);
      parts.push_back(part == kLanes ? lanes : builder_.CreateShuffleVector(lanes, order));
    }
    return parts;
  };
  // `active` is null where all lanes are.
  auto storeChunks = [&](Value *active) {
    SmallVector<SmallVector<Value *, 8>, 4> parts;
    for (Value *value : values)
      parts.push_back(inParts(value));
    if (store.plan.side_of_squares) {
      storeSquares(store, parts, bases.front());
      return Values();
    }
    SmallVector<Value *, 8> active_parts;
    if (active)
      active_parts = inParts(active);
    for (std::size_t c = 0; c < store.plan.chunks.size(); ++c) {
      const AccessPlan::Chunk &chunk = store.plan.chunks[c];
      SmallVector<std::pair<Value *, unsigned>, 32> wanted, wanted_active;
      SmallVector<Constant *, 32> written;
      for (const auto &writer : store.plan.writers[c]) {
        const unsigned place = writer ? writer->lane / part : 0, element = writer ? writer->lane % part : 0;
        wanted.push_back({writer ? parts[writer->field][place] : nullptr, element});
        if (active)
          wanted_active.push_back({writer ? active_parts[place] : nullptr, element});
        written.push_back(builder_.getInt1(writer.has_value()));
      }
      Value *address = builder_.CreateConstGEP1_64(builder_.getInt8Ty(), bases[chunk.run],
                                                   static_cast<uint64_t>(chunk.offset));
      const Align align = alignmentOf(chunk, store.align);
      Constant *mask = ConstantVector::get(written);
      if (active)
        builder_.CreateMaskedStore(
            assemble(wanted), address, align,
            builder_.CreateSelect(mask, assemble(wanted_active), Constant::getNullValue(mask->getType())));
      else if (mask->isAllOnesValue())
        builder_.CreateAlignedStore(assemble(wanted), address, align);
      else
        builder_.CreateMaskedStore(assemble(wanted), address, align, mask);
    }
    return Values();
  };
  auto scattered = [&] {
    for (std::size_t i = 0; i < store.accesses.size(); ++i)
      scatter(values[i], first->getPointerOperand(), store.fields[i],
              getLoadStoreAlignment(store.accesses[i]));
    return Values();
  };
  whenAllAreActive(
      holds, [&] { return storeChunks(nullptr); },
      [&] {
        return some_may_be_left_out ? emitVersions(
                                          holds, [&] { return storeChunks(mask_); }, scattered)
                                    : scattered();
      });
}

} // namespace raddle::vectorize
