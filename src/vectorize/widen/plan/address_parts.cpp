#include "vectorize/widen/plan/address_parts.h"

using namespace llvm;

namespace raddle::vectorize {

AddressParts::AddressParts(const Value &address, const DataLayout &layout) : base(&address), constant(64, 0) {
  while (auto *part = dyn_cast<GEPOperator>(base)) {
    if (!part->collectOffset(layout, 64, bytes_of, constant))
      break;
    base = part->getPointerOperand();
  }
}

namespace {

// Where no bit is in both of two numbers, LLVM adds them by an or.
bool isSum(const BinaryOperator &operation, unsigned extended) {
  if (auto *either = dyn_cast<PossiblyDisjointInst>(&operation))
    return either->isDisjoint();
  return operation.getOpcode() == Instruction::Add &&
         (extended != Instruction::SExt || operation.hasNoSignedWrap()) &&
         (extended != Instruction::ZExt || operation.hasNoUnsignedWrap());
}

} // namespace

AddressSum::AddressSum(const Value &address, const DataLayout &layout) {
  const AddressParts parts(address, layout);
  base_ = parts.base;
  constant_ = parts.constant;
  for (const auto &[index, bytes] : parts.bytes_of)
    add(*index, bytes);
}

// (long)(i + 4) is (long)i + 4 where i + 4 does not wrap. Indices of 64 bits may wrap as addresses do.
void AddressSum::add(const Value &index, const APInt &bytes) {
  const Value *inner = &index;
  unsigned extended = 0;
  for (;;) {
    if (isa<SExtInst, ZExtInst>(inner) && extended == 0) {
      extended = cast<CastInst>(inner)->getOpcode();
      inner = cast<CastInst>(inner)->getOperand(0);
      continue;
    }
    auto *sum = dyn_cast<BinaryOperator>(inner);
    auto *number = sum ? dyn_cast<ConstantInt>(sum->getOperand(1)) : nullptr;
    if (!number || !isSum(*sum, extended) || (extended == 0 && !sum->getType()->isIntegerTy(64)))
      break;
    constant_ +=
        bytes * (extended == Instruction::ZExt ? number->getValue().zext(64) : number->getValue().sext(64));
    inner = sum->getOperand(0);
  }
  auto [place, is_new] = bytes_of_.insert({{inner, extended}, bytes});
  if (!is_new)
    place->second += bytes;
}

bool AddressSum::hasConstantDistanceTo(const AddressSum &other) const {
  return base_ == other.base_ && bytes_of_.size() == other.bytes_of_.size() &&
         all_of(bytes_of_, [&](const auto &term) {
           auto found = other.bytes_of_.find(term.first);
           return found != other.bytes_of_.end() && found->second == term.second;
         });
}

std::optional<std::int64_t> AddressSum::distanceTo(const AddressSum &other) const {
  return hasConstantDistanceTo(other) ? std::optional((other.constant_ - constant_).getSExtValue())
                                      : std::nullopt;
}

} // namespace raddle::vectorize
