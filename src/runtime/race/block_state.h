// What the race detector knows of the block that runs on a Block: where its threads are.
#ifndef RADDLE_RUNTIME_RACE_BLOCK_STATE_H
#define RADDLE_RUNTIME_RACE_BLOCK_STATE_H

#include "runtime/block/block.h"
#include "runtime/race/async_copies.h"
#include "runtime/race/epoch_shadow.h"
#include "runtime/race/history.h"
#include "runtime/race/known_orders.h"
#include "runtime/race/shadow.h"
#include "runtime/race/sync_objects.h"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

namespace raddle::runtime::race {

class BlockState {
public:
  /// That of the block which runs. Null where it is not to be looked at.
  static BlockState *of(Block &block) {
    if (!block.races) [[unlikely]]
      block.races = std::make_shared<BlockState>();
    BlockState &state = *block.races;
    if (state.grid_id_ != block.grid_id || state.block_idx_.x != block.block_idx.x ||
        state.block_idx_.y != block.block_idx.y || state.block_idx_.z != block.block_idx.z) [[unlikely]]
      state.begin(block);
    // What has run before is run again so that its fault is found.
    return state.is_checked_ && !block.replaying ? &state : nullptr;
  }

  BlockRecord &record() const { return *record_; }
  const LaunchRecord &launch() const { return *record_->launch; }
  const History &history() const { return *history_; }
  KnownOrders &knownOrders() { return known_orders_; }
  /// Where the block's accesses go for races with other launches; null where nobody asks.
  TouchedBytes *touched() const { return touched_; }

  Epochs arrived(unsigned warp, unsigned lane) const {
    const unsigned at = unit(warp, lane);
    return {block_epochs_[at], clusters_[at].arrived, grids_[at].arrived};
  }
  Epochs passed(unsigned warp, unsigned lane) const {
    const unsigned at = unit(warp, lane);
    return {block_epochs_[at], clusters_[at].passed, grids_[at].passed};
  }
  Stamp now(unsigned warp, unsigned lane) const {
    return {arrived(warp, lane), history_->warps[warp].count(), static_cast<std::uint8_t>(warp),
            static_cast<std::uint8_t>(lane)};
  }

  /// Of an access that the thread makes now; 0 when there are no more.
  SegmentId segment(unsigned warp, unsigned lane) {
    const WarpSegment &last = segments_[warp];
    if (last.id && last.events == history_->warps[warp].count() && last.epochs == arrived(warp, lane))
        [[likely]]
      return last.id;
    return newSegment(warp, lane);
  }
  /// Of an asynchronous copy that the thread starts.
  SegmentId copySegment(unsigned warp, unsigned lane);
  /// Whether threads of the block have started asynchronous copies: then what earlier epochs have accessed may still be open.
  bool hasCopies() const { return copies_.any(); }
  /// The warp makes plain accesses.
  void noteAccess(unsigned warp) { ++plain_accesses_[warp]; }
  /// Segments of this block before this one are of earlier epochs than the last one in which a thread has made an access.
  SegmentId epochFloor() const { return epoch_floor_; }
  bool isInLastEpoch(unsigned warp, unsigned lane) const { return arrived(warp, lane).block == last_epoch_; }

  /// What looks at an access at once, if it is to shared memory of the block and simple; else null.
  EpochShadow *epochShadow(const WarpAccess &access, std::uintptr_t address) {
    return may_be_simple_ && !copies_.any() && epoch_shadow_.contains(address) ? simpleShadow(access)
                                                                               : nullptr;
  }
  /// Shared memory of the block, of which the detector takes over words. The slots have all bytes.
  struct WordSlots {
    Slot write = 0, shared = 0;
  };
  bool mayHandOver() const { return may_be_simple_; }
  std::optional<WordSlots> handOver(std::uintptr_t address);

  /// Whether tiles of more than a warp synchronise. What they exchange goes through memory of Cooperative Groups, and its accesses
  /// by different warps are taken for ordered.
  bool usesTiles() const { return uses_tiles_; }

