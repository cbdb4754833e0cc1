#include "runtime/race/epoch_shadow.h"

#include "abi/kernel_abi.h"
#include "base/for_each_processor.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <initializer_list>

namespace raddle::runtime::race {

namespace {

constexpr unsigned kOneLane = 31; // the step of words all of which one lane accesses
constexpr std::size_t kMostLogged = std::size_t{1} << (32 - kEntryNumberShift);
// When an epoch begins with so many, numbers begin anew.
constexpr std::size_t kManyLogged = 1u << 12;
// More runs than these take longer than looking at each lane.
constexpr unsigned kFewRuns = 3;

// Bit i says whether lane i + 1 accesses what lies `distance` bytes behind that of lane i.
RADDLE_FOR_EACH_PROCESSOR std::uint32_t lanesThatGoOn(const std::uint64_t *addresses,
                                                      std::uint64_t distance) {
  std::uint32_t lanes = 0;
  // Lane 15 is in both halves, which are vectors.
  for (const unsigned first : {0u, kRaddleWarpSize / 2 - 1u})
    for (unsigned lane = first; lane < first + kRaddleWarpSize / 2; ++lane)
      lanes |= addresses[lane + 1] - addresses[lane] == distance ? 1u << lane : 0;
  return lanes;
}

// The words of `lanes`, and for others `unused`. False if one of `lanes` is no whole word of the `bytes` from `base` on.
RADDLE_FOR_EACH_PROCESSOR bool indicesOf(const std::uint64_t *addresses, std::uint32_t lanes,
                                         std::uintptr_t base, std::size_t bytes, std::int32_t unused,
                                         std::int32_t *indices) {
  std::uint32_t bad = 0;
  for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane) {
    const std::uint64_t offset = addresses[lane] - base;
    const bool is_one = lanes >> lane & 1;
    bad |= std::uint32_t{is_one && (offset >= bytes || offset % 4 != 0)};
    indices[lane] = is_one ? static_cast<std::int32_t>(offset / 4) : unused;
  }
  return !bad;
}

RADDLE_FOR_EACH_PROCESSOR void setRow(std::uint64_t *addresses, std::uint64_t first, std::int64_t stride) {
  for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane)
    addresses[lane] = first + static_cast<std::uint64_t>(stride) * lane;
}

RADDLE_FOR_EACH_PROCESSOR bool areSame(const std::uint64_t *values, std::uint32_t lanes,
                                       std::uint64_t value) {
  std::uint64_t differences = 0;
  for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane)
    differences |= lanes >> lane & 1 ? values[lane] ^ value : 0;
  return !differences;
}

struct Bounds {
  std::uint64_t first, last;
};

RADDLE_FOR_EACH_PROCESSOR Bounds boundsOf(const std::uint64_t *addresses, std::uint32_t lanes) {
  Bounds bounds{~std::uint64_t{0}, 0};
  for (unsigned lane = 0; lane < kRaddleWarpSize; ++lane) {
    const bool is_one = lanes >> lane & 1;
    bounds.first = std::min(bounds.first, is_one ? addresses[lane] : ~std::uint64_t{0});
    bounds.last = std::max(bounds.last, is_one ? addresses[lane] : std::uint64_t{0});
  }
  return bounds;
}

} // namespace

unsigned EpochShadow::Runs::count(std::uint32_t lanes) const {
  return static_cast<unsigned>(std::popcount(lanes) - std::popcount(next | same));
}

EpochShadow::Run EpochShadow::Runs::at(unsigned lane) const {
  const bool is_same = same >> lane & 1;
  return {lane, static_cast<unsigned>(std::countr_one((is_same ? same : next) >> lane)) + 1, is_same};
}

EpochShadow::Runs EpochShadow::runsOf(const std::uint64_t *addresses) const {
  const std::uint32_t both = lanes_ & lanes_ >> 1;
  const std::uint32_t next = lanesThatGoOn(addresses, words_ * 4) & both;
  // A lane is of one run only.
  const std::uint32_t same = lanesThatGoOn(addresses, 0) & both & ~(next << 1);
  return {next & ~(same << 1), same};
}

void EpochShadow::beginBlock(const void *shared, std::size_t bytes) {
  base_ = reinterpret_cast<std::uintptr_t>(shared);
  bytes_ = shared ? bytes & ~std::size_t{3} : 0;
  if (const std::size_t words = bytes_ / 4 + kEntryChunk; writes_.size() < words) {
    writes_.resize(words);
    shared_.resize(words);
    read_by_many_.resize(words / kEntryChunk + 1);
  }
  beginEpoch();
}

