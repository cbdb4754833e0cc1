#include "vectorize/lower/aligned_accesses.h"

#include <algorithm>
#include <bit>
#include <map>

using namespace llvm;

namespace raddle::vectorize {

namespace {

using Accesses = SmallVector<AlignedAccess, 16>;

void add(Accesses &accesses, Instruction &instruction, Value *address, std::uint64_t bytes, Align align) {
  const std::uint64_t factor = std::min({align.value(), std::bit_floor(bytes), kWidestAccess});
  if (factor > 1)
    accesses.push_back({&instruction, address, factor});
}

// Structures, which a GPU copies in the largest pieces that their alignment allows.
void addSidesOf(MemTransferInst &copy, Accesses &accesses) {
  auto *length = dyn_cast<ConstantInt>(copy.getLength());
  if (!length || length->isZero())
    return;
  add(accesses, copy, copy.getRawDest(), length->getZExtValue(), copy.getDestAlign().valueOrOne());
  add(accesses, copy, copy.getRawSource(), length->getZExtValue(), copy.getSourceAlign().valueOrOne());
}

// A vector that is loaded or stored element by element is accessed at once where the first element says how the vector is
// aligned.
void joinNeighbours(Accesses &accesses, const DataLayout &layout) {
  struct Piece {
    std::int64_t offset;
    std::uint64_t bytes;
    bool operator<(const Piece &other) const { return offset < other.offset; }
  };
  auto isPlain = [](const AlignedAccess &access) { return isa<LoadInst, StoreInst>(access.instruction); };
  std::map<std::pair<const Value *, bool>, SmallVector<Piece, 8>> pieces;
  SmallVector<std::pair<const Value *, std::int64_t>, 16> places;
  for (const AlignedAccess &access : accesses) {
    APInt offset(64, 0);
    const Value *base = access.address;
    if (isPlain(access) && layout.getIndexTypeSizeInBits(base->getType()) == 64) {
      base = base->stripAndAccumulateConstantOffsets(layout, offset, /*AllowNonInbounds=*/true);
      pieces[{base, isa<StoreInst>(access.instruction)}].push_back(
          {offset.getSExtValue(),
           layout.getTypeStoreSize(getLoadStoreType(access.instruction)).getFixedValue()});
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
    access.factor = std::max(access.factor, std::min({std::bit_floor(covered), align, kWidestAccess}));
  }
}

} // namespace

Accesses alignedAccessesIn(BasicBlock &block) {
  const DataLayout &layout = block.getDataLayout();
  auto bytesOf = [&](Type *type) { return layout.getTypeStoreSize(type).getFixedValue(); };
  Accesses accesses;
  for (Instruction &instruction : block) {
    if (isa<LoadInst, StoreInst>(instruction))
      add(accesses, instruction, getLoadStorePointerOperand(&instruction),
          bytesOf(getLoadStoreType(&instruction)), getLoadStoreAlignment(&instruction));
    else if (auto *update = dyn_cast<AtomicRMWInst>(&instruction))
      add(accesses, instruction, update->getPointerOperand(), bytesOf(update->getType()), update->getAlign());
    else if (auto *exchange = dyn_cast<AtomicCmpXchgInst>(&instruction))
      add(accesses, instruction, exchange->getPointerOperand(),
          bytesOf(exchange->getCompareOperand()->getType()), exchange->getAlign());
    else if (auto *copy = dyn_cast<MemTransferInst>(&instruction))
      addSidesOf(*copy, accesses);
  }
  joinNeighbours(accesses, layout);
  return accesses;
}

} // namespace raddle::vectorize
