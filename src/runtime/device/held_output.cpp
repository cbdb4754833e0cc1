#include "runtime/device/held_output.h"

#include "runtime/device/output_buffer.h"

#include <algorithm>
#include <bit>

namespace raddle::runtime {

namespace {

// So much is held back. Beyond that, what comes next is only put in order among itself: more than twice of what
// cudaLimitPrintfFifoSize keeps by default will mostly be overwritten anyway.
constexpr std::size_t kMostBytes = 20 << 20;

// In deep recursion the outermost calls count.
constexpr std::size_t kMostNumbers = 256;

// Appends the numbers of `place`, outermost call first.
void appendNumbers(std::vector<std::uint32_t> &numbers, const RaddlePlace &place) {
  const std::size_t before = numbers.size();
  std::vector<const RaddlePlace *> calls;
  for (const RaddlePlace *call = &place; call; call = call->outer)
    calls.push_back(call);
  for (; !calls.empty() && numbers.size() - before < kMostNumbers; calls.pop_back())
    numbers.insert(numbers.end(), calls.back()->numbers, calls.back()->numbers + calls.back()->count);
}

} // namespace

// Goes through what a lane has printed.
class HeldOutput::Reader {
public:
  explicit Reader(const Lane &lane) : lane_(lane) {}

  bool atLine() const { return is(Kind::kLine); }
  std::span<const std::uint32_t> place() const { return {lane_.places.data() + places_, entry().second}; }
  std::string_view text() const { return {lane_.text.data() + text_, entry().first}; }
  bool isBefore(const Reader &other) const {
    return std::ranges::lexicographical_compare(place(), other.place());
  }
  // Whether the lane waits here, and those that it waits for have come so far.
  bool mayGoOn(std::span<const Reader> lanes) const {
    if (is(Kind::kBehind))
      return lanes[entry().first].next_ >= entry().second;
    if (!is(Kind::kMeeting))
      return false;
    for (std::uint32_t rest = entry().first; rest; rest &= rest - 1) {
      const Reader &other = lanes[static_cast<unsigned>(std::countr_zero(rest))];
      if (!other.is(Kind::kMeeting) || other.entry().first != entry().first)
        return false;
    }
    return true;
  }
  // The lanes that go on with it.
  std::uint32_t together(unsigned lane) const { return is(Kind::kMeeting) ? entry().first : 1u << lane; }
  void advance() {
    if (atLine()) {
      text_ += entry().first;
      places_ += entry().second;
    }
    ++next_;
  }

private:
  bool is(Kind kind) const { return next_ != lane_.entries.size() && entry().kind == kind; }
  const Entry &entry() const { return lane_.entries[next_]; }

  const Lane &lane_;
  std::size_t next_ = 0, text_ = 0, places_ = 0;
};

// Lanes go on that wait for others no more.
void HeldOutput::passMeetings(std::span<Reader> readers) {
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned lane = 0; lane < readers.size(); ++lane) {
      if (!readers[lane].mayGoOn(readers))
        continue;
      for (std::uint32_t rest = readers[lane].together(lane); rest; rest &= rest - 1)
        readers[static_cast<unsigned>(std::countr_zero(rest))].advance();
      changed = true;
    }
  }
}

void HeldOutput::print(const RaddleThread &thread, std::string_view text) {
  if (thread.warp >= warps_.size())
    warps_.resize(thread.warp + 1);
  Lane &lane = warps_[thread.warp][thread.lane];
  if (lane.acquires)
    orderBehindOthers(thread);
  const std::size_t before = lane.places.size();
  appendNumbers(lane.places, *thread.place);
  lane.text += text;
  const auto numbers = static_cast<std::uint32_t>(lane.places.size() - before);
  lane.entries.push_back({Kind::kLine, static_cast<std::uint32_t>(text.size()), numbers});
  bytes_ += text.size() + numbers * sizeof numbers + sizeof(Entry);
  if (bytes_ > kMostBytes)
    writeAll();
}

void HeldOutput::meet(std::uint32_t warp, std::uint32_t lanes) {
  if (warp >= warps_.size())
    return;
  bool any_has_printed = false, any_has_since = false;
  for (std::uint32_t rest = lanes; rest; rest &= rest - 1) {
    const Lane &lane = warps_[warp][static_cast<unsigned>(std::countr_zero(rest))];
    any_has_printed |= !lane.entries.empty();
    any_has_since |= lane.entries.empty() || lane.entries.back().kind != Kind::kMeeting ||
                     lane.entries.back().first != lanes;
  }
  if (!any_has_printed || !any_has_since)
    return;
  for (std::uint32_t rest = lanes; rest; rest &= rest - 1)
    warps_[warp][static_cast<unsigned>(std::countr_zero(rest))].entries.push_back({Kind::kMeeting, lanes, 0});
  bytes_ += static_cast<unsigned>(std::popcount(lanes)) * sizeof(Entry);
}

void HeldOutput::release(const RaddleThread &thread) {
  if (thread.warp >= warps_.size())
    return;
  Lane &lane = warps_[thread.warp][thread.lane];
  lane.released = static_cast<std::uint32_t>(lane.entries.size());
}

void HeldOutput::acquire(const RaddleThread &thread) {
  if (thread.warp >= warps_.size())
    warps_.resize(thread.warp + 1);
  warps_[thread.warp][thread.lane].acquires = true;
}

void HeldOutput::orderBehindOthers(const RaddleThread &thread) {
  for (std::uint32_t warp = 0; warp < warps_.size(); ++warp)
    if (warp != thread.warp &&
        std::ranges::any_of(warps_[warp], [](const Lane &lane) { return lane.released != 0; }))
      writeWarp(warp);
  Lanes &lanes = warps_[thread.warp];
  Lane &own = lanes[thread.lane];
  for (std::uint32_t other = 0; other < lanes.size(); ++other) {
    if (other == thread.lane || lanes[other].released <= own.acquired[other])
      continue;
    own.acquired[other] = lanes[other].released;
    own.entries.push_back({Kind::kBehind, other, own.acquired[other]});
    bytes_ += sizeof(Entry);
  }
  own.acquires = false;
}

void HeldOutput::beginWarp(std::uint32_t warp) {
  if (warp != latest_warp_)
    writeAll();
  latest_warp_ = warp;
}

void HeldOutput::writeWarp(std::uint32_t warp) {
  if (warp >= warps_.size())
    return;
  Lanes &lanes = warps_[warp];
  std::vector<Reader> readers(lanes.begin(), lanes.end());
  for (;;) {
    passMeetings(readers);
    const Reader *first = nullptr;
    for (const Reader &reader : readers)
      if (reader.atLine() && (!first || reader.isBefore(*first)))
        first = &reader;
    if (!first)
      break;
    // A copy, because `first` moves on with those that stand where it does.
    const Reader place = *first;
    for (Reader &reader : readers)
      if (reader.atLine() && !place.isBefore(reader) && !reader.isBefore(place)) {
        output_.append(reader.text());
        reader.advance();
      }
  }
  for (Lane &lane : lanes) {
    bytes_ -=
        lane.text.size() + lane.places.size() * sizeof(std::uint32_t) + lane.entries.size() * sizeof(Entry);
    lane.entries.clear();
    lane.text.clear();
    lane.places.clear();
    lane.released = 0;
    lane.acquired = {};
  }
}

void HeldOutput::writeAll() {
  for (std::uint32_t warp = 0; warp < warps_.size(); ++warp)
    writeWarp(warp);
}

} // namespace raddle::runtime
