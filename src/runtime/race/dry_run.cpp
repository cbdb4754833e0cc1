#include "runtime/race/dry_run.h"

#include "abi/race_flags.h"
#include "check/options.h"
#include "check/shadow.h"
#include "runtime/race/block_state.h"

#include <algorithm>
#include <bit>

namespace raddle::runtime::race {

namespace {

// A dry run takes about as long as the checks of one block.
constexpr std::uint64_t kFewestBlocks = 4;
constexpr std::size_t kWord = 4;

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
  const bool is_same_block =
      grid_id_ == block_->grid_id && block_idx_.x == now.x && block_idx_.y == now.y && block_idx_.z == now.z;
  if (is_same_block && loop == loop_)
    return;
  if (!is_same_block)
    used_ = 0;
  loop_ = loop;
  grid_id_ = block_->grid_id;
  block_idx_ = now;
  asked_ = 0;
  has_failed_ = has_passed_ = false;
  is_wanted_ = mayRunDry() && block_->run->observations()->dry_runs.claim(loop);
  if (!is_wanted_)
    return;
  barriers_.fill(0);
  epoch_ = 0;
  words_.assign(block_->shared_bytes / kWord + 1, 0);
  shadow_.beginBlock(block_->shared, block_->shared_bytes);
}

// Other blocks of a cluster may access the block's shared memory meanwhile.
bool DryRun::mayRunDry() const {
  const Run &run = *block_->run;
  return run.launch().checked && !block_->replaying && !block_->cluster && run.blocks() >= kFewestBlocks;
}

bool DryRun::isWanted(unsigned loop) {
  enter(loop);
  return is_wanted_;
}

bool DryRun::hasPassed(unsigned loop) {
  enter(loop);
  ++asked_;
  if (is_wanted_) {
    if (asked_ == block_->warpCount())
      end();
  } else if (asked_ == 1) {
    // Asynchronous copies may end at any time.
    const BlockState *races = check::options().race ? BlockState::of(*block_) : nullptr;
    has_passed_ = mayRunDry() &&
                  block_->run->observations()->dry_runs.state(loop) == DryRunResults::kPassed &&
                  !(races && races->hasCopies()) && isInitialised();
  }
  return has_passed_;
}

// All stores that come before the loop have been made.
bool DryRun::isInitialised() const {
  return !check::hasShadow() ||
         std::ranges::none_of(
             block_->run->observations()->dry_runs.initialised(loop_).needed, [&](const auto &bytes) {
               return check::findPoisoned(block_->shared + bytes.begin, bytes.count).has_value();
             });
}

// The first warp that leaves the loop tells of it. It may have come to the next loop, and may have written something, before other
// warps leave this one.
void DryRun::noteUse(unsigned loop) {
  if (used_ & 1u << loop)
    return;
  used_ |= 1u << loop;
  if (check::hasShadow())
    for (const DryRunResults::Bytes &bytes : block_->run->observations()->dry_runs.initialised(loop).written)
      check::unpoison(block_->shared + bytes.begin, bytes.count);
}

// All warps have made the dry run.
void DryRun::end() {
  DryRunResults::Initialised initialised;
  if (!has_failed_ && check::hasShadow())
    initialised = {wordsThatAre(kNeeded), wordsThatAre(kWritten)};
  block_->run->observations()->dry_runs.end(loop_, !has_failed_, std::move(initialised));
}

std::vector<DryRunResults::Bytes> DryRun::wordsThatAre(unsigned state) const {
  std::vector<DryRunResults::Bytes> found;
  for (std::size_t i = 0; i < words_.size(); ++i)
    if (words_[i] == state) {
      if (!found.empty() && found.back().begin + found.back().count == i * kWord)
        found.back().count += kWord;
      else
        found.push_back({i * kWord, kWord});
    }
  return found;
}

// Nothing races, so that a word which has been written was so before. What a block may not write has to be initialised, too, so
// that it is known of each word whether it is.
void DryRun::noteWords(const Access &access, std::uintptr_t address) {
  const bool is_written = access.flags & kRaddleRaceWrites && access.flags & kRaddleRaceIsMade;
  const std::size_t first = (address - reinterpret_cast<std::uintptr_t>(block_->shared)) / kWord;
  for (std::size_t i = first; i < first + access.bytes / kWord && i < words_.size(); ++i)
    if (!words_[i])
      words_[i] = is_written ? kWritten : kNeeded;
}

void DryRun::lookAtRow(const Access &access, std::uintptr_t first, std::int64_t stride) {
  std::uint64_t addresses[kRaddleWarpSize];
  for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane)
    addresses[lane] = first + static_cast<std::uint64_t>(stride * lane);
  lookAtLanes(access, addresses);
}

void DryRun::lookAtLanes(const Access &access, const std::uint64_t *addresses) {
  for (std::uint32_t left = access.lanes; left; left &= left - 1)
    has_failed_ |= !isWithin(access, addresses[std::countr_zero(left)]);
  if (has_failed_ || !access.lanes)
    return;
  for (std::uint32_t left = access.lanes; left; left &= left - 1)
    noteWords(access, addresses[std::countr_zero(left)]);
  const std::uint32_t epoch = barriers_[access.warp];
  if (epoch > epoch_) {
    epoch_ = epoch;
    shadow_.beginEpoch();
  }
  const WarpAccess made{access.warp,  access.lanes, 0, access.flags & kRaddleRaceWrites,
                        access.bytes, nullptr};
  // Of what races, the memory detector wants nothing to know.
  if (check::options().race || check::options().init)
    has_failed_ = epoch < epoch_ || !shadow_.beginAccess(made, no_meetings_) || !shadow_.noteAll(addresses);
}

// Where some lanes do not come, or warps come to different numbers of barriers, nothing is known.
void DryRun::barrier(unsigned warp, std::uint32_t lanes) {
  const unsigned threads = block_->thread_count - warp * kRaddleWarpSize;
  const std::uint32_t all = threads >= kRaddleWarpSize ? ~0u : (1u << threads) - 1;
  has_failed_ |= lanes != all;
  ++barriers_[warp];
}

} // namespace raddle::runtime::race