void EpochShadow::beginEpoch() {
  if (log_.size() > kManyLogged) {
    std::ranges::fill(writes_, 0);
    std::ranges::fill(shared_, 0);
    std::ranges::fill(read_by_many_, 0);
    log_.resize(1);
  }
  now_.floor = nextNumber();
  log_.emplace_back();
  warp_ = kNoWarp;
  warps_ = 0;
  takes_turns_ = false;
}

// The warp's accesses have to be those from a number on. Meetings of a part of its lanes would order some of them only.
bool EpochShadow::enterWarp(unsigned warp, const WarpHistory &history) {
  if (warp != warp_) {
    takes_turns_ |= warps_ >> warp & 1;
    warps_ |= 1u << warp;
    warp_ = warp;
    now_.warp = now_.meeting = nextNumber();
    meetings_ = history.meetings;
    last_full_ = history.last_full;
    has_partial_meetings_ = false;
  } else if (history.meetings != meetings_) {
    meetings_ = history.meetings;
    if (history.last_full != last_full_)
      now_.meeting = nextNumber();
    last_full_ = history.last_full;
    const auto after = history.events.begin() + (std::max(last_full_, history.dropped) - history.dropped);
    has_partial_meetings_ = std::any_of(after, history.events.end(), [](const WarpEvent &event) {
      return event.kind == WarpEvent::kMeeting;
    });
  }
  return !takes_turns_ && !has_partial_meetings_;
}

void EpochShadow::log(const Logged &access) {
  if (nextNumber() == now_.meeting || log_.back() != access)
    log_.push_back(access);
}

bool EpochShadow::beginAccess(const WarpAccess &access, const WarpHistory &history) {
  const bool writes = access.flags & kRaddleRaceWrites, is_atomic = access.flags & kRaddleRaceIsAtomic;
  if (!enterWarp(access.warp, history) || access.bytes % 4 || !std::has_single_bit(access.bytes) ||
      access.bytes / 4 > kEntryChunk || (is_atomic && !writes) || log_.size() + 1 >= kMostLogged)
    return false;
  kind_ = is_atomic ? EntryKind::kAtomic : writes ? EntryKind::kWrite : EntryKind::kRead;
  lanes_ = access.lanes;
  words_ = access.bytes / 4;
  log({history.count(), static_cast<std::uint16_t>(access.site), static_cast<std::uint8_t>(access.warp),
       static_cast<std::uint8_t>(access.flags & (kRaddleRaceWrites | kRaddleRaceIsAtomic)),
       static_cast<std::uint8_t>(access.flags >> kRaddleRaceScopeShift & 3)});
  now_.access = static_cast<Entry>(log_.size() - 1) << kEntryNumberShift | (is_atomic ? kEntryIsAtomic : 0);
  return true;
}

// `has_others`: several lanes access all of them.
bool EpochShadow::noteRows(const Rows &rows, bool has_others) {
  const std::uintptr_t last = rows.begin + (rows.count - 1) * static_cast<std::uint64_t>(rows.pitch);
  const std::uintptr_t begin = std::min(rows.begin, last) - base_, end = std::max(rows.begin, last) - base_;
  if (begin % 4 || rows.pitch % 4 || begin >= bytes_ || end >= bytes_ || rows.words > (bytes_ - end) / 4)
    return false;
  EpochNow now = now_;
  now.access |= has_others ? kEntryOtherLanes : 0;
  const EpochSpan span{static_cast<unsigned>((rows.begin - base_) / 4),
                       static_cast<unsigned>(rows.words),
                       rows.lane,
                       rows.step,
                       static_cast<unsigned>(rows.count),
                       rows.pitch / 4};
  return noteSpan(kind_, words(), span, now);
}

// Its first lane accesses `address`.
bool EpochShadow::noteRun(const Run &run, std::uintptr_t address) { return noteRun(run, address, 1, 0); }

bool EpochShadow::noteRun(const Run &run, std::uintptr_t address, std::uint64_t count, std::int64_t step) {
  const bool is_one_lane = run.is_same || run.count == 1;
  if (is_one_lane && run.count > 1 && kind_ == EntryKind::kWrite)
    return false;
  const std::uint64_t words = is_one_lane ? words_ : run.count * words_;
  const unsigned shift = is_one_lane ? kOneLane : static_cast<unsigned>(std::countr_zero(words_));
  const bool has_others = is_one_lane && run.count > 1;
  const bool have_no_gaps = static_cast<std::uint64_t>(std::abs(step)) == words * 4;
  // Behind the last lane the first one goes on.
  if (have_no_gaps && (is_one_lane || run.count == kRaddleWarpSize)) {
    const std::uintptr_t last = address + (count - 1) * static_cast<std::uint64_t>(step);
    return noteRows({std::min(address, last), words * count, run.first, shift}, has_others);
  }
  return noteRows({address, words, run.first, shift, count, step}, has_others);
}

