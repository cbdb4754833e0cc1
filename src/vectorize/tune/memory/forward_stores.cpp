// Vectors that a block of instructions stores and loads again stay in registers.

#include "vectorize/tune/passes.h"

#include "vectorize/prefetches.h"
#include "vectorize/tune/memory/drop_stores.h"
#include "vectorize/tune/memory/known_memory.h"
#include "vectorize/tune/preserved_analyses.h"

#include <bit>
#include <numeric>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

bool mayBeElement(const Type &type) {
  return (type.isIntegerTy() || type.isFloatingPointTy()) && type.getScalarSizeInBits() % 8 == 0 &&
         type.getScalarSizeInBits() <= 64;
}

std::int64_t bytesOfElement(const Type &type) {
  return static_cast<std::int64_t>(type.getScalarSizeInBits() / 8);
}

// Whether a load or store is one of a vector of whole bytes.
bool isVectorAccess(Instruction &access) {
  auto *type = dyn_cast<FixedVectorType>(getLoadStoreType(&access));
  return type && mayBeElement(*type->getElementType());
}

bool isVectorStore(Instruction &instruction) {
  auto *store = dyn_cast<StoreInst>(&instruction);
  return store && store->isSimple() && isVectorAccess(*store);
}

// What is stored, where that is an element of a vector.
ExtractElementInst *storedElement(StoreInst &store) {
  auto *element = dyn_cast<ExtractElementInst>(store.getValueOperand());
  auto *index = element ? dyn_cast<ConstantInt>(element->getIndexOperand()) : nullptr;
  auto *type = index ? dyn_cast<FixedVectorType>(element->getVectorOperandType()) : nullptr;
  return type && index->getValue().ult(type->getNumElements()) && mayBeElement(*type->getElementType())
             ? element
             : nullptr;
}

int indexOf(const ExtractElementInst &element) {
  return static_cast<int>(cast<ConstantInt>(element.getIndexOperand())->getZExtValue());
}

// Whether an element is loaded for all lanes: processors broadcast what they load without a shuffle.
bool isForAllLanes(const LoadInst &load) {
  return all_of(load.users(), [](const User *user) {
    return match(user, m_InsertElt(m_Value(), m_Value(), m_ZeroInt())) &&
           all_of(user->users(),
                  [](const User *all) { return match(all, m_Shuffle(m_Value(), m_Value(), m_ZeroMask())); });
  });
}

// Some elements of a vector.
struct Part {
  Value *vector;
  int first, count;
};

// Puts parts of vectors together to one vector.
class PartAssembler {
public:
  explicit PartAssembler(Instruction &before) : builder_(&before) {}

  // The parts have one length, and are a power of two.
  Value *assemble(ArrayRef<Part> parts, const FixedVectorType &type) {
    int length = parts.front().count;
    SmallVector<Value *, 4> vectors;
    if (mayBeUnpacked(parts, type)) {
      for (std::size_t i = 0; i < parts.size(); i += 4)
        vectors.push_back(unpacked(parts.slice(i, 4)));
      length = 4;
    } else {
      for (const Part &part : parts)
        vectors.push_back(elementsOf(*part.vector, part.first, part.count));
    }
    for (; vectors.size() > 1; length *= 2) {
      SmallVector<int, 64> order(2 * static_cast<std::size_t>(length));
      std::iota(order.begin(), order.end(), 0);
      for (std::size_t i = 0; i < vectors.size() / 2; ++i)
        vectors[i] = builder_.CreateShuffleVector(vectors[2 * i], vectors[2 * i + 1], order);
      vectors.resize(vectors.size() / 2);
    }
    return vectors.front();
  }

private:
  // Whether they are single elements of 32 bits, which have the same place in vectors of the same length.
  static bool mayBeUnpacked(ArrayRef<Part> parts, const FixedVectorType &type) {
    const Part &first = parts.front();
    auto *of_first = cast<FixedVectorType>(first.vector->getType());
    return parts.size() % 4 == 0 && type.getScalarSizeInBits() == 32 && of_first->getNumElements() % 4 == 0 &&
           all_of(parts, [&](const Part &part) {
             return part.count == 1 && part.first == first.first && part.vector->getType() == of_first;
           });
  }

  // Takes quarters of registers, which processors unpack fast: a2 b2 a3 b3, and a3 b3 c3 d3 of these.
  Value *unpacked(ArrayRef<Part> four) {
    const int from = four.front().first & ~3, upper = four.front().first & 2, odd = four.front().first & 1;
    auto quarter = [&](std::size_t part) {
      return builder_.CreateShuffleVector(four[part].vector, {from, from + 1, from + 2, from + 3});
    };
    auto pair = [&](std::size_t part) {
      return builder_.CreateShuffleVector(quarter(part), quarter(part + 1),
                                          {upper, 4 + upper, 1 + upper, 5 + upper});
    };
    return builder_.CreateShuffleVector(pair(0), pair(2), {2 * odd, 2 * odd + 1, 4 + 2 * odd, 5 + 2 * odd});
  }

  Value *elementsOf(Value &vector, int first, int count) {
    if (static_cast<unsigned>(count) == cast<FixedVectorType>(vector.getType())->getNumElements())
      return &vector;
    SmallVector<int, 64> order(static_cast<std::size_t>(count));
    std::iota(order.begin(), order.end(), first);
    return builder_.CreateShuffleVector(&vector, order);
  }

  IRBuilder<> builder_;
};

