#include "vectorize/optimize/forward_stores.h"

#include "vectorize/optimize/register_passes.h"
#include "vectorize/prefetches.h"

#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <bit>
#include <numeric>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

// Of what is known of a block at a time, so that looking for it takes little time.
constexpr unsigned kMostPlaces = 16, kMostParts = 128;

// A number that an address grows by: a value, how it is extended to 64 bits, and bytes for each.
struct Term {
  const Value *value;
  unsigned extension; // an opcode, or 0
  std::uint64_t bytes;
  bool operator==(const Term &) const = default;
};

// Where an access begins: some bytes behind what its base and its terms add up to.
struct Place {
  const Value *base = nullptr;
  SmallVector<Term, 2> terms;
  std::int64_t bytes = 0;

  bool hasSameBase(const Place &other) const { return base == other.base && terms == other.terms; }
};

// x + c, in such a way that extending x and c first makes no difference.
const Value *withoutConstant(const Value &sum, unsigned extension, const APInt *&constant) {
  const Value *rest = nullptr;
  const bool is_or = match(&sum, m_DisjointOr(m_Value(rest), m_APInt(constant)));
  if (!is_or && !match(&sum, m_Add(m_Value(rest), m_APInt(constant))))
    return nullptr;
  if (extension == 0)
    return rest;
  if (is_or)
    return constant->isNegative() ? nullptr : rest;
  const auto &add = cast<OverflowingBinaryOperator>(sum);
  return extension == Instruction::SExt ? (add.hasNoSignedWrap() ? rest : nullptr)
                                        : (add.hasNoUnsignedWrap() ? rest : nullptr);
}

Place placeOf(const Value &address, const DataLayout &layout) {
  Place place{&address, {}, 0};
  while (auto *part = dyn_cast<GEPOperator>(place.base)) {
    SmallVector<Term, 2> terms;
    std::int64_t bytes = 0;
    for (auto i = gep_type_begin(part), end = gep_type_end(part); i != end; ++i) {
      const Value *index = i.getOperand();
      const TypeSize size =
          i.isStruct() ? TypeSize::getFixed(0) : layout.getTypeAllocSize(i.getIndexedType());
      const auto *number = dyn_cast<ConstantInt>(index);
      if (i.isStruct() || size.isScalable() || index->getType()->isVectorTy() ||
          (!number && index->getType()->getIntegerBitWidth() != 64))
        return place;
      const std::uint64_t each = size.getFixedValue();
      auto add = [&](const APInt &constant, unsigned extension) {
        bytes += static_cast<std::int64_t>(
            (extension == Instruction::ZExt ? constant.zextOrTrunc(64) : constant.sextOrTrunc(64))
                .getZExtValue() *
            each);
      };
      if (number) {
        add(number->getValue(), Instruction::SExt);
        continue;
      }
      unsigned extension = 0;
      const APInt *constant = nullptr;
      for (;;) {
        if (const Value *rest = withoutConstant(*index, extension, constant)) {
          add(*constant, extension);
          index = rest;
        } else if (extension == 0 && isa<SExtInst, ZExtInst>(index)) {
          extension = cast<Instruction>(index)->getOpcode();
          index = cast<Instruction>(index)->getOperand(0);
        } else {
          break;
        }
      }
      terms.push_back({index, extension, each});
    }
    place.terms.append(terms);
    place.bytes += bytes;
    place.base = part->getPointerOperand();
  }
  return place;
}

class Forwarder {
public:
  explicit Forwarder(BasicBlock &block) : block_(block), layout_(block.getDataLayout()) {}

  bool run() {
    if (none_of(block_,
                [](const Instruction &instruction) { return isVectorAccess<StoreInst>(instruction); }))
      return false;
    const bool forwarded = forward();
    return dropOverwritten() || forwarded;
  }

private:
  // Bytes whose contents are the value's elements.
  struct Known {
    std::int64_t begin, end;
    Value *value;
  };
  // Of one base.
  struct Contents {
    Place place;
    SmallVector<Known, 8> known;
  };