bool EpochShadow::noteRuns(const std::uint64_t *addresses, std::uint64_t count, std::int64_t step) {
  const Runs runs = runsOf(addresses);
  if (runs.count(lanes_) > kFewRuns) {
    for (std::uint64_t i = 0; i < count; ++i)
      if (!noteEach(addresses, lanes_, i * static_cast<std::uint64_t>(step)))
        return false;
    return true;
  }
  for (std::uint32_t left = lanes_; left;) {
    const Run run = runs.at(static_cast<unsigned>(std::countr_zero(left)));
    if (!noteRun(run, addresses[run.first], count, step))
      return false;
    left &= ~static_cast<std::uint32_t>((std::uint64_t{1} << (run.first + run.count)) - 1);
  }
  return true;
}

bool EpochShadow::noteEach(const std::uint64_t *addresses, std::uint32_t lanes, std::uint64_t offset) {
  std::int32_t indices[kRaddleWarpSize];
  for (std::uint64_t word = 0; word < words_; ++word)
    if (!indicesOf(addresses, lanes, base_ - offset - word * 4, bytes_, static_cast<std::int32_t>(bytes_ / 4),
                   indices) ||
        !noteLanes(kind_, words(), indices, lanes, now_))
      return false;
  return true;
}

// Where the lanes are one run.
std::optional<EpochShadow::Run> EpochShadow::runOfRow(std::int64_t stride) const {
  const auto lane = static_cast<unsigned>(std::countr_zero(lanes_));
  const auto count = static_cast<unsigned>(std::popcount(lanes_));
  if (stride == 0 || count == 1)
    return Run{lane, count, true};
  if (static_cast<std::uint64_t>(stride) == words_ * 4 &&
      static_cast<unsigned>(std::countr_one(lanes_ >> lane)) == count)
    return Run{lane, count, false};
  return std::nullopt;
}

bool EpochShadow::noteRow(std::uintptr_t first, std::int64_t stride) {
  if (const auto run = runOfRow(stride))
    return noteRun(*run, first + static_cast<std::uint64_t>(stride) * run->first);
  std::uint64_t addresses[kRaddleWarpSize];
  setRow(addresses, first, stride);
  return noteEach(addresses, lanes_);
}

bool EpochShadow::noteAll(const std::uint64_t *addresses) { return noteRuns(addresses, 1, 0); }

bool EpochShadow::noteGroups(std::uintptr_t first, std::int64_t stride, const Groups &groups) {
  std::uint64_t addresses[kRaddleWarpSize];
  setRow(addresses, first, stride);
  return noteGroups(addresses, groups);
}

bool EpochShadow::noteGroups(const std::uint64_t *addresses, const Groups &groups) {
  const std::uint64_t count = groups.counts[std::countr_zero(lanes_)], bytes = words_ * 4;
  const std::uint64_t length = (count - 1) * static_cast<std::uint64_t>(groups.step);
  if (!count || !areSame(groups.counts, lanes_, count))
    return false;
  if (groups.extent) {
    const Bounds bounds = boundsOf(addresses, lanes_);
    const std::uint64_t begin = std::min(bounds.first, bounds.first + length),
                        end = std::max(bounds.last, bounds.last + length) + bytes;
    if (begin < groups.begin || end > groups.begin + groups.extent)
      return false;
  }
  // What each lane reads without gaps is one access for it.
  if (groups.step == static_cast<std::int64_t>(bytes) && std::has_single_bit(count)) {
    words_ *= count;
    return noteRuns(addresses, 1, 0);
  }
  return noteRuns(addresses, count, groups.step);
}

std::optional<EpochShadow::Known> EpochShadow::known(Entry entry) const {
  if (entry < now_.floor)
    return std::nullopt;
  const Logged &logged = log_[entry >> kEntryNumberShift];
  return Known{logged.warp,
               entry & kEntryLane,
               logged.site,
               logged.scope,
               logged.events,
               (logged.flags & kRaddleRaceWrites) != 0,
               (logged.flags & kRaddleRaceIsAtomic) != 0,
               (entry & kEntryOtherLanes) != 0,
               (entry & kEntryOtherWarps) != 0};
}

std::optional<EpochShadow::KnownOfWord> EpochShadow::handOver(std::uintptr_t address) {
  if (!contains(address))
    return std::nullopt;
  Entry &write = writes_[(address - base_) / 4], &shared = shared_[(address - base_) / 4];
  if (write >= now_.floor && write & kEntryIsHandedOver)
    return std::nullopt;
  const KnownOfWord word{known(write), known(shared)};
  write = now_.floor | kEntryIsHandedOver;
  shared = 0;
  read_by_many_[(address - base_) / 4 / kEntryChunk] = 0;
  return word.write || word.shared ? std::optional(word) : std::nullopt;
}

} // namespace raddle::runtime::race
