#include "runtime/race/launches.h"

#include "backend/device_memory.h"
#include "check/concurrency_report.h"
#include "check/work.h"
#include "runtime/race/history.h"
#include "runtime/race/memory_name.h"
#include "runtime/race/sites.h"
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

check::Touch touchOf(const Site &site) {
  const bool writes = site.flags & kRaddleRaceWrites, is_atomic = site.flags & kRaddleRaceIsAtomic;
  return {.call = site.call,
          .bytes = static_cast<std::uint32_t>(site.bytes),
          .writes = writes,
          .reads = !writes || (is_atomic && site.flags & kRaddleRaceReads),
          .is_atomic = is_atomic,
          .is_volatile = (site.flags & kRaddleRaceIsVolatile) != 0,
          .scope = static_cast<std::uint8_t>(site.flags >> kRaddleRaceScopeShift & 3)};
}

// Of an atomic or volatile access: whether the host may be asked, or answer, by it.
bool reachesHost(const check::Touch &how, const backend::DeviceMemory &memory, std::uintptr_t address) {
  return how.is_atomic && how.reads && how.scope == kRaddleScopeSystem && !memory.extentAt(address).is_device_only;
}

// Only what lies in memory of the program counts: shared memory, local memory and the heap of kernels are used again.
void tellTouched(LaunchRecord &record) {
  const backend::DeviceMemory *memory = backend::deviceMemory();
  if (!memory)
    return;
  unsigned number = 0;
  check::Touch how;
  std::uintptr_t begin_of_object = 0, end_of_object = 0;
  for (const TouchedBytes::Range &range : record.takeTouched()) {
    if (range.site != number) {
      how = touchOf(siteAt(number = range.site));
      how.value = record.valueWrittenAt(number);
    }
    // Of a place without a number nobody knows what it does.
    if (!how.call)
      continue;
    if (range.begin < begin_of_object || range.begin >= end_of_object) {
      auto object = memory->objectAt(range.begin);
      if (!object)
        object = memory->freedAt(range.begin);
      if (!object)
        continue;
      begin_of_object = object->begin;
      end_of_object = object->begin + object->bytes;
    }
    if (reachesHost(how, *memory, range.begin))
      record.work->may_be_told = true;
    if (how.is_atomic && how.writes && !memory->extentAt(range.begin).is_device_only)
      record.work->may_tell_host = true;
    record.work->touch({range.begin, range.end, how});
  }
}

} // namespace

BlockRecord::~BlockRecord() { delete history.load(); }

LaunchRecord *beginLaunch(std::string kernel, const RaddleDim3 &grid_dim, const RaddleDim3 &block_dim,
                          check::Work *work) {
  check::nameMemoryBy(nameOfMemory);
  std::lock_guard lock(launches_mutex);
  settle();
  auto record = std::make_unique<LaunchRecord>();
  record->kernel = std::move(kernel);
  record->grid_dim = grid_dim;
  record->block_dim = block_dim;
  record->work = work && work->is_watched ? work : nullptr;
  record->first_segment = nextSegment();
  return launches().emplace_back(std::move(record)).get();
}

void endLaunch(LaunchRecord &record) {
  if (record.work)
    tellTouched(record);
  std::lock_guard lock(launches_mutex);
  record.has_ended = true;
}

} // namespace raddle::runtime::race