  template <typename Access> static bool isVectorAccess(const Instruction &instruction) {
    auto *access = dyn_cast<Access>(&instruction);
    if (!access || !access->isSimple())
      return false;
    auto *type = dyn_cast<FixedVectorType>(getLoadStoreType(const_cast<Instruction *>(&instruction)));
    return type && (type->getElementType()->isIntegerTy() || type->getElementType()->isFloatingPointTy()) &&
           type->getScalarSizeInBits() % 8 == 0 && type->getScalarSizeInBits() <= 64;
  }

  std::int64_t sizeOf(const Value &vector) const {
    return static_cast<std::int64_t>(layout_.getTypeStoreSize(vector.getType()).getFixedValue());
  }

  bool forward() {
    bool changed = false;
    SmallVector<Contents, 2> contents;
    for (Instruction &instruction : make_early_inc_range(block_)) {
      if (isVectorAccess<LoadInst>(instruction)) {
        auto &load = cast<LoadInst>(instruction);
        const Place place = placeOf(*load.getPointerOperand(), layout_);
        Contents &there = contentsAt(contents, place);
        if (Value *value = assembled(load, place.bytes, there)) {
          load.replaceAllUsesWith(value);
          load.eraseFromParent();
          changed = true;
        } else {
          add(there, {place.bytes, place.bytes + sizeOf(load), &load});
        }
      } else if (isVectorAccess<StoreInst>(instruction)) {
        auto &store = cast<StoreInst>(instruction);
        const Place place = placeOf(*store.getPointerOperand(), layout_);
        erase_if(contents, [&](const Contents &other) { return !other.place.hasSameBase(place); });
        Contents &there = contentsAt(contents, place);
        const std::int64_t end = place.bytes + sizeOf(*store.getValueOperand());
        add(there, {place.bytes, end, store.getValueOperand()});
      } else if (instruction.mayWriteToMemory() && !isPrefetch(instruction)) {
        contents.clear();
      }
    }
    return changed;
  }

  static Contents &contentsAt(SmallVectorImpl<Contents> &contents, const Place &place) {
    auto *found = find_if(contents, [&](const Contents &other) { return other.place.hasSameBase(place); });
    if (found == contents.end()) {
      if (contents.size() == kMostPlaces)
        contents.clear();
      contents.push_back({place, {}});
      found = &contents.back();
    }
    return *found;
  }

  static void add(Contents &contents, const Known &known) {
    erase_if(contents.known,
             [&](const Known &other) { return other.begin < known.end && known.begin < other.end; });
    if (contents.known.size() == kMostParts)
      contents.known.clear();
    contents.known.push_back(known);
  }

  // Some elements of a vector.
  struct Part {
    Value *vector;
    int first, count;
  };

  // What lies there, put together from what is known; null where some of it is not, or in too many parts.
  Value *assembled(LoadInst &load, std::int64_t begin, const Contents &contents) const {
    auto &type = cast<FixedVectorType>(*load.getType());
    const std::int64_t end = begin + sizeOf(load);
    const auto each = static_cast<std::int64_t>(type.getScalarSizeInBits() / 8);
    SmallVector<Part, 4> parts;
    for (std::int64_t at = begin; at < end;) {
      const Known *known =
          find_if(contents.known, [&](const Known &other) { return other.begin <= at && at < other.end; });
      if (known == contents.known.end() || (at - known->begin) % each != 0 ||
          cast<FixedVectorType>(known->value->getType())->getElementType() != type.getElementType())
        return nullptr;
      const std::int64_t until = std::min(end, known->end);
      parts.push_back({known->value, static_cast<int>((at - known->begin) / each),
                       static_cast<int>((until - at) / each)});
      at = until;
    }
    if (!has_single_bit(parts.size()) ||
        any_of(parts, [&](const Part &part) { return part.count != parts.front().count; }))
      return nullptr;
    IRBuilder<> builder(&load);
    SmallVector<Value *, 4> vectors;
    for (const Part &part : parts)
      vectors.push_back(elementsOf(builder, *part.vector, part.first, part.count));
    for (int length = parts.front().count; vectors.size() > 1; length *= 2) {
      SmallVector<int, 64> order(2 * static_cast<std::size_t>(length));
      std::iota(order.begin(), order.end(), 0);
      for (std::size_t i = 0; i < vectors.size() / 2; ++i)
        vectors[i] = builder.CreateShuffleVector(vectors[2 * i], vectors[2 * i + 1], order);
      vectors.resize(vectors.size() / 2);
    }
    return vectors.front();
  }

