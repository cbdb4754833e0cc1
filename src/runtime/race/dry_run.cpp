#include "runtime/race/dry_run.h"

#include "check/options.h"
#include "check/shadow.h"
#include "runtime/race/block_state.h"

#include <bit>

namespace raddle::runtime::race {

namespace {

// A dry run takes about as long as the checks of one block.
constexpr std::uint64_t kFewestBlocks = 4;
constexpr unsigned kBitsOfState = 2;

bool isWithin(const DryRun::Access &access, std::uintptr_t address) {
  const std::uintptr_t offset = address - access.variable;
  return access.bytes <= access.size && offset <= access.size - access.bytes;
}

} // namespace

DryRun &DryRun::of(Block &block) {
  if (!block.dry_run)
    block.dry_run = std::make_shared<DryRun>();
  block.dry_run->block_ = &block;
  return *block.dry_run;
}

// A block comes to each of these loops once.
void DryRun::enter(unsigned loop) {
  const RaddleDim3 &now = block_->block_idx;
  if (loop == loop_ && grid_id_ == block_->grid_id && block_idx_.x == now.x && block_idx_.y == now.y &&
      block_idx_.z == now.z)
    return;
  loop_ = loop;
  grid_id_ = block_->grid_id;
  block_idx_ = now;
  asked_ = 0;
  last_asked_ = {};
  has_failed_ = false;
  is_wanted_ = mayRunDry() && claim(loop);
  if (!is_wanted_)
    return;
  barriers_.fill(0);
  epoch_ = 0;
  shadow_.beginBlock(block_->shared, block_->shared_bytes);
}

// Other blocks of a cluster may access the block's shared memory meanwhile.
bool DryRun::mayRunDry() const {
  const Run &run = *block_->run;
  return run.launch().checked && !block_->replaying && !block_->cluster && run.blocks() >= kFewestBlocks;
}

DryRun::State DryRun::state(unsigned loop) const {
  return static_cast<State>(block_->run->dry_runs.load(std::memory_order_acquire) >> loop * kBitsOfState & 3);
}

bool DryRun::claim(unsigned loop) {
  std::atomic<std::uint64_t> &states = block_->run->dry_runs;
  for (std::uint64_t known = states; (known >> loop * kBitsOfState & 3) == kNotMade;)
    if (states.compare_exchange_weak(known, known | std::uint64_t{kBeingMade} << loop * kBitsOfState))
      return true;
  return false;
}

void DryRun::end(unsigned loop, State state) {
  block_->run->dry_runs.fetch_xor((std::uint64_t{kBeingMade} ^ state) << loop * kBitsOfState);
}

bool DryRun::isWanted(unsigned loop) {
  enter(loop);
  return is_wanted_;
}

bool DryRun::hasPassed(unsigned loop) {
  enter(loop);
  // What others have failed in later they will say themselves, and one answer is enough.
  bool has_passed = !has_failed_;
  if (is_wanted_) {
    if (++asked_ == block_->warpCount())
      end(loop, has_failed_ ? kFailed : kPassed);
  } else {
    has_passed = mayRunDry() && state(loop) == kPassed;
  }
  // Asynchronous copies may end at any time.
  const BlockState *races = check::options().race ? BlockState::of(*block_) : nullptr;
  return has_passed && !(races && races->hasCopies());
}

bool DryRun::isInitialised(const void *begin, std::size_t bytes) {
  if (last_asked_.begin != begin || last_asked_.bytes != bytes)
    last_asked_ = {begin, bytes, !check::findPoisoned(begin, bytes)};
  return last_asked_.is_initialised;
}

template <typename Note> void DryRun::look(const Access &access, Note note) {
  if (has_failed_ || !access.lanes || !check::options().race)
    return;
  const std::uint32_t epoch = barriers_[access.warp];
  if (epoch > epoch_) {
    epoch_ = epoch;
    shadow_.beginEpoch();
  }
  const WarpAccess made{access.warp, access.lanes, 0, access.flags, access.bytes, nullptr};
  has_failed_ = epoch < epoch_ || !shadow_.beginAccess(made, no_meetings_) || !note();
}

void DryRun::lookAtRow(const Access &access, std::uintptr_t first, std::int64_t stride) {
  if (!access.lanes)
    return;
  const auto addressOf = [&](int lane) { return first + static_cast<std::uintptr_t>(stride * lane); };
  has_failed_ |= !isWithin(access, addressOf(std::countr_zero(access.lanes))) ||
                 !isWithin(access, addressOf(31 - std::countl_zero(access.lanes)));
  look(access, [&] { return shadow_.noteRow(first, stride); });
}

void DryRun::lookAtLanes(const Access &access, const std::uint64_t *addresses) {
  for (std::uint32_t left = access.lanes; left; left &= left - 1)
    has_failed_ |= !isWithin(access, addresses[std::countr_zero(left)]);
  look(access, [&] { return shadow_.noteAll(addresses); });
}

// Where some lanes do not come, or warps come to different numbers of barriers, nothing is known.
void DryRun::barrier(unsigned warp, std::uint32_t lanes) {
  const unsigned threads = block_->thread_count - warp * kRaddleWarpSize;
  const std::uint32_t all = threads >= kRaddleWarpSize ? ~0u : (1u << threads) - 1;
  has_failed_ |= lanes != all;
  ++barriers_[warp];
}

} // namespace raddle::runtime::race
