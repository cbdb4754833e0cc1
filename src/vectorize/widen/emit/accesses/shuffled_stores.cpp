// Stores by an AccessPlan: fixed shuffles, and vectors as they lie in memory.
//
// The plan is followed where all lanes of the warp are active, and under masks where the machine can leave out elements; all
// else is scattered. Stores of neighbouring fields, p[i].x and p[i].y, between which nothing else happens to memory, are made
// together, at the last of them.

#include "vectorize/widen/emit/accesses/accesses.h"
#include "vectorize/widen/emit/accesses/addresses.h"
#include "vectorize/widen/emit/accesses/transposes.h"
#include "vectorize/widen/emit/vectors.h"
#include "vectorize/widen/emit/versions.h"

#include <numeric>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// A vector of all lanes, in as many pieces as it has registers.
SmallVector<Value *, 8> inParts(WarpBuilder &warp, Value *lanes, unsigned part) {
  SmallVector<Value *, 8> parts;
  for (unsigned lane = 0; lane < kLanes; lane += part) {
    SmallVector<int, 32> order(part);
    std::iota(order.begin(), order.end(), lane);
    parts.push_back(part == kLanes ? lanes : warp.CreateShuffleVector(lanes, order));
  }
  return parts;
}

struct StoredParts {
  unsigned lanes; // of a part
  SmallVector<SmallVector<Value *, 8>, 4> of_fields;
  SmallVector<Value *, 8> active; // empty where all lanes are
};

void storeChunk(WarpBuilder &warp, const AccessPlan &plan, std::size_t number, const StoredParts &parts,
                Value *base, Align accesses) {
  const AccessPlan::Chunk &chunk = plan.chunks[number];
  SmallVector<std::pair<Value *, unsigned>, 32> wanted, wanted_active;
  SmallVector<Constant *, 32> written;
  for (const auto &writer : plan.writers[number]) {
    const unsigned place = writer ? writer->lane / parts.lanes : 0,
                   element = writer ? writer->lane % parts.lanes : 0;
    wanted.push_back({writer ? parts.of_fields[writer->field][place] : nullptr, element});
    if (!parts.active.empty())
      wanted_active.push_back({writer ? parts.active[place] : nullptr, element});
    written.push_back(warp.getInt1(writer.has_value()));
  }
  Value *address = warp.CreateConstGEP1_64(warp.getInt8Ty(), base, static_cast<uint64_t>(chunk.offset));
  const Align align = alignmentOf(chunk, accesses);
  Constant *mask = ConstantVector::get(written);
  if (!parts.active.empty())
    warp.CreateMaskedStore(
        assemble(warp, wanted), address, align,
        warp.CreateSelect(mask, assemble(warp, wanted_active), Constant::getNullValue(mask->getType())));
  else if (mask->isAllOnesValue())
    warp.CreateAlignedStore(assemble(warp, wanted), address, align);
  else
    warp.CreateMaskedStore(assemble(warp, wanted), address, align, mask);
}

// `active` is null where all lanes are.
void storeChunks(WarpBuilder &warp, const AccessGroup &group, const ValueList &values,
                 ArrayRef<Value *> bases, unsigned part, Value *active) {
  StoredParts parts{.lanes = part, .of_fields = {}, .active = {}};
  for (Value *value : values)
    parts.of_fields.push_back(inParts(warp, value, part));
  if (group.vectors.side_of_transpose)
    return storeTransposed(warp, group, parts.of_fields, bases.front());
  if (active)
    parts.active = inParts(warp, active, part);
  for (std::size_t chunk = 0; chunk < group.vectors.chunks.size(); ++chunk)
    storeChunk(warp, group.vectors, chunk, parts, bases[group.vectors.chunks[chunk].run], group.align);
}

} // namespace

void emitShuffledStore(WarpBuilder &warp, StoreInst &, const AccessDecision &decision) {
  const AccessGroup &group = *decision.group;
  auto *first = cast<StoreInst>(group.accesses.front());
  const auto bytes = static_cast<unsigned>(warp.layout.getTypeStoreSize(first->getValueOperand()->getType()));
  ValueList values;
  for (Instruction *access : group.accesses)
    values.push_back(warp.vector(cast<StoreInst>(access)->getValueOperand()));
  auto [bases, holds] = assumeRuns(warp, first->getPointerOperand(), group.shape.run());
  const unsigned part = std::min(kLanes, warp.registerBytes() / bytes);
  auto shuffled = [&, &addresses = bases](Value *active) {
    storeChunks(warp, group, values, addresses, part, active);
    return ValueList();
  };
  auto scattered = [&] {
    for (auto [access, field, value] : zip_equal(group.accesses, group.fields, values))
      scatter(warp, value, first->getPointerOperand(), field, getLoadStoreAlignment(access));
    return ValueList();
  };
  auto someLanes = [&, &condition = holds] {
    return group.is_masked ? emitVersions(
                                 warp, condition, [&] { return shuffled(warp.mask); }, scattered)
                           : scattered();
  };
  whenAllAreActive(warp, holds, [&] { return shuffled(nullptr); }, someLanes);
}

} // namespace raddle::vectorize
