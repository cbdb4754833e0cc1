#include "runtime/held_output.h"

#include "runtime/output_buffer.h"

#include <algorithm>
#include <bit>

namespace raddle::runtime {

namespace {

// So much is held back. Behind that, what comes next is only put in order among itself: more than twice of what
// cudaLimitPrintfFifoSize keeps by default will mostly be overwritten anyway.
constexpr std::size_t kMostBytes = 20 << 20;

// Of deep recursion the outermost calls count.
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

  bool atEnd() const { return next_ == lane_.entries.size(); }
  bool atLine() const { return !atEnd() && !lanesMet(); }
  std::uint32_t lanesMet() const { return atEnd() ? 0 : lane_.entries[next_].lanes_met; }
  std::span<const std::uint32_t> place() const {
    return {lane_.places.data() + places_, lane_.entries[next_].place_numbers};
  }
  std::string_view text() const { return {lane_.text.data() + text_, lane_.entries[next_].text_bytes}; }
  bool isBefore(const Reader &other) const {
    return std::ranges::lexicographical_compare(place(), other.place());
  }
  void advance() {
    text_ += lane_.entries[next_].text_bytes;
    places_ += lane_.entries[next_].place_numbers;
    ++next_;
  }

private:
  const Lane &lane_;
  std::size_t next_ = 0, text_ = 0, places_ = 0;
};

// Lanes go on that have all come to where they met.
void HeldOutput::passMeetings(std::span<Reader> readers) {
  for (bool changed = true; changed;) {
    changed = false;
    for (const Reader &reader : readers) {
      const std::uint32_t met = reader.lanesMet();
      bool all_are_there = met != 0;
      for (std::uint32_t rest = met; rest; rest &= rest - 1)
        all_are_there &= readers[static_cast<unsigned>(std::countr_zero(rest))].lanesMet() == met;
      if (!all_are_there)
        continue;
      for (std::uint32_t rest = met; rest; rest &= rest - 1)
        readers[static_cast<unsigned>(std::countr_zero(rest))].advance();
      changed = true;
    }
  }
}

void HeldOutput::print(const RaddleThread &thread, std::string_view text) {
  if (thread.warp >= warps_.size())
    warps_.resize(thread.warp + 1);
  Lane &lane = warps_[thread.warp][thread.lane];
  const std::size_t before = lane.places.size();
  appendNumbers(lane.places, *thread.place);
  lane.text += text;
  const auto numbers = static_cast<std::uint32_t>(lane.places.size() - before);
  lane.entries.push_back({0, static_cast<std::uint32_t>(text.size()), numbers});
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
    any_has_since |= lane.entries.empty() || lane.entries.back().lanes_met != lanes;
  }
  if (!any_has_printed || !any_has_since)
    return;
  for (std::uint32_t rest = lanes; rest; rest &= rest - 1)
    warps_[warp][static_cast<unsigned>(std::countr_zero(rest))].entries.push_back({lanes, 0, 0});
  bytes_ += static_cast<unsigned>(std::popcount(lanes)) * sizeof(Entry);
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
    bytes_ -= lane.text.size() + lane.places.size() * sizeof(std::uint32_t) +
              lane.entries.size() * sizeof(Entry);
    lane.entries.clear();
    lane.text.clear();
    lane.places.clear();
  }
}

void HeldOutput::writeAll() {
  for (std::uint32_t warp = 0; warp < warps_.size(); ++warp)
    writeWarp(warp);
}

} // namespace raddle::runtime
