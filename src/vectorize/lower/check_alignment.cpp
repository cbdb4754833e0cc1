// A GPU refuses accesses that are not aligned to their size, which most processors do.
//
//   float4 v = *reinterpret_cast<float4 *>(row + k);     float *row = matrix + i * columns;
//
// Most accesses are known to be aligned: from the types of arrays and the sizes of their elements. Others are aligned if some of the
// kernel's parameters are multiples of something: above, `matrix` of 16 and `columns` of 4, where k is counted by fours. The
// code takes that for granted, and the launch sees whether it holds (RaddleMultiple); if not, the kernel is compiled
// once more (BlockClass::unaligned), taking nothing for granted. What is left is looked at before the access: the sum of
// those terms of the address that may be no multiples.
//
// Where a pointer out of memory leads to, scalars and small structures are taken for aligned, as lists and trees would pay
// for nothing; vectors of 16 bytes are not.

#include "nvvm/runtime_functions.h"
#include "vectorize/lower/aligned_accesses.h"
#include "vectorize/lower/multiples.h"
#include "vectorize/passes.h"

#include <bit>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

using nvvm::Runtime;

constexpr unsigned kDeepest = 24; // terms within terms
// Values that are looked at for one address, whose parts may be used again and again.
constexpr unsigned kMostSteps = 2000;

// A part of an address: a value, times some bytes.
struct Term {
  Value *value;
  std::uint64_t bytes;
  bool operator==(const Term &) const = default;
};

struct Sum {
  SmallVector<Term, 4> terms;
  std::uint64_t constant = 0;
};

// The bits that decide whether an address is aligned are those of the operand.
bool keepsLowestBits(const Value &value) {
  constexpr unsigned kBits = std::bit_width(kWidestAccess);
  return isa<SExtInst, ZExtInst, TruncInst>(value) && value.getType()->getIntegerBitWidth() >= kBits &&
         cast<User>(value).getOperand(0)->getType()->getIntegerBitWidth() >= kBits;
}

// Whether the value is a sum whose parts it gives to `visit`, each with its factor. `modulo`: the sum need only have the same
// remainder by the widest access.
bool divide(Value &value, bool modulo, const DataLayout &layout, std::uint64_t &constant,
            function_ref<void(Value &, std::uint64_t)> visit) {
  Value *a = nullptr, *b = nullptr;
  const APInt *mask = nullptr;
  if (value.getType()->isVectorTy())
    return false;
  if (auto *address = dyn_cast<GEPOperator>(&value)) {
    visit(*address->getPointerOperand(), 1);
    for (auto i = gep_type_begin(address), end = gep_type_end(address); i != end; ++i)
      if (StructType *type = i.getStructTypeOrNull()) {
        const auto field = static_cast<unsigned>(cast<ConstantInt>(i.getOperand())->getZExtValue());
        constant += layout.getStructLayout(type)->getElementOffset(field).getFixedValue();
      } else {
        visit(*i.getOperand(), i.getSequentialElementStride(layout).getFixedValue());
      }
  } else if (match(&value, m_Add(m_Value(a), m_Value(b))) ||
             match(&value, m_DisjointOr(m_Value(a), m_Value(b)))) {
    visit(*a, 1);
    visit(*b, 1);
  } else if (modulo && match(&value, m_Sub(m_Value(a), m_Value(b)))) {
    visit(*a, 1);
    visit(*b, std::uint64_t{0} - 1);
  } else if (modulo && match(&value, m_And(m_Value(a), m_APInt(mask))) &&
             mask->countTrailingOnes() >= static_cast<unsigned>(std::countr_zero(kWidestAccess))) {
    visit(*a, 1);
  } else if (isa<AddrSpaceCastOperator, PtrToIntOperator, IntToPtrInst>(value) ||
             (modulo ? keepsLowestBits(value) : isa<SExtInst, ZExtInst>(value))) {
    visit(*cast<User>(value).getOperand(0), 1);
  } else {
    return false;
  }
  return true;
}

class AlignmentChecker {
public:
  AlignmentChecker(Module &module, const Function *kernel, const Input &input, Outputs &outputs)
      : module_(module), kernel_(kernel), input_(input), outputs_(outputs), layout_(module.getDataLayout()) {}

  void check(Function &function) {
    for (BasicBlock &block : function) {
      checked_.clear();
      for (const AlignedAccess &access : alignedAccessesIn(block))
        check(access);
    }
  }

private:
  void check(const AlignedAccess &access) {
    if (isAlignedByItself(access))
      return;
    steps_ = kMostSteps;
    const MultipleRules rules{layout_, kernel_, !input_.block.unaligned, access.factor < kWidestAccess};
    Multiples granted;
    Sum sum;
    collect(*access.address, 1, access.factor, rules, granted, sum, kDeepest);
    grant(granted);
    if (sum.terms.empty() && sum.constant % access.factor == 0)
      return;
    for (const auto &[known, factor] : checked_)
      if (known.terms == sum.terms && factor % access.factor == 0 &&
          known.constant % access.factor == sum.constant % access.factor)
        return;
    emit(access, sum);
    checked_.push_back({std::move(sum), access.factor});
  }