  static Value *elementsOf(IRBuilder<> &builder, Value &vector, int first, int count) {
    if (static_cast<unsigned>(count) == cast<FixedVectorType>(vector.getType())->getNumElements())
      return &vector;
    SmallVector<int, 64> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), first);
    return builder.CreateShuffleVector(&vector, order);
  }

  // Bytes behind a base that are overwritten before anybody reads them.
  struct Overwritten {
    Place place;
    SmallVector<std::pair<std::int64_t, std::int64_t>, 8> ranges; // apart from each other

    bool covers(std::int64_t begin, std::int64_t end) const {
      while (begin < end) {
        const auto *range =
            find_if(ranges, [&](const auto &other) { return other.first <= begin && begin < other.second; });
        if (range == ranges.end())
          return false;
        begin = range->second;
      }
      return true;
    }
    void remove(std::int64_t begin, std::int64_t end) {
      SmallVector<std::pair<std::int64_t, std::int64_t>, 8> left;
      for (auto [from, to] : ranges) {
        if (from < std::min(to, begin))
          left.push_back({from, std::min(to, begin)});
        if (std::max(from, end) < to)
          left.push_back({std::max(from, end), to});
      }
      ranges = std::move(left);
    }
  };

  bool dropOverwritten() {
    bool changed = false;
    SmallVector<Overwritten, 2> overwritten;
    auto at = [&](const Place &place) -> Overwritten & {
      auto *found = find_if(overwritten, [&](const auto &other) { return other.place.hasSameBase(place); });
      if (found != overwritten.end())
        return *found;
      if (overwritten.size() == kMostPlaces)
        overwritten.clear();
      return overwritten.emplace_back(place);
    };
    for (Instruction &instruction : make_early_inc_range(reverse(block_))) {
      if (isVectorAccess<StoreInst>(instruction)) {
        auto &store = cast<StoreInst>(instruction);
        const Place place = placeOf(*store.getPointerOperand(), layout_);
        const std::int64_t end = place.bytes + sizeOf(*store.getValueOperand());
        Overwritten &there = at(place);
        if (there.covers(place.bytes, end)) {
          store.eraseFromParent();
          changed = true;
          continue;
        }
        there.remove(place.bytes, end);
        if (there.ranges.size() < kMostParts)
          there.ranges.push_back({place.bytes, end});
      } else if (isVectorAccess<LoadInst>(instruction)) {
        const Place place = placeOf(*cast<LoadInst>(instruction).getPointerOperand(), layout_);
        erase_if(overwritten, [&](const auto &other) { return !other.place.hasSameBase(place); });
        at(place).remove(place.bytes, place.bytes + sizeOf(instruction));
      } else if ((instruction.mayReadOrWriteMemory() || instruction.mayThrow() ||
                  !instruction.willReturn()) &&
                 !isPrefetch(instruction)) {
        overwritten.clear();
      }
    }
    return changed;
  }

  BasicBlock &block_;
  const DataLayout &layout_;
};

struct ForwardStores : PassInfoMixin<ForwardStores> {
  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    bool changed = false;
    for (BasicBlock &block : function)
      changed |= Forwarder(block).run();
    return keepingControlFlow(changed);
  }
};

} // namespace

void forwardStores(PassBuilder &builder) { registerPasses(builder, "forward-stores", ForwardStores()); }

} // namespace raddle::vectorize
