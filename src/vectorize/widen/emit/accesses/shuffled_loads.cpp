// Loads by an AccessPlan: vectors as they lie in memory, and fixed shuffles.
//
// The plan is followed where all lanes of the warp are active; a test at run time decides where that is not known. Where
// lanes may be missing, rows that lie side by side are loaded under masks where the machine can leave out elements; all else
// is gathered. Loads of neighbouring fields, p[i].x and p[i].y, between which nothing else happens to memory, are made
// together, at the first of them.

#include "vectorize/widen/emit/accesses/accesses.h"
#include "vectorize/widen/emit/accesses/addresses.h"
#include "vectorize/widen/emit/accesses/transposes.h"
#include "vectorize/widen/emit/vectors.h"
#include "vectorize/widen/emit/versions.h"

#include <map>

using namespace llvm;

namespace raddle::vectorize {

namespace {

SmallVector<Value *, 16> loadChunks(WarpBuilder &warp, Type *type, const AccessGroup &group,
                                    ArrayRef<Value *> bases) {
  SmallVector<Value *, 16> chunks;
  for (const AccessPlan::Chunk &chunk : group.vectors.chunks) {
    Value *address =
        warp.CreateConstGEP1_64(warp.getInt8Ty(), bases[chunk.run], static_cast<uint64_t>(chunk.offset));
    chunks.push_back(warp.CreateAlignedLoad(FixedVectorType::get(type, chunk.elements), address,
                                            alignmentOf(chunk, group.align)));
  }
  return chunks;
}

// The elements of each field, picked out of the chunks.
ValueList fieldsOfChunks(WarpBuilder &warp, const AccessPlan &plan, ArrayRef<Value *> chunks,
                         unsigned bytes) {
  SmallVector<Value *, 16> registers;
  for (std::size_t i = 0; i < chunks.size(); i += plan.joined)
    registers.push_back(concatenate(warp, SmallVector<Value *, 8>(chunks.slice(i, plan.joined))));
  const unsigned part = std::min(kLanes, warp.registerBytes() / bytes);
  SmallVector<SmallVector<Value *, 8>, 8> parts(plan.places.size()); // of each field
  std::map<unsigned, SmallVector<Value *, 8>> separated;             // by first chunk
  for (unsigned first = 0; first < kLanes; first += part) {
    if (auto alternating = plan.alternatingFields(first, part)) {
      auto &fields_apart = separated[alternating->first_chunk];
      if (fields_apart.empty())
        fields_apart = separate(warp, chunks.slice(alternating->first_chunk, parts.size()));
      for (std::size_t field = 0; field < parts.size(); ++field)
        parts[field].push_back(fields_apart[alternating->position[field]]);
      continue;
    }
    for (std::size_t field = 0; field < parts.size(); ++field) {
      SmallVector<std::pair<Value *, unsigned>, 32> wanted;
      for (unsigned lane = first; lane < first + part; ++lane) {
        const AccessPlan::Place &place = plan.places[field][lane];
        wanted.push_back({registers[place.chunk / plan.joined],
                          place.chunk % plan.joined * plan.chunks[place.chunk].elements + place.element});
      }
      parts[field].push_back(assemble(warp, wanted));
    }
  }
  ValueList results;
  for (auto &of_field : parts)
    results.push_back(concatenate(warp, std::move(of_field)));
  return results;
}

// Row by row, under a mask.
ValueList loadRows(WarpBuilder &warp, const AccessGroup &group, ArrayRef<Value *> bases) {
  ValueList results;
  for (auto [access, field] : zip_equal(group.accesses, group.fields)) {
    ValueList firsts;
    for (Value *base : bases)
      firsts.push_back(warp.CreateConstGEP1_64(warp.getInt8Ty(), base, static_cast<uint64_t>(field)));
    results.push_back(loadRuns(warp, *cast<LoadInst>(access), firsts));
  }
  return results;
}

} // namespace

void emitShuffledLoad(WarpBuilder &warp, LoadInst &load, const AccessDecision &decision) {
  const AccessGroup &group = *decision.group;
  Type *type = load.getType();
  Value *pointer = load.getPointerOperand();
  const auto bytes = static_cast<unsigned>(warp.layout.getTypeStoreSize(type));
  SmallVector<Value *, 8> bases(1);
  Value *holds = nullptr;
  if (group.is_likely)
    std::tie(bases[0], holds) = addressIfLikely(warp, pointer, group.shape);
  else
    std::tie(bases, holds) = assumeRuns(warp, pointer, group.shape.run());
  auto shuffled = [&] {
    const auto chunks = loadChunks(warp, type, group, bases);
    return group.vectors.side_of_transpose ? transposedFields(warp, group.vectors, chunks)
                                           : fieldsOfChunks(warp, group.vectors, chunks, bytes);
  };
  auto gathered = [&] {
    ValueList results;
    for (auto [access, field] : zip_equal(group.accesses, group.fields))
      results.push_back(gather(warp, type, pointer, field, getLoadStoreAlignment(access)));
    return results;
  };
  auto someLanes = [&] {
    return group.is_masked ? emitVersions(
                                 warp, holds, [&] { return loadRows(warp, group, bases); }, gathered)
                           : gathered();
  };
  ValueList results = whenAllAreActive(warp, holds, shuffled, someLanes);
  for (auto [access, result] : zip_equal(group.accesses, results))
    warp.served[access] = result;
  warp.define(load, results[0]);
}

} // namespace raddle::vectorize
