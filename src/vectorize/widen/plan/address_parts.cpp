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

// As far as an index is taken apart.
constexpr unsigned kMostSums = 8;

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
    add(*index, bytes, 0, 0);
}

// (long)(i + j) is (long)i + (long)j where i + j does not wrap. Indices of 64 bits may wrap as addresses do.
void AddressSum::add(const Value &index, const APInt &bytes, unsigned extended, unsigned sums) {
  const Value *inner = &index;
  for (;;) {
    if (isa<SExtInst, ZExtInst>(inner) && extended == 0) {
      extended = cast<CastInst>(inner)->getOpcode();
      inner = cast<CastInst>(inner)->getOperand(0);
      continue;
    }
    if (auto *number = dyn_cast<ConstantInt>(inner); number && number->getBitWidth() <= 64) {
      constant_ +=
          bytes * (extended == Instruction::ZExt ? number->getValue().zext(64) : number->getValue().sext(64));
      return;
    }
    auto *sum = dyn_cast<BinaryOperator>(inner);
    if (!sum || sums == kMostSums || !isSum(*sum, extended) ||
        (extended == 0 && !sum->getType()->isIntegerTy(64)))
      break;
    add(*sum->getOperand(1), bytes, extended, ++sums);
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
