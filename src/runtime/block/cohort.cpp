#include "runtime/block/cohort.h"

#include "runtime/block/block.h"

#include <algorithm>
#include <mutex>

namespace raddle::runtime {

void Cohort::add(Block &block) {
  std::lock_guard guard(lock_);
  block.cohort_index = started_++;
  members_[block.cohort_index] = {&block, block.block_idx, block.run->launch().grid_rank};
}

// Who is noted may have been released since, and not yet have seen it.
bool Cohort::allWait() const {
  if (waiting_ == 0 || waiting_ + ended_ != members_.size())
    return false;
  return std::none_of(members_.begin(), members_.end(),
                      [](const Member &member) { return member.block && hasBeenReleased(*member.block); });
}

Cohort::Outlook Cohort::note(Block &block) {
  std::lock_guard guard(lock_);
  if (hasBeenReleased(block))
    return Outlook::kReleased;
  members_[block.cohort_index].waits = true;
  ++waiting_;
  return allWait() ? Outlook::kStuck : Outlook::kWaiting;
}

void Cohort::forget(Block &block) {
  std::lock_guard guard(lock_);
  members_[block.cohort_index].waits = false;
  --waiting_;
}

bool Cohort::end(Block &block) {
  std::lock_guard guard(lock_);
  members_[block.cohort_index].block = nullptr;
  ++ended_;
  return !allWait();
}

bool Cohort::abandon(std::uint64_t blocks) {
  std::lock_guard guard(lock_);
  ended_ += blocks;
  return !allWait();
}

void Cohort::visit(const std::function<void(std::span<const Member>)> &look) const {
  std::lock_guard guard(lock_);
  look({members_.data(), started_});
}

std::uint64_t Cohort::unstarted() const {
  std::lock_guard guard(lock_);
  return members_.size() - started_;
}

} // namespace raddle::runtime
