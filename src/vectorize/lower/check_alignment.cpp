// A GPU refuses accesses that are not aligned to their size, which most processors do.
//
//   float4 v = *reinterpret_cast<float4 *>(row + k);     float *row = matrix + i * columns;
//
// Of most accesses it is known: from the types of arrays and the sizes of their elements. Others are aligned if some of the
// kernel's parameters are multiples of something: above, `matrix` of 16 and `columns` of 4, where k is counted by fours. The
// code takes that for granted, and who launches it sees whether it holds (RaddleMultiple); if not, the kernel is compiled
// once more (BlockClass::unaligned), taking nothing for granted. What is left is looked at before the access: the sum of
// those terms of the address that may be no multiples.
//
// Where a pointer out of memory leads to, scalars and small structures are taken for aligned, as lists and trees would pay
// for nothing; vectors of 16 bytes are not.

#include "analysis/lane_shapes.h"
#include "nvvm/runtime_functions.h"
#include "vectorize/passes.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include <bit>
#include <map>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

constexpr std::uint64_t kLargest = 16; // of what a GPU accesses at once
constexpr unsigned kDeepest = 24;
// Of looking for what an address is made of, which may be used again and again.
constexpr unsigned kMostSteps = 2000;
constexpr unsigned kWidth = 64;

// What an access needs.
struct Access {
  Instruction *instruction;
  Value *address;
  std::uint64_t factor;
};

class AlignmentChecker {
public:
  explicit AlignmentChecker(CompileJob &job) : job_(job), layout_(job.module->getDataLayout()) {}

  void check(Function &function) {
    for (BasicBlock &block : function) {
      checked_.clear();
      for (const Access &access : accessesOf(block))
        check(access);
    }
  }

private:
  using Multiples = std::map<std::pair<unsigned, std::uint64_t>, std::uint64_t>;
  // What may be no multiple, of an address: a value, times some bytes.
  struct Term {
    Value *value;
    std::uint64_t bytes;
    bool operator==(const Term &) const = default;
  };

  // ---- accesses