// Bytes at a base whose contents are the vector's elements from `first` on.
struct KnownBytes {
  std::int64_t begin, end;
  Value *value;
  int first = 0;
};

// All that is known of the bytes at a base.
struct Contents {
  SmallVector<KnownBytes, 8> known;

  // The bytes that hold a whole element of the type at an offset; null where there are none.
  const KnownBytes *findElement(std::int64_t at, const Type &element) const {
    const KnownBytes *found =
        find_if(known, [&](const KnownBytes &other) { return other.begin <= at && at < other.end; });
    return found != known.end() && (at - found->begin) % bytesOfElement(element) == 0 &&
                   found->value->getType()->getScalarType() == &element
               ? found
               : nullptr;
  }
  void forget(std::int64_t begin, std::int64_t end) {
    erase_if(known, [&](const KnownBytes &other) { return other.begin < end && begin < other.end; });
  }
  void add(const KnownBytes &bytes) {
    forget(bytes.begin, bytes.end);
    if (known.size() == kMostRanges)
      known.clear();
    known.push_back(bytes);
  }
};

// Goes through a basic block from its first instruction to its last.
class StoreForwarder {
public:
  StoreForwarder(BasicBlock &block, const AccessedMemory &memory) : block_(block), memory_(memory) {}

  bool run() {
    bool changed = false;
    for (Instruction &instruction : make_early_inc_range(block_)) {
      if (auto *load = dyn_cast<LoadInst>(&instruction); load && load->isSimple())
        changed |= replace(*load);
      else if (auto *store = dyn_cast<StoreInst>(&instruction); store && store->isSimple())
        note(*store);
      else if (instruction.mayWriteToMemory() && !isPrefetch(instruction))
        contents_.forgetAll();
    }
    return changed;
  }

private:
  // Whether what is loaded was known. Else it is from now on.
  bool replace(LoadInst &load) {
    const AddressSum address = memory_.addressOf(*load.getPointerOperand());
    const bool is_vector = isVectorAccess(load);
    Value *value = nullptr;
    if (const Contents *contents = contents_.find(address))
      value = is_vector ? assembled(load, address.constant(), *contents)
                        : element(load, address.constant(), *contents);
    if (!value) {
      if (is_vector)
        contents_.at(address).add({address.constant(), address.constant() + memory_.bytesOf(load), &load});
      return false;
    }
    load.replaceAllUsesWith(value);
    load.eraseFromParent();
    return true;
  }

  void note(StoreInst &store) {
    const AddressSum address = memory_.addressOf(*store.getPointerOperand());
    contents_.forgetOverlapping(address, memory_);
    Value *value = store.getValueOperand();
    const std::int64_t end = address.constant() + memory_.bytesOf(*value);
    if (isVectorAccess(store))
      contents_.at(address).add({address.constant(), end, value});
    else if (ExtractElementInst *element = storedElement(store))
      contents_.at(address).add({address.constant(), end, element->getVectorOperand(), indexOf(*element)});
    else if (Contents *contents = contents_.find(address))
      contents->forget(address.constant(), end);
  }

  // An element that lies there; null where it is not known.
  static Value *element(LoadInst &load, std::int64_t at, const Contents &contents) {
    if (!mayBeElement(*load.getType()) || isForAllLanes(load))
      return nullptr;
    const KnownBytes *known = contents.findElement(at, *load.getType());
    if (!known)
      return nullptr;
    return IRBuilder<>(&load).CreateExtractElement(
        known->value,
        static_cast<std::uint64_t>(known->first + (at - known->begin) / bytesOfElement(*load.getType())));
  }

  // The vector that lies there, put together from what is known; null where some of it is not, or in parts of several lengths.
  Value *assembled(LoadInst &load, std::int64_t begin, const Contents &contents) const {
    auto &type = cast<FixedVectorType>(*load.getType());
    const std::int64_t end = begin + memory_.bytesOf(load);
    const std::int64_t each = bytesOfElement(type);
    SmallVector<Part, 4> parts;
    for (std::int64_t at = begin; at < end;) {
      const KnownBytes *known = contents.findElement(at, *type.getElementType());
      if (!known)
        return nullptr;
      const std::int64_t until = std::min(end, known->end);
      parts.push_back({known->value, known->first + static_cast<int>((at - known->begin) / each),
                       static_cast<int>((until - at) / each)});
      at = until;
    }
    if (!std::has_single_bit(parts.size()) ||
        any_of(parts, [&](const Part &part) { return part.count != parts.front().count; }))
      return nullptr;
    return PartAssembler(load).assemble(parts, type);
  }

  BasicBlock &block_;
  const AccessedMemory &memory_;
  KnownMemory<Contents> contents_;
};

} // namespace

PreservedAnalyses forwardStores(Function &function, FunctionAnalysisManager &, const Outputs &outputs) {
  const std::optional<std::uint64_t> safe_bytes =
      outputs.has_dynamic_shared ? std::optional<std::uint64_t>(outputs.static_shared_bytes) : std::nullopt;
  const bool is_entry = &function == outputs.block_entry;
  bool changed = false;
  for (BasicBlock &block : function) {
    if (none_of(block, isVectorStore))
      continue;
    const AccessedMemory memory(block, is_entry);
    changed |= StoreForwarder(block, memory).run();
    changed |= dropStores(planStoresToDrop(block, memory, is_entry), safe_bytes);
  }
  return keepingControlFlow(changed);
}

} // namespace raddle::vectorize
