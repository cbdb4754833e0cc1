// Which bits of a result are not initialised, where it is known which bits of the operands are not.
//
// The shadow of a value is a number of its width, of which each bit is set that nobody has given a value: of an integer and a
// pointer bit by bit, of a floating-point number all or none, once it has been computed with. A vector has a vector.
#ifndef RADDLE_VECTORIZE_LOWER_INITIALISED_SHADOW_RULES_H
#define RADDLE_VECTORIZE_LOWER_INITIALISED_SHADOW_RULES_H

#include <llvm/ADT/DenseSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>

#include <functional>
#include <utility>

namespace raddle::vectorize {

/// Of values of that type; null where these have none.
llvm::Type *shadowTypeOf(llvm::Type *type, const llvm::DataLayout &layout);

/// Whether any bit is set: i1.
llvm::Value *isPoisoned(llvm::IRBuilderBase &builder, llvm::Value *shadow);

/// Whether results of it depend on its operands alone, and it has a shadow.
bool hasShadowRule(const llvm::Instruction &instruction);

class ShadowRules {
public:
  /// `shadow_of` gives the shadow of an operand, zeros where it is known to be initialised.
  explicit ShadowRules(std::function<llvm::Value *(llvm::Value *)> shadow_of)
      : shadow_of_(std::move(shadow_of)) {}

  /// Of an instruction for which hasShadowRule() holds, no phi.
  llvm::Value *of(llvm::IRBuilderBase &builder, llvm::Instruction &instruction);

private:
  llvm::Value *ofBinary(llvm::IRBuilderBase &builder, llvm::BinaryOperator &operation);
  llvm::Value *ofComparison(llvm::IRBuilderBase &builder, llvm::ICmpInst &comparison);
  llvm::Value *ofSelect(llvm::IRBuilderBase &builder, llvm::SelectInst &select);
  llvm::Value *ofIntrinsic(llvm::IRBuilderBase &builder, llvm::IntrinsicInst &intrinsic);
  llvm::Value *allOrNone(llvm::IRBuilderBase &builder, llvm::Instruction &instruction, llvm::Type *type);
  llvm::Value *spread(llvm::IRBuilderBase &builder, llvm::Value *is_poisoned, llvm::Type *type);

  bool isFull(llvm::Value *shadow) const; // each element is 0 or -1

  std::function<llvm::Value *(llvm::Value *)> shadow_of_;
  llvm::DenseSet<llvm::Value *> all_or_none_;
};

} // namespace raddle::vectorize

#endif