  SmallVector<Access, 16> accessesOf(BasicBlock &block) const {
    SmallVector<Access, 16> accesses;
    for (Instruction &instruction : block) {
      if (auto *load = dyn_cast<LoadInst>(&instruction)) {
        add(accesses, instruction, load->getPointerOperand(), load->getType(), load->getAlign());
      } else if (auto *store = dyn_cast<StoreInst>(&instruction)) {
        add(accesses, instruction, store->getPointerOperand(), store->getValueOperand()->getType(),
            store->getAlign());
      } else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction)) {
        add(accesses, instruction, update->getPointerOperand(), update->getType(), update->getAlign());
      } else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction)) {
        add(accesses, instruction, exchange->getPointerOperand(), exchange->getCompareOperand()->getType(),
            exchange->getAlign());
      } else if (auto *copy = dyn_cast<MemTransferInst>(&instruction)) {
        // Structures, which a GPU copies in the largest pieces that their alignment allows.
        if (auto *length = dyn_cast<ConstantInt>(copy->getLength()); length && !length->isZero()) {
          const std::uint64_t most = std::min(kLargest, std::bit_floor(length->getZExtValue()));
          for (auto [address, align] : {std::pair(copy->getRawDest(), copy->getDestAlign()),
                                        std::pair(copy->getRawSource(), copy->getSourceAlign())})
            addIfAny(accesses, {&instruction, address, std::min(most, align.valueOrOne().value())});
        }
      }
    }
    joinNeighbours(accesses);
    return accesses;
  }

  void add(SmallVectorImpl<Access> &accesses, Instruction &instruction, Value *address, Type *type,
           Align align) const {
    const std::uint64_t bytes = std::bit_floor(layout_.getTypeStoreSize(type).getFixedValue());
    addIfAny(accesses, {&instruction, address, std::min({align.value(), bytes, kLargest})});
  }
  static void addIfAny(SmallVectorImpl<Access> &accesses, const Access &access) {
    if (access.factor > 1)
      accesses.push_back(access);
  }

  // The elements of a vector, loaded or stored one by one, are accessed at once where the first one says how they are
  // aligned.
  void joinNeighbours(SmallVectorImpl<Access> &accesses) const {
    struct Piece {
      std::int64_t offset;
      std::uint64_t bytes;
      bool operator<(const Piece &other) const { return offset < other.offset; }
    };
    auto sizeOf = [&](const Access &access) {
      return layout_.getTypeStoreSize(getLoadStoreType(access.instruction)).getFixedValue();
    };
    auto isPlain = [](const Access &access) { return isa<LoadInst, StoreInst>(access.instruction); };
    std::map<std::pair<const Value *, bool>, SmallVector<Piece, 8>> pieces;
    SmallVector<std::pair<const Value *, std::int64_t>, 16> places;
    for (const Access &access : accesses) {
      APInt offset(64, 0);
      const Value *base = access.address;
      if (isPlain(access) && layout_.getIndexTypeSizeInBits(base->getType()) == 64) {
        base = base->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true);
        pieces[{base, isa<StoreInst>(access.instruction)}].push_back({offset.getSExtValue(), sizeOf(access)});
      }
      places.push_back({base, offset.getSExtValue()});
    }
    for (auto &[base, there] : pieces)
      sort(there);
    for (auto [access, place] : zip_equal(accesses, places)) {
      const std::uint64_t align = isPlain(access) ? getLoadStoreAlignment(access.instruction).value() : 0;
      if (align <= access.factor)
        continue;
      std::uint64_t covered = 0;
      for (const Piece &piece : pieces[{place.first, isa<StoreInst>(access.instruction)}])
        if (piece.offset == place.second + static_cast<std::int64_t>(covered))
          covered += piece.bytes;
      const std::uint64_t joined = std::min({std::bit_floor(covered), align, kLargest});
      access.factor = std::max(access.factor, joined);
    }
  }

  // ---- what is known

  void check(const Access &access) {
    steps_ = 0;
    if (isAlignedByItself(access))
      return;
    steps_ = 0;
    Multiples granted;
    SmallVector<Term, 4> terms;
    std::uint64_t constant = 0;
    collect(*access.address, 1, access, granted, terms, constant, kDeepest);
    grant(granted);
    if (terms.empty() && constant % access.factor == 0)
      return;
    for (const auto &[known, known_constant, factor] : checked_)
      if (known == terms && factor % access.factor == 0 &&
          known_constant % access.factor == constant % access.factor)
        return;
    checked_.push_back({terms, constant, access.factor});
    emit(access, terms, constant);
  }

  void grant(const Multiples &granted) {
    for (const auto &[place, factor] : granted) {
      auto known = find_if(job_.outputs.multiples, [&](const Outputs::Multiple &other) {
        return std::pair(other.argument, other.offset) == place;
      });
      if (known == job_.outputs.multiples.end())
        job_.outputs.multiples.push_back({place.first, place.second, factor});
      else
        known->factor = std::max(known->factor, factor);
    }
  }

  // Calls `visit` for the pointer and the indices, each with what one of it stands for, and returns the offsets of fields.
  std::uint64_t forEachPart(GEPOperator &address, function_ref<void(Value &, std::uint64_t)> visit) const {
    std::uint64_t offsets = 0;
    visit(*address.getPointerOperand(), 1);
    for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i) {
      if (StructType *type = i.getStructTypeOrNull()) {
        const auto field = static_cast<unsigned>(cast<ConstantInt>(i.getOperand())->getZExtValue());
        offsets += layout_.getStructLayout(type)->getElementOffset(field).getFixedValue();
      } else {
        visit(*i.getOperand(), i.getSequentialElementStride(layout_).getFixedValue());
      }
    }
    return offsets;
  }

  // Programs that read larger pieces than their pointers point to round these: p + ((q + 15 & ~15) - q), where q is p as a
  // number, is a multiple of 16 whatever p is.
  bool isAlignedByItself(const Access &access) const {
    SmallVector<Term, 8> terms;
    std::uint64_t constant = 0;
    addUp(*access.address, 1, terms, constant, kDeepest);
    return constant % access.factor == 0 && all_of(terms, [&](const Term &term) {
             return term.bytes % access.factor == 0 ||
                    isKnownMultiple(*term.value,
                                    access.factor / std::min(access.factor, lowestBit(term.bytes)));
           });
  }

  // Adds value * bytes, up to multiples of kLargest.
  void addUp(Value &value, std::uint64_t bytes, SmallVectorImpl<Term> &terms, std::uint64_t &constant,
             unsigned depth) const {
    Value *a = nullptr, *b = nullptr;
    const APInt *number = nullptr;
    const auto add = [&](Value &part, std::uint64_t factor) {
      addUp(part, bytes * factor, terms, constant, depth - 1);
    };
    if (auto *known = dyn_cast<ConstantInt>(&value)) {
      constant += known->getValue().sextOrTrunc(64).getZExtValue() * bytes;
    } else if (depth == 0 || ++steps_ > kMostSteps || value.getType()->isVectorTy()) {
      addTerm(terms, {&value, bytes});
    } else if (auto *address = dyn_cast<GEPOperator>(&value)) {
      constant += bytes * forEachPart(*address, add);
    } else if (match(&value, m_Add(m_Value(a), m_Value(b))) ||
               match(&value, m_DisjointOr(m_Value(a), m_Value(b)))) {
      add(*a, 1);
      add(*b, 1);
    } else if (match(&value, m_Sub(m_Value(a), m_Value(b)))) {
      add(*a, 1);
      add(*b, std::uint64_t{0} - 1);
    } else if (match(&value, m_And(m_Value(a), m_APInt(number))) && keepsLowestBits(*number)) {
      add(*a, 1);
    } else if (isa<AddrSpaceCastOperator, PtrToIntOperator, IntToPtrInst>(value) || isWideCast(value)) {
      add(*cast<User>(value).getOperand(0), 1);
    } else {
      addTerm(terms, {&value, bytes});
    }
  }

  // The bits that matter are those of the operand.
  static bool isWideCast(const Value &value) {
    constexpr unsigned kBits = std::bit_width(kLargest);
    return isa<SExtInst, ZExtInst, TruncInst>(value) && value.getType()->getIntegerBitWidth() >= kBits &&
           cast<User>(value).getOperand(0)->getType()->getIntegerBitWidth() >= kBits;
  }
  static bool keepsLowestBits(const APInt &mask) {
    return mask.countTrailingOnes() >= std::countr_zero(kLargest);
  }

  static void addTerm(SmallVectorImpl<Term> &terms, const Term &term) {
    auto same = find_if(terms, [&](const Term &other) { return other.value == term.value; });
    if (same == terms.end())
      terms.push_back(term);
    else
      same->bytes += term.bytes;
  }

  // Of value * bytes, the terms that may be no multiple of what the access needs.
  void collect(Value &value, std::uint64_t bytes, const Access &access, Multiples &granted,
               SmallVectorImpl<Term> &terms, std::uint64_t &constant, unsigned depth) const {
    if (auto *number = dyn_cast<ConstantInt>(&value)) {
      constant += number->getValue().sextOrTrunc(64).getZExtValue() * bytes;
      return;
    }
    const std::uint64_t factor = access.factor / std::min(access.factor, lowestBit(bytes));
    Multiples assumed = granted;
    SmallVector<std::pair<const Value *, std::uint64_t>, 8> seen;
    if (isMultiple(value, factor, access, assumed, seen)) {
      granted = std::move(assumed);
      return;
    }
    Value *a = nullptr, *b = nullptr;
    if (depth == 0 || steps_ > kMostSteps) {
      terms.push_back({&value, bytes});
    } else if (auto *address = dyn_cast<GEPOperator>(&value); address && !address->getType()->isVectorTy()) {
      constant += bytes * forEachPart(*address, [&](Value &part, std::uint64_t stride) {
                    collect(part, bytes * stride, access, granted, terms, constant, depth - 1);
                  });
    } else if (match(&value, m_Add(m_Value(a), m_Value(b))) ||
               match(&value, m_DisjointOr(m_Value(a), m_Value(b)))) {
      collect(*a, bytes, access, granted, terms, constant, depth - 1);
      collect(*b, bytes, access, granted, terms, constant, depth - 1);
    } else if (isa<AddrSpaceCastOperator, PtrToIntOperator>(value) ||
               isa<IntToPtrInst, SExtInst, ZExtInst>(value)) {
      collect(*cast<User>(value).getOperand(0), bytes, access, granted, terms, constant, depth - 1);
    } else {
      terms.push_back({&value, bytes});
    }
  }

  static std::uint64_t lowestBit(std::uint64_t number) { return number == 0 ? kLargest : number & -number; }

  bool isMultiple(Value &value, std::uint64_t factor, const Access &access, Multiples &granted,
                  SmallVectorImpl<std::pair<const Value *, std::uint64_t>> &seen) const {
    if (++steps_ > kMostSteps)
      return false;
    if (factor <= 1 || is_contained(seen, std::pair<const Value *, std::uint64_t>(&value, factor)))
      return true;
    if (auto *argument = dyn_cast<Argument>(&value))
      return isMultiple(*argument, 0, factor, access, granted);
    if (isKnownMultiple(value, factor))
      return true;
    auto *user = dyn_cast<User>(&value);
    if (!user)
      return false;
    const auto of = [&](const Use &operand, std::uint64_t part) {
      return isMultiple(*operand, part, access, granted, seen);
    };
    const auto all = [&](std::uint64_t part) {
      return all_of(user->operands(), [&](const Use &operand) { return of(operand, part); });
    };
    // One of two will do; what was assumed for the other is not.
    const auto any = [&] {
      return any_of(user->operands(), [&](const Use &operand) {
        Multiples before = granted;
        const std::size_t seen_before = seen.size();
        if (of(operand, factor))
          return true;
        granted = std::move(before);
        seen.truncate(seen_before);
        return false;
      });
    };
    if (isa<PHINode>(value)) {
      seen.push_back({&value, factor});
      return all(factor);
    }
    if (auto *load = dyn_cast<LoadInst>(&value))
      return isMultiple(*load, factor, access, granted);
    if (auto *call = dyn_cast<CallBase>(&value)) {
      if (auto *intrinsic = dyn_cast<IntrinsicInst>(call))
        return isa<MinMaxIntrinsic>(intrinsic) && of(intrinsic->getOperandUse(0), factor) &&
               of(intrinsic->getOperandUse(1), factor);
      return isTrusted(value, access) || nvvm::isCallOf(value, Runtime::raddle_malloc);
    }
    if (auto *address = dyn_cast<GEPOperator>(&value)) {
      if (address->getType()->isVectorTy() || !of(address->getOperandUse(0), factor))
        return false;
      for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i) {
        if (StructType *type = i.getStructTypeOrNull()) {
          const auto field = static_cast<unsigned>(cast<ConstantInt>(i.getOperand())->getZExtValue());
          if (layout_.getStructLayout(type)->getElementOffset(field).getFixedValue() % factor != 0)
            return false;
          continue;
        }
        const std::uint64_t stride = i.getSequentialElementStride(layout_).getFixedValue();
        if (!isMultiple(*i.getOperand(), factor / std::min(factor, lowestBit(stride)), access, granted, seen))
          return false;
      }
      return true;
    }
    if (auto *select = dyn_cast<SelectInst>(&value))
      return of(select->getOperandUse(1), factor) && of(select->getOperandUse(2), factor);
    switch (Operator::getOpcode(&value)) {
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::Or:
    case Instruction::Xor:
      return all(factor);
    case Instruction::And:
      return any();
    case Instruction::Mul: {
      const auto *number = dyn_cast<ConstantInt>(user->getOperand(1));
      return number ? of(user->getOperandUse(0), factor / std::min(factor, lowestBit(number->getZExtValue())))
                    : any();
    }
    case Instruction::Shl: {
      const auto *number = dyn_cast<ConstantInt>(user->getOperand(1));
      return of(user->getOperandUse(0), number && number->getValue().ult(kWidth)
                                            ? std::max<std::uint64_t>(factor >> number->getZExtValue(), 1)
                                            : factor);
    }
    case Instruction::AShr:
    case Instruction::LShr: {
      const auto *number = dyn_cast<ConstantInt>(user->getOperand(1));
      const unsigned used = std::bit_width(factor);
      return number && number->getValue().ult(kWidth - used) &&
             of(user->getOperandUse(0), factor << number->getZExtValue());
    }
    case Instruction::SExt:
    case Instruction::ZExt:
    case Instruction::Trunc:
    case Instruction::Freeze:
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
    case Instruction::AddrSpaceCast:
      return of(user->getOperandUse(0), factor);
    default:
      return false;
    }
  }

  bool isKnownMultiple(const Value &value, std::uint64_t factor) const {
    if (value.getType()->isPointerTy())
      return value.getPointerAlignment(layout_).value() >= factor && !isa<PHINode, SelectInst>(value);
    return value.getType()->isIntegerTy() &&
           computeKnownBits(&value, layout_).countMinTrailingZeros() >=
               std::min<unsigned>(static_cast<unsigned>(std::countr_zero(factor)),
                                  value.getType()->getIntegerBitWidth());
  }

  // Whether a pointer from somewhere is what its type says.
  static bool isTrusted(const Value &value, const Access &access) {
    return value.getType()->isPointerTy() && access.factor < kLargest;
  }

  // The parameter itself, or some bytes of it.
  bool isMultiple(const Argument &argument, std::uint64_t offset, std::uint64_t factor, const Access &access,
                  Multiples &granted) const {
    if (argument.getArgNo() == 0) // the thread
      return true;
    if (argument.getParent() != job_.kernel)
      return isTrusted(argument, access);
    if (argument.hasByValAttr() && argument.getParamAlign().valueOrOne().value() >= factor && offset == 0)
      return true;
    return grantOfKernel(argument, offset, factor, granted);
  }
  bool grantOfKernel(const Argument &argument, std::uint64_t offset, std::uint64_t factor,
                     Multiples &granted) const {
    if (job_.input.block.unaligned)
      return false;
    std::uint64_t &known = granted[{argument.getArgNo(), offset}];
    known = std::max(known, factor);
    return true;
  }

  bool isMultiple(const LoadInst &load, std::uint64_t factor, const Access &access,
                  Multiples &granted) const {
    APInt offset(64, 0);
    const Value *pointer = load.getPointerOperand();
    if (layout_.getIndexTypeSizeInBits(pointer->getType()) == 64)
      if (auto *argument = dyn_cast<Argument>(
              pointer->stripAndAccumulateConstantOffsets(layout_, offset, /*AllowNonInbounds=*/true));
          argument && argument->hasByValAttr() && argument->getParent() == job_.kernel &&
          !offset.isNegative() && argument->onlyReadsMemory())
        return grantOfKernel(*argument, offset.getZExtValue(), factor, granted);
    return isTrusted(load, access);
  }

  // ---- what is looked at

  void emit(const Access &access, ArrayRef<Term> terms, std::uint64_t constant) const {
    IRBuilder<> builder(access.instruction);
    Value *sum = builder.getInt32(static_cast<std::uint32_t>(constant));
    for (const Term &term : terms) {
      Value *number = term.value->getType()->isPointerTy()
                          ? builder.CreatePtrToInt(term.value, builder.getInt64Ty())
                          : term.value;
      number = builder.CreateZExtOrTrunc(number, builder.getInt32Ty());
      sum = builder.CreateAdd(
          sum, builder.CreateMul(number, builder.getInt32(static_cast<std::uint32_t>(term.bytes))));
    }
    Value *beyond = builder.CreateAnd(sum, builder.getInt32(static_cast<std::uint32_t>(access.factor - 1)));
    Value *address = builder.CreateAddrSpaceCast(access.address, builder.getPtrTy());
    Function *check = nvvm::declare(*job_.module, Runtime::raddle_check_alignment);
    check->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    check->addParamAttr(1, Attribute::NoCapture);
    check->addParamAttr(1, Attribute::ReadNone);
    builder.CreateCall(check, {threadOf(*access.instruction->getFunction()), address, beyond,
                               builder.getInt32(static_cast<std::uint32_t>(access.factor))});
  }

  struct Checked {
    SmallVector<Term, 4> terms;
    std::uint64_t constant;
    std::uint64_t factor;
  };

  CompileJob &job_;
  const DataLayout &layout_;
  SmallVector<Checked, 8> checked_; // in this block
  mutable unsigned steps_ = 0;
};

} // namespace