  void grant(const Multiples &granted) {
    for (const auto &[place, factor] : granted) {
      auto known = find_if(outputs_.multiples, [&](const Outputs::Multiple &other) {
        return std::pair(other.argument, other.offset) == place;
      });
      if (known == outputs_.multiples.end())
        outputs_.multiples.push_back({place.first, place.second, factor});
      else
        known->factor = std::max(known->factor, factor);
    }
  }

  // Programs that read larger pieces than their pointers point to round these: p + ((q + 15 & ~15) - q), where q is p as a
  // number, is a multiple of 16 whatever p is.
  bool isAlignedByItself(const AlignedAccess &access) {
    steps_ = kMostSteps;
    Sum sum;
    addUp(*access.address, 1, sum, kDeepest);
    return sum.constant % access.factor == 0 && all_of(sum.terms, [&](const Term &term) {
             return term.bytes % access.factor == 0 ||
                    isKnownMultiple(*term.value,
                                    access.factor / std::min(access.factor, lowestBit(term.bytes)), layout_);
           });
  }

  // Adds value * bytes, up to multiples of the widest access.
  void addUp(Value &value, std::uint64_t bytes, Sum &sum, unsigned depth) {
    std::uint64_t constant = 0;
    if (auto *number = dyn_cast<ConstantInt>(&value))
      constant = number->getValue().sextOrTrunc(64).getZExtValue();
    else if (depth == 0 || !takeStep() ||
             !divide(value, /*modulo=*/true, layout_, constant,
                     [&](Value &part, std::uint64_t factor) { addUp(part, bytes * factor, sum, depth - 1); }))
      addTerm({&value, bytes}, sum);
    sum.constant += constant * bytes;
  }

  bool takeStep() { return steps_ != 0 && steps_-- != 0; }

  static void addTerm(const Term &term, Sum &sum) {
    auto same = find_if(sum.terms, [&](const Term &other) { return other.value == term.value; });
    if (same == sum.terms.end())
      sum.terms.push_back(term);
    else
      same->bytes += term.bytes;
  }

  // Adds those terms of value * bytes that may be no multiples of the factor.
  void collect(Value &value, std::uint64_t bytes, std::uint64_t factor, const MultipleRules &rules,
               Multiples &granted, Sum &sum, unsigned depth) {
    std::uint64_t constant = 0;
    if (auto *number = dyn_cast<ConstantInt>(&value)) {
      constant = number->getValue().sextOrTrunc(64).getZExtValue();
    } else if (MultipleQuery query(rules, granted, steps_);
               query.isMultiple(value, factor / std::min(factor, lowestBit(bytes)))) {
      granted = query.granted();
    } else if (depth == 0 || steps_ == 0 ||
               !divide(value, /*modulo=*/false, layout_, constant, [&](Value &part, std::uint64_t times) {
                 collect(part, bytes * times, factor, rules, granted, sum, depth - 1);
               })) {
      sum.terms.push_back({&value, bytes});
    }
    sum.constant += constant * bytes;
  }

  void emit(const AlignedAccess &access, const Sum &sum) const {
    IRBuilder<> builder(access.instruction);
    auto word = [&](std::uint64_t number) { return builder.getInt32(static_cast<std::uint32_t>(number)); };
    Value *total = word(sum.constant);
    for (const Term &term : sum.terms) {
      Value *number = term.value->getType()->isPointerTy()
                          ? builder.CreatePtrToInt(term.value, builder.getInt64Ty())
                          : term.value;
      number = builder.CreateZExtOrTrunc(number, builder.getInt32Ty());
      total = builder.CreateAdd(total, builder.CreateMul(number, word(term.bytes)));
    }
    Value *beyond = builder.CreateAnd(total, word(access.factor - 1));
    Value *address = builder.CreateAddrSpaceCast(access.address, builder.getPtrTy());
    Function *check = nvvm::declare(module_, Runtime::raddle_check_alignment);
    check->setMemoryEffects(MemoryEffects::inaccessibleMemOnly());
    check->addParamAttr(1, Attribute::NoCapture);
    check->addParamAttr(1, Attribute::ReadNone);
    builder.CreateCall(check,
                       {threadOf(*access.instruction->getFunction()), address, beyond, word(access.factor)});
  }

  Module &module_;
  const Function *kernel_;
  const Input &input_;
  Outputs &outputs_;
  const DataLayout &layout_;
  SmallVector<std::pair<Sum, std::uint64_t>, 8> checked_; // in this block, with their factors
  unsigned steps_ = 0;                                    // that are left for this access
};

} // namespace

void checkAlignment(Module &module, const Function *kernel, const Input &input, Outputs &outputs) {
  AlignmentChecker checker(module, kernel, input, outputs);
  for (Function &function : module)
    checker.check(function);
}

void resolveAlignmentChecks(Module &module) {
  Function *check = module.getFunction(nvvm::rowOf(Runtime::raddle_check_alignment).name);
  if (!check)
    return;
  Function *report = nvvm::declare(module, Runtime::raddle_misaligned);
  MDNode *unlikely = MDBuilder(module.getContext()).createUnlikelyBranchWeights();
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
