#include "vectorize/instrument/locals/member_arrays.h"

#include "vectorize/instrument/locals/local_variables.h"
#include "vectorize/instrument/memory/object_roots.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/GlobalVariable.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Operator.h>

#include <optional>

using namespace llvm;

namespace raddle::vectorize {

namespace {

bool beginsWithZero(const GEPOperator &step) {
  auto *first = dyn_cast<ConstantInt>(*step.idx_begin());
  return first && first->isZero();
}

// The step from a structure to its member, which is an array of this type.
GEPOperator *stepToMember(Value *address, const Type *array) {
  while (auto *cast = dyn_cast<AddrSpaceCastOperator>(address))
    address = cast->getPointerOperand();
  auto *step = dyn_cast<GEPOperator>(address);
  return step && step->isInBounds() && isa<StructType>(step->getSourceElementType()) &&
                 step->getNumIndices() == 2 && beginsWithZero(*step) && step->getResultElementType() == array
             ? step
             : nullptr;
}

bool isRowOf(const Type *row, const Type *array) {
  while (array && array != row)
    array = array->isArrayTy() ? array->getArrayElementType() : nullptr;
  return array;
}

// The member of a structure of this type that is an array, of which a row of that type lies so many bytes behind the beginning.
std::optional<MemberArray> memberAt(Type *whole, std::uint64_t offset, const Type *row,
                                    const DataLayout &layout) {
  if (auto *elements = dyn_cast<ArrayType>(whole)) {
    const std::uint64_t bytes = layout.getTypeAllocSize(elements->getElementType()).getFixedValue();
    return bytes == 0 ? std::nullopt : memberAt(elements->getElementType(), offset % bytes, row, layout);
  }
  auto *structure = dyn_cast<StructType>(whole);
  if (!structure || offset >= layout.getTypeAllocSize(structure))
    return std::nullopt;
  const StructLayout *fields = layout.getStructLayout(structure);
  const unsigned index = fields->getElementContainingOffset(offset);
  const std::uint64_t rest = offset - fields->getElementOffset(index);
  Type *member = structure->getElementType(index);
  if (isRowOf(row, member))
    return MemberArray{nullptr, rest, member, {}};
  return memberAt(member, rest, row, layout);
}

// LLVM has made bytes of those steps into variables that are constant.
std::optional<MemberArray> memberOfVariable(Value *address, const Type *row, const DataLayout &layout) {
  if (!isa<Constant>(address))
    return std::nullopt;
  APInt offset(layout.getIndexTypeSizeInBits(address->getType()), 0);
  auto *variable = dyn_cast<GlobalVariable>(
      address->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true));
  if (!variable || variable->isDeclaration())
    return std::nullopt;
  std::optional<MemberArray> member = memberAt(variable->getValueType(), offset.getZExtValue(), row, layout);
  if (member)
    member->address = address;
  return member;
}

// No member lies behind it.
bool isLast(const GEPOperator &step) {
  return cast<ConstantInt>(step.getOperand(2))->getZExtValue() + 1 ==
         cast<StructType>(step.getSourceElementType())->getNumElements();
}

bool isVariable(Value *address) {
  Value *root = rootOf(address);
  auto *global = dyn_cast<GlobalVariable>(root);
  return isa<AllocaInst>(root) || (global && !global->isDeclaration());
}

} // namespace

SmallVector<MemberArray, 2> memberArraysOf(Value *address, const DataLayout &layout) {
  SmallVector<MemberArray, 2> members;
  for (;;) {
    while (auto *cast = dyn_cast<AddrSpaceCastOperator>(address))
      address = cast->getPointerOperand();
    auto *step = dyn_cast<GEPOperator>(address);
    if (!step || !step->isInBounds() || !step->getSourceElementType()->isAggregateType() ||
        !beginsWithZero(*step))
      return members;
    Value *before = step->getPointerOperand();
    auto *array = dyn_cast<ArrayType>(step->getSourceElementType());
    if (array && array->getNumElements() != 0) {
      if (const GEPOperator *member = stepToMember(before, array)) {
        if (!isLast(*member) || isVariable(before))
          members.push_back({before, 0, array, nameInSource(*member)});
      } else if (const auto of_variable = memberOfVariable(before, array, layout)) {
        members.push_back(*of_variable);
      }
    }
    address = before;
  }
}

} // namespace raddle::vectorize