  void event(unsigned warp, std::uint32_t lanes, RaddleRaceEvent what, std::uint32_t operand);
  /// Whether atomic writes with these flags may tell others of anything. Of additions it is not likely without a fence.
  bool mayRelease(std::uint32_t flags) const {
    return (flags & (kRaddleRaceReleases | kRaddleRaceTells)) || has_syncs_ || history_->has_fences;
  }
  /// Of one lane, before the access and after it.
  void release(unsigned warp, unsigned lane, std::uintptr_t address, std::uint32_t flags);
  void acquire(unsigned warp, unsigned lane, std::uintptr_t address);

private:
  struct LaneFences {
    std::optional<Stamp> block, device;
  };
  struct LastRelease {
    SyncObject *object = nullptr;
    std::uint32_t fences = 0, meetings = 0, block_epoch = 0;
    std::size_t number = 0; // of those of the block
  };
  struct LaneSync {
    LaneFences fences;
    std::uint32_t fence_count = 0;
    LastRelease released;
    SyncObject *acquired = nullptr;
    std::uint32_t version = 0;
    std::size_t acquire = 0; // its number
    SyncObject *told =
        nullptr; // the last one that it has released to without a fence, and what its warp had accessed then
    std::uint64_t told_accesses = 0;
  };
  struct WarpSegment {
    SegmentId id = 0;
    Epochs epochs;
    std::uint32_t events = 0;
  };
  // How many barriers of a cluster or grid a thread has come to and gone on from.
  struct WiderEpochs {
    std::uint32_t arrived = 0, passed = 0;
  };

  void begin(Block &block);
  SegmentId newSegment(unsigned warp, unsigned lane);
  SegmentId newSegment(unsigned warp, const Epochs &epochs, std::uint32_t events);
  void enterEpoch(std::uint32_t epoch);
  EpochShadow *simpleShadow(const WarpAccess &access);
  Slot slotOf(const EpochShadow::Known &known);
  // Lanes of a warp may come to a barrier one after the other: some run ahead of one that polls.
  static unsigned unit(unsigned warp, unsigned lane) { return warp * kRaddleWarpSize + lane; }
  LaneSync &sync(unsigned warp, unsigned lane);
  void fence(unsigned warp, std::uint32_t lanes, unsigned scope);
  void meet(unsigned warp, std::uint32_t lanes, std::uint32_t mask);
  void releaseTo(SyncObject &object, unsigned warp, unsigned lane, unsigned scope, bool is_barrier);
  void acquireFrom(SyncObject &object, unsigned warp, unsigned lane);
  void shareHistory();
  bool eventOfCopies(unsigned warp, std::uint32_t lanes, std::uint32_t what, std::uint32_t operand);

  bool is_checked_ = false;
  std::uint64_t grid_id_ = ~std::uint64_t{0};
  RaddleDim3 block_idx_{};
  Block *block_ = nullptr;
  BlockRecord *record_ = nullptr;
  History *history_ = nullptr;
  TouchedBytes *touched_ = nullptr;
  std::unique_ptr<History> own_history_; // until something is released
  bool is_of_thread_engine_ = false;
  SegmentId next_ = 0, end_ = 0, epoch_floor_ = 0;
  std::uint32_t last_epoch_ = 0;
  bool has_epoch_ = false; // a thread has made an access
  std::array<std::uint32_t, kMaxThreadsPerBlock> block_epochs_;
  std::array<WiderEpochs, kMaxThreadsPerBlock> clusters_, grids_;
  std::array<WarpSegment, kMaxWarpsPerBlock> segments_;
  std::array<std::uint32_t, kMaxWarpsPerBlock>
      accessed_at_;            // the number of its events when a warp has made an access
  bool may_be_simple_ = false; // the shadow of the epoch may be used
  EpochShadow epoch_shadow_;
  AsyncCopies copies_;
  KnownOrders known_orders_;
  WarpSegment handed_over_; // the segment of the last access that has been handed over, and its warp
  unsigned handed_over_warp_ = 0;
  std::array<std::uint64_t, kMaxWarpsPerBlock> plain_accesses_{};
  std::array<std::uint32_t, kMaxWarpsPerBlock>
      arriving_; // lanes that have come to an operation of their warp
  bool has_syncs_ = false, uses_tiles_ = false;
  std::unique_ptr<std::array<LaneSync, kMaxThreadsPerBlock>> syncs_;
};

} // namespace raddle::runtime::race

#endif
