#include "vectorize/widen/plan/shared_address.h"

#include "abi/kernel_abi.h"
#include "vectorize/widen/plan/address_parts.h"

#include <algorithm>
#include <bit>
#include <cstddef>

using namespace llvm;

namespace raddle::vectorize {

bool isSharedAddress(const Value &address) {
  auto *base = dyn_cast<LoadInst>(getUnderlyingObject(&address, /*MaxLookup=*/0));
  return base && analysis::blockFieldOffset(*base) == offsetof(RaddleBlock, shared);
}

SharedDistance::SharedDistance(const Value &from, const Value &to, const DataLayout &layout)
    : layout_(layout) {
  addAddress(to, 1);
  addAddress(from, ~0u);
}

bool SharedDistance::isAtLeast(std::int64_t bytes, std::int64_t offset,
                               const analysis::LaneShapes &shapes) const {
  unsigned known_bits = 32; // at the low end
  for (const auto &[number, factor] : factors_) {
    if (factor == 0)
      continue;
    const analysis::LaneShape shape = shapes.of(number);
    if (!shape.isUniform())
      return false;
    known_bits =
        std::min(known_bits, shape.trailingZeros() + static_cast<unsigned>(std::countr_zero(factor)));
  }
  const std::uint64_t period = std::uint64_t{1} << known_bits;
  const std::uint64_t rest = (constant_ + static_cast<std::uint64_t>(offset)) % period;
  return rest >= static_cast<std::uint64_t>(bytes) && period - rest >= static_cast<std::uint64_t>(bytes);
}

void SharedDistance::addAddress(const Value &address, std::uint32_t factor) {
  const AddressParts parts(address, layout_);
  constant_ += factor * static_cast<std::uint32_t>(parts.constant.getZExtValue());
  factors_[parts.base] += factor;
  for (const auto &[index, bytes] : parts.bytes_of)
    add(*index, factor * static_cast<std::uint32_t>(bytes.getZExtValue()));
}

void SharedDistance::add(const Value &number, std::uint32_t factor, unsigned depth) {
  constexpr unsigned kDeepest = 6;
  auto *operation = dyn_cast<Operator>(&number);
  if (number.getType()->getIntegerBitWidth() < 32 || !operation || depth == kDeepest) {
    if (auto *known = dyn_cast<ConstantInt>(&number))
      constant_ += factor * static_cast<std::uint32_t>(known->getSExtValue());
    else
      addNumber(number, factor);
    return;
  }
  const auto operand = [&](unsigned i) -> const Value & { return *operation->getOperand(i); };
  const auto *by = operation->getNumOperands() == 2 ? dyn_cast<ConstantInt>(&operand(1)) : nullptr;
  switch (operation->getOpcode()) {
  case Instruction::ZExt:
  case Instruction::SExt:
  case Instruction::Trunc:
    if (operand(0).getType()->getIntegerBitWidth() >= 32)
      return add(operand(0), factor, depth + 1);
    break;
  case Instruction::Or:
    if (!cast<PossiblyDisjointInst>(operation)->isDisjoint())
      break;
    [[fallthrough]];
  case Instruction::Add:
  case Instruction::Sub:
    add(operand(0), factor, depth + 1);
    return add(operand(1), operation->getOpcode() == Instruction::Sub ? -factor : factor, depth + 1);
  case Instruction::Shl:
    if (by && by->getValue().ult(32))
      return add(operand(0), factor << by->getZExtValue(), depth + 1);
    break;
  default:
    break;
  }
  addNumber(number, factor);
}

void SharedDistance::addNumber(const Value &number, std::uint32_t factor) {
  // Each mention of threadIdx is a call.
  auto *call = dyn_cast<CallInst>(&number);
  const bool is_field = call && analysis::threadFieldOffset(*call) >= 0;
  if (!is_field)
    factors_[&number] += factor;
  else
    factors_[fields_.insert({call->getCalledFunction(), call}).first->second] += factor;
}

} // namespace raddle::vectorize
