#include "vectorize/tune/memory/forward_stores.h"

#include "abi/kernel_abi.h"
#include "vectorize/prefetches.h"
#include "vectorize/tune/memory/keeping_control_flow.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>

#include <bit>
#include <cstddef>
#include <numeric>
#include <optional>

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
  // `is_entry`: of the function that runs a block.
  Forwarder(BasicBlock &block, bool is_entry, std::optional<std::uint64_t> safe_bytes)
      : block_(block), is_entry_(is_entry), safe_bytes_(safe_bytes), layout_(block.getDataLayout()) {}

  bool run() {
    if (none_of(block_, [](Instruction &instruction) {
          auto *store = dyn_cast<StoreInst>(&instruction);
          return store && store->isSimple() && isVectorAccess(*store);
        }))
      return false;
    const bool forwarded = forward();
    return dropOverwritten() || forwarded;
  }

private:
  // Bytes whose contents are the vector's elements from `first` on.
  struct Known {
    std::int64_t begin, end;
    Value *value;
    int first = 0;
  };
  // Of one base.
  struct Contents {
    Place place;
    SmallVector<Known, 8> known;
  };

  static bool mayBeElement(const Type &type) {
    return (type.isIntegerTy() || type.isFloatingPointTy()) && type.getScalarSizeInBits() % 8 == 0 &&
           type.getScalarSizeInBits() <= 64;
  }

  // Of a simple load or store.
  static bool isVectorAccess(Instruction &access) {
    auto *type = dyn_cast<FixedVectorType>(getLoadStoreType(&access));
    return type && mayBeElement(*type->getElementType());
  }

  // Not at the same base, but perhaps in the same place. No parameter leads to the block's own memory.
  bool mayMeet(const Place &one, const Place &other) const {
    return !one.hasSameBase(other) && !(isOfBlock(one) && isOfLaunch(other)) &&
           !(isOfLaunch(one) && isOfBlock(other));
  }
  bool isOfBlock(const Place &place) const { return loadedBehind(place, 0) == offsetof(RaddleBlock, shared); }
  bool isOfLaunch(const Place &place) const { return loadedBehind(place, 1).has_value(); }

  // Where the base was loaded from: bytes behind this argument of the block's entry.
  std::optional<std::int64_t> loadedBehind(const Place &place, unsigned argument) const {
    auto *load = is_entry_ ? dyn_cast<LoadInst>(place.base) : nullptr;
    std::int64_t offset = 0;
    const Value *from =
        load ? GetPointerBaseWithConstantOffset(load->getPointerOperand(), offset, layout_) : nullptr;
    return from == block_.getParent()->getArg(argument) ? std::optional(offset) : std::nullopt;
  }

  // What is stored, where that is an element of a vector.
  static ExtractElementInst *storedElement(StoreInst &store) {
    auto *element = dyn_cast<ExtractElementInst>(store.getValueOperand());
    auto *index = element ? dyn_cast<ConstantInt>(element->getIndexOperand()) : nullptr;
    auto *type = index ? dyn_cast<FixedVectorType>(element->getVectorOperandType()) : nullptr;
    return type && index->getValue().ult(type->getNumElements()) && mayBeElement(*type->getElementType())
               ? element
               : nullptr;
  }
  static int indexOf(const ExtractElementInst &element) {
    return static_cast<int>(cast<ConstantInt>(element.getIndexOperand())->getZExtValue());
  }

  std::int64_t sizeOf(const Value &value) const {
    return static_cast<std::int64_t>(layout_.getTypeStoreSize(value.getType()).getKnownMinValue());
  }

  bool forward() {
    bool changed = false;
    SmallVector<Contents, 2> contents;
    for (Instruction &instruction : make_early_inc_range(block_)) {
      if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple()) {
        const Place place = placeOf(*load->getPointerOperand(), layout_);
        const bool is_vector = isVectorAccess(*load);
        Value *value = nullptr;
        if (const Contents *there = contentsOf(contents, place))
          value = is_vector ? assembled(*load, place.bytes, *there) : element(*load, place.bytes, *there);
        if (value) {
          load->replaceAllUsesWith(value);
          load->eraseFromParent();
          changed = true;
        } else if (is_vector) {
          add(contentsAt(contents, place), {place.bytes, place.bytes + sizeOf(*load), load});
        }
      } else if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple()) {
        const Place place = placeOf(*store->getPointerOperand(), layout_);
        erase_if(contents, [&](const Contents &other) { return mayMeet(other.place, place); });
        Value *value = store->getValueOperand();
        const std::int64_t end = place.bytes + sizeOf(*value);
        if (isVectorAccess(*store))
          add(contentsAt(contents, place), {place.bytes, end, value});
        else if (ExtractElementInst *element = storedElement(*store))
          add(contentsAt(contents, place),
              {place.bytes, end, element->getVectorOperand(), indexOf(*element)});
        else if (Contents *there = contentsOf(contents, place))
          forget(*there, place.bytes, end);
      } else if (instruction.mayWriteToMemory() && !isPrefetch(instruction)) {
        contents.clear();
      }
    }
    return changed;
  }

  static Contents *contentsOf(SmallVectorImpl<Contents> &contents, const Place &place) {
    auto *found = find_if(contents, [&](const Contents &other) { return other.place.hasSameBase(place); });
    return found == contents.end() ? nullptr : found;
  }
  static Contents &contentsAt(SmallVectorImpl<Contents> &contents, const Place &place) {
    if (Contents *found = contentsOf(contents, place))
      return *found;
    if (contents.size() == kMostPlaces)
      contents.clear();
    contents.push_back({place, {}});
    return contents.back();
  }

  static void forget(Contents &contents, std::int64_t begin, std::int64_t end) {
    erase_if(contents.known, [&](const Known &other) { return other.begin < end && begin < other.end; });
  }

  static void add(Contents &contents, const Known &known) {
    forget(contents, known.begin, known.end);
    if (contents.known.size() == kMostParts)
      contents.known.clear();
    contents.known.push_back(known);
  }

  // Some elements of a vector.
  struct Part {
    Value *vector;
    int first, count;
  };

  // For all lanes: what processors load so takes no shuffle.
  static bool isForAllLanes(const LoadInst &load) {
    return all_of(load.users(), [](const User *user) {
      return match(user, m_InsertElt(m_Value(), m_Value(), m_ZeroInt())) &&
             all_of(user->users(), [](const User *all) {
               return match(all, m_Shuffle(m_Value(), m_Value(), m_ZeroMask()));
             });
    });
  }

  // An element that lies there; null where it is not known.
  static Value *element(LoadInst &load, std::int64_t begin, const Contents &contents) {
    if (!mayBeElement(*load.getType()) || isForAllLanes(load))
      return nullptr;
    const auto each = static_cast<std::int64_t>(load.getType()->getScalarSizeInBits() / 8);
    const Known *known = find_if(
        contents.known, [&](const Known &other) { return other.begin <= begin && begin < other.end; });
    if (known == contents.known.end() || (begin - known->begin) % each != 0 ||
        known->value->getType()->getScalarType() != load.getType())
      return nullptr;
    return IRBuilder<>(&load).CreateExtractElement(
        known->value, static_cast<std::uint64_t>(known->first + (begin - known->begin) / each));
  }

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
      parts.push_back({known->value, known->first + static_cast<int>((at - known->begin) / each),
                       static_cast<int>((until - at) / each)});
      at = until;
    }
    if (!has_single_bit(parts.size()) ||
        any_of(parts, [&](const Part &part) { return part.count != parts.front().count; }))
      return nullptr;
    IRBuilder<> builder(&load);
    SmallVector<Value *, 4> vectors;
    int length = parts.front().count;
    if (mayBeUnpacked(parts, type)) {
      // Quarters of registers, which processors unpack fast: a2 b2 a3 b3, and a3 b3 c3 d3 of these.
      const int from = parts.front().first & ~3, upper = parts.front().first & 2,
                odd = parts.front().first & 1;
      for (std::size_t i = 0; i < parts.size(); i += 4) {
        auto quarter = [&](std::size_t part) {
          return builder.CreateShuffleVector(parts[part].vector, {from, from + 1, from + 2, from + 3});
        };
        auto pair = [&](std::size_t part) {
          return builder.CreateShuffleVector(quarter(part), quarter(part + 1),
                                             {upper, 4 + upper, 1 + upper, 5 + upper});
        };
        vectors.push_back(builder.CreateShuffleVector(pair(i), pair(i + 2),
                                                      {2 * odd, 2 * odd + 1, 4 + 2 * odd, 5 + 2 * odd}));
      }
      length = 4;
    } else {
      for (const Part &part : parts)
        vectors.push_back(elementsOf(builder, *part.vector, part.first, part.count));
    }
    for (; vectors.size() > 1; length *= 2) {
      SmallVector<int, 64> order(2 * static_cast<std::size_t>(length));
      std::iota(order.begin(), order.end(), 0);
      for (std::size_t i = 0; i < vectors.size() / 2; ++i)
        vectors[i] = builder.CreateShuffleVector(vectors[2 * i], vectors[2 * i + 1], order);
      vectors.resize(vectors.size() / 2);
    }
    return vectors.front();
  }

  // Single elements of 32 bits, which have the same place in vectors of the same length.
  static bool mayBeUnpacked(ArrayRef<Part> parts, const FixedVectorType &type) {
    const Part &first = parts.front();
    auto *of_first = cast<FixedVectorType>(first.vector->getType());
    return parts.size() % 4 == 0 && type.getScalarSizeInBits() == 32 && of_first->getNumElements() % 4 == 0 &&
           all_of(parts, [&](const Part &part) {
             return part.count == 1 && part.first == first.first && part.vector->getType() == of_first;
           });
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

  // To the block's memory.
  struct Store {
    Instruction *instruction;
    Value *address;
    Place place;
    std::int64_t end;
    bool is_masked;
  };

  // Of the block's memory, from the end of the code that runs it upwards: nobody reads it any more then.
  class LastReads {
  public:
    explicit LastReads(const Forwarder &forwarder)
        : forwarder_(forwarder),
          are_known_(forwarder.is_entry_ && isa<ReturnInst>(forwarder.block_.getTerminator())) {}

    // Where this stores to, if it does nothing else, and nobody reads that any more.
    std::optional<Store> unreadStore(Instruction &instruction) const {
      if (!are_known_)
        return std::nullopt;
      Value *address = nullptr, *value = nullptr;
      if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple()) {
        address = store->getPointerOperand();
        value = store->getValueOperand();
      } else if (auto *call = dyn_cast<IntrinsicInst>(&instruction);
                 call && call->getIntrinsicID() == Intrinsic::masked_store) {
        address = call->getArgOperand(1);
        value = call->getArgOperand(0);
      }
      if (!address)
        return std::nullopt;
      const Place place = placeOf(*address, forwarder_.layout_);
      const std::int64_t end = place.bytes + forwarder_.sizeOf(*value);
      if (!forwarder_.isOfBlock(place) || any_of(reads_, [&](const Read &read) {
            return !read.place.hasSameBase(place) || (read.place.bytes < end && place.bytes < read.end);
          }))
        return std::nullopt;
      return Store{&instruction, address, place, end, !isa<StoreInst>(instruction)};
    }

    void note(const Instruction &instruction) {
      if (!are_known_ || !instruction.mayReadFromMemory() || isPrefetch(instruction))
        return;
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (!load || !load->isSimple()) {
        are_known_ = false;
        return;
      }
      const Place place = placeOf(*load->getPointerOperand(), forwarder_.layout_);
      if (forwarder_.isOfLaunch(place) || load->hasMetadata(LLVMContext::MD_invariant_load))
        return;
      are_known_ = forwarder_.isOfBlock(place) && reads_.size() < kMostParts;
      reads_.push_back({place, place.bytes + forwarder_.sizeOf(*load)});
    }

  private:
    struct Read {
      Place place;
      std::int64_t end;
    };
    const Forwarder &forwarder_;
    bool are_known_;
    SmallVector<Read, 8> reads_;
  };

  bool dropOverwritten() {
    bool changed = false;
    SmallVector<Overwritten, 2> overwritten;
    auto known = [&](const Place &place) {
      return find_if(overwritten, [&](const auto &other) { return other.place.hasSameBase(place); });
    };
    auto at = [&](const Place &place) -> Overwritten & {
      if (auto *found = known(place); found != overwritten.end())
        return *found;
      if (overwritten.size() == kMostPlaces)
        overwritten.clear();
      return overwritten.emplace_back(place);
    };
    LastReads last_reads(*this);
    SmallVector<Store, 8> unread;
    for (Instruction &instruction : make_early_inc_range(reverse(block_))) {
      if (auto store = last_reads.unreadStore(instruction)) {
        unread.push_back(std::move(*store));
        continue;
      }
      last_reads.note(instruction);
      if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple()) {
        const Place place = placeOf(*store->getPointerOperand(), layout_);
        const std::int64_t end = place.bytes + sizeOf(*store->getValueOperand());
        Overwritten &there = at(place);
        if (there.covers(place.bytes, end)) {
          store->eraseFromParent();
          changed = true;
          continue;
        }
        there.remove(place.bytes, end);
        if (there.ranges.size() < kMostParts)
          there.ranges.push_back({place.bytes, end});
      } else if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple()) {
        const Place place = placeOf(*load->getPointerOperand(), layout_);
        erase_if(overwritten, [&](const auto &other) { return mayMeet(other.place, place); });
        if (auto *there = known(place); there != overwritten.end())
          there->remove(place.bytes, place.bytes + sizeOf(*load));
      } else if ((instruction.mayReadOrWriteMemory() || instruction.mayThrow() ||
                  !instruction.willReturn()) &&
                 !isPrefetch(instruction)) {
        overwritten.clear();
      }
    }
    return dropUnread(unread) || changed;
  }

  // A launch may have given less memory than they write to. So the last byte behind each base is still read, which faults
  // as they would; how far a store under a mask goes is not known, and one that may go farther than the others stays.
  bool dropUnread(ArrayRef<Store> unread) {
    auto lastOf = [&](const Store &store) {
      const Store *last = nullptr;
      for (const Store &other : unread)
        if (!other.is_masked && other.place.hasSameBase(store.place) && (!last || other.end > last->end))
          last = &other;
      return last;
    };
    SmallVector<Instruction *, 8> dropped;
    for (const Store &store : unread) {
      const Store *last = mayBeMissing(store) ? lastOf(store) : nullptr;
      if (last == &store)
        touch(store);
      if (!mayBeMissing(store) || (last && last->end >= store.end))
        dropped.push_back(store.instruction);
    }
    for (Instruction *instruction : dropped)
      instruction->eraseFromParent();
    return !dropped.empty();
  }

  bool mayBeMissing(const Store &store) const {
    return safe_bytes_ && (!store.place.terms.empty() || store.end > static_cast<std::int64_t>(*safe_bytes_));
  }

  // Reads the last byte that is stored.
  void touch(const Store &store) const {
    IRBuilder<> builder(store.instruction);
    Value *last = builder.CreateConstGEP1_64(builder.getInt8Ty(), store.address,
                                             static_cast<std::uint64_t>(store.end - store.place.bytes - 1));
    builder.CreateAlignedLoad(builder.getInt8Ty(), last, Align(1), /*isVolatile=*/true);
  }

  BasicBlock &block_;
  const bool is_entry_;
  const std::optional<std::uint64_t> safe_bytes_; // of the block's memory; none: all of it
  const DataLayout &layout_;
};

struct ForwardStores : PassInfoMixin<ForwardStores> {
  ForwardStores(const Function *entry, std::optional<std::uint64_t> safe_bytes)
      : entry_(entry), safe_bytes_(safe_bytes) {}

  PreservedAnalyses run(Function &function, FunctionAnalysisManager &) {
    bool changed = false;
    for (BasicBlock &block : function)
      changed |= Forwarder(block, &function == entry_, safe_bytes_).run();
    return keepingControlFlow(changed);
  }

private:
  const Function *entry_;
  std::optional<std::uint64_t> safe_bytes_;
};

} // namespace

void forwardStores(const CompileJob &job, FunctionPassManager &passes) {
  const std::optional<std::uint64_t> safe_bytes =
      job.outputs.has_dynamic_shared ? std::optional<std::uint64_t>(job.outputs.static_shared_bytes)
                                     : std::nullopt;
  passes.addPass(ForwardStores(job.outputs.block_entry, safe_bytes));
}

} // namespace raddle::vectorize