void checkAlignment(CompileJob &job) {
  AlignmentChecker checker(job);
  for (Function &function : *job.module)
    checker.check(function);
}

void resolveAlignmentChecks(CompileJob &job) {
  Function *check = job.module->getFunction(nvvm::rowOf(Runtime::raddle_check_alignment).name);
  if (job.input.lanes != 1 || !check)
    return;
  Function *report = nvvm::declare(*job.module, Runtime::raddle_misaligned);
  MDNode *unlikely = MDBuilder(job.module->getContext()).createUnlikelyBranchWeights();
  for (User *user : make_early_inc_range(check->users())) {
    auto *call = cast<CallInst>(user);
    IRBuilder<> builder(call);
    Value *is_wrong = builder.CreateICmpNE(call->getArgOperand(2), builder.getInt32(0));
    builder.SetInsertPoint(SplitBlockAndInsertIfThen(is_wrong, call, /*Unreachable=*/true, unlikely));
    builder.SetCurrentDebugLocation(call->getDebugLoc());
    CallInst *told =
        builder.CreateCall(report, {call->getArgOperand(0), call->getArgOperand(1), call->getArgOperand(3)});
    told->addFnAttr(Attribute::NoMerge);
    told->setTailCallKind(CallInst::TCK_NoTail);
    call->eraseFromParent();
  }
  check->eraseFromParent();
}

} // namespace raddle::vectorize
