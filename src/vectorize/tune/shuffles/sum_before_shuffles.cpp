#include "vectorize/tune/shuffles/sum_before_shuffles.h"

#include "vectorize/tune/preserved_analyses.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <map>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// An operation on integers, element by element, whose operands may come in any order.
class Combination {
public:
  static std::optional<Combination> of(const Value &value) {
    auto *type = dyn_cast<FixedVectorType>(value.getType());
    if (!type || !type->getElementType()->isIntegerTy())
      return std::nullopt;
    if (auto *binary = dyn_cast<BinaryOperator>(&value);
        binary && binary->isAssociative() && binary->isCommutative())
      return Combination(binary->getOpcode(), Intrinsic::not_intrinsic);
    if (auto *extreme = dyn_cast<MinMaxIntrinsic>(&value))
      return Combination(Instruction::BinaryOps{}, extreme->getIntrinsicID());
    return std::nullopt;
  }

  Value *make(IRBuilder<> &builder, Value *first, Value *second) const {
    return intrinsic_ == Intrinsic::not_intrinsic ? builder.CreateBinOp(opcode_, first, second)
                                                  : builder.CreateBinaryIntrinsic(intrinsic_, first, second);
  }

  bool operator==(const Combination &) const = default;

private:
  Combination(Instruction::BinaryOps opcode, Intrinsic::ID intrinsic)
      : opcode_(opcode), intrinsic_(intrinsic) {}

  Instruction::BinaryOps opcode_;
  Intrinsic::ID intrinsic_;
};

// Where an element comes from: one of the pieces of its length that a vector consists of.
struct Origin {
  Value *vector;
  unsigned piece;
};
using Origins = SmallVector<Origin, 64>;

unsigned elementBits(const Value &vector) { return vector.getType()->getScalarSizeInBits(); }

bool picksElements(const Value &value) { return isa<ShuffleVectorInst, TruncInst, BitCastInst>(value); }

// Finds out where the pieces of vectors come from, through shuffles and parts of longer elements.
class OriginTracer {
public:
  explicit OriginTracer(unsigned bits) : bits_(bits) {}

  // Null where that is not known of some piece.
  const Origins *trace(Value *vector) {
    if (auto known = known_.find(vector); known != known_.end())
      return known->second.get();
    auto origins = std::make_unique<Origins>();
    const bool is_known = find(*vector, *origins);
    return (known_[vector] = is_known ? std::move(origins) : nullptr).get();
  }

  // What has been looked through.
  bool passes(const Value *vector) const { return passed_.contains(vector); }

private:
  bool find(Value &vector, Origins &origins) {
    auto *type = dyn_cast<FixedVectorType>(vector.getType());
    if (!type || !type->getElementType()->isIntegerTy() || elementBits(vector) % bits_ != 0)
      return false;
    const unsigned in_element = elementBits(vector) / bits_;
    auto take = [&](const Origins &from, unsigned element, unsigned in_its_element, unsigned first) {
      const auto begin = from.begin() + element * in_its_element + first;
      origins.append(begin, begin + in_element);
    };
    using namespace PatternMatch;
    if (auto *shuffle = dyn_cast<ShuffleVectorInst>(&vector)) {
      const unsigned length = cast<FixedVectorType>(shuffle->getOperand(0)->getType())->getNumElements();
      for (int element : shuffle->getShuffleMask()) {
        if (element == PoisonMaskElem)
          return false;
        const unsigned number = static_cast<unsigned>(element);
        const Origins *from = trace(shuffle->getOperand(number < length ? 0 : 1));
        if (!from)
          return false;
        take(*from, number % length, in_element, 0);
      }
    } else if (Value *wide = nullptr;
               match(&vector, m_BitCast(m_Value(wide))) && wide->getType()->isVectorTy()) {
      const Origins *from = trace(wide);
      if (!from)
        return false;
      origins = *from;
    } else if (match(&vector, m_Trunc(m_Value(wide)))) {
      const APInt *distance = nullptr;
      Value *whole = wide;
      unsigned first = 0;
      if (match(wide, m_LShr(m_Value(whole), m_APInt(distance)))) {
        if (distance->uge(elementBits(*wide)) || distance->urem(bits_) != 0)
          return false;
        first = static_cast<unsigned>(distance->getZExtValue()) / bits_;
        passed_.insert(wide);
      }
      if (elementBits(*whole) % bits_ != 0 || (first + in_element) * bits_ > elementBits(*whole))
        return false;
      const Origins *from = trace(whole);
      if (!from)
        return false;
      for (unsigned element = 0; element < type->getNumElements(); ++element)
        take(*from, element, elementBits(*whole) / bits_, first);
    } else {
      for (unsigned number = 0; number < type->getNumElements() * in_element; ++number)
        origins.push_back({&vector, number});
      return true;
    }
    passed_.insert(&vector);
    return true;
  }

