#include "vectorize/reshape/word_parts.h"

#include "vectorize/reshape/reachable_functions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/PatternMatch.h>

#include <optional>

using namespace llvm;
using namespace llvm::PatternMatch;

namespace raddle::vectorize {

namespace {

struct Part {
  TruncInst *value;
  unsigned first_bit;
};
using Parts = SmallVector<Part, 8>;

unsigned widthOf(const Value &value) { return value.getType()->getIntegerBitWidth(); }

// A shuffle of a double is one of each of its halves, which become one permutation as long as the double is loaded as a whole.
bool isOperandOfCall(const TruncInst &part) {
  return any_of(part.users(),
                [](const User *user) { return isa<CallBase>(user) && !isa<IntrinsicInst>(user); });
}

// The parts that a loaded word is taken apart into, if that is all that happens to it and they have one size.
std::optional<Parts> partsOf(LoadInst &word) {
  if (!word.isSimple() || !word.getType()->isIntegerTy() || word.use_empty())
    return std::nullopt;
  Parts parts;
  for (User *user : word.users()) {
    std::uint64_t first_bit = 0;
    if (auto *low = dyn_cast<TruncInst>(user)) {
      parts.push_back({low, 0});
    } else if (match(user, m_LShr(m_Specific(&word), m_ConstantInt(first_bit))) ||
               match(user, m_AShr(m_Specific(&word), m_ConstantInt(first_bit)))) {
      if (user->use_empty())
        return std::nullopt;
      for (User *shifted : user->users())
        if (auto *part = dyn_cast<TruncInst>(shifted))
          parts.push_back({part, static_cast<unsigned>(first_bit)});
        else
          return std::nullopt;
    } else {
      return std::nullopt;
    }
  }
  if (parts.empty())
    return std::nullopt;
  const unsigned width = widthOf(*parts.front().value);
  const bool fits = width >= 8 && isPowerOf2_32(width) && all_of(parts, [&](const Part &part) {
                      return widthOf(*part.value) == width && part.first_bit % width == 0 &&
                             part.first_bit + width <= widthOf(word) && !isOperandOfCall(*part.value);
                    });
  return fits ? std::optional(parts) : std::nullopt;
}

void loadParts(LoadInst &word, const Parts &parts) {
  IRBuilder<> builder(&word);
  SmallDenseMap<unsigned, LoadInst *> loads;
  SmallVector<WeakTrackingVH, 8> taken_out;
  for (const Part &part : parts) {
    LoadInst *&load = loads[part.first_bit];
    if (!load) {
      const unsigned offset = part.first_bit / 8;
      load = builder.CreateAlignedLoad(
          part.value->getType(),
          builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), word.getPointerOperand(), offset),
          commonAlignment(word.getAlign(), offset), part.value->getName());
      load->copyMetadata(word, {LLVMContext::MD_invariant_load, LLVMContext::MD_nontemporal,
                                LLVMContext::MD_alias_scope, LLVMContext::MD_noalias});
    }
    part.value->replaceAllUsesWith(load);
    taken_out.push_back(part.value);
  }
  for (const WeakTrackingVH &value : taken_out)
    if (auto *part = cast_or_null<Instruction>(value)) {
      auto *from = cast<Instruction>(part->getOperand(0));
      part->eraseFromParent();
      if (from != &word && from->use_empty())
        from->eraseFromParent();
    }
  word.eraseFromParent();
}

} // namespace

bool loadWordParts(Function &kernel) {
  bool changed = false;
  for (Function *function : reachableFunctions(kernel)) {
    SmallVector<LoadInst *, 16> words;
    for (Instruction &instruction : instructions(*function))
      if (auto *load = dyn_cast<LoadInst>(&instruction))
        words.push_back(load);
    for (LoadInst *word : words)
      if (const std::optional<Parts> parts = partsOf(*word)) {
        loadParts(*word, *parts);
        changed = true;
      }
  }
  return changed;
}

} // namespace raddle::vectorize
