#include "vectorize/widen/plan/decisions/accesses.h"

#include "nvvm/markers.h"
#include "vectorize/prefetches.h"
#include "vectorize/reshape/single_lane.h"
#include "vectorize/widen/plan/address_parts.h"

#include <limits>
#include <set>

using namespace llvm;

namespace raddle::vectorize {

namespace {

// Neighbouring fields are accessed within so many instructions.
constexpr unsigned kFarthestNeighbour = 64;
// Fields of a lane that it loads at once lie within so many bytes.
constexpr std::uint64_t kFarthestField = 4096;
// More fields would not fit into the registers together.
constexpr std::size_t kMostFieldsTogether = 8;

bool isSimple(const Instruction &access) {
  auto *load = dyn_cast<LoadInst>(&access);
  auto *store = dyn_cast<StoreInst>(&access);
  return (load && load->isSimple()) || (store && store->isSimple());
}

// Whether the host's vector instructions access each element atomically, in the order that is asked for.
bool isPlainForHost(AtomicOrdering ordering, const Type *type) {
  return (ordering == AtomicOrdering::Monotonic || ordering == AtomicOrdering::Unordered) &&
         type->getPrimitiveSizeInBits() <= 64;
}

// Whether lanes may have to leave it out, which is known only where it stands.
bool isGuarded(const Instruction &access) { return access.hasMetadata(marker::kGuard); }

// How far from a lane's access another one lies among those of its neighbours, so that one vector holds some of both.
std::int64_t reachOf(const analysis::LaneShape &shape, unsigned register_bytes) {
  std::int64_t closest = std::numeric_limits<std::int64_t>::max(); // unless lanes are known
  for (unsigned lane = 1; lane < analysis::LaneShape::kLanes; ++lane)
    if (const std::int64_t step = std::abs(shape.offset(lane) - shape.offset(lane - 1)); step != 0)
      closest = std::min(closest, step);
  return std::max<std::int64_t>(closest, register_bytes);
}

// How many of so many neighbouring fields are one piece: all or most of 16 bytes, or a word.
unsigned fieldsOfPiece(unsigned neighbours, unsigned field_bytes) {
  const unsigned fields_of_block = kTransposedBytes / field_bytes;
  if (field_bytes == 4 || field_bytes == 8) {
    if (neighbours == 2 && field_bytes == 4)
      return 2;
    return std::min(neighbours, fields_of_block);
  }
  return field_bytes < 4 && neighbours >= 4 / field_bytes ? 4 / field_bytes : 1;
}

// The last piece of a run of neighbouring fields may overlap the one before, so that nothing else is loaded.
std::vector<LanePiece> piecesOf(const std::set<std::int64_t> &fields, unsigned field_bytes) {
  std::vector<LanePiece> pieces;
  for (auto field = fields.begin(); field != fields.end();) {
    const std::int64_t begin = *field;
    unsigned neighbours = 0;
    for (; field != fields.end() && *field == begin + std::int64_t(neighbours) * field_bytes; ++field)
      ++neighbours;
    const unsigned length = fieldsOfPiece(neighbours, field_bytes);
    for (unsigned i = 0; i < neighbours; i += length)
      pieces.push_back({begin + std::int64_t(std::min(i, neighbours - length)) * field_bytes, length});
  }
  return pieces;
}

void keepFirst(AccessGroup &group) {
  group.accesses.resize(1);
  group.fields.resize(1);
}

} // namespace

bool AccessPlanner::isFull(const Instruction &instruction) const {
  return control_.of(instruction.getParent()).is_full;
}

// Lanes or rows side by side are one vector access each. AVX-512's accesses cost the same under a mask: rows are not
// shuffled there, which would ask whether all lanes are active.
AccessDecision AccessPlanner::contiguousOrNot(Instruction &access, const Value *pointer,
                                              bool is_masked) const {
  Type *type = getLoadStoreType(&access);
  AccessDecision decision{.shape = assumedShape(context_, pointer), .is_masked = is_masked};
  decision.may_wrap = context_.shapes.of(pointer).run() < decision.shape.run();
  if (areContiguous(context_, decision.shape, type))
    decision.kind = AccessKind::kContiguous;
  else if (is_masked && context_.has_wide_permutes && areContiguousRows(context_, decision.shape, type))
    decision.kind = AccessKind::kRows;
  else if ((decision.bent = bentIndex(context_, pointer, type)))
    decision.kind = AccessKind::kClamped;
  else if (isChoiceOfContiguous(context_, pointer, type))
    decision.kind = AccessKind::kSelected;
  return decision;
}

AccessDecision AccessPlanner::ofGroup(const Instruction &access, AccessKind kind,
                                      std::shared_ptr<const AccessGroup> group, bool is_made_here) const {
  return {.kind = kind,
          .shape = group->shape,
          .is_masked = !isFull(access),
          .group = std::move(group),
          .is_made_here = is_made_here};
}

AccessDecision AccessPlanner::decide(LoadInst &load) {
  const Value *pointer = load.getPointerOperand();
  const bool is_uniform = context_.isUniform(pointer);
  if (const auto conditional = asConditionalLoad(load); conditional && !is_uniform) {
    AccessDecision decision;
    if (context_.isUniform(conditional->pointer))
      decision.kind = AccessKind::kScalar;
    else
      decision = contiguousOrNot(load, conditional->pointer, true);
    decision.conditional = conditional;
    return decision;
  }
  if (is_uniform)
    return {.kind = AccessKind::kScalar, .shape = context_.shapes.of(pointer)};
  if (load.isAtomic() && !isPlainForHost(load.getOrdering(), load.getType()))
    return {.kind = AccessKind::kLaneByLane, .shape = context_.shapes.of(pointer)};
  if (auto found = grouped_.find(&load); found != grouped_.end())
    return ofGroup(load, found->second.first, found->second.second, false);
  AccessDecision decision = contiguousOrNot(load, pointer, !isFull(load));
  if (decision.kind == AccessKind::kClamped || decision.kind == AccessKind::kScattered)
    if (auto together = shuffled(load))
      return *together;
  if (decision.kind == AccessKind::kScattered && !load.isVolatile() && !load.isAtomic() &&
      likelyShape(context_, pointer).isUniform())
    decision.kind = AccessKind::kSameForAll;
  return decision;
}

AccessDecision AccessPlanner::decide(StoreInst &store) {
  const Value *pointer = store.getPointerOperand();
  if (context_.isUniform(pointer)) {
    AccessDecision decision{.kind = AccessKind::kScalar, .shape = context_.shapes.of(pointer)};
    if (!isFull(store) && !context_.isUniform(store.getValueOperand()))
      decision.only_lane = onlyLaneOf(*store.getParent(), context_.shapes, control_.order().dominators());
    return decision;
  }
  if (store.isAtomic() && !isPlainForHost(store.getOrdering(), store.getValueOperand()->getType()))
    return {.kind = AccessKind::kLaneByLane, .shape = context_.shapes.of(pointer)};
  if (auto found = grouped_.find(&store); found != grouped_.end())
    return ofGroup(store, found->second.first, found->second.second,
                   found->second.second->accesses.back() == &store);
  AccessDecision decision = contiguousOrNot(store, pointer, !isFull(store));
  if (decision.kind == AccessKind::kClamped || decision.kind == AccessKind::kScattered)
    if (auto together = shuffled(store))
      return *together;
  return decision;
}

// The accesses of the same kind that belong to `access`, itself included, in the order of the source.
AccessGroup AccessPlanner::groupBeside(Instruction &access, const analysis::LaneShape &shape) const {
  const bool is_load = isa<LoadInst>(access);
  Type *type = getLoadStoreType(&access);
  const AddressSum first(*getLoadStorePointerOperand(&access), context_.layout);
  const std::int64_t reach = reachOf(shape, context_.registerBytes());
  AccessGroup group{
      .accesses = {&access}, .fields = {0}, .align = getLoadStoreAlignment(&access), .shape = shape};
  if (isGuarded(access))
    return group;
  unsigned looked_at = 0;
  for (Instruction &next : make_range(std::next(access.getIterator()), access.getParent()->end())) {
    if (++looked_at > kFarthestNeighbour)
      break;
    if (next.isTerminator() || next.isDebugOrPseudoInst() || isPrefetch(next))
      continue;
    const bool same_kind = isSimple(next) && !isGuarded(next) && isa<LoadInst>(next) == is_load &&
                           getLoadStoreType(&next) == type &&
                           getLoadStoreAddressSpace(&next) == getLoadStoreAddressSpace(&access);
    if (same_kind && !grouped_.contains(&next)) {
      const Value *address = getLoadStorePointerOperand(&next);
      const auto distance = first.distanceTo(AddressSum(*address, context_.layout));
      // What lies side by side needs no company.
      if (distance && -reach <= *distance && *distance <= reach &&
          !areContiguous(context_, assumedShape(context_, address), type)) {
        group.accesses.push_back(&next);
        group.fields.push_back(*distance);
        group.align = std::min(group.align, getLoadStoreAlignment(&next));
        continue;
      }
    }
    if (is_load ? next.mayWriteToMemory() || next.mayThrow() : next.mayReadOrWriteMemory() || next.mayThrow())
      break;
  }
  return group;
}

std::optional<AccessDecision> AccessPlanner::shuffled(LoadInst &load) {
  Type *type = load.getType();
  const Value *pointer = load.getPointerOperand();
  if (!load.isSimple() || !context_.layout.typeSizeEqualsStoreSize(type) || type->isAggregateType())
    return std::nullopt;
  AccessGroup group = groupBeside(load, assumedShape(context_, pointer));
  const auto bytes = static_cast<unsigned>(context_.layout.getTypeStoreSize(type));
  auto plan = [&](std::size_t fields) {
    return planLoads(
        {group.shape, ArrayRef(group.fields).take_front(fields), bytes, context_.registerBytes()});
  };
  auto vectors = plan(group.fields.size());
  if (!vectors && group.fields.size() > 1 && (vectors = plan(1)))
    keepFirst(group);
  group.is_likely = !vectors && group.shape.run() == 1;
  if (group.is_likely) {
    group.shape = likelyShape(context_, pointer);
    if (!group.shape.isVarying() && !group.shape.isUniform() && group.shape.stride() != bytes)
      vectors = plan(group.fields.size());
  }
  if (!vectors)
    return group.accesses.size() > 1 ? fieldsOfLanes(std::move(group)) : std::nullopt;
  group.vectors = std::move(*vectors);
  group.is_masked = !isFull(load) && context_.hasMaskedStores(bytes) && !group.is_likely &&
                    areContiguousRows(context_, group.shape, type);
  auto shared = std::make_shared<const AccessGroup>(std::move(group));
  for (const Instruction *access : shared->accesses)
    grouped_[access] = {AccessKind::kShuffled, shared};
  return ofGroup(load, AccessKind::kShuffled, shared, true);
}

std::optional<AccessDecision> AccessPlanner::fieldsOfLanes(AccessGroup group) {
  const Instruction &load = *group.accesses.front();
  Type *type = load.getType();
  const Value *pointer = getLoadStorePointerOperand(&load);
  const auto bytes = static_cast<unsigned>(context_.layout.getTypeStoreSize(type));
  const std::set<std::int64_t> sorted(group.fields.begin(), group.fields.end());
  group.pieces = piecesOf(sorted, bytes);
  group.reach = static_cast<std::uint64_t>(std::max(std::abs(*sorted.begin()), std::abs(*sorted.rbegin())) +
                                           kTransposedBytes);
  if (group.pieces.size() == sorted.size() || group.reach > kFarthestField || !isPowerOf2_32(bytes) ||
      bentIndex(context_, pointer, type) || likelyShape(context_, pointer).isUniform())
    return std::nullopt;
  group.shape = assumedShape(context_, pointer);
  // The others come when they are needed.
  if (sorted.size() > kMostFieldsTogether)
    erase_if(group.pieces,
             [&](const LanePiece &piece) { return !piece.contains(group.fields.front(), bytes); });
  auto shared = std::make_shared<const AccessGroup>(std::move(group));
  for (auto [access, field] : zip_equal(shared->accesses, shared->fields))
    if (any_of(shared->pieces, [&, at = field](const LanePiece &piece) { return piece.contains(at, bytes); }))
      grouped_[access] = {AccessKind::kLaneFields, shared};
  return ofGroup(load, AccessKind::kLaneFields, shared, true);
}

std::optional<AccessDecision> AccessPlanner::shuffled(StoreInst &store) {
  Type *type = store.getValueOperand()->getType();
  if (!store.isSimple() || !context_.layout.typeSizeEqualsStoreSize(type) || type->isAggregateType())
    return std::nullopt;
  AccessGroup group = groupBeside(store, assumedShape(context_, store.getPointerOperand()));
  const auto bytes = static_cast<unsigned>(context_.layout.getTypeStoreSize(type));
  auto plan = [&] { return planStores({group.shape, group.fields, bytes, context_.registerBytes()}); };
  auto vectors = plan();
  if (!vectors && group.accesses.size() > 1) {
    keepFirst(group);
    vectors = plan();
  }
  if (!vectors)
    return std::nullopt;
  group.vectors = std::move(*vectors);
  // Where several lanes write one element, the last active one is not known.
  group.is_masked = !isFull(store) && context_.hasMaskedStores(bytes) && group.vectors.has_one_writer_each;
  // The values of the later ones are not there yet: all are stored at the last.
  const bool is_alone = group.accesses.size() == 1;
  auto shared = std::make_shared<const AccessGroup>(std::move(group));
  if (!is_alone)
    for (const Instruction *access : shared->accesses)
      grouped_[access] = {AccessKind::kShuffled, shared};
  return ofGroup(store, AccessKind::kShuffled, shared, is_alone);
}

namespace {

// In runs of how many lanes, at most, the addresses lie side by side.
unsigned lanesSideBySide(const PlanContext &context, const Value *pointer, std::uint64_t bytes) {
  const analysis::LaneShape shape = assumedShape(context, pointer);
  const auto distance = static_cast<std::int64_t>(bytes);
  for (unsigned run = shape.run(); run > 1; run /= 2)
    if (all_of(seq(kLanes), [&](unsigned lane) {
          return shape.offset(lane) - shape.offset(lane / run * run) == lane % run * distance;
        }))
      return run;
  return 1;
}

} // namespace

std::optional<CopyInRuns> copyInRuns(const PlanContext &context, const MemTransferInst &copy) {
  // Longer ones are left to memcpy.
  constexpr std::uint64_t kMostBytes = 64;
  auto *length = dyn_cast<ConstantInt>(copy.getLength());
  if (copy.isVolatile() || !length || length->isZero() || length->getValue().ugt(kMostBytes))
    return std::nullopt;
  const std::uint64_t bytes = length->getZExtValue();
  const unsigned run = std::min(lanesSideBySide(context, copy.getRawSource(), bytes),
                                lanesSideBySide(context, copy.getRawDest(), bytes));
  constexpr std::uint64_t kShortestPiece = 32;
  const std::uint64_t bytes_of_run = bytes * run;
  const std::uint64_t piece = std::min<std::uint64_t>(bytes_of_run, context.registerBytes());
  if (run == 1 || piece < kShortestPiece || !isPowerOf2_64(piece) || bytes_of_run % piece != 0 ||
      (run == kLanes && piece != context.registerBytes()))
    return std::nullopt;
  return CopyInRuns{bytes, run, piece};
}

} // namespace raddle::vectorize
