#include "vectorize/reshape/loops/drop_barriers.h"

#include "abi/kernel_abi.h"
#include "analysis/lane_shapes.h"
#include "nvvm/markers.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/widen/plan/address_parts.h"
#include "vectorize/widen/plan/shared_address.h"

#include <llvm/IR/CFG.h>

#include <array>
#include <memory>
#include <numeric>
#include <vector>

using namespace llvm;

namespace raddle::vectorize {

namespace {

constexpr unsigned kThreads = 1024;     // of the largest block
constexpr unsigned kMostAccesses = 128; // between two barriers, each compared with each other in all threads
constexpr std::uint8_t kNobody = 255;   // no warp's number
constexpr std::uint64_t kMostSharedBytes = 1 << 20; // more than any architecture has

// How many neighbouring warps have to be fused where the barrier is not needed; 0 for others.
unsigned warpsWithin(const Instruction &barrier) {
  const MDNode *mark = barrier.getMetadata(marker::kNeedlessIfFused);
  return mark ? static_cast<unsigned>(mdconst::extract<ConstantInt>(mark->getOperand(0))->getZExtValue()) : 0;
}

// What a number is in each thread of a block that is one row.
class ValuesOfThreads {
public:
  using Numbers = std::array<std::uint64_t, kThreads>;

  /// Null where it depends on more than threadIdx.x.
  const Numbers *of(const Value &value) {
    auto [place, is_new] = known_.insert({&value, nullptr});
    if (!is_new)
      return place->second.get();
    auto numbers = std::make_unique<Numbers>();
    if (!compute(value, *numbers))
      return nullptr;
    return (known_[&value] = std::move(numbers)).get();
  }

private:
  bool compute(const Value &value, Numbers &result) {
    if (!value.getType()->isIntegerTy() || value.getType()->getIntegerBitWidth() > 64)
      return false;
    const unsigned width = value.getType()->getIntegerBitWidth();
    if (auto *number = dyn_cast<ConstantInt>(&value)) {
      result.fill(number->getZExtValue());
      return true;
    }
    if (auto *call = dyn_cast<CallInst>(&value)) {
      std::iota(result.begin(), result.end(), 0);
      return analysis::threadFieldOffset(*call) == offsetof(RaddleThread, thread_idx.x);
    }
    auto *instruction = dyn_cast<Instruction>(&value);
    if (!instruction || !isa<BinaryOperator, SExtInst, ZExtInst, TruncInst>(instruction))
      return false;
    std::array<const Numbers *, 2> operands{};
    for (const Use &operand : instruction->operands())
      if (!(operands[operand.getOperandNo()] = of(*operand)))
        return false;
    const unsigned from = instruction->getOperand(0)->getType()->getIntegerBitWidth();
    for (unsigned t = 0; t < kThreads; ++t) {
      const APInt a(from, (*operands[0])[t]);
      std::optional<APInt> number;
      if (isa<SExtInst>(instruction))
        number = a.sext(width);
      else if (isa<ZExtInst>(instruction))
        number = a.zext(width);
      else if (isa<TruncInst>(instruction))
        number = a.trunc(width);
      else
        number = binary(instruction->getOpcode(), a, APInt(width, (*operands[1])[t]));
      if (!number)
        return false;
      result[t] = number->getZExtValue();
    }
    return true;
  }

  static std::optional<APInt> binary(unsigned operation, const APInt &a, const APInt &b) {
    switch (operation) {
    case Instruction::Add:
      return a + b;
    case Instruction::Sub:
      return a - b;
    case Instruction::Mul:
      return a * b;
    case Instruction::And:
      return a & b;
    case Instruction::Or:
      return a | b;
    case Instruction::Xor:
      return a ^ b;
    case Instruction::Shl:
      return b.ult(a.getBitWidth()) ? std::optional(a.shl(b)) : std::nullopt;
    case Instruction::LShr:
      return b.ult(a.getBitWidth()) ? std::optional(a.lshr(b)) : std::nullopt;
    case Instruction::AShr:
      return b.ult(a.getBitWidth()) ? std::optional(a.ashr(b)) : std::nullopt;
    default:
      return {};
    }
  }

  DenseMap<const Value *, std::unique_ptr<Numbers>> known_;
};

class WarpsApart {
public:
  explicit WarpsApart(const DataLayout &layout) : layout_(layout) {}

  /// Whether the warps of a block would not notice if the barrier were not there, and `warps` neighbours were fused.
  bool without(const CallInst &barrier, unsigned warps) {
    warps_ = warps;
    accesses_.clear();
    return collect(barrier, /*forwards=*/true) && collect(barrier, /*forwards=*/false) && areApart();
  }

private:
  // What is accessed from there to the next barriers, or from the barriers before it. False when something
  // happens that depends on other warps.
  bool collect(const CallInst &barrier, bool forwards) {
    SetVector<const BasicBlock *> blocks; // to be looked at from their beginning, or end
    // To a barrier, or to the end of the block and on to those after it.
    auto walk = [&](const BasicBlock &block, const Instruction *instruction) {
      for (; instruction; instruction = forwards ? instruction->getNextNode() : instruction->getPrevNode()) {
        // Those that are marked are not there.
        if (nvvm::isBarrierOfWholeBlock(*instruction) && warpsWithin(*instruction) != 0)
          continue;
        if (nvvm::isBarrierOfWholeBlock(*instruction))
          return true;
        if (!note(*instruction))
          return false;
      }
      if (forwards)
        blocks.insert(succ_begin(&block), succ_end(&block));
      else
        blocks.insert(pred_begin(&block), pred_end(&block));
      return true;
    };
    if (!walk(*barrier.getParent(), forwards ? barrier.getNextNode() : barrier.getPrevNode()))
      return false;
    for (std::size_t i = 0; i < blocks.size(); ++i)
      if (const BasicBlock &block = *blocks[i]; !walk(block, forwards ? &block.front() : &block.back()))
        return false;
    return true;
  }