  const unsigned bits_;
  std::map<const Value *, std::unique_ptr<Origins>> known_;
  SmallPtrSet<const Value *, 32> passed_;
};

// The values that are combined in one block to one result.
class Sum {
public:
  Sum(Instruction &result, Combination combination)
      : result_(result), combination_(combination), bits_(elementBits(result)),
        lanes_(cast<FixedVectorType>(result.getType())->getNumElements()), tracer_(bits_) {
    collect(result);
  }

  bool rewrite() {
    collectGroups();
    if (sums_.empty())
      return false;
    IRBuilder<> builder(&result_);
    Value *sum = nullptr;
    auto add = [&](Value *value) { sum = sum ? combination_.make(builder, sum, value) : value; };
    for (Value *operand : others_)
      add(operand);
    for (auto &[shape, vectors] : sums_)
      add(sumOfNeighbours(builder, vectors, shape.per_lane));
    result_.replaceAllUsesWith(sum);
    RecursivelyDeleteTriviallyDeadInstructions(&result_);
    return true;
  }

private:
  // Vectors that hold the neighbours of all lanes, in order.
  using Vectors = SmallVector<Value *, 16>;
  struct Shape {
    unsigned per_lane;
    std::size_t vectors;
    auto operator<=>(const Shape &) const = default;
  };

  void collect(Instruction &instruction) {
    for (Value *operand : ArrayRef<Use>(instruction.op_begin(), 2)) {
      auto *inner = dyn_cast<Instruction>(operand);
      if (inner && inner->hasOneUse() && inner->getParent() == result_.getParent() &&
          Combination::of(*inner) == combination_)
        collect(*inner);
      else
        operands_.push_back(operand);
    }
  }

  // Operands that pick their elements out of the same vectors form a group.
  void collectGroups() {
    MapVector<Value *, SmallVector<Value *, 4>> groups; // by the first vector
    for (Value *operand : operands_) {
      if (const Origins *origins =
              operand->hasOneUse() && picksElements(*operand) ? tracer_.trace(operand) : nullptr)
        groups[origins->front().vector].push_back(operand);
      else
        others_.push_back(operand);
    }
    for (auto &[first, group] : groups) {
      Vectors vectors;
      if (isOfNeighbours(group, vectors))
        addTo(sums_[{static_cast<unsigned>(group.size()), vectors.size()}], vectors);
      else
        others_.append(group.begin(), group.end());
    }
  }

  // Whether the operands give each lane its neighbours: those of lane 0 come first, then those of lane 1.
  bool isOfNeighbours(ArrayRef<Value *> group, Vectors &vectors) {
    const unsigned per_lane = static_cast<unsigned>(group.size());
    if (per_lane < 2 || !isPowerOf2_32(per_lane))
      return false;
    SmallVector<bool, 128> taken(std::size_t(lanes_) * per_lane, false);
    SmallSetVector<Value *, 16> all;
    for (Value *operand : group)
      for (const Origin &origin : *tracer_.trace(operand))
        all.insert(origin.vector);
    // The vectors' order is that of the lanes that need them.
    const unsigned length = piecesOf(*all.front());
    if (any_of(all,
               [&](const Value *vector) {
                 return piecesOf(*vector) != length || vector->getType() != all.front()->getType();
               }) ||
        all.size() * length != taken.size() || all.size() % per_lane != 0 || length % 2 != 0)
      return false;
    for (Value *operand : group)
      for (auto [lane, origin] : enumerate(*tracer_.trace(operand))) {
        const auto number =
            static_cast<std::size_t>(std::distance(all.begin(), llvm::find(all, origin.vector)));
        const std::size_t place = number * length + origin.piece;
        if (place / per_lane != lane || std::exchange(taken[place], true))
          return false;
      }
    if (isNeededElsewhere(group))
      return false;
    vectors.append(all.begin(), all.end());
    return true;
  }

