#include "runtime/block/cohort.h"

#include <algorithm>
#include <mutex>

namespace raddle::runtime {

std::size_t Cohort::add(const Member &member) {
  std::lock_guard guard(lock_);
  members_[started_] = member;
  return started_++;
}

// A thread that is noted may have been released since, and not yet have seen it.
bool Cohort::allWait() const {
  if (waiting_ == 0 || waiting_ + ended_ != members_.size())
    return false;
  return std::none_of(members_.begin(), members_.end(),
                      [](const Member &member) { return member.block && hasBeenReleased(member.parts); });
}

Cohort::Outlook Cohort::note(std::size_t member) {
  std::lock_guard guard(lock_);
  if (hasBeenReleased(members_[member].parts))
    return Outlook::kReleased;
  members_[member].waits = true;
  ++waiting_;
  return allWait() ? Outlook::kStuck : Outlook::kWaiting;
}

void Cohort::forget(std::size_t member) {
  std::lock_guard guard(lock_);
  members_[member].waits = false;
  --waiting_;
}

bool Cohort::end(std::size_t member) {
  std::lock_guard guard(lock_);
  members_[member].block = nullptr;
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