  bool note(const Instruction &instruction) {
    if (!instruction.mayReadOrWriteMemory())
      return true;
    auto *load = dyn_cast<LoadInst>(&instruction);
    auto *store = dyn_cast<StoreInst>(&instruction);
    if (!(load && load->isSimple()) && !(store && store->isSimple()))
      return false;
    const Value *address = getLoadStorePointerOperand(&instruction);
    if (!isSharedAddress(*address))
      // Nobody writes there meanwhile.
      return load && (load->hasMetadata(LLVMContext::MD_invariant_load) ||
                      isa<Argument>(getUnderlyingObject(address, /*MaxLookup=*/0)));
    accesses_.insert(const_cast<Instruction *>(&instruction));
    return accesses_.size() <= kMostAccesses;
  }

  // No warp touches what another one writes.
  bool areApart() {
    std::uint64_t bytes = 16;
    for (Instruction *access : accesses_)
      bytes = std::min(bytes, sizeOf(*access));
    struct Place {
      std::uint8_t warp = kNobody;
      bool has_several_warps = false, is_written = false;
    };
    std::vector<Place> places;
    for (Instruction *access : accesses_) {
      const std::uint64_t size = sizeOf(*access);
      const ValuesOfThreads::Numbers *offsets = offsetsOf(*access);
      if (size % bytes != 0 || !offsets)
        return false;
      for (unsigned t = 0; t < kThreads; ++t) {
        const std::uint64_t offset = (*offsets)[t], end = (offset + size) / bytes;
        if (offset % bytes != 0 || offset > kMostSharedBytes)
          return false;
        if (end > places.size())
          places.resize(end);
        for (std::uint64_t i = offset / bytes; i < end; ++i) {
          const auto warp = static_cast<std::uint8_t>(t / (kRaddleWarpSize * warps_));
          Place &place = places[i];
          place.has_several_warps |= place.warp != kNobody && place.warp != warp;
          place.warp = warp;
          place.is_written |= isa<StoreInst>(access);
          if (place.has_several_warps && place.is_written)
            return false;
        }
      }
    }
    return true;
  }

  std::uint64_t sizeOf(Instruction &access) const {
    return layout_.getTypeStoreSize(getLoadStoreType(&access)).getFixedValue();
  }

  // From the beginning of shared memory, in each thread; null where that is not known.
  const ValuesOfThreads::Numbers *offsetsOf(const Instruction &access) {
    auto [place, is_new] = offsets_.insert({&access, nullptr});
    if (is_new) {
      auto offsets = std::make_unique<ValuesOfThreads::Numbers>();
      if (findOffsets(*getLoadStorePointerOperand(&access), *offsets))
        place->second = std::move(offsets);
    }
    return place->second.get();
  }

  bool findOffsets(const Value &address, ValuesOfThreads::Numbers &offsets) {
    const AddressParts parts(address, layout_);
    offsets.fill(parts.constant.getZExtValue());
    for (const auto &[index, bytes] : parts.bytes_of) {
      const ValuesOfThreads::Numbers *numbers = values_.of(*index);
      if (!numbers)
        return false;
      const unsigned width = index->getType()->getIntegerBitWidth();
      for (unsigned t = 0; t < kThreads; ++t)
        offsets[t] += APInt(width, (*numbers)[t]).sextOrTrunc(64).getZExtValue() * bytes.getZExtValue();
    }
    return isa<LoadInst>(parts.base);
  }

  const DataLayout &layout_;
  unsigned warps_ = 1;
  ValuesOfThreads values_;
  DenseMap<const Instruction *, std::unique_ptr<ValuesOfThreads::Numbers>> offsets_;
  SetVector<Instruction *> accesses_;
};

} // namespace

unsigned dropBarriers(ArrayRef<CallInst *> barriers, unsigned most_warps) {
  if (barriers.empty())
    return 1;
  WarpsApart apart(barriers.front()->getDataLayout());
  SmallVector<CallInst *, 32> left(barriers);
  erase_if(left, [&](CallInst *barrier) {
    const bool goes = apart.without(*barrier, 1);
    if (goes)
      barrier->eraseFromParent();
    return goes;
  });
  // What is apart for fewer fused warps is so for more, too: after the last one that is marked, all are looked at
  // together.
  unsigned needed = 1;
  for (unsigned warps = 2; warps <= most_warps; warps *= 2)
    erase_if(left, [&](CallInst *barrier) {
      if (!apart.without(*barrier, warps))
        return false;
      Metadata *number =
          ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(barrier->getContext()), warps));
      barrier->setMetadata(marker::kNeedlessIfFused, MDNode::get(barrier->getContext(), number));
      needed = warps;
      return true;
    });
  return needed;
}

void dropBarriersWithin(Function &kernel, unsigned warps) {
  for (Instruction &instruction : make_early_inc_range(instructions(kernel)))
    if (const unsigned needed = warpsWithin(instruction); needed != 0 && needed <= warps)
      instruction.eraseFromParent();
}

} // namespace raddle::vectorize