  unsigned piecesOf(const Value &vector) const {
    return cast<FixedVectorType>(vector.getType())->getNumElements() * (elementBits(vector) / bits_);
  }

  // Shuffles that others need, too, would stay.
  bool isNeededElsewhere(ArrayRef<Value *> group) const {
    SmallSetVector<Value *, 32> between(group.begin(), group.end());
    for (std::size_t i = 0; i < between.size(); ++i)
      for (Value *operand : cast<User>(between[i])->operands())
        if (tracer_.passes(operand))
          between.insert(operand);
    return any_of(drop_begin(between, group.size()), [&](const Value *value) {
      return !all_of(value->users(), [&](const User *user) { return is_contained(between, user); });
    });
  }

  // Adds vectors as they lie in memory, each right after the later one of the two.
  void addTo(Vectors &sums, const Vectors &vectors) {
    auto *type =
        FixedVectorType::get(IntegerType::get(result_.getContext(), bits_), piecesOf(*vectors.front()));
    if (sums.empty()) {
      sums = vectors;
      return;
    }
    for (auto [sum, vector] : zip(sums, vectors)) {
      IRBuilder<> builder(placeAfter(*sum, *vector));
      sum = combination_.make(builder, builder.CreateBitCast(sum, type), builder.CreateBitCast(vector, type));
    }
  }

  Instruction *placeAfter(Value &first, Value &second) const {
    Instruction *last = nullptr;
    for (Value *value : {&first, &second})
      if (auto *instruction = dyn_cast<Instruction>(value); instruction &&
                                                            instruction->getParent() == result_.getParent() &&
                                                            (!last || last->comesBefore(instruction)))
        last = instruction;
    return last && !isa<PHINode>(last) ? last->getNextNode() : &*result_.getParent()->getFirstInsertionPt();
  }

  // Two vectors become one of sums of two neighbours each, until each lane has one sum.
  Value *sumOfNeighbours(IRBuilder<> &builder, Vectors vectors, unsigned per_lane) const {
    const unsigned length = piecesOf(*vectors.front());
    auto *type = FixedVectorType::get(IntegerType::get(result_.getContext(), bits_), length);
    for (Value *&vector : vectors)
      vector = builder.CreateBitCast(vector, type);
    SmallVector<int, 64> even, odd;
    for (unsigned i = 0; i < length; ++i) {
      even.push_back(static_cast<int>(2 * i));
      odd.push_back(static_cast<int>(2 * i + 1));
    }
    for (; per_lane > 1; per_lane /= 2) {
      Vectors sums;
      for (std::size_t i = 0; i + 1 < vectors.size(); i += 2)
        sums.push_back(combination_.make(builder,
                                         builder.CreateShuffleVector(vectors[i], vectors[i + 1], even),
                                         builder.CreateShuffleVector(vectors[i], vectors[i + 1], odd)));
      vectors = std::move(sums);
    }
    return concatenateVectors(builder, vectors);
  }

  Instruction &result_;
  const Combination combination_;
  const unsigned bits_, lanes_;
  OriginTracer tracer_;
  SmallVector<Value *, 32> operands_, others_;
  std::map<Shape, Vectors> sums_;
};

} // namespace

PreservedAnalyses sumBeforeShuffles(Function &function, FunctionAnalysisManager &) {
  bool changed = false;
  SmallVector<WeakTrackingVH, 32> results;
  for (Instruction &instruction : instructions(function)) {
    const auto combination = Combination::of(instruction);
    if (!combination)
      continue;
    // The last one of several in a row is the result.
    auto *user = instruction.hasOneUse() ? dyn_cast<Instruction>(instruction.user_back()) : nullptr;
    if (!user || user->getParent() != instruction.getParent() || Combination::of(*user) != combination)
      results.push_back(&instruction);
  }
  for (const WeakTrackingVH &result : results)
    if (auto *instruction = dyn_cast_or_null<Instruction>(result))
      changed |= Sum(*instruction, *Combination::of(*instruction)).rewrite();
  return keepingControlFlow(changed);
}

} // namespace raddle::vectorize
