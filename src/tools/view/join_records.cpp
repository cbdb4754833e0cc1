#include "tools/view/trace.h"

#include <algorithm>
#include <map>
#include <utility>

namespace raddle::tools::view {

std::uint32_t Trace::warpsOfBlock() const {
  return (block.x * block.y * block.z + kRaddleWarpSize - 1) / kRaddleWarpSize;
}

std::size_t Trace::stepCount() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(records, [](const Record &record) { return !(record.flags & kJoins); }));
}

namespace {

// A step with what joins it.
using Group = std::vector<Record>;

class Joiner {
public:
  explicit Joiner(Trace &trace) : trace_(trace) {}

  void join() {
    for (Record &record : trace_.records) {
      const Site &site = trace_.sites[record.site];
      if (record.warp != trace_.of_warp) {
        addOther(record, site);
      } else if (site.kind == "result") {
        addResult(record, site);
      } else if (site.kind == "assign" && assignsResult(record, site)) {
        groups_[last_[record.lanes]].push_back(joined(std::move(record)));
      } else {
        begin(record, site);
      }
    }
    trace_.records.clear();
    for (Group &group : groups_)
      std::ranges::move(group, std::back_inserter(trace_.records));
  }

private:
  static Record joined(Record &&record, std::uint8_t flags = 0) {
    record.flags = kJoins | flags;
    return std::move(record);
  }

  void begin(Record &record, const Site &site) {
    const std::size_t number = groups_.size();
    last_[record.lanes] = number;
    waiting_[{record.site, record.lanes}] = number;
    if (site.kind == "barrier") {
      beginAgainIfLetGo(record);
      round_.lanes[record.warp] |= record.lanes;
      round_.steps.push_back(number);
    }
    groups_.push_back({std::move(record)});
    if (site.kind == "barrier")
      for (const auto &[warp, other] : round_.others)
        groups_.back().push_back(joined(Record(other), kOfAnotherWarp | kCameBefore));
  }

  // ---- barriers

  // What all warps of the block come to before any is let go.
  struct Round {
    std::map<std::uint16_t, std::uint32_t> lanes; // that have come, by warp
    std::map<std::uint16_t, Record> others;       // how other warps came, with the last of their lanes
    std::vector<std::size_t> steps;               // in which the warp that is shown comes
  };

  // A lane comes again.
  void beginAgainIfLetGo(const Record &record) {
    if (round_.lanes[record.warp] & record.lanes)
      round_ = {};
  }

  // Lanes are let go, so all have come. Those that hear it later have not come to the next one.
  void letGo(const Record &record) {
    if (const auto found = round_.lanes.find(record.warp);
        found != round_.lanes.end() && found->second & record.lanes)
      round_ = {};
  }

  // What lanes learn belongs to the step in which they asked.
  void addResult(Record &record, const Site &site) {
    if (isOfBarrier(site))
      letGo(record);
    const auto found = waiting_.find({static_cast<std::uint32_t>(site.of), record.lanes});
    if (found == waiting_.end())
      return;
    const std::size_t number = found->second;
    groups_[number].push_back(joined(std::move(record)));
    waiting_.erase(found);
  }

  // `x = in[i]` is one step. What is assigned on the line of a branch is one of its own, as the counter of a loop.
  bool assignsResult(const Record &record, const Site &site) const {
    const auto last = last_.find(record.lanes);
    if (last == last_.end() || (trace_.lanes == 32 && last->second + 1 != groups_.size()))
      return false;
    const Group &group = groups_[last->second];
    if (site.joins)
      return true;
    const Site &step = trace_.sites[group.front().site];
    return (step.kind == "load" || step.kind == "atomic" || step.kind == "operation") &&
           step.place.path == site.place.path && step.place.line == site.place.line &&
           std::ranges::none_of(
               group, [&](const Record &other) { return trace_.sites[other.site].kind == "assign"; });
  }

  bool isOfBarrier(const Site &result) const {
    return result.of >= 0 && trace_.sites[static_cast<std::size_t>(result.of)].kind == "barrier";
  }

  // Of other warps only the barriers are recorded.
  void addOther(Record &record, const Site &site) {
    if (site.kind == "result" && isOfBarrier(site))
      return letGo(record);
    if (site.kind != "barrier")
      return;
    beginAgainIfLetGo(record);
    round_.lanes[record.warp] |= record.lanes;
    for (const std::size_t step : round_.steps) {
      Group &group = groups_[step];
      std::erase_if(group, [&](const Record &other) {
        return other.flags & kOfAnotherWarp && other.warp == record.warp;
      });
      group.push_back(joined(Record(record), kOfAnotherWarp));
    }
    round_.others.insert_or_assign(record.warp, std::move(record));
  }

  Trace &trace_;
  std::vector<Group> groups_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t>
      waiting_;                               // by site and lanes: steps without a result
  std::map<std::uint32_t, std::size_t> last_; // of these lanes
  Round round_;
};

} // namespace

void joinRecords(Trace &trace) { Joiner(trace).join(); }

} // namespace raddle::tools::view
