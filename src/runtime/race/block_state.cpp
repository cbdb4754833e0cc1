#include "runtime/race/block_state.h"

#include "abi/race_flags.h"
#include "runtime/race/launches.h"

#include <algorithm>
#include <bit>
#include <mutex>

namespace raddle::runtime::race {

namespace {

// So much is known of an object of which nobody had a fence; it only helps reports.
constexpr std::uint32_t kMostWithoutFence = 256;
constexpr unsigned kNamedBarrierBits = 8;
constexpr std::uint32_t kNever = ~0u;

LaunchRecord &launchOf(Run &run, const Block &block) {
  static std::mutex mutex;
  LaunchRecord *record = run.observations()->race_record.load(std::memory_order_acquire);
  if (record)
    return *record;
  std::lock_guard lock(mutex);
  record = run.observations()->race_record.load();
  if (!record) {
    record = beginLaunch(run.observations()->kernel_name, block.grid_dim, block.block_dim,
                         run.launch().extras().work);
    record->number = run.launchNumber();
    run.observations()->race_record.store(record, std::memory_order_release);
  }
  return *record;
}

} // namespace

void BlockState::begin(Block &block) {
  const bool is_of_same_launch = grid_id_ == block.grid_id;
  grid_id_ = block.grid_id;
  block_idx_ = block.block_idx;
  block_ = &block;
  is_checked_ = block.run->launch().checked;
  if (!is_checked_)
    return;
  LaunchRecord &launch = launchOf(*block.run, block);
  if (!is_of_same_launch)
    next_ = end_ = 0;
  record_ = launch.newBlock();
  touched_ = launch.work ? &launch.touchedBy(block.worker) : nullptr;
  record_->index = block.block_idx;
  record_->cluster = block.cluster_idx.x +
                     std::uint64_t{block.grid_clusters.x} *
                         (block.cluster_idx.y + std::uint64_t{block.grid_clusters.y} * block.cluster_idx.z);
  is_of_thread_engine_ = block.kernel().lanes == 1;
  if (!own_history_)
    own_history_ = std::make_unique<History>();
  else
    own_history_->clear();
  history_ = own_history_.get();
  const unsigned units = block.warpCount() * kRaddleWarpSize;
  std::fill_n(block_epochs_.begin(), units, 0);
  std::fill_n(clusters_.begin(), units, WiderEpochs());
  std::fill_n(grids_.begin(), units, WiderEpochs());
  std::fill_n(segments_.begin(), block.warpCount(), WarpSegment());
  std::fill_n(accessed_at_.begin(), block.warpCount(), kNever);
  std::fill_n(arriving_.begin(), block.warpCount(), 0);
  last_epoch_ = 0;
  epoch_floor_ = 0;
  has_epoch_ = false;
  handed_over_ = {};
  copies_.clear();
  known_orders_.clear();
  // Fibers take turns, and other blocks of a cluster may come by.
  may_be_simple_ = !is_of_thread_engine_ && !block.cluster;
  if (may_be_simple_)
    epoch_shadow_.beginBlock(block.shared, block.shared_bytes);
  if (has_syncs_)
    syncs_->fill({});
  has_syncs_ = uses_tiles_ = false;
}

SegmentId BlockState::newSegment(unsigned warp, unsigned lane) {
  const Epochs epochs = arrived(warp, lane);
  const std::uint32_t events = history_->warps[warp].count();
  const SegmentId id = newSegment(warp, epochs, events);
  if (id)
    segments_[warp] = {id, epochs, events};
  accessed_at_[warp] = events;
  return id;
}

SegmentId BlockState::newSegment(unsigned warp, const Epochs &epochs, std::uint32_t events) {
  if (next_ == end_) {
    const std::uint32_t count = std::max(block_->warpCount(), 4u);
    next_ = reserveSegments(count);
    end_ = next_ + (next_ ? count : 0);
    if (!next_)
      return 0;
  }
  enterEpoch(epochs.block);
  segmentAt(next_) = {record_, epochs, events, warp};
  return next_++;
}

SegmentId BlockState::copySegment(unsigned warp, unsigned lane) {
  if (const SegmentId known = copies_.segmentOf(warp, lane))
    return known;
  const SegmentId id = newSegment(warp, arrived(warp, lane), history_->warps[warp].count());
  copies_.newOf(warp, lane, id);
  return id;
}

// A thread in `epoch` makes an access. It has passed its barrier, so that all others have arrived there.
void BlockState::enterEpoch(std::uint32_t epoch) {
  if (has_epoch_ && epoch <= last_epoch_)
    return;
  if (has_epoch_)
    epoch_shadow_.beginEpoch();
  has_epoch_ = true;
  last_epoch_ = epoch;
  epoch_floor_ = next_;
}

EpochShadow *BlockState::simpleShadow(const WarpAccess &access) {
  const auto lane = static_cast<unsigned>(std::countr_zero(access.lanes));
  const Epochs epochs = arrived(access.warp, lane);
  if (uses_tiles_ || epochs.cluster || epochs.grid || !history_->acquires.empty())
    return nullptr;
  enterEpoch(epochs.block);
  const WarpHistory &warp = history_->warps[access.warp];
  if (epochs.block != last_epoch_ || !epoch_shadow_.beginAccess(access, warp))
    return nullptr;
  accessed_at_[access.warp] = warp.count();
  return &epoch_shadow_;
}

Slot BlockState::slotOf(const EpochShadow::Known &known) {
  const Epochs epochs{last_epoch_, 0, 0};
  WarpSegment segment = segments_[known.warp];
  const auto isRight = [&] {
    return segment.id && segment.events == known.events && segment.epochs == epochs;
  };
  if (!isRight() && handed_over_warp_ == known.warp)
    segment = handed_over_;
  if (!isRight()) {
    segment = handed_over_ = {newSegment(known.warp, epochs, known.events), epochs, known.events};
    handed_over_warp_ = known.warp;
  }
  if (!segment.id)
    return 0;
  return withBytes(
      race::slotOf(segment.id, known.lane, known.site, known.scope,
                   (known.writes ? kSlotWrites : 0) | (known.is_atomic ? kSlotAtomic : 0) |
                       (known.has_other_lanes ? kOtherLanes : 0) | (known.has_other_warps ? kOtherWarps : 0) |
                       ((known.has_other_lanes || known.has_other_warps) && !known.writes ? kOthersRead : 0)),
      15);
}

std::optional<BlockState::WordSlots> BlockState::handOver(std::uintptr_t address) {
  const std::optional<EpochShadow::KnownOfWord> word = epoch_shadow_.handOver(address);
  if (!word)
    return std::nullopt;
  return WordSlots{word->write ? slotOf(*word->write) : 0, word->shared ? slotOf(*word->shared) : 0};
}

BlockState::LaneSync &BlockState::sync(unsigned warp, unsigned lane) {
  if (!syncs_)
    syncs_ = std::make_unique<std::array<LaneSync, kMaxThreadsPerBlock>>();
  has_syncs_ = true;
  return (*syncs_)[warp * 32 + lane];
}

void BlockState::meet(unsigned warp, std::uint32_t lanes, std::uint32_t mask) {
  if (is_of_thread_engine_) {
    // The first that goes on tells of all.
    if (!(arriving_[warp] & lanes))
      return;
    arriving_[warp] &= ~mask;
  }
  const std::uint32_t live =
      block_->thread_count - warp * 32 >= 32 ? ~0u : (1u << (block_->thread_count - warp * 32)) - 1;
  if ((mask & live) == live)
    mask = ~0u;
  // That all have met twice, and accessed nothing in between, orders nothing more.
  const WarpHistory &known = history_->warps[warp];
  if (mask == ~0u && known.last_full && known.last_full == known.count() &&
      accessed_at_[warp] != known.count())
    return;
  history_->add(warp, {mask, arrived(warp, static_cast<unsigned>(std::countr_zero(lanes))).block,
                       WarpEvent::kMeeting, 0});
}

void BlockState::fence(unsigned warp, std::uint32_t lanes, unsigned scope) {
  const auto first = static_cast<unsigned>(std::countr_zero(lanes));
  Stamp stamp = now(warp, first);
  history_->add(warp, {lanes, stamp.epochs.block, WarpEvent::kFence, static_cast<std::uint8_t>(scope)});
  for (std::uint32_t left = lanes; left; left &= left - 1) {
    stamp.lane = static_cast<std::uint8_t>(std::countr_zero(left));
    stamp.epochs = arrived(warp, stamp.lane);
    LaneSync &lane = sync(warp, stamp.lane);
    ++lane.fence_count;
    lane.fences.block = stamp;
    if (scope <= kRaddleScopeCluster)
      lane.fences.device = stamp;
  }
}

// From now on other blocks may ask for it.
void BlockState::shareHistory() {
  if (own_history_)
    record_->history.store(own_history_.release(), std::memory_order_release);
}

void BlockState::releaseTo(SyncObject &object, unsigned warp, unsigned lane, unsigned scope,
                           bool is_barrier) {
  const Stamp stamp = now(warp, lane);
  Release release{record_, stamp, {}, {}, static_cast<std::uint8_t>(scope)};
  LaneSync *known_sync = nullptr;
  if (is_barrier) {
    release.block_fence = release.device_fence = stamp;
  } else {
    LaneSync &known = *(known_sync = &sync(warp, lane));
    release.block_fence = known.fences.block;
    release.device_fence = known.fences.device;
    const LastRelease now_released{&object, known.fence_count, history_->warps[warp].meetings,
                                   stamp.epochs.block, known.released.number};
    // Without a fence it orders nothing, and only helps reports; of many the last one does.
    if (!history_->has_fences && known.released.object == &object) {
      std::lock_guard guard(object.lock);
      object.releases[record_][known.released.number].at = stamp;
      return;
    }
    if (known.fences.block && known.released.object == &object &&
        known.released.fences == now_released.fences && known.released.meetings == now_released.meetings &&
        known.released.block_epoch == now_released.block_epoch)
      return;
    known.released = now_released;
  }
  shareHistory();
  {
    std::lock_guard guard(object.lock);
    release.version = object.versions++;
    std::vector<Release> &releases = object.releases[record_];
    if (known_sync)
      known_sync->released.number = releases.size();
    releases.push_back(release);
  }
  // What comes after it has not been released.
  history_->add(warp, {1u << lane, stamp.epochs.block, WarpEvent::kOther, 0});
}

void BlockState::release(unsigned warp, unsigned lane, std::uintptr_t address, std::uint32_t flags) {
  if (flags & kRaddleRaceReleases)
    fence(warp, 1u << lane, flags >> kRaddleRaceScopeShift & 3);
  const bool is_fenced = has_syncs_ && sync(warp, lane).fences.block;
  if (!is_fenced && !history_->has_fences && !(flags & kRaddleRaceTells))
    return;
  SyncObject *object = syncObjectAt(address, true);
  if (!is_fenced && !history_->has_fences) {
    // Who spins has nothing new to tell.
    LaneSync &known = sync(warp, lane);
    if (object->versions > kMostWithoutFence ||
        (known.told == object && known.told_accesses == plain_accesses_[warp]))
      return;
    known.told = object;
    known.told_accesses = plain_accesses_[warp];
  }
  releaseTo(*object, warp, lane, flags >> kRaddleRaceScopeShift & 3, false);
}

void BlockState::acquireFrom(SyncObject &object, unsigned warp, unsigned lane) {
  std::uint32_t versions = 0;
  {
    std::lock_guard guard(object.lock);
    versions = object.versions;
  }
  if (!versions)
    return;
  LaneSync &known = sync(warp, lane);
  if (known.acquired == &object && known.version == versions)
    return;
  known.version = versions;
  // Who polls learns of the same object again and again.
  if (known.acquired == &object) {
    std::lock_guard guard(history_->lock);
    history_->acquires[known.acquire].version = versions;
    return;
  }
  known.acquired = &object;
  known.acquire = history_->acquires.size();
  const Stamp stamp = now(warp, lane);
  history_->add(warp, {1u << lane, stamp.epochs.block, WarpEvent::kOther, 0});
  std::lock_guard guard(history_->lock);
  history_->acquires.push_back({&object, versions, stamp});
}

void BlockState::acquire(unsigned warp, unsigned lane, std::uintptr_t address) {
  if (SyncObject *object = syncObjectAt(address, false))
    acquireFrom(*object, warp, lane);
}

// False if it is another one.
bool BlockState::eventOfCopies(unsigned warp, std::uint32_t lanes, std::uint32_t what,
                               std::uint32_t operand) {
  if (what < kRaddleRaceCopiesCommit || what > kRaddleRaceCopiesWaitForAll)
    return false;
  if (!copies_.any())
    return true;
  // What the warp waits for is an access that is made now.
  if (what != kRaddleRaceCopiesCommit)
    accessed_at_[warp] = history_->warps[warp].count();
  for (std::uint32_t left = lanes; left; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    if (what == kRaddleRaceCopiesCommit)
      copies_.commit(warp, lane);
    else if (what == kRaddleRaceCopiesWait)
      copies_.wait(now(warp, lane), operand);
    else if (what == kRaddleRaceCopiesWaitForOldest)
      copies_.waitForOldest(now(warp, lane));
    else
      copies_.waitForAll(now(warp, lane));
  }
  return true;
}

void BlockState::event(unsigned warp, std::uint32_t lanes, RaddleRaceEvent what, std::uint32_t operand) {
  if (!lanes || eventOfCopies(warp, lanes, what, operand))
    return;
  // Barriers of a part of the block are objects that no program has.
  auto barrier = [&]() -> SyncObject & {
    return *syncObjectAt(reinterpret_cast<std::uintptr_t>(record_) << kNamedBarrierBits |
                             std::uintptr_t{1} << 63 | (operand & 0xff),
                         true);
  };
  const auto forEach = [&](auto &&f) {
    for (std::uint32_t left = lanes; left; left &= left - 1)
      f(unit(warp, static_cast<unsigned>(std::countr_zero(left))));
  };
  const auto isOfWholeBlock = [&] {
    return (operand & 0xffff) == 0 && (operand >> 16 == 0 || operand >> 16 == block_->thread_count);
  };
  switch (what) {
  case kRaddleRaceWarpArrives:
    arriving_[warp] |= lanes;
    return;
  case kRaddleRaceWarpMeets:
    return meet(warp, lanes, operand);
  case kRaddleRaceFence:
    return fence(warp, lanes, operand);
  case kRaddleRaceBarrierArrives:
    uses_tiles_ |= (operand & 0xffff) >= kNamedBarriers;
    if (!isOfWholeBlock()) {
      for (std::uint32_t left = lanes; left; left &= left - 1)
        releaseTo(barrier(), warp, static_cast<unsigned>(std::countr_zero(left)), kRaddleScopeBlock, true);
      return;
    }
    [[fallthrough]];
  case kRaddleRaceBlockBarrier:
    for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane)
      block_epochs_[unit(warp, lane)] += lanes >> lane & 1;
    return;
  case kRaddleRaceBarrierPasses:
    if (!isOfWholeBlock())
      for (std::uint32_t left = lanes; left; left &= left - 1)
        acquireFrom(barrier(), warp, static_cast<unsigned>(std::countr_zero(left)));
    return;
  case kRaddleRaceClusterArrives:
    return forEach([&](unsigned unit) { ++clusters_[unit].arrived; });
  case kRaddleRaceClusterPasses:
    return forEach([&](unsigned unit) { ++clusters_[unit].passed; });
  case kRaddleRaceGridArrives:
    return forEach([&](unsigned unit) { ++grids_[unit].arrived; });
  case kRaddleRaceGridPasses:
    return forEach([&](unsigned unit) { ++grids_[unit].passed; });
  }
}

} // namespace raddle::runtime::race
