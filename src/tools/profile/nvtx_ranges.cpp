#include "tools/profile/nvtx_ranges.h"

#include "base/json_text.h"

#include <llvm/Support/JSON.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fmt/format.h>
#include <map>
#include <utility>

namespace raddle::tools::profile {

namespace {

// Makes whole what NVTX's ranges have begun and ended, and ends those that are open with their process.
class Ranges {
public:
  explicit Ranges(std::vector<std::string> &&lines) : lines_(std::move(lines)) {}

  std::vector<std::string> take() {
    for (std::string &line : lines_)
      if (!isOfRange(line) || !readRange(line))
        events_.push_back(std::move(line));
    for (auto &[thread, ranges] : pushed_)
      for (const Range &range : ranges)
        addPushed(range, endOf(range.process), true);
    for (auto &[number, range] : started_)
      addStarted(range, endOf(range.process), true);
    return std::move(events_);
  }

private:
  struct Range {
    std::int64_t process = 0, thread = 0, number = 0;
    std::string name;
    double begin = 0;
  };

  // Most lines are of other events, and need not be read.
  static bool isOfRange(const std::string &line) {
    return std::ranges::any_of(
        std::array{R"("ph":"B")", R"("ph":"E")", R"("ph":"b")", R"("ph":"e")", R"("process_end")"},
        [&](const char *kind) { return line.find(kind) != std::string::npos; });
  }

  bool readRange(const std::string &line) {
    auto value = llvm::json::parse(line);
    if (!value) {
      llvm::consumeError(value.takeError());
      return false;
    }
    const llvm::json::Object *object = value->getAsObject();
    if (!object)
      return false;
    const std::string kind = object->getString("ph").value_or("").str();
    const double time = object->getNumber("ts").value_or(0);
    Range range{object->getInteger("pid").value_or(0), object->getInteger("tid").value_or(0),
                object->getInteger("id").value_or(0), object->getString("name").value_or("").str(), time};
    if (kind == "M" && range.name == "process_end")
      ends_[range.process] = time;
    else if (kind == "B")
      pushed_[{range.process, range.thread}].push_back(std::move(range));
    else if (kind == "E")
      endPushed(pushed_[{range.process, range.thread}], time);
    else if (kind == "b")
      started_[{range.process, range.number}] = std::move(range);
    else if (const auto begun = started_.find({range.process, range.number});
             kind == "e" && begun != started_.end()) {
      addStarted(begun->second, time, false);
      started_.erase(begun);
    } else
      return false;
    return true;
  }

  void endPushed(std::vector<Range> &ranges, double time) {
    if (ranges.empty())
      return;
    addPushed(ranges.back(), time, false);
    ranges.pop_back();
  }

  // Of a process that was killed, nothing tells when: it was after all that is known of it.
  double endOf(std::int64_t process) {
    if (const auto known = ends_.find(process); known != ends_.end())
      return known->second;
    double end = 0;
    for (const std::string &event : events_) {
      auto value = llvm::json::parse(event);
      if (!value) {
        llvm::consumeError(value.takeError());
        continue;
      }
      if (const llvm::json::Object *object = value->getAsObject())
        end = std::max(end, object->getNumber("ts").value_or(0) + object->getNumber("dur").value_or(0));
    }
    return ends_[process] = end;
  }

  void addPushed(const Range &range, double end, bool is_open) {
    events_.push_back(fmt::format(
        R"({{"ph":"X","pid":{},"tid":{},"cat":"nvtx","name":{},"ts":{:.3f},"dur":{:.3f},"args":{{{}}}}})",
        range.process, range.thread, jsonText(range.name), range.begin, std::max(end - range.begin, 0.0),
        is_open ? kOpen : ""));
  }

  // They may overlap, which ranges of one thread must not.
  void addStarted(const Range &range, double end, bool is_open) {
    const std::string common = fmt::format(R"("pid":{},"tid":{},"cat":"nvtx","id":{},"name":{})",
                                           range.process, range.thread, range.number, jsonText(range.name));
    events_.push_back(fmt::format(R"({{"ph":"b",{},"ts":{:.3f},"args":{{{}}}}})", common, range.begin,
                                  is_open ? kOpen : ""));
    events_.push_back(fmt::format(R"({{"ph":"e",{},"ts":{:.3f}}})", common, std::max(end, range.begin)));
  }

  static constexpr const char *kOpen = R"("ended":"no, open at the end of the program")";

  std::vector<std::string> lines_, events_;
  std::map<std::int64_t, double> ends_;                                        // of processes
  std::map<std::pair<std::int64_t, std::int64_t>, std::vector<Range>> pushed_; // by process and thread
  std::map<std::pair<std::int64_t, std::int64_t>, Range> started_;             // by process and number
};

} // namespace

std::vector<std::string> withWholeRanges(std::vector<std::string> events) {
  return Ranges(std::move(events)).take();
}

} // namespace raddle::tools::profile
