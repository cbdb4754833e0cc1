#include "runtime/race/launches.h"

#include "runtime/race/history.h"
#include "runtime/race/sync_objects.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>
#include <utility>

namespace raddle::runtime::race {

namespace {

// Launches that have begun since nothing ran.
std::mutex launches_mutex;
std::deque<std::unique_ptr<LaunchRecord>> &launches() {
  static auto *const all = new std::deque<std::unique_ptr<LaunchRecord>>;
  return *all;
}

// With the mutex. Records refer to each other, so that all go together.
void settle() {
  std::deque<std::unique_ptr<LaunchRecord>> &all = launches();
  if (!std::ranges::all_of(all, [](const auto &launch) { return launch->has_ended; }))
    return;
  forgetSyncObjects();
  all.clear();
  settleSegments();
}

} // namespace

BlockRecord::~BlockRecord() { delete history.load(); }

LaunchRecord *beginLaunch(std::string kernel, const RaddleDim3 &grid_dim, const RaddleDim3 &block_dim) {
  std::lock_guard lock(launches_mutex);
  settle();
  auto record = std::make_unique<LaunchRecord>();
  record->kernel = std::move(kernel);
  record->grid_dim = grid_dim;
  record->block_dim = block_dim;
  record->first_segment = nextSegment();
  return launches().emplace_back(std::move(record)).get();
}

void endLaunch(LaunchRecord &record) {
  std::lock_guard lock(launches_mutex);
  record.has_ended = true;
}

} // namespace raddle::runtime::race
